import FormState
import Testing

/// The faults of a repeat, each with its message.
@Suite("Repeats in a definition")
struct RepeatDefinitionTests {
  private func faults(_ cells: [FormCell]) -> [String] {
    FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)]).definitionFaults().map(\.description)
  }

  private func passenger(
    _ counts: InstanceCounts? = nil, rows: Int = 1, _ change: (inout FormCell) -> Void = { _ in }
  ) -> FormCell {
    var cell = FormCell(key: "passenger", kind: .repeat, isExpandable: true, additionalRows: rows, counts: counts)
    change(&cell)
    return cell
  }

  private let name = FormCell(key: "name", kind: .text)
  private let place = "section 0, row 0 (passenger), "

  @Test("A repeat with a cell is valid with or without counts")
  func sound() {
    #expect(faults([passenger(), name]) == [])
    #expect(faults([passenger(InstanceCounts(minimum: 2, maximum: 2, initial: 1)), name]) == [])
    #expect(faults([passenger { $0.rules = [FormRule(.count, "3")] }, name]) == [])
  }

  @Test("A repeat must have cells and be expandable")
  func needs() {
    #expect(
      faults([passenger(rows: 0)]) == [
        place + "additionalRows: a repeat needs at least one cell under it as the template of its instances"
      ])
    #expect(
      faults([passenger(rows: 0) { $0.isExpandable = false }]) == [
        place + "additionalRows: a repeat needs at least one cell under it as the template of its instances"
      ])
    #expect(
      faults([passenger { $0.isExpandable = false }, name]) == [
        place + "additionalRows: is 1, but the cell is not expandable, so they can never show",
        place + "kind: a repeat must be expandable, because its instances appear under it",
      ])
  }

  @Test(
    "Impossible counts are reported",
    arguments: [
      (InstanceCounts(minimum: -1), "minimum: is -1; it must be 0 or more"),
      (InstanceCounts(maximum: 0), "maximum: is 0; it must be 1 or more, or null for no limit"),
      (
        InstanceCounts(minimum: 3, maximum: 2),
        "maximum: is 2; it must be at least the minimum, 3, or null for no limit"
      ),
      (InstanceCounts(initial: -2), "initial: is -2; it must be 0 or more"),
      (InstanceCounts(maximum: 2, initial: 3), "initial: is 3, which is more than the maximum, 2"),
      (
        InstanceCounts(initial: 1, first: [FirstInstance(), FirstInstance()]),
        "firstInstances: describes 2 instances, but there are 1 initially"
      ),
      (
        InstanceCounts(initial: 1, first: [FirstInstance(["nowhere": 1])]),
        "firstInstances: no cell “nowhere” of its instances holds a value"
      ),
      (
        InstanceCounts(initial: 1, first: [FirstInstance(repeats: ["name": [FirstInstance()]])]),
        "firstInstances: its instances have no repeat “name”"
      ),
      (
        InstanceCounts(initial: 1, first: [FirstInstance(["name": .boolean(true)])]),
        "firstInstances: “name”: “true” is not accepted; give text"
      ),
      (
        InstanceCounts(initial: 10_001), "initial: there would be 10001 instances initially; at most 10000 are possible"
      ),
    ])
  func counts(_ counts: InstanceCounts, fault: String) {
    #expect(faults([passenger(counts), name]) == [place + fault])
  }

  @Test("Initial instances of nested repeats multiply, up to 10,000")
  func nested() {
    func bags(_ outer: Int, _ inner: Int, _ rules: [FormRule] = []) -> [String] {
      faults([
        passenger(InstanceCounts(initial: outer), rows: 2) { $0.rules = rules },
        FormCell(
          key: "bag", kind: .repeat, isExpandable: true, additionalRows: 1, counts: InstanceCounts(initial: inner)),
        name,
      ])
    }
    #expect(bags(100, 100) == [])
    #expect(
      bags(101, 100) == [
        "section 0, row 1 (bag), initial: there would be 10100 instances initially, 100 in each of 101; at most 10000 are possible"
      ])
    #expect(bags(0, 10_000) == [])
    #expect(bags(0, 10_000, [FormRule(.count, "2")]) == [])
  }

  @Test("Only a repeat has counts")
  func otherKinds() {
    var text = name
    text.counts = InstanceCounts()
    #expect(faults([text]) == ["section 0, row 0 (name), counts: a cell of kind text has no instances to count"])
  }

  @Test("A repeat has no value, summary, inline expansion or options")
  func holdsNothing() {
    #expect(
      faults([passenger { $0.defaultValue = "x" }, name]) == [
        place + "value: a repeat holds no value; set the value of a cell under it"
      ])
    #expect(
      faults([passenger { $0.summary = .join(separator: " ") }, name]) == [
        place + "summary: a repeat has no summary; give it a rule for its title"
      ])
    #expect(
      faults([passenger { $0.inline = InlineExpansion() }, name]) == [
        place + "inline: a repeat shows its instances when it is expanded, and cannot grow in place"
      ])
    #expect(
      faults([passenger(), FormCell(key: "red", kind: .option)]) == [
        "section 0, row 1 (red), kind: an option must be under a group, choices or custom cell, whose value it is when chosen"
      ])
  }

  @Test("A summary cannot mention a cell in a repeat")
  func templates() throws {
    var group = FormCell(key: "trip", kind: .group, isExpandable: true, additionalRows: 3)
    group.summary = .template(try Template("{city} {name}"))
    let city = FormCell(key: "city", kind: .text)
    #expect(
      faults([group, city, passenger(), name]) == [
        "section 0, row 0 (trip), summary: the template mentions “name”, which is in a repeat and has several instances"
      ])
    group.summary = .template(try Template("{city}"))
    #expect(faults([group, city, passenger(), name]) == [])
  }

  @Test("In a form with repeats, no key may look like an instance's address")
  func addresses() {
    let odd = FormCell(key: "a:1", kind: .text)
    #expect(faults([odd]) == [])
    #expect(
      faults([passenger(), name, odd]) == [
        "section 0, row 2 (a:1), key: in a form with repeats the key could be mistaken for the address of an instance; choose another one"
      ])
  }
}
