import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Migration of an older file")
struct OlderFileTests {
  private static let key = ResponseKey(form: "profile")
  private static let fails = "UPDATE formstate_response SET updated_at = NULL; SELECT * FROM nowhere"

  @Test("A successful migration keeps every form, response, revision and digest")
  func succeeds() throws {
    let file = try OlderFile()
    let before = try file.overview()
    let steps = OlderFile.steps(
      and: try OlderFile.rebuildingForms(), "CREATE TABLE formstate_note (text TEXT NOT NULL -- a note\n) STRICT")
    let store = try FormStore(path: file.path, steps: steps)
    #expect(try store.overview(includingDigests: true) == before)
    #expect(try store.contents(of: Self.key).value(of: ProfileForm.form.sections[0].cells[1]) == "Ada")
    #expect(try store.read { try String.fetchAll($0, sql: "SELECT owner FROM formstate_form") } == ["nobody"])
    #expect(try store.undo(of: Self.key).count == 1)
    #expect(try store.save(FormDefinition(key: "other")).isNew)
    #expect(try file.version() == steps.count)
    let error = #expect(throws: StoreError.self) { try FormStore(path: file.path) }
    #expect(error == .newerSchema(found: steps.count, supported: Migrations.all.count))
  }

  @Test("An up-to-date file, or one opened for reading, is not changed")
  func nothingToDo() throws {
    let file = try OlderFile()
    let steps = OlderFile.steps(and: "CREATE TABLE formstate_note (text TEXT NOT NULL) STRICT")
    let before = try file.bytes()
    let error = #expect(throws: StoreError.self) { try FormStore(path: file.path, access: .read, steps: steps) }
    #expect(error == .olderSchema(found: steps.count - 1, supported: steps.count))
    #expect(try file.bytes() == before)
    // A pool, which the store uses by default for reading, creates and drops a table whenever it is opened.
    let settings = FormStore.Settings(readsBesideWriter: false)
    _ = try FormStore(path: file.path, access: .write, settings: settings, steps: steps)
    #expect(try file.files() == ["answers.sqlite"])
    let updated = try file.bytes()
    #expect(updated != before)
    _ = try FormStore(path: file.path, access: .write, settings: settings, steps: steps)
    #expect(try file.bytes() == updated)
  }

  @Test(
    "A failed step is named and leaves the file unchanged, including earlier steps",
    arguments: [
      (["SELECT * FROM nowhere"], 0, "no such table: nowhere"),
      (["CREATE TABLE formstate_note (x) STRICT"], 0, "missing datatype for formstate_note.x"),
      (
        [
          "UPDATE formstate_form SET version = 7; INSERT INTO formstate_form (id, key) SELECT id, 'twin' FROM formstate_form"
        ],
        0, "UNIQUE constraint failed: formstate_form.id"
      ),
      (
        ["CREATE TABLE formstate_note (text TEXT) STRICT", "DROP VIEW answer; DROP VIEW nowhere"], 1,
        "no such view: nowhere"
      ),
      (["DELETE FROM formstate_section"], 0, "it leaves dangling foreign keys"),
    ], [true, false])
  func fails(step: (sql: [String], failing: Int, reason: String), keepsLog: Bool) throws {
    let file = try OlderFile()
    if !keepsLog { try file.giveUpLog() }
    let before = try file.bytes()
    let known = Migrations.all
    let steps =
      known
      + step.sql.enumerated().map { index, sql in
        OlderFile.later(known.count + 1 + index, name: "later_\(index)", sql: sql)
      }
    let error = #expect(throws: StoreError.self) { try FormStore(path: file.path, steps: steps) }
    #expect(error == .stepFailed(step: "later_\(step.failing)", version: known.count, reason: step.reason))
    #expect(try file.bytes() == before)
    #expect(try file.files() == ["answers.sqlite"])
    #expect(try FormStore(path: file.path).check() == [])
  }

  @Test("The error names the failed step and says why it failed and what to do")
  func sentence() {
    #expect(
      StoreError.stepFailed(step: "0005_later", version: 4, reason: "no such table: nowhere").description
        == "the schema migration “0005_later” failed (no such table: nowhere); the database is unchanged at schema version 4, "
        + "use the FormState that wrote it")
    #expect(
      StoreError.backupFailed(path: "old.sqlite", reason: "the file already exists").description
        == "the backup “old.sqlite” could not be made (the file already exists), so the database is unchanged; "
        + "name a new file in a folder that may be written")
  }

  @Test("Existing damage does not prevent a migration, and check still reports it")
  func damagedBefore() throws {
    let file = try OlderFile()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: file.path, configuration: configuration).write { db in
      try WriteGate.opening(db) {
        try db.execute(sql: "INSERT INTO formstate_row_height (version_id, identifier, points) VALUES (99, 'x', 1)")
      }
    }
    let steps = OlderFile.steps(and: "UPDATE formstate_form SET version = version")
    #expect(try FormStore(path: file.path, steps: steps).check() != [])
    #expect(try file.version() == steps.count)
  }

  @Test("An older file with a foreign trigger is refused before any step and stays unchanged")
  func altered() throws {
    let file = try OlderFile()
    try DatabaseQueue(path: file.path).write { db in
      try db.execute(
        sql: "CREATE TRIGGER swallow BEFORE INSERT ON formstate_form BEGIN SELECT RAISE(IGNORE); END")
    }
    let before = try file.bytes()
    let error = #expect(throws: StoreError.self) {
      try FormStore(path: file.path, steps: OlderFile.steps(and: try OlderFile.rebuildingForms()))
    }
    #expect(error == .foreignSchemaObject(type: "trigger", name: "swallow", table: "formstate_form"))
    #expect(try file.bytes() == before)
  }

  @Test("A failed step in a host's database keeps the host's tables and foreign keys unchanged")
  func hosts() throws {
    let database = try DatabaseQueue()
    try FormStore(database: database).save(ProfileForm.form)
    try database.write { try $0.execute(sql: "CREATE TABLE visit (patient TEXT); INSERT INTO visit VALUES ('Ada')") }
    let steps = OlderFile.steps(and: "DELETE FROM formstate_section; SELECT * FROM nowhere")
    #expect(throws: StoreError.self) { try SchemaMigrator.migrate(database, steps: steps) }
    let store = try FormStore(database: database)
    #expect(try store.check() == [])
    #expect(try store.form("profile") == ProfileForm.form)
    #expect(try database.read { try String.fetchAll($0, sql: "SELECT patient FROM visit") } == ["Ada"])
    #expect(try database.read { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == true)
  }

  @Test("Of two stores that open an older file at once, one migrates it and both can write", .timeLimit(.minutes(15)))
  func atOnce() async throws {
    let steps = OlderFile.steps(and: try OlderFile.rebuildingForms())
    for _ in 0..<10 {
      let file = try OlderFile()
      let revisions = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...2 {
          group.addTask {
            let settings = FormStore.Settings(backupPath: file.folder.path("backup\(number).sqlite"))
            let store = try FormStore(path: file.path, settings: settings, steps: steps)
            return try store.apply(.set("lastname", CellValue.text("by \(number)")), to: Self.key)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(revisions.sorted() == [6, 7])
      let backups = try file.files().filter { $0.hasPrefix("backup") }
      #expect(backups.count == 1)
      #expect(try backups.map { try file.version(of: $0) } == [steps.count - 1])
    }
  }
}
