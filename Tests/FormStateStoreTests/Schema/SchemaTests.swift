import FormState
import FormStateMigrations
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Schema")
struct SchemaTests {
  @Test("The folder Migrations and the list of migrations agree")
  func folderAndListAgree() throws {
    let files = try Repository.files(in: "Migrations", withExtension: "sql")
    #expect(files == Migrations.all.map { "\($0.name).sql" })
    for (migration, number) in zip(Migrations.all, 1...) {
      #expect(migration.number == number)
      #expect(migration.name.hasPrefix(String(repeating: "0", count: 4 - "\(number)".count) + "\(number)_"))
      #expect(migration.sql == (try Repository.text(of: "Migrations/\(migration.name).sql")))
    }
  }

  @Test("schema.sql is the schema after the last migration; Scripts/schema makes it anew")
  func schemaFileIsCurrent() throws {
    #expect(try Repository.text(of: "schema.sql") == SchemaText.current())
  }

  @Test("schema.sql makes an empty store that needs no migration")
  func schemaFileMakesAStore() throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: try Repository.text(of: "schema.sql")) }
    #expect(try queue.read { try SchemaMigrator.version(in: $0) } == Migrations.all.count)
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    try store.apply(.choose(.key("basketball")), to: ResponseKey(form: "profile"))
    #expect(try store.check() == [])
  }

  @Test("Every table is STRICT and every table and view says in its own text what it is about")
  func tablesAreStrict() throws {
    let store = try FormStore.inMemory()
    let tables = try store.read { db in
      try Row.fetchAll(
        db,
        sql:
          "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name GLOB 'formstate*'"
      )
    }
    #expect(tables.count == 18)
    for table in tables { #expect(table["strict"] == 1, "\(table["name"] as String)") }
  }

  @Test("Each migration is recorded once, and opening again runs none")
  func migrationsAreRecorded() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    for _ in 0..<2 {
      let store = try FormStore(path: path)
      let names = try store.read { db in
        try String.fetchAll(db, sql: "SELECT name FROM formstate_migration ORDER BY number")
      }
      #expect(names == Migrations.all.map(\.name))
    }
  }

  @Test("A step that fails leaves the database at the step before it")
  func failingStepIsUndone() throws {
    let database = try DatabaseQueue()
    try SchemaMigrator.migrate(database, steps: Array(Migrations.all.prefix(1)))
    try database.write { try $0.execute(sql: "CREATE TABLE formstate_value (x)") }
    #expect(throws: DatabaseError.self) { try SchemaMigrator.migrate(database) }
    #expect(try database.read { try SchemaMigrator.version(in: $0) } == 1)
    #expect(try database.read { try $0.tableExists("formstate_response") } == false)
  }

  @Test("A schema of a newer FormState is refused and the file stays as it was")
  func newerSchemaIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("newer.sqlite")
    do {
      let queue = try DatabaseQueue(path: path)
      try SchemaMigrator.migrate(queue)
      try queue.write {
        try $0.execute(
          sql: "INSERT INTO formstate_migration (number, name, time) VALUES (7, '0007_future', 'later')")
      }
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = #expect(throws: StoreError.self) { try FormStore(path: path) }
    #expect(
      error?.description
        == "the database has schema version 7, this FormState knows versions up to 6; "
        + "it was left untouched, use a newer FormState")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["newer.sqlite"])
  }

  @Test("A file from before accordions is brought up to date with its definition, its answers and its digests")
  func olderFileIsMigrated() throws {
    let queue = try DatabaseQueue()
    try SchemaMigrator.migrate(queue, steps: Array(Migrations.all.prefix(4)))
    let form = FormDefinition(
      key: "old", sections: [FormSection(key: "s", cells: [FormCell(key: "c", kind: .text, title: "C")])])
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO formstate_form VALUES (1, 'old');
          INSERT INTO formstate_version VALUES (1, 1, 1, '', '\(StateDigest.ofDefinition(form))', '{}');
          INSERT INTO formstate_cell_type VALUES (1, 'idCellTextfield', 44);
          INSERT INTO formstate_section VALUES (1, 1, 0, 's', '', 1, 0, '{}');
          INSERT INTO formstate_cell (
            id, version_id, section_id, position, level, additional_rows, key, kind, identifier, title, subtitle,
            is_expandable, starts_expanded, is_hidden, summary
          ) VALUES (1, 1, 1, 0, 0, 0, 'c', 'text', 'idCellTextfield', 'C', '', 0, 0, 0, 'none');
          INSERT INTO formstate_response VALUES (1, 1, 1, 'default');
          INSERT INTO formstate_action VALUES (1, 1, 'set', 'c', 'Tom', '2026-11-21T03:12:13.456Z');
          INSERT INTO formstate_state_change VALUES (1, 1, 0, 'value', 'c', 0, NULL, 1, 'Tom');
          INSERT INTO formstate_value VALUES (1, 1, 'Tom');
          """)
    }
    let store = try FormStore(database: queue)
    #expect(try store.form("old") == form)
    #expect(try store.check() == [])
    let change = try store.apply(.set(.key("c"), .text("Becky")), to: ResponseKey(form: "old"))
    #expect(change.revision == 2)
  }

  @Test("In a file from before history, what was done can be undone, and every revision looked at")
  func olderJournalCanBeUndone() throws {
    let queue = try DatabaseQueue()
    try SchemaMigrator.migrate(queue, steps: Array(Migrations.all.prefix(5)))
    let form = FormDefinition(key: "old") {
      FormSection(key: "s", title: "S") {
        GroupCell("g", title: "G") { TextCell("c", title: "C") }
      }
    }
    try queue.write { try $0.execute(sql: Self.olderJournal(of: form)) }
    let store = try FormStore(database: queue)
    let key = ResponseKey(form: "old")
    #expect(try store.check() == [])
    let digest = try store.contents(of: key).digest
    #expect(try store.contents(of: key).state.touched == [:])
    #expect(try store.status(ofCell: "c", in: key).isTouched)
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Set C"))
    #expect(try store.undo(key, count: 9).count == 2)
    let state = try store.contents(of: key).state
    #expect(state.entries == [:] && state.disclosure == [:] && state.titles == [:])
    #expect(try store.state(of: key, at: 1).disclosure == ["g": true])
    #expect(try store.undoNames(of: key) == UndoNames(redo: "Expand G"))
    #expect(try store.redo(key, count: 9).count == 2)
    #expect(try store.contents(of: key).digest == digest)
    #expect(try store.check() == [])
    try store.compact(key, keeping: 1)
    #expect(try store.contents(of: key).digest == digest)
    #expect(try store.check() == [])
  }

  /// A response as FormState wrote it with schema version 5: a group that was expanded, then a text under it set.
  private static func olderJournal(of form: FormDefinition) -> String {
    """
    INSERT INTO formstate_form VALUES (1, 'old');
    INSERT INTO formstate_version (id, form_id, number, title, digest)
      VALUES (1, 1, 1, '', '\(StateDigest.ofDefinition(form))');
    INSERT INTO formstate_cell_type VALUES (1, 'idCellNormal', 60), (1, 'idCellTextfield', 44);
    INSERT INTO formstate_section (id, version_id, position, key, title, is_foldable, starts_folded)
      VALUES (1, 1, 0, 's', 'S', 1, 0);
    INSERT INTO formstate_cell (
      id, version_id, section_id, parent_id, position, level, additional_rows, key, kind, identifier, title, subtitle,
      is_expandable, starts_expanded, is_hidden, summary, summary_text
    ) VALUES
      (1, 1, 1, NULL, 0, 0, 1, 'g', 'group', 'idCellNormal', 'G', '', 1, 0, 0, 'join', ' '),
      (2, 1, 1, 1, 1, 1, 0, 'c', 'text', 'idCellTextfield', 'C', '', 0, 0, 0, 'none', NULL);
    INSERT INTO formstate_response VALUES (1, 1, 1, 'default');
    INSERT INTO formstate_action VALUES (1, 1, 'tap', 'g', NULL, '2026-11-21T03:12:13.456Z');
    INSERT INTO formstate_state_change VALUES (1, 1, 0, 'disclosure', 'g', 0, NULL, 1, 1);
    INSERT INTO formstate_disclosure VALUES (1, 1, 1);
    INSERT INTO formstate_action VALUES (1, 2, 'set', 'c', 'Tom', '2026-11-21T03:12:14.456Z');
    INSERT INTO formstate_state_change VALUES
      (1, 2, 0, 'value', 'c', 0, NULL, 1, 'Tom'), (1, 2, 1, 'title', 'g', 0, NULL, 1, 'Tom');
    INSERT INTO formstate_value VALUES (1, 2, 'Tom');
    INSERT INTO formstate_displayed_title VALUES (1, 1, 'Tom');
    """
  }

  @Test("A schema whose steps go by other names is refused")
  func foreignSchemaIsRefused() throws {
    let queue = try DatabaseQueue()
    try SchemaMigrator.migrate(queue)
    try queue.write {
      try $0.execute(sql: "UPDATE formstate_migration SET name = '0002_other' WHERE number = 2")
    }
    let error = #expect(throws: StoreError.self) { try FormStore(database: queue) }
    #expect(error == .foreignSchema(number: 2, found: "0002_other", expected: "0002_response"))
  }
}
