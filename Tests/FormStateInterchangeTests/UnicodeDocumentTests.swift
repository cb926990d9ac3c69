import FormState
import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Documents in Unicode")
struct UnicodeDocumentTests {
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  private func read(_ sections: String, responses: String = "") throws -> ImportedForm {
    let text = #"{"formstate":1,"key":"\#(decomposed)","sections":[\#(sections)]\#(responses)}"#
    return try FormDocument.read(Data(text.utf8), settings: ImportSettings(sourceName: "f.json"))
  }

  private func refusal(_ sections: String, responses: String = "") -> String? {
    #expect(throws: ImportError.self) { try read(sections, responses: responses) }?.withoutLines.description
  }

  @Test("Keys, templates, chosen options and journals of a document are composed")
  func keys() throws {
    let cells = """
      {"key":"g","kind":"group","summary":{"template":"{\(decomposed)}"},"cells":[{"key":"\(composed)","kind":"text"}]},
      {"key":"q","kind":"group","value":"\(decomposed)2","cells":[{"key":"\(composed)2","kind":"option"}]}
      """
    let journal = """
      {"revision":1,"time":"2026-11-21T03:12:13.456Z","action":{"action":"set","cell":"\(decomposed)","value":"a"},
      "changes":[{"cell":"\(decomposed)","field":"value","after":"a"}]},
      {"revision":2,"time":"2026-11-21T03:12:13.456Z","action":{"action":"fold","section":"\(decomposed)"},
      "changes":[{"section":"\(decomposed)","field":"fold","after":true}]}
      """
    let imported = try read(
      #"{"key":"\#(decomposed)","cells":[\#(cells)]}"#,
      responses: #","responses":[{"key":"\#(decomposed)","journal":[\#(journal)]}]"#)
    #expect(Array(imported.form.key.utf8) == Array(composed.utf8))
    #expect(imported.form.sections.first?.cells[2].defaultValue == .text(composed + "2"))
    #expect(imported.responses.keys.map { Array($0.utf8) } == [Array(composed.utf8)])
    let entries = try #require(imported.responses[composed]?.journal)
    #expect(entries.first?.action.cell.map { Array($0.description.utf8) } == Array(composed.utf8))
    #expect(entries.last?.action.section.map { Array($0.utf8) } == Array(composed.utf8))
  }

  @Test("Keys that differ only in their Unicode spelling are refused with an explanation")
  func twins() {
    let note = "a letter with an accent is the same written as one character or as two"
    let cells = #"{"key":"\#(composed)","kind":"text"},{"key":"\#(decomposed)","kind":"text"}"#
    #expect(refusal(#"{"key":"s","cells":[\#(cells)]}"#)?.hasSuffix("keys are unique in a form; \(note)") == true)
    let responses = #"{"key":"\#(composed)","journal":[]},{"key":"\#(decomposed)","journal":[]}"#
    #expect(
      refusal("", responses: #","responses":[\#(responses)]"#)?.hasSuffix("give each a different one; \(note)") == true)
    let properties = #"{"key":"s","properties":{"\#(composed)":1,"\#(decomposed)":2},"cells":[]}"#
    #expect(refusal(properties)?.hasSuffix("occurs twice in one dictionary; \(note)") == true)
    let plain = #"{"key":"s","properties":{"a":1,"\u0061":2},"cells":[]}"#
    #expect(refusal(plain)?.hasSuffix("occurs twice in one dictionary") == true)
  }

  @Test("A layout's path is split at dots, even before a combining mark")
  func paths() {
    #expect(FieldPath("a.\u{301}b")?.names.map { Array($0.unicodeScalars) } == [["a"], ["\u{301}", "b"]])
  }

  @Test("A script's keys are composed; its values stay unchanged")
  func scripts() throws {
    let line = #"{"action":"set","cell":"\#(decomposed)","value":"\#(decomposed)"}"#
    let action = try #require(try ActionScript.action(fromLine: line, number: 1, source: "a.jsonl")).action
    #expect(action.cell.map { Array($0.description.utf8) } == Array(composed.utf8))
    #expect(action.value == .text(decomposed))
  }
}
