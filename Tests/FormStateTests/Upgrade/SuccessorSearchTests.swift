import Testing

@testable import FormState

@Suite("Questions that may be meant where one has another key now")
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

  /// The keys that are offered, with a star behind the likely one.
  private func found(_ key: String, _ values: [CellValue], from old: FormIndex, to new: FormIndex) -> [String] {
    SuccessorSearch(from: old, to: new).candidates(for: key, holding: values).map { $0.key + ($0.isLikely ? "*" : "") }
  }

  @Test("The one with the same title comes before the one at the same place, and either is likely where it is alone")
  func ranks() {
    let old = form(cell("a"), cell("name", .text, "Name"), cell("b"))
    #expect(
      found("name", [.text("Ada")], from: old, to: form(cell("a"), cell("x"), cell("b"), cell("full", .text, "Name")))
        == ["full*", "x"])
    #expect(found("name", [.text("Ada")], from: old, to: form(cell("a"), cell("x"), cell("b"))) == ["x*"])
    #expect(
      found("name", [.text("Ada")], from: old, to: form(cell("x"), cell("b"), cell("a"), cell("y"))) == ["x", "y"])
    // Two with the same title are both offered as well, and neither is meant.
    let twins = form(cell("p", .text, "Name"), cell("a"), cell("b"), cell("q", .text, "Name"))
    #expect(Set(found("name", [.text("Ada")], from: old, to: twins)) == ["p", "q"])
  }

  @Test("Only what can hold the answer is offered, and never what was there before")
  func kinds() {
    let old = form(cell("age", .integer, "Age"), cell("note"))
    let new = form(cell("years", .integer, "Age"), cell("note"), cell("born", .date), cell("words", .longText))
    #expect(found("age", [.integer(7)], from: old, to: new) == ["years*", "words"])
    #expect(found("note", [.text("x")], from: old, to: new) == ["words*"])
    #expect(found("gone", [.text("x")], from: old, to: new) == [])
  }

  @Test("What stands in a repeat goes to questions of the same repeat alone, and only there")
  func repeats() {
    let old = form(cell("people", .repeat, "People", rows: 1), cell("name", .text, "Name"), cell("out", .text, "Out"))
    let new = form(
      cell("people", .repeat, "People", rows: 1), cell("full", .text, "Name"), cell("outside", .text, "Name"))
    #expect(found("name", [.text("Ada"), .text("Bob")], from: old, to: new) == ["full*"])
    #expect(found("out", [.text("x")], from: old, to: new).map { $0.prefix(7) } == ["outside"])
  }
}
