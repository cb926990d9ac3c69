import TestSupport
import Testing

@testable import FormState

/// What rules over instances have read is kept and follows each change: a decision on it is the one of a new reader.
///
/// `FORMSTATE_TEST_SEED=42` repeats a seed.
@Suite("Columns of instances")
struct InstanceColumnsTests {
  // MARK: - Random forms

  @Test(
    "A reader that keeps what rules have read decides the same as a new one, and keeps what a new one reads",
    arguments: TestSeeds.seeds(10, full: 400))
  func sameDecisions(seed: UInt64) throws {
    var chance = RandomInstances(seed: seed)
    let form = chance.form().form
    let response = try ResponseInMemory(form)
    let keeping = FormReader(response.index)
    var followed = 0
    for step in 0..<60 {
      for change in response.journal[followed...].flatMap(\.changes) { keeping.apply(change) }
      followed = response.journal.count
      let action = chance.action(in: response.state, of: form)
      let place = "seed \(seed), step \(step): \(action)"
      // Undo reads the journal, which this reader does not have.
      if action.kind.continuesSteps {
        #expect(decided(action, keeping, response) == decided(action, response.reader, response), "\(place)")
      }
      #expect(outdated(in: keeping) == [], "\(place)")
      _ = try? response.apply(action)
    }
  }

  private func decided(_ action: FormAction, _ reader: FormReader, _ response: ResponseInMemory) -> String {
    do {
      let decision = try Decision(action, reader: reader, moment: response.moment)
      return decision.changes.map { "\($0.change)" }.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  /// The cells of which a reader keeps anything else than what its state says.
  private func outdated(in reader: FormReader) -> [String] {
    var kept = reader.takeColumns()
    defer { reader.take(back: kept) }
    var new = InstanceColumns()
    new.findHidden(in: reader.state)
    var found: [String] = []
    for instance in reader.roster.all {
      guard let owner = reader.index.cell(at: instance.cell) else { continue }
      for position in instance.cell.position...instance.cell.position + owner.additionalRows {
        let place = CellPlace(section: instance.cell.section, position: position)
        let isDirect = reader.index.repeats.repeatAround(place) == instance.cell.position
        guard let cell = reader.index.cell(at: place), isDirect || position == instance.cell.position else { continue }
        let isSame = kept.shown(cell.key, in: [instance.number]) == new.shown(cell.key, in: [instance.number])
        let hasSameNumbers =
          !isDirect
          || numbers(of: cell, instance.cell, &kept, reader) == numbers(of: cell, instance.cell, &new, reader)
        if !isSame || !hasSameNumbers { found.append("\(cell.key):\(instance.number)") }
      }
    }
    return found
  }

  private func numbers(
    of cell: FormCell, _ owner: CellPlace, _ columns: inout InstanceColumns, _ reader: FormReader
  ) -> [UInt64]? {
    columns.numbers(of: cell, in: owner, { reader.roster.instances(of: owner) }, contents: reader.contents)?
      .map(\.bitPattern)
  }

  // MARK: - Sums

  private static func form(_ outside: String, inside: String = "1") -> FormDefinition {
    FormDefinition(
      key: "order",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "total", kind: .decimal, rules: [FormRule(.calculate, outside)]),
            FormCell(key: "n", kind: .integer),
            FormCell(key: "line", kind: .repeat, additionalRows: 2),
            FormCell(key: "price", kind: .decimal),
            FormCell(key: "note", kind: .integer, rules: [FormRule(.calculate, inside)]),
          ])
      ])
  }

  private func text(_ cell: String, _ response: ResponseInMemory) throws -> String {
    let place = try #require(response.reader.cell(withKey: cell)?.place)
    return response.reader.cell(at: place)?.value?.plainText ?? "-"
  }

  /// Acts on a response, while one reader is kept along its journal; returns the total after each action as that reader
  /// decides it, or as it was before.
  private func totals(_ actions: [FormAction], _ form: FormDefinition = form("sum(${price})")) throws -> [String] {
    let response = try ResponseInMemory(form)
    let kept = FormReader(response.index)
    var followed = 0
    return try actions.map { action in
      for change in response.journal[followed...].flatMap(\.changes) { kept.apply(change) }
      followed = response.journal.count
      let decided = try Decision(action, reader: kept, moment: response.moment).changes.map(\.change)
      try response.apply(action)
      #expect(decided == response.journal.last?.changes, "\(action)")
      return try text("total", response)
    }
  }

  @Test("A kept sum follows changed, cleared, added and removed numbers")
  func follows() throws {
    let found = try totals([
      .add("line"), .set("price:1", .integer(5)), .add("line"), .set("price:2", .integer(7)),
      .set("price:1", .integer(1)), .clear("price:2"), .set("price:2", .integer(2)), .remove("line:1"),
    ])
    #expect(found == ["0", "5", "5", "12", "8", "1", "3", "2"])
  }

  @Test("A kept sum adds in the order of the instances, as the field's engine does")
  func order() throws {
    let large = CellValue.integer(1 << 54)
    let found = try totals([
      .add("line"), .set("price:1", large), .add("line"), .set("price:2", .integer(-(1 << 54))), .add("line"),
      .set("price:3", .integer(1)), .move("line:3", before: "line:2"),
    ])
    #expect(found.suffix(2) == ["1", "0"])
  }

  @Test("A rule that reads an instance by its number runs again when a later one goes")
  func byNumber() throws {
    let rule = "indexed-repeat(${n}, ${line}, 2)"
    let response = try ResponseInMemory(Self.form("1", inside: rule))
    for action: FormAction in [.set("n", .integer(4)), .add("line"), .add("line")] { try response.apply(action) }
    let note = try #require(response.reader.cell(withKey: "note")?.place.within(response.state.number(1)))
    #expect(response.reader.cell(at: note)?.value == .integer(4))
    try response.apply(.remove("line:2"))
    #expect(response.reader.cell(at: note)?.value == nil)
  }

  @Test("A sum leaves out what rules hide, and includes it when it is shown again")
  func hides() throws {
    var form = Self.form("sum(${price})")
    form.sections[0].cells[3].rules = [FormRule(.relevant, "${note} != 2")]
    form.sections[0].cells[4].rules = []
    let found = try totals(
      [
        .add("line"), .add("line"), .set("price:1", .integer(5)), .set("price:2", .integer(7)),
        .set("note:2", .integer(2)), .set("price:1", .integer(6)), .set("note:2", .integer(3)), .remove("line:1"),
      ], form)
    #expect(found == ["0", "0", "5", "12", "5", "6", "13", "7"])
  }

  // MARK: - Conditions

  private static let trip = FormDefinition(
    key: "trip", title: "Trip",
    sections: [
      FormSection(
        key: "people", title: "People",
        cells: [
          FormCell(
            key: "adults", kind: .integer, title: "Adults",
            rules: [FormRule(.calculate, "count(${person}[${age} > 17])")]),
          FormCell(
            key: "late", kind: .integer, title: "Late",
            rules: [FormRule(.calculate, "count(${person}[position() > 1 and ${age} > 17])")]),
          FormCell(key: "person", kind: .repeat, title: "Person", additionalRows: 1),
          FormCell(key: "age", kind: .integer, title: "Age"),
        ])
    ])

  @Test("A result is kept for each unchanged instance, unless the condition reads more than the instance")
  func kept() throws {
    let response = try ResponseInMemory(Self.trip)
    for age: Int64 in [20, 10, 40] {
      try response.apply(.add("person"))
      let last = response.state.instances.count
      try response.apply(.set(.key("person[\(last)]/age"), .integer(age)))
    }
    let reader = response.reader
    _ = try Decision(.set("person[3]/age", .integer(5)), reader: reader, moment: response.moment)
    #expect(results("${person}[${age} > 17]", reader) == [true, false, nil])
    #expect(results("${person}[position() > 1 and ${age} > 17]", reader) == [nil, nil, nil])
    reader.apply(
      StateChange(
        .value, of: response.state.subject("age", 2), before: .value(.integer(10)), after: .value(.integer(18))))
    #expect(results("${person}[${age} > 17]", reader) == [true, nil, nil])
    reader.apply(StateChange(.sectionRelevance, of: StateSubject("people"), before: nil, after: .flag(false)))
    #expect(results("${person}[${age} > 17]", reader) == [nil, nil, nil])
  }

  /// The kept results of the condition of an expression for the first three instances.
  private func results(_ expression: String, _ reader: FormReader) -> [Bool?] {
    guard case .path(let path)? = (try? RuleExpression(expression))?.root, let node = path.steps.first?.conditions.first
    else { return [] }
    let columns = reader.takeColumns()
    defer { reader.take(back: columns) }
    let condition = InstanceColumns.Condition(key: "person", node: node, isNested: false)
    return columns.results(of: condition, in: (1...3).map(reader.state.number)).map { $0?.holds }
  }

  @Test("A rule costs as much with kept results as without")
  func sameCost() throws {
    let response = try ResponseInMemory(Self.trip)
    for _ in 0..<3 { try response.apply(.add("person")) }
    let reader = response.reader
    let costs = try (0..<2).map { _ in
      var recalculation = Recalculation(reader: reader, moment: response.moment, in: response.moment.zone)
      try recalculation.runAll(reader.rules())
      return recalculation.budget.stepsLeft
    }
    #expect(costs[0] == costs[1])
    #expect(costs[0] < RuleBudget.stepsOfAnAction)
  }

  @Test("A condition reads the instances of a repeat in another section at the same position")
  func otherSection() throws {
    let form = FormDefinition(
      key: "two",
      sections: [
        FormSection(
          key: "one",
          cells: [
            FormCell(key: "total", kind: .integer, rules: [FormRule(.calculate, "count(${a}[${x} = 1])")]),
            FormCell(key: "a", kind: .repeat, additionalRows: 1), FormCell(key: "y", kind: .integer),
          ]),
        FormSection(
          key: "other",
          cells: [
            FormCell(key: "note", kind: .text), FormCell(key: "b", kind: .repeat, additionalRows: 1),
            FormCell(key: "x", kind: .integer),
          ]),
      ])
    let found = try totals([.add("a"), .add("b"), .set("x:2", .integer(1)), .clear("x:2")], form)
    #expect(found == ["0", "0", "1", "0"])
  }
}
