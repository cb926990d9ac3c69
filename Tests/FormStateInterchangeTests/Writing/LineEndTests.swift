import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Line ends in texts")
struct LineEndTests {
  private static let text = "one\rtwo\r\nthree\nfour\r\r\n\n\r"

  /// A response with the text in every possible place.
  private func contents(in store: FormStore) throws -> ResponseContents {
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "typed", kind: .text, title: Self.text, subtitle: Self.text),
            FormCell(key: "own", kind: .custom, properties: ["note": .string(Self.text), Self.text: .integer(1)]),
          ])
      ])
    try store.save(form)
    let key = ResponseKey(form: "f")
    for cell in ["typed", "own"] { try store.apply(.set(.key(cell), .text(Self.text)), to: key) }
    return try store.contents(of: key)
  }

  private func check(_ cells: [FormCell]) {
    #expect(cells.first.map { [$0.title, $0.subtitle].allSatisfy { $0.isSpelled(like: Self.text) } } == true)
    #expect(cells.last?.properties == ["note": .string(Self.text), Self.text: .integer(1)])
    #expect(cells.last?.properties["note"]?.text?.isSpelled(like: Self.text) == true)
  }

  @Test("They survive a property list", arguments: CellDescriptorPlist.PlistFormat.allCases)
  func propertyList(format: CellDescriptorPlist.PlistFormat) throws {
    let written = try CellDescriptorPlist.write(try contents(in: FormStore.inMemory()), as: format)
    if format == .xml {
      #expect(String(decoding: written, as: UTF8.self).contains("one&#13;two&#13;\nthree\nfour&#13;&#13;\n\n&#13;<"))
    }
    let cells = try DefinitionImporter.read(written, settings: ImportSettings(sourceName: "f.plist")).form.sections[0]
      .cells
    check(Array(cells))
    #expect(cells.map(\.defaultValue) == [.text(Self.text), .text(Self.text)])
  }

  @Test("They survive form JSON")
  func formJSON() throws {
    let store = try FormStore.inMemory()
    let contents = try contents(in: store)
    let response = try FormContents.Response(of: contents.key, in: store)
    let written = try FormDocument.write(contents.form, responses: ["default": response])
    let imported = try DefinitionImporter.read(written, settings: ImportSettings(sourceName: "f.json"))
    check(Array(imported.form.sections[0].cells))
    let again = try FormStore.inMemory()
    try again.importForms([imported.formContents])
    #expect(try again.contents(of: contents.key).digest == contents.digest)
  }

  @Test("They are quoted unchanged in CSV")
  func answers() throws {
    let written = try AnswerTable.write([try contents(in: FormStore.inMemory())])
    #expect(
      String(decoding: written, as: UTF8.self).isSpelled(
        like: "form,response,typed,own\r\nf,default,\"\(Self.text)\",\"\(Self.text)\"\r\n"))
  }

  @Test("They survive a script")
  func script() throws {
    let store = try FormStore.inMemory()
    let contents = try contents(in: store)
    let written = try ActionScript.write(try store.journal(of: contents.key))
    let read = try ActionScript.read(written, source: "a.jsonl")
    #expect(read.map(\.action.value) == [.text(Self.text), .text(Self.text)])
  }
}
