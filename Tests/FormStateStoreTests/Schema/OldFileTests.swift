import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateMigrations
@testable import FormStateStore

@Suite("Files of every schema version that there was")
struct OldFileTests {
  private static var current: String { "version-\(Migrations.all.count).sql" }

  /// The texts of the files, the one of this version included.
  static func names() -> [String] { (try? Repository.files(in: OldFileText.folder, withExtension: "sql")) ?? [] }

  private func text(_ name: String) throws -> String { try Repository.text(of: "\(OldFileText.folder)/\(name)") }

  private func makeFile(_ name: String = current) throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let path = folder.path("old.sqlite")
    try OldFileText.makeFile(try text(name), at: path)
    return (folder, path)
  }

  @Test(
    "Writes the file of this schema version anew, for Scripts/old-file",
    .enabled(if: ProcessInfo.processInfo.environment["FORMSTATE_WRITE_OLD_FILE"] != nil))
  func writes() throws {
    let store = try FormStore.inMemory()
    try OldFileStory.tell(in: store)
    #expect(try store.check() == [])
    let folder = Repository.folder.appendingPathComponent(OldFileText.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = try OldFileText.text(of: store, version: Migrations.all.count)
    try text.write(to: folder.appendingPathComponent(Self.current), atomically: true, encoding: .utf8)
  }

  @Test("It opens, is sound, holds what it held when it was written, and goes on", arguments: names())
  func opens(name: String) throws {
    let (folder, path) = try makeFile(name)
    let store = try FormStore(path: path, access: .write)
    #expect(try store.check() == [])
    let holdings = OldFileText.holdings(in: try text(name))
    #expect(holdings.count > 5)
    #expect(try OldFileText.holdings(of: store) == holdings)
    #expect(try store.undo(OldFileStory.key, count: 99).count > 10)
    try store.apply(.set("firstname", "Tom"), to: OldFileStory.compacted)
    #expect(try store.check() == [])
    withExtendedLifetime(folder) {}
  }

  @Test("What was answered, drafted, opened, folded and set aside is there, word for word", arguments: names())
  func contents(name: String) throws {
    let (folder, path) = try makeFile(name)
    let store = try FormStore(path: path)
    #expect(try store.form("survey", version: 1) == OldFileStory.first)
    #expect(try store.form("survey") == OldFileStory.second)
    let contents = try store.contents(of: OldFileStory.key)
    #expect(contents.version == 2 && contents.stream != nil)
    let held = OldFileStory.second.sections.flatMap(\.cells).reduce(into: [String: CellValue]()) { held, cell in
      held[cell.key] = contents.value(of: cell)
    }
    #expect(held["firstname"] == "Mark" && held["lastname"] == nil && held["married"] == true)
    #expect(held["birth-date"] == CalendarDate(year: 1910, month: 4, day: 21).map(CellValue.date))
    #expect(held["sport"] == "board" && held["walls"] == "good" && held["town-1"] == "Hannibal")
    #expect(contents.state.cells[StateSubject("birth-date")]?.draft == "1910-04-")
    #expect(contents.title(of: OldFileStory.second.sections[0].cells[0]).hasSuffix("Mark"))
    let aside = try store.read { try Row.fetchAll($0, sql: "SELECT cell, value FROM set_aside") }
    #expect(aside.contains { $0["cell"] == "photo" && $0["value"] == "river.jpg" })
    #expect(aside.contains { $0["cell"] == "level" && $0["value"] == 9 })
    let compacted = try store.contents(of: OldFileStory.compacted)
    #expect(compacted.state.isFolded(OldFileStory.first.sections[0]) && compacted.revision == 10)
    #expect(try store.journal(of: OldFileStory.compacted).first?.action == .checkpoint)
    #expect(try store.contents(of: OldFileStory.finished).state.isCompleted)
    withExtendedLifetime(folder) {}
  }

  @Test("It is told by the views of this version: answers in words, a line an action", arguments: names())
  func views(name: String) throws {
    let (folder, path) = try makeFile(name)
    let store = try FormStore(path: path, access: .write)
    func column(_ sql: String) throws -> [String] { try store.read { try String.fetchAll($0, sql: sql) } }
    #expect(
      try column(
        "SELECT readable FROM answer WHERE form = 'survey' AND response = 'default' AND cell IN ('married', 'birth-date', 'sport')"
      )
        == ["April 21, 1910", "Married", "Chess"])
    #expect(try column("SELECT question FROM unanswered WHERE response = 'finished'").contains("Walls"))
    #expect(
      try column("SELECT key FROM response WHERE form = 'survey'") == [
        "compacted", "copy", "default", "finished", "untouched",
      ])
    let entries = try store.revision(of: OldFileStory.key)
    #expect(try column("SELECT did FROM history WHERE form = 'survey' AND response = 'default'").count == entries)
    #expect(
      try column("SELECT changes FROM history_change WHERE form = 'survey' AND response = 'default'").count > entries)
    withExtendedLifetime(folder) {}
  }

  @Test("The file of this version holds something of everything: each table, kind of cell, action and field")
  func everything() throws {
    let (folder, path) = try makeFile()
    let queue = try DatabaseQueue(path: path)
    func found(_ sql: String) throws -> [String] { try queue.read { try String.fetchAll($0, sql: sql) } }
    for table in try found("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      #expect(try found("SELECT 'a row' FROM \(table) LIMIT 1") == ["a row"], "\(table) is empty")
    }
    for vocabulary in [
      "SELECT kind FROM formstate_cell_kind EXCEPT SELECT kind FROM formstate_cell",
      "SELECT kind FROM formstate_action_kind EXCEPT SELECT kind FROM formstate_action",
      "SELECT field FROM formstate_field EXCEPT SELECT field FROM formstate_state_change",
    ] { #expect(try found(vocabulary) == []) }
    withExtendedLifetime(folder) {}
  }

  @Test("There is a file of this version, with this schema; Scripts/old-file writes it anew where a step has changed")
  func isCurrent() throws {
    let (folder, path) = try makeFile()
    let queue = try DatabaseQueue(path: path)
    #expect(try queue.read { try SchemaMigrator.version(in: $0) } == Migrations.all.count)
    #expect(try queue.read { try SchemaInspection.faults(in: $0) } == [])
    withExtendedLifetime(folder) {}
  }

  @Test("A next step leaves it as it was when it fails, and takes it along when it succeeds", arguments: names())
  func nextStep(name: String) throws {
    let (folder, path) = try makeFile(name)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StoreError.self) {
      try FormStore(path: path, steps: OlderFile.steps(and: "DELETE FROM formstate_cell; SELECT * FROM nowhere"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    let settings = FormStore.Settings(backupPath: folder.path("before.sqlite"))
    let store = try FormStore(
      path: path, settings: settings, steps: OlderFile.steps(and: try OlderFile.rebuildingForms()))
    let holdings = OldFileText.holdings(in: try text(name))
    #expect(try OldFileText.holdings(of: store) == holdings)
    #expect(try OldFileText.holdings(of: try FormStore(path: folder.path("before.sqlite"))) == holdings)
  }
}
