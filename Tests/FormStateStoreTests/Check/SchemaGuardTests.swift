import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("A schema that differs from FormState's")
struct SchemaGuardTests {
  private let key = ResponseKey(form: "profile")

  private func store() throws -> (queue: DatabaseQueue, store: FormStore) {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    try store.apply(.tap(.key("fullname")), to: key)
    return (queue, store)
  }

  private static func altering(_ name: String, _ old: String, _ new: String) -> String {
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '\(old)', '\(new)') WHERE name = '\(name)';
    PRAGMA schema_version = 1000;
    PRAGMA writable_schema = RESET;
    """
  }

  @Test(
    "A store with a foreign, altered or missing schema object refuses to write, and check names it",
    arguments: [
      (
        """
        CREATE TRIGGER swallow BEFORE INSERT ON formstate_entry BEGIN SELECT RAISE(IGNORE); END
        """, StoreError.foreignSchemaObject(type: "trigger", name: "swallow", table: "formstate_entry")
      ),
      (
        """
        CREATE TABLE elsewhere (value);
        CREATE TRIGGER copy AFTER INSERT ON formstate_entry
        BEGIN INSERT INTO elsewhere VALUES (NEW.after); END;
        """, .foreignSchemaObject(type: "trigger", name: "copy", table: "formstate_entry")
      ),
      (
        """
        CREATE TEMP TRIGGER swallow BEFORE UPDATE ON main.formstate_cell_state BEGIN SELECT RAISE(IGNORE); END
        """, .foreignSchemaObject(type: "trigger", name: "swallow", table: "formstate_cell_state")
      ),
      (
        "CREATE TEMP TABLE formstate_entry (revision)",
        .foreignSchemaObject(type: "table", name: "formstate_entry", table: "formstate_entry")
      ),
      (
        "CREATE TRIGGER t INSTEAD OF INSERT ON answer BEGIN SELECT 1; END",
        .foreignSchemaObject(type: "trigger", name: "t", table: "answer")
      ),
      (
        "CREATE INDEX quick ON formstate_entry (time)",
        .foreignSchemaObject(type: "index", name: "quick", table: "formstate_entry")
      ),
      (
        "CREATE VIEW Formstate_more AS SELECT 1",
        .foreignSchemaObject(type: "view", name: "formstate_more", table: "formstate_more")
      ),
      ("DROP TRIGGER formstate_entry_update", .missingSchemaObject(type: "trigger", name: "formstate_entry_update")),
      (
        "DROP INDEX formstate_cell_by_parent",
        .missingSchemaObject(type: "index", name: "formstate_cell_by_parent")
      ),
      (
        """
        DROP TRIGGER formstate_entry_update;
        CREATE TRIGGER formstate_entry_update AFTER UPDATE ON formstate_entry BEGIN SELECT 1; END;
        """, .alteredSchemaObject(type: "trigger", name: "formstate_entry_update")
      ),
      (
        "DROP VIEW answer; CREATE VIEW answer AS SELECT 'nothing' AS value",
        .alteredSchemaObject(type: "view", name: "answer")
      ),
      (
        altering("formstate_response", "is_completed IN (0, 1)", "is_completed IN (0, 9)"),
        .alteredSchemaObject(type: "table", name: "formstate_response")
      ),
    ])
  func refused(statement: String, error: StoreError) throws {
    let (queue, store) = try store()
    let session = try store.session(for: key)
    try queue.writeWithoutTransaction { try $0.execute(sql: statement) }
    let attempts: [() throws -> Void] = [
      { try store.apply(.set(.key("firstname"), .text("Tom")), to: key) }, { try store.compact(key, keeping: 0) },
      { _ = try session.apply(.tap(.key("birth"))) }, { _ = try FormStore(database: queue) },
    ]
    for attempt in attempts { #expect(throws: error) { try attempt() } }
    #expect(try store.check() == [error.description])
    if !statement.contains("formstate_entry") { #expect(try store.revision(of: key) == 1) }
  }

  @Test("The errors say what is wrong and what to do")
  func sentences() {
    #expect(
      StoreError.foreignSchemaObject(type: "trigger", name: "copy", table: "formstate_entry").description
        == "the trigger “copy” on “formstate_entry” is not FormState's, so the store refuses to write; drop it, or allow "
        + "it by name when you open the store")
    #expect(
      StoreError.foreignSchemaObject(type: "view", name: "formstate_x", table: "formstate_x").description
        == "the view “formstate_x” is not FormState's though its name is, so the store refuses to write; drop it"
    )
    #expect(
      StoreError.alteredSchemaObject(type: "view", name: "answer").description
        == "the view “answer” was altered, so the store refuses to write; go back to a copy from before")
    #expect(
      StoreError.missingSchemaObject(type: "view", name: "answer").description
        == "the view “answer” is missing from the schema, so the store refuses to write; go back to a copy from before")
  }

  @Test("A store writes again after a foreign index is dropped")
  func mended() throws {
    let (queue, store) = try store()
    try queue.write { try $0.execute(sql: "CREATE INDEX quick ON formstate_entry (time)") }
    #expect(throws: StoreError.self) { try store.apply(.tap(.key("birth")), to: key) }
    try queue.write { try $0.execute(sql: "DROP INDEX quick") }
    #expect(try store.apply(.tap(.key("birth")), to: key) == 2)
    #expect(try store.check() == [])
  }

  @Test("A host may allow its own triggers on the tables by name, and nothing else")
  func allowed() throws {
    let (queue, _) = try store()
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE noticed (revision);
          CREATE TRIGGER Notice AFTER INSERT ON formstate_entry BEGIN INSERT INTO noticed VALUES (NEW.revision); END;
          """)
    }
    let store = try FormStore(database: queue, allowing: ["notice"])
    try store.apply(.tap(.key("birth")), to: key)
    #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT revision FROM noticed") } == [2])
    #expect(try store.check() == [])
    try queue.write { try $0.execute(sql: "CREATE INDEX notice_too ON formstate_entry (time)") }
    #expect(throws: StoreError.self) { try store.apply(.tap(.key("sport")), to: key) }
    // Allowing a name does not replace FormState's own trigger.
    try queue.write { try $0.execute(sql: "DROP INDEX notice_too; DROP TRIGGER formstate_entry_update") }
    #expect(throws: StoreError.missingSchemaObject(type: "trigger", name: "formstate_entry_update")) {
      _ = try FormStore(database: queue, allowing: ["notice", "formstate_entry_update"])
    }
  }

  @Test("A name with letters beyond ASCII is allowed as SQLite compares it: with these letters as they are")
  func allowedBeyondASCII() throws {
    let (queue, _) = try store()
    let trigger = "AFTER INSERT ON formstate_entry BEGIN SELECT 1; END"
    try queue.write { try $0.execute(sql: "CREATE TRIGGER ÄNDERUNG \(trigger)") }
    try FormStore(database: queue, allowing: ["Änderung", "ÄNDERUNG"]).apply(.tap(.key("birth")), to: key)
    try FormStore(database: queue, allowing: ["Änderung".uppercased()]).apply(.tap(.key("birth")), to: key)
    #expect(throws: StoreError.self) { _ = try FormStore(database: queue, allowing: ["änderung"]) }
  }

  @Test("A file with a foreign trigger can be read and checked, but not written")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("f.sqlite")
    try FormStore(path: path).save(ProfileForm.form)
    let error = StoreError.foreignSchemaObject(type: "trigger", name: "t", table: "formstate_entry")
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "CREATE TRIGGER t BEFORE INSERT ON formstate_entry BEGIN SELECT RAISE(IGNORE); END")
    }
    let reader = try FormStore(path: path, access: .read)
    #expect(try reader.formKeys() == ["profile"])
    #expect(try reader.check() == [error.description])
    #expect(throws: error) { _ = try FormStore(path: path, access: .write) }
  }

  @Test("A rolled-back schema change does not hide the next one")
  func numberOfAnother() throws {
    let (queue, store) = try store()
    // Each change raises SQLite's schema version by one; after the rollback, the second gets the number of the first.
    try? queue.write { db in
      try db.execute(sql: "CREATE TABLE host (id)")
      try store.schema.require(in: db, isCommitted: false)
      throw CancellationError()
    }
    try queue.write { try $0.execute(sql: "CREATE INDEX quick ON formstate_entry (time)") }
    #expect(throws: StoreError.self) { try store.apply(.tap(.key("birth")), to: key) }
  }

  @Test(
    "Check names each row of a vocabulary table that differs",
    arguments: [
      ("DELETE FROM formstate_field WHERE field = 'saved'", "the row “saved” of formstate_field is missing"),
      (
        "UPDATE formstate_cell_kind SET storage = 'any' WHERE kind = 'slider'",
        "the row “slider” of formstate_cell_kind differs from FormState's"
      ),
      (
        "INSERT INTO formstate_action_kind VALUES ('jump', 'Jump', 'jumped')",
        "the row “jump” of formstate_action_kind is not FormState's"
      ),
      (
        "UPDATE formstate_action_kind SET name = '' WHERE kind = 'tap'",
        "the row “tap” of formstate_action_kind differs from FormState's"
      ),
      (
        "UPDATE formstate_migration SET name = 'x' WHERE number = 1",
        "the row “1” of formstate_migration differs from FormState's"
      ),
    ])
  func vocabulary(statement: String, fault: String) throws {
    let (queue, store) = try store()
    try Tampering.run(statement, in: queue)
    #expect(try store.check().contains(fault))
  }
}
