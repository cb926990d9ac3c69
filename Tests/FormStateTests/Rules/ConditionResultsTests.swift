import TestSupport
import Testing

@testable import FormState

/// The results of conditions for instances are cached between actions, without a visible difference.
///
/// `FORMSTATE_TEST_SEED=42` repeats a seed.
@Suite("Cached results of conditions")
struct ConditionResultsTests {
  @Test(
    "A reader with cached results decides the same as one without", arguments: TestSeeds.seeds(10, full: 400))
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

  private static let trip = FormDefinition(
    key: "trip", title: "Trip",
    sections: [
      FormSection(
        key: "people", title: "People",
        cells: [
          FormCell(key: "adults", kind: .integer, title: "Adults")
            .with(FormRule(.calculate, "count(${person}[${age} > 17])")),
          FormCell(key: "late", kind: .integer, title: "Late")
            .with(FormRule(.calculate, "count(${person}[position() > 1 and ${age} > 17])")),
          FormCell(key: "person", kind: .repeat, title: "Person", additionalRows: 1),
          FormCell(key: "age", kind: .integer, title: "Age"),
        ])
    ])

  @Test(
    "A result is kept for each unchanged instance, unless the condition reads more than the instance")
  func kept() throws {
    let response = try ResponseInMemory(Self.trip)
    for age: Int64 in [20, 10, 40] {
      try response.apply(.add("person"))
      let last = response.state.instances.count
      try response.apply(.set(.key("person[\(last)]/age"), .integer(age)))
    }
    let reader = response.reader
    let person = try #require(response.index.place(ofCell: "person"))
    _ = try Decision(.set("person[3]/age", .integer(5)), reader: reader, moment: response.moment)
    #expect(results("${person}[${age} > 17]", of: person, reader) == [1: true, 2: false])
    #expect(results("${person}[position() > 1 and ${age} > 17]", of: person, reader) == [:])
    reader.apply(
      StateChange(
        .value, of: StateSubject("age", instance: 2), before: .value(.integer(10)), after: .value(.integer(18))))
    #expect(results("${person}[${age} > 17]", of: person, reader) == [1: true])
    reader.apply(StateChange(.sectionRelevance, of: StateSubject("people"), before: nil, after: .flag(false)))
    #expect(results("${person}[${age} > 17]", of: person, reader) == [:])
  }

  private func results(_ expression: String, of place: CellPlace, _ reader: FormReader) -> [Int: Bool] {
    guard case .path(let path)? = (try? RuleExpression(expression))?.root, let node = path.steps.first?.conditions.first
    else { return [-1: false] }
    let condition = ConditionResults.Condition(place: place, node: node, isNested: false)
    let results = reader.takeConditionResults(of: condition)
    reader.keep(results, of: condition)
    return results.mapValues(\.holds)
  }

  @Test("A rule costs as much with cached results as without")
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
}

extension FormCell {
  fileprivate func with(_ rule: FormRule) -> FormCell {
    var cell = self
    cell.rules = [rule]
    return cell
  }
}
