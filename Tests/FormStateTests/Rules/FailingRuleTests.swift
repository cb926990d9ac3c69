import TestSupport
import Testing

@testable import FormState

/// How the failing rules of a cell are recorded.
@Suite("Cells with many constraints")
struct FailingRuleTests {
  private func form(_ count: Int) -> FormDefinition {
    let rules = (1...count).map { FormRule(.constraint, ". < \($0)") }
    return FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "c", kind: .integer, rules: rules)])])
  }

  private func changes(setting value: Int64, in reader: FormReader) throws -> [PlacedChange] {
    let decision = try Decision(.set(.key("c"), .integer(value)), reader: reader)
    let entered = decision.changes.filter { $0.change.field == .value }
    var recalculation = Recalculation(reader: reader, after: entered, in: .utc)
    try recalculation.run(after: entered)
    for change in decision.changes { reader.apply(change.change) }
    #expect(
      decision.changes.filter { $0.change.field == .faults } == recalculation.changes.filter { !$0.change.isEmpty })
    return recalculation.changes
  }

  @Test("Any number of constraints that fail or hold again make one change", arguments: [2, 300])
  func oneChange(count: Int) throws {
    let reader = FormReader(FormIndex(form(count)))
    let all = (1...count).map(String.init).joined(separator: " ")
    let failed = try changes(setting: Int64(count), in: reader)
    #expect(failed.map(\.change.after) == [.text(all)])
    #expect(try changes(setting: Int64(count) + 1, in: reader) == [])
    let half = try changes(setting: 1, in: reader)
    #expect(half.map(\.change.before) == [.text(all)])
    #expect(half.map(\.change.after) == [.text("1")])
    #expect(reader.faults().map(\.number) == [1])
    let none = try changes(setting: 0, in: reader)
    #expect(none.map(\.change.after) == [nil])
    #expect(reader.faults() == [])
  }

  @Test("Calculations and constraints of different ranks can fail together")
  func severalKinds() throws {
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "a", kind: .integer),
            FormCell(key: "b", kind: .integer, rules: [FormRule(.calculate, "${a} + 1")]),
            FormCell(
              key: "c", kind: .integer,
              rules: [
                FormRule(.calculate, "concat(${a}, 'x')"), FormRule(.constraint, "${a} < 5"),
                FormRule(.constraint, "${b} < 5"), FormRule(.constraint, "${b} < 100"),
              ]),
            FormCell(
              key: "d", kind: .integer,
              rules: [
                FormRule(.constraint, "${a} < 5"), FormRule(.constraint, "${b} < 5"),
                FormRule(.constraint, "${b} < 100"),
              ]),
          ])
      ])
    let response = try ResponseInMemory(form)
    try response.apply(.set(.key("d"), .integer(1)))
    let changes = try response.apply(.set(.key("a"), .integer(7)))
    #expect(changes.filter { $0.field == .faults }.map(\.subject.key) == ["d"])
    #expect(
      form.faults(in: response.state).map { "\($0.cell ?? "") \($0.kind) \($0.number)" }
        == ["c calculate 0", "d constraint 1", "d constraint 2"])
    try response.apply(.set(.key("a"), .integer(2)))
    #expect(form.faults(in: response.state).map(\.cell) == ["c"])
    #expect(try response.reevaluatedState() == response.state)
  }
}
