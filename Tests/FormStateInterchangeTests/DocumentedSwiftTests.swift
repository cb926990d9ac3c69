import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import GRDB
import TestSupport
import Testing

/// README.md and the articles show Swift that is compiled in these tests or in the host example.
@Suite("Swift in README and articles")
struct DocumentedSwiftTests {
  @Test(
    "Every block occurs in the tests or the host example, apart from indentation",
    arguments: try DocumentedCode.pages(with: "swift"))
  func blocksAreCompiled(page: DocumentedCode) throws {
    let sources = try Self.compiledSources.get()
    // A package dependency is the only code that no test can compile.
    for block in try page.blocks(in: "swift") where !block.hasPrefix(".package(") {
      #expect(sources.contains("\n" + Self.unindented(block)), "\(page): \(block)")
    }
  }

  @Test("Every code block on every page states a known language")
  func languages() throws {
    let known = ["", "```swift", "```console", "```json", "```sh", "```text"]
    for page in try DocumentedCode.all() {
      let fences = try Repository.text(of: page.path).components(separatedBy: "\n").filter { $0.hasPrefix("```") }
      #expect(fences.count.isMultiple(of: 2), "\(page)")
      let languages = fences.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      #expect(languages.allSatisfy(known.contains), "\(page): \(languages)")
    }
    #expect(try DocumentedCode.pages(with: "swift").count >= 9)
  }

  @Test("README has at most 200 lines, valid links, and a link to every article")
  func readme() throws {
    let text = try Repository.text(of: "README.md")
    #expect(text.components(separatedBy: "\n").count <= 201)
    let targets = text.components(separatedBy: "](").dropFirst().compactMap { $0.components(separatedBy: ")").first }
    let paths = targets.compactMap { $0.components(separatedBy: "#").first }
    for path in paths where !path.hasPrefix("https://") {
      #expect(FileManager.default.fileExists(atPath: Repository.folder.appendingPathComponent(path).path), "\(path)")
    }
    let libraries = ["FormState.md", "FormStateInterchange.md", "FormStateStore.md"]
    for page in try DocumentedCode.all().map(\.path) where !libraries.contains(where: page.hasSuffix) {
      #expect(page == "README.md" || paths.contains(page), "\(page)")
    }
  }

  @Test(
    "Every public type is listed in a group of its library's pages",
    arguments: ["FormState", "FormStateInterchange", "FormStateStore"])
  func groups(library: String) throws {
    let pages = try DocumentedCode.all().map(\.path).filter { $0.contains("/\(library).docc/") }
    let groups = try pages.map { try Repository.text(of: $0) }.joined()
    let words = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    let types = try Self.sources(in: "Sources/\(library)").flatMap { source in
      source.components(separatedBy: "\n").filter { $0.hasPrefix("public ") }.compactMap { line in
        let parts = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        return parts.prefix(3).firstIndex(where: words.contains).flatMap { parts.dropFirst($0 + 1).first }
      }
    }
    #expect(types.count > 5)
    for type in types { #expect(groups.contains("- ``\(type)``"), "\(type)") }
  }

  @Test("A store opens in a file, in memory and in an app's database, and imports a form")
  func opening() throws {
    let folder = try TemporaryFolder()
    let databasePath = folder.path("answers.sqlite")
    let appDatabase = try DatabaseQueue()
    let data = Data(try Repository.text(of: "Examples/profile.plist").utf8)

    let store = try FormStore(path: databasePath)
    let scratch = try FormStore.inMemory()
    let beside = try FormStore(database: appDatabase)

    #expect(try [scratch, beside].allSatisfy { try $0.formKeys().isEmpty })

    let imported = try DefinitionImporter.read(data, settings: ImportSettings(sourceName: "profile.plist"))
    try store.importForms([imported.formContents])
    let session = try store.session(for: ResponseKey(form: imported.form.key))

    #expect(session.visibleRowsPerSection == [[0, 3, 5], [0, 5], [0]])
  }

  @Test("The contents of a store can be written in every format")
  func writing() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.apply(.set("firstname", "Tom"), to: key)

    let plist = try CellDescriptorPlist.write(try store.contents(of: key), as: .xml)
    let contents = try store.contents(ofForm: "profile")
    let json = try FormDocument.write(contents.form, responses: contents.responses)
    let script = try ActionScript.write(try store.journal(of: key))
    let csv = try AnswerTable.write(
      try store.contents(ofResponsesTo: "profile"), style: AnswerTable.Style(hasTitles: true, isReadable: true))

    #expect(String(decoding: plist, as: UTF8.self).contains("<string>Tom</string>"))
    let again = try FormDocument.read(json, settings: ImportSettings(sourceName: "profile.json"))
    #expect(again.form == ProfileForm.form)
    #expect(again.formContents.responses["default"]?.journal.map(\.action) == [.set("firstname", "Tom")])
    #expect(String(decoding: script, as: UTF8.self) == #"{"action":"set","cell":"firstname","value":"Tom"}"# + "\n")
    #expect(String(decoding: csv, as: UTF8.self).contains(",Tom,"))
  }

  @Test("A layout makes a form from JSON data")
  func layout() throws {
    let layoutData = Data(try Repository.text(of: "Examples/profile-layout.json").utf8)
    let data = Data(try Repository.text(of: "Examples/person.json").utf8)
    let store = try FormStore.inMemory()

    let layout = try FormLayout.read(layoutData, sourceName: "profile-layout.json")
    let person = try layout.form(from: data, settings: ImportSettings(formKey: "profile", sourceName: "person.json"))
    try store.importForms([person.formContents])

    #expect(try store.form("profile").sections.map(\.key) == ["name", "about", "email", "attributes", "friends"])
  }

  /// Read once for all pages.
  private static let compiledSources = Result {
    try ["Tests", "Examples/Host/Sources"].flatMap(sources).map(unindented).joined(separator: "\n")
  }

  private static func sources(in folder: String) throws -> [String] {
    let files = FileManager.default.enumerator(
      at: Repository.folder.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  private static func unindented(_ text: String) -> String {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
