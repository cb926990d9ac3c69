import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// The faulty documents in Tests/SchemaCases. Their JSON Schema refuses each as well, which `Scripts/test-schemas`
/// proves.
@Suite("Faulty documents of every format")
struct SchemaCaseTests {
  @Test("A form is refused with its one fault", arguments: try SchemaCase.all("form"))
  func form(wrong: SchemaCase) {
    #expect(refusal(ofJSON: wrong.document) == "form.json: \(wrong.fault)")
  }

  @Test("A layout is refused with its one fault", arguments: try SchemaCase.all("layout"))
  func layout(wrong: SchemaCase) {
    #expect(refusal(ofLayout: wrong.document) == "layout.json: \(wrong.fault)")
  }

  @Test("An action is refused with its faults", arguments: try SchemaCase.all("actions"))
  func action(wrong: SchemaCase) {
    #expect(throws: JSONLinesError(source: "script", line: 1, problem: wrong.fault)) {
      try ActionScript.action(fromLine: wrong.document, number: 1, source: "script")
    }
  }

  @Test("A dump is refused with its one fault", arguments: try SchemaCase.all("dump"))
  func dump(wrong: SchemaCase) {
    let fault = #expect(throws: ImportError.self) {
      try StoreDump.read(Data(wrong.document.utf8), sourceName: "dump.json")
    }
    #expect(fault?.withoutLines.description == "dump.json: \(wrong.fault)")
  }

  @Test("A document that uses every field imports and exports every field")
  func everything() throws {
    let text = try Repository.text(of: "Tests/SchemaCases/everything.json")
    let taken = try imported(Data(text.utf8), name: "everything.json")
    #expect(taken.diagnostics == [])
    let written = try FormDocument.write(
      taken.form, version: taken.version, otherVersions: taken.otherVersions, responses: taken.responses)
    let again = try imported(written, name: "everything.json")
    #expect(again == taken)
    let objects = MemberListTests.objects.filter { $0.pointer.hasPrefix("form") }
    for name in objects.flatMap(\.members).map(\.name) {
      #expect(text.contains("\"\(name)\""), "\(name)")
    }
  }
}

/// Documents whose entries of other lines do not fit the journal beside them.
@Suite("Lines beside a journal in a document")
struct LinesInDocumentTests {
  @Test("A document is refused if another line goes on after an entry that it does not have")
  func gap() throws {
    let text = try Repository.text(of: "Tests/SchemaCases/everything.json")
    let previous = try #require(text.firstMatch(of: /"previous": "([0-9a-f]+)"/)?.1)
    let edited = text.replacing(previous, with: String(repeating: "0", count: previous.count))
    let error = #expect(throws: StoreError.self) {
      try FormStore.inMemory().importForms([try imported(Data(edited.utf8), name: "everything.json").formContents])
    }
    #expect(error?.code == .unfitJournal)
    #expect(
      error?.description == """
        the journal does not fit at revision 3: another line goes on after an entry that is not there
        """)
  }
}

/// A document with one fault, and its message.
struct SchemaCase: Sendable, CustomTestStringConvertible {
  let fault: String
  /// The document exactly as in its file, so that columns can be counted.
  let document: String

  var testDescription: String { document }

  private struct Line: Decodable {
    let fault: String
  }

  /// The cases of a format, a line each: `{"fault": "…", "document": …}`.
  static func all(_ format: String) throws -> [SchemaCase] {
    let lines = try Repository.text(of: "Tests/SchemaCases/\(format).jsonl").split(separator: "\n")
    #expect(lines.count >= 16)
    return try lines.map { line in
      let fault = try JSONDecoder().decode(Line.self, from: Data(line.utf8)).fault
      let start = try #require(line.range(of: "\", \"document\": ")).upperBound
      return SchemaCase(fault: fault, document: String(line[start...].dropLast()))
    }
  }
}
