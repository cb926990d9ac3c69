import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// Only FormState writes to FormState's tables.
@Suite("The write gate")
struct WriteGateTests {
  private let key = ResponseKey(form: "profile")

  private func store(in queue: DatabaseQueue) throws -> FormStore {
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Tom"), to: key)
    return store
  }

  /// An update, a delete and two inserts of each table, which may affect no row.
  private static func statements(_ db: Database) throws -> [(table: String, sql: String)] {
    let tables = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'formstate_*' ORDER BY name")
    return try tables.flatMap { table in
      let column = try #require(try db.columns(in: table).first).name
      return [
        (table, "UPDATE \(table) SET \(column) = \(column)"), (table, "DELETE FROM \(table)"),
        (table, "INSERT INTO \(table) SELECT * FROM \(table)"), (table, "REPLACE INTO \(table) SELECT * FROM \(table)"),
      ]
    }
  }

  @Test("Other programs cannot write to FormState's tables, and the error names the command to use")
  func otherPrograms() throws {
    let folder = try TemporaryFolder()
    _ = try FormStore(path: folder.path("a.sqlite")).save(ProfileForm.form)
    let queue = try DatabaseQueue(path: folder.path("a.sqlite"))
    let statements = try queue.read(Self.statements)
    #expect(statements.count >= 100)
    for (table, sql) in statements {
      let error = #expect(throws: DatabaseError.self, "\(sql)") { try queue.write { try $0.execute(sql: sql) } }
      let message = try #require(error?.message)
      #expect(message.hasPrefix("no such function: only FormState writes here"), "\(table): \(message)")
    }
    for (sql, use) in [
      ("UPDATE formstate_cell_state SET value = 'x'", "set"), ("DELETE FROM formstate_entry", "set"),
      ("UPDATE formstate_cell SET title = 'x'", "import"), ("DELETE FROM formstate_form", "form delete"),
      ("DELETE FROM formstate_response", "response delete"),
    ] {
      let error = #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: sql) } }
      #expect(error?.message == "no such function: only FormState writes here: use formstate \(use)")
    }
  }

  @Test("A host's own statements on a store's connection are refused and change nothing")
  func hosts() throws {
    let queue = try DatabaseQueue()
    let store = try store(in: queue)
    let before = try store.contents(of: key).state
    let filled = try queue.read { db in
      try Self.statements(db).filter { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0.table)") ?? 0 > 0 }
    }
    #expect(filled.count >= 40)
    for (_, sql) in filled where !sql.hasPrefix("INSERT") {
      try queue.write { db in
        let error = #expect(throws: DatabaseError.self, "\(sql)") { try db.execute(sql: sql) }
        #expect(
          error?.message == "only FormState writes to its tables: act through a FormStore"
            || error?.resultCode == .SQLITE_CONSTRAINT, "\(sql): \(error.map(String.init(describing:)) ?? "")")
      }
    }
    #expect(try store.contents(of: key).state == before)
    #expect(try store.check() == [])
    #expect(try store.apply(.set("firstname", "Huck"), to: key) == 2)
  }

  @Test("The gate closes after an action in the host's transaction, even a refused one")
  func closesAgain() throws {
    let queue = try DatabaseQueue()
    let store = try store(in: queue)
    try queue.write { db in
      try store.apply(.set("firstname", "Huck"), to: key, in: db)
      #expect(throws: ActionError.self) { try store.apply(.set("nobody", "x"), to: key, in: db) }
      #expect(throws: DatabaseError.self) { try db.execute(sql: "UPDATE formstate_cell_state SET value = 'x'") }
    }
    #expect(try store.contents(of: key).state.entries["firstname"] == .value("Huck"))
    #expect(throws: ActionError.self) { try store.apply(.set("nobody", "x"), to: key) }
    #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "UPDATE formstate_cell_state SET value = 'x'") }
    }
    #expect(try store.check() == [])
  }

  @Test("An action can be part of a transaction on another connection, which then has a gate")
  func otherConnection() throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("a.sqlite"))
    try store.save(ProfileForm.form)
    let other = try DatabaseQueue(path: folder.path("a.sqlite"))
    try other.write { db in
      try store.apply(.set("firstname", "Tom"), to: key, in: db)
      #expect(throws: DatabaseError.self) { try db.execute(sql: "UPDATE formstate_cell_state SET value = 'x'") }
    }
    #expect(try store.contents(of: key).state.entries["firstname"] == .value("Tom"))
  }

  @Test("Closed connections leave no open gate behind")
  func comingAndGoing() throws {
    let folder = try TemporaryFolder()
    for round in 0..<20 {
      let queue = try DatabaseQueue(path: folder.path("a.sqlite"))
      let store = try FormStore(database: queue)
      if round == 0 { try store.save(ProfileForm.form) }
      try store.apply(.set("firstname", .text("Tom \(round)")), to: key)
      #expect(throws: DatabaseError.self) {
        try queue.write { try $0.execute(sql: "UPDATE formstate_cell_state SET value = 'x'") }
      }
      try queue.close()
    }
    #expect(try FormStore(path: folder.path("a.sqlite")).revision(of: key) == 20)
  }

  @Test("Each table has three triggers, which call the gate's functions")
  func triggers() throws {
    let triggers = SchemaText.statements.filter { $0.type == "trigger" }
    let called = Set(triggers.compactMap { $0.sql.components(separatedBy: "\"").element(at: 1) })
    #expect(called == Set(WriteGate.functions))
    let tables = SchemaText.statements.filter { $0.type == "table" }
    #expect(triggers.count == 3 * tables.count)
  }

  @Test("A host can alter its own tables, copy the file and read it without FormState")
  func beside() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.sqlite")
    _ = try store(in: DatabaseQueue(path: path))
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE visit (patient TEXT, room TEXT); ALTER TABLE visit RENAME TO stay;
          ALTER TABLE stay RENAME COLUMN room TO ward; ALTER TABLE stay ADD COLUMN bed; ALTER TABLE stay DROP COLUMN ward;
          CREATE TRIGGER stay_counts AFTER INSERT ON stay BEGIN SELECT 1; END; INSERT INTO stay VALUES ('Tom', 3);
          REINDEX; ANALYZE; VACUUM; VACUUM INTO '\(folder.path("b.sqlite"))'; DROP TABLE stay;
          """)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM history") ?? 0 > 0)
    }
    #expect(try FormStore(path: folder.path("b.sqlite")).check() == [])
    #expect(try FormStore(path: path).check() == [])
  }
}
