import Testing

@testable import FormState

@Suite("Keys and texts in Unicode")
struct UnicodeTests {
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  @Test("Keys are normalized to their composed form")
  func keys() {
    var cell = FormCell(key: decomposed, kind: .text)
    var section = FormSection(key: decomposed, cells: [cell])
    var form = FormDefinition(key: decomposed, sections: [section])
    for key in [cell.key, section.key, form.key] { #expect(Array(key.utf8) == Array(composed.utf8)) }
    cell.key = "x"
    cell.key = decomposed
    section.key = decomposed
    form.key = decomposed
    for key in [cell.key, section.key, form.key] { #expect(Array(key.utf8) == Array(composed.utf8)) }
  }

  @Test("Two keys that differ only in composition are refused with an explanation")
  func twins() {
    let cells = [FormCell(key: composed, kind: .text), FormCell(key: decomposed, kind: .text)]
    let sections = [FormSection(key: composed, cells: cells), FormSection(key: decomposed)]
    let problems = FormDefinition(key: "f", sections: sections).definitionFaults().map(\.problem)
    #expect(
      problems == [
        "section 0, row 0 has the same key; keys are unique in a form; "
          + "a letter with an accent is the same written as one character or as two",
        "another section has the same key; keys are unique in a form; "
          + "a letter with an accent is the same written as one character or as two",
      ])
  }

  @Test("A key with over 64 combining marks in a row, or with a marked space at its start, is refused")
  func marks() {
    let marks = String(repeating: "\u{301}", count: 65)
    #expect(
      FormDefinition.problem(withKey: "a" + marks)
        == "the key has more than 64 combining marks in a row; remove some")
    #expect(FormDefinition.problem(withKey: "a" + marks.unicodeScalars.dropFirst().map(String.init).joined()) == nil)
    #expect(FormDefinition.problem(withKey: " \u{301}a")?.contains("begins or ends with a space") == true)
  }

  @Test("Text values are equal only scalar by scalar")
  func texts() {
    #expect(composed == decomposed)
    #expect(CellValue.text(composed) != .text(decomposed))
    #expect(CellValue.text(composed) == .text(composed))
    #expect(Set([CellValue.text(composed), .text(decomposed), .integer(1), .real(1), .boolean(true)]).count == 5)
  }

  @Test("A template is read scalar by scalar, so that a mark may follow a brace")
  func templates() throws {
    let template = try Template("{a}\u{301}{{\u{301}}}\u{301}\u{301}{\(decomposed)}")
    #expect(template.cellKeys.map { Array($0.utf8) } == [Array("a".utf8), Array(composed.utf8)])
    let filled = template.filled { $0 == "a" ? "A" : "B" }
    #expect(filled.map { Array($0.unicodeScalars) } == Array("A\u{301}{\u{301}}\u{301}\u{301}B".unicodeScalars))
    #expect(try Template(composed) != Template(decomposed))
  }

  @Test("A switch's titles are found even with a mark after the equals sign")
  func switchTitles() {
    let titles = SwitchTitles(describedBy: "Off =\u{301} Single, On = Married")
    #expect(titles?.on == "Married")
  }
}
