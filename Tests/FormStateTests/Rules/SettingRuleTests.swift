import FormState
import TestSupport
import Testing

/// Rules that set a cell when another one changes.
@Suite("Rules that set")
struct SettingRuleTests {
  /// A form of number cells `a` to `f` and text cells `t` and `u`, with rules.
  private func response(
    _ rules: [String: [FormRule]], initially values: [String: CellValue] = [:]
  ) throws -> ResponseInMemory {
    let numbers = ["a", "b", "c", "d", "e", "f"].map { ($0, CellKind.integer) }
    let cells = (numbers + [("t", .text), ("u", .text)]).map { key, kind in
      FormCell(key: key, kind: kind, defaultValue: values[key], rules: rules[key] ?? [])
    }
    let form = FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])
    #expect(form.definitionFaults() == [])
    return try ResponseInMemory(form)
  }

  private func set(_ source: String, when triggers: String...) -> FormRule {
    FormRule(.set, source, triggers: triggers)
  }

  private func value(of key: String, in response: ResponseInMemory) -> String? {
    response.form.sections[0].cells.first { $0.key == key }.flatMap {
      response.state.value(of: $0, in: response.form)?.plainText
    }
  }

  @Test("A change of the trigger sets the cell, even over a value that a user set since")
  func overridden() throws {
    let response = try response(["b": [set("${a} * 2", when: "a")]])
    try response.apply(.set("a", 3))
    #expect(value(of: "b", in: response) == "6")
    try response.apply(.set("b", 7))
    #expect(value(of: "b", in: response) == "7")
    try response.apply(.set("c", 1))
    #expect(value(of: "b", in: response) == "7")
    try response.apply(.set("a", 4))
    #expect(value(of: "b", in: response) == "8")
    try response.apply(.clear("a"))
    #expect(value(of: "b", in: response) == nil)
  }

  @Test("Undo and redo include what a rule set after the answer")
  func undone() throws {
    let response = try response(["b": [set("${a} * 2", when: "a")]])
    try response.apply(.set("b", 7))
    try response.apply(.set("a", 3))
    try response.apply(.undo(.everything))
    #expect(value(of: "a", in: response) == nil)
    #expect(value(of: "b", in: response) == "7")
    try response.apply(.redo(.everything))
    #expect(value(of: "a", in: response) == "3")
    #expect(value(of: "b", in: response) == "6")
    try response.apply(.undo(.values))
    #expect(value(of: "b", in: response) == "7")
  }

  @Test("Only a new value of its trigger runs the rule, not another cell that it reads")
  func notWoken() throws {
    let response = try response(["b": [set("${a} + ${c}", when: "a")]], initially: ["a": 3])
    try response.apply(.set("c", 5))
    #expect(value(of: "b", in: response) == nil)
    // The default of a is 3: now it is entered, and the same.
    try response.apply(.set("a", 3))
    #expect(value(of: "b", in: response) == nil)
    try response.apply(.set("a", 4))
    #expect(value(of: "b", in: response) == "9")
  }

  @Test("A set rule runs after the calculations that it reads and before those that read it")
  func amongCalculations() throws {
    let response = try response([
      "b": [FormRule(.calculate, "${a} * 10")], "c": [set("${b} + 1", when: "a")],
      "d": [FormRule(.calculate, "${c} + 1")],
    ])
    try response.apply(.set("a", 1))
    #expect(value(of: "c", in: response) == "11")
    #expect(value(of: "d", in: response) == "12")
  }

  @Test("A set rule may read a value that depends on it, and gets the previous one")
  func cycle() throws {
    // A running total: c adds each amount, and d is calculated from it.
    let response = try response([
      "c": [set("coalesce(${d}, 0) + ${a}", when: "a")], "d": [FormRule(.calculate, "${c}")],
      "e": [set("coalesce(${e}, 0) + 1", when: "a")],
    ])
    for amount in [5, 7, 1] { try response.apply(.set("a", .integer(Int64(amount)))) }
    #expect(value(of: "d", in: response) == "13")
    #expect(value(of: "e", in: response) == "3")
  }

  @Test("A calculated cell is a trigger too, when its value changes")
  func calculatedTrigger() throws {
    let response = try response([
      "b": [FormRule(.calculate, "if(${a} > 10, 1, 0)")], "c": [set("coalesce(${c}, 0) + 1", when: "b")],
    ])
    try response.apply(.set("a", 1))
    #expect(value(of: "b", in: response) == "0")
    #expect(value(of: "c", in: response) == nil)
    try response.apply(.set("a", 11))
    #expect(value(of: "c", in: response) == "1")
    try response.apply(.set("a", 12))
    #expect(value(of: "c", in: response) == "1")
    try response.apply(.set("b", 0))
    #expect(value(of: "c", in: response) == "2")
    // The calculation changes, but the entered value still shows.
    try response.apply(.set("a", 1))
    #expect(value(of: "c", in: response) == "2")
  }

  @Test("A set value triggers further rules, each of them once")
  func chain() throws {
    let response = try response([
      "b": [set("${a} + 1", when: "a")], "c": [set("${b} + 1", when: "b")], "d": [set("${c} + 1", when: "c", "a")],
    ])
    try response.apply(.set("a", 1))
    #expect(["b", "c", "d"].map { value(of: $0, in: response) } == ["2", "3", "4"])
  }

  @Test("Two cells can set each other, and the entered value stays as entered")
  func converter() throws {
    let response = try response([
      "a": [set("round(${b} div 3, 0)", when: "b")], "b": [set("round(${a} * 3.4, 0)", when: "a")],
    ])
    try response.apply(.set("a", 5))
    #expect(value(of: "a", in: response) == "5")
    #expect(value(of: "b", in: response) == "17")
    try response.apply(.set("b", 10))
    #expect(value(of: "a", in: response) == "3")
    #expect(value(of: "b", in: response) == "10")
  }

  @Test("A cell can be its own trigger, to normalize what is entered")
  func itself() throws {
    let response = try response(["t": [set("normalize-space(.)", when: "t")]])
    try response.apply(.set("t", "  Ada   Lovelace "))
    #expect(value(of: "t", in: response) == "Ada Lovelace")
  }

  @Test("A cell can have several set rules with different triggers")
  func several() throws {
    let response = try response(["t": [set("'from a'", when: "a"), set("'from b'", when: "b")]])
    try response.apply(.set("b", 1))
    #expect(value(of: "t", in: response) == "from b")
    try response.apply(.set("a", 1))
    #expect(value(of: "t", in: response) == "from a")
  }

  @Test("An unacceptable or empty result clears the cell, and setting it removes its draft")
  func refused() throws {
    let response = try response(["b": [set("${t}", when: "t")]], initially: ["b": 9])
    try response.apply(.draft("b", "1,"))
    try response.apply(.set("t", "12"))
    #expect(value(of: "b", in: response) == "12")
    #expect(response.state.contents(of: .draft).isEmpty)
    try response.apply(.set("t", "twelve"))
    #expect(value(of: "b", in: response) == nil)
    try response.apply(.set("t", "13"))
    try response.apply(.clear("t"))
    #expect(value(of: "b", in: response) == nil)
  }

  @Test("A rule can set a read-only cell that a user cannot change")
  func readOnly() throws {
    let response = try response(["b": [set("${a}", when: "a"), FormRule(.readOnly, "true()")]])
    try response.apply(.set("a", 2))
    #expect(value(of: "b", in: response) == "2")
    #expect(throws: ActionError.readOnly(cell: "b")) { try response.apply(.set("b", 3)) }
  }

  @Test("Resetting a response clears what rules set")
  func reset() throws {
    let response = try response(["b": [set("'1'", when: "a")], "c": [set("'1'", when: "a")]], initially: ["a": 1])
    try response.apply(.set("a", 2))
    #expect(value(of: "b", in: response) == "1")
    try response.apply(.reset(nil))
    #expect(value(of: "b", in: response) == nil)
    try response.apply(.set("a", 2))
    try response.apply(.clear("b"))
    // A reset cell has changed like any other.
    try response.apply(.reset("a"))
    #expect(value(of: "b", in: response) == "1")
  }

  @Test("A set rule without triggers runs when the response begins and at each re-evaluation")
  func opened() throws {
    let response = try response(["b": [FormRule(.set, "coalesce(${b}, 0) + 1")]])
    #expect(value(of: "b", in: response) == "1")
    try response.apply(.set("a", 5))
    #expect(value(of: "b", in: response) == "1")
    try response.apply(.recalculate)
    #expect(value(of: "b", in: response) == "2")
  }

  @Test("A rule can set a question to one of its options; any other value clears it")
  func options() throws {
    let options = [("s", "Small"), ("l", "Large")].map {
      FormCell(key: "size-\($0.0)", kind: .option, title: $0.1, optionValue: $0.0)
    }
    let question = FormCell(
      key: "size", kind: .group, title: "Size", isExpandable: true, additionalRows: 2, summary: .choice,
      rules: [set("if(${weight} > 10, 'l', ${word})", when: "weight", "word")])
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [FormCell(key: "weight", kind: .decimal), FormCell(key: "word", kind: .text), question] + options)
      ])
    let response = try ResponseInMemory(form)
    try response.apply(.set("weight", 11))
    #expect(response.state.contents(of: .value).contains { $0.0.key == "size" && $0.1 == .text("l") })
    #expect(response.state.contents(of: .title).contains { $0.0.key == "size" && $0.1 == .text("Large") })
    try response.apply(.set("weight", 1))
    try response.apply(.set("word", "huge"))
    #expect(response.state.contents(of: .value).contains { $0.0.key == "size" && $0.1 == .cleared })
    #expect(!response.state.contents(of: .title).contains { $0.0.key == "size" })
  }
}
