import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import GRDB
import TestSupport
import Testing

/// README.md shows Swift that is compiled in these tests.
@Suite("Swift in README")
struct ReadmeCodeTests {
  @Test("Every block stands somewhere in the tests, line for line, but for how it is indented")
  func blocksAreCompiled() throws {
    let blocks = try Repository.text(of: "README.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count >= 6)
    let sources = try compiledSources()
    // How an app names the package is the one thing that no test can compile.
    for block in blocks where !block.hasPrefix(".package(") {
      #expect(sources.contains(Self.unindented(block)), "\(block)")
    }
  }

  @Test("A store can be opened in a file, in memory and beside an app's tables, and takes a form in")
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
    try store.take([imported.storeImport])
    let session = try store.session(for: ResponseKey(form: imported.form.key))
    #expect(session.visibleRowsPerSection == [[0, 3, 5], [0, 5], [0]])
  }

  private func compiledSources() throws -> String {
    let tests = Repository.folder.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    let sources = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return try sources.map { Self.unindented(try String(contentsOf: $0, encoding: .utf8)) }.joined(separator: "\n")
  }

  private static func unindented(_ text: String) -> String {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
