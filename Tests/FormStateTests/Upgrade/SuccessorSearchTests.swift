import Testing

@testable import FormState

@Suite("Possible successors of a question whose key is gone")
struct SuccessorSearchTests {
  private func form(_ cells: FormCell...) -> FormIndex {
    FormIndex(FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)]))
  }

  private func cell(_ key: String, _ kind: CellKind = .text, _ title: String = "", rows: Int = 0) -> FormCell {
    var cell = FormCell(key: key, kind: kind, title: title)
    cell.isExpandable = cell.isExpandable || rows > 0
    cell.additionalRows = rows
    return cell
  }

  /// The offered keys, with a star after the likely one.
  private func found(_ key: String, _ values: [CellValue], from old: FormIndex, to new: FormIndex) -> [String] {
    SuccessorSearch(from: old, to: new).candidates(for: key, holding: values).map { $0.key + ($0.isLikely ? "*" : "") }
  }

  @Test("A match by title ranks before a match by place, and a unique match is likely")
  func ranks() {
    let old = form(cell("a"), cell("name", .text, "Name"), cell("b"))
    #expect(
      found("name", [.text("Ada")], from: old, to: form(cell("a"), cell("x"), cell("b"), cell("full", .text, "Name")))
        == ["full*", "x"])
    #expect(found("name", [.text("Ada")], from: old, to: form(cell("a"), cell("x"), cell("b"))) == ["x*"])
    #expect(
      found("name", [.text("Ada")], from: old, to: form(cell("x"), cell("b"), cell("a"), cell("y"))) == ["x", "y"])
    // Two with the same title are both offered, and neither is likely.
    let twins = form(cell("p", .text, "Name"), cell("a"), cell("b"), cell("q", .text, "Name"))
    #expect(Set(found("name", [.text("Ada")], from: old, to: twins)) == ["p", "q"])
  }

  @Test("Only a new cell that can hold the answer is offered")
  func kinds() {
    let old = form(cell("age", .integer, "Age"), cell("note"))
    let new = form(cell("years", .integer, "Age"), cell("note"), cell("born", .date), cell("words", .longText))
    #expect(found("age", [.integer(7)], from: old, to: new) == ["years*", "words"])
    #expect(found("note", [.text("x")], from: old, to: new) == ["words*"])
    #expect(found("gone", [.text("x")], from: old, to: new) == [])
  }

  @Test("A question in a repeat is offered only cells of that repeat, and one outside only cells outside")
  func repeats() {
    let old = form(cell("people", .repeat, "People", rows: 1), cell("name", .text, "Name"), cell("out", .text, "Out"))
    let new = form(
      cell("people", .repeat, "People", rows: 1), cell("full", .text, "Name"), cell("outside", .text, "Name"))
    #expect(found("name", [.text("Ada"), .text("Bob")], from: old, to: new) == ["full*"])
    #expect(found("out", [.text("x")], from: old, to: new).map { $0.prefix(7) } == ["outside"])
  }
}
