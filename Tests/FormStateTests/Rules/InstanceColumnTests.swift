import TestSupport
import Testing

@testable import FormState

/// What rules over instances have read is kept and follows each change: a decision on it is the one of a new reader.
@Suite("Columns of instances")
struct InstanceColumnTests {
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
  private func totals(_ actions: [FormAction]) throws -> [String] {
    let response = try ResponseInMemory(Self.form("sum(${price})"))
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
    let note = try #require(response.reader.cell(withKey: "note")?.place.within(1))
    #expect(response.reader.cell(at: note)?.value == .integer(4))
    try response.apply(.remove("line:2"))
    #expect(response.reader.cell(at: note)?.value == nil)
  }
}
