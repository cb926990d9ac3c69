import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("A host that erases its database")
struct HostLifeTests {
  private let profile = ResponseKey(form: "profile")

  @Test("After a migrator erases the database, the open store throws, and a new store is empty")
  func erasing() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("app.sqlite"))
    try migrator(columns: "a").migrate(pool)
    let store = try FormStore(database: pool)
    try store.save(ProfileForm.form)
    try migrator(columns: "a, b").migrate(pool)
    #expect(throws: StoreError.notAStore(path: pool.path)) { try store.apply(.tap(.key("fullname")), to: profile) }
    #expect(throws: StoreError.notAStore(path: pool.path)) { try store.formKeys() }
    #expect(try FormStore(database: pool).formKeys() == [])
  }

  @Test("A store in its own file outlives the erasure of the host's database")
  func fileOfItsOwn() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("app.sqlite"))
    let store = try FormStore(path: folder.path("forms.sqlite"))
    try store.save(ProfileForm.form)
    for columns in ["a", "a, b"] { try migrator(columns: columns).migrate(pool) }
    #expect(try store.formKeys() == ["profile"])
  }

  @Test("A store that runs a host's migrations keeps all answers at every start, whether the migrations change or not")
  func keeping() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("app.sqlite")
    func start(_ migrator: DatabaseMigrator) throws -> (notes: Int, name: CellValue?) {
      let pool = try DatabasePool(path: path)
      let store = try FormStore(database: pool, migrator: migrator, allowing: ["seen", "by_title"])
      try store.save(ProfileForm.form)
      let session = try store.session(for: profile)
      if session.value(of: "firstname") == nil { try session.apply(.set("firstname", "Tom")) }
      #expect(try store.check() == [])
      let notes = try pool.write { db in
        try db.execute(sql: "INSERT INTO note (a) VALUES (1)")
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM note")
      }
      return (try #require(notes), try store.session(for: profile).value(of: "firstname"))
    }
    var renamed = DatabaseMigrator()
    renamed.eraseDatabaseOnSchemaChange = true
    renamed.registerMigration("2") { try $0.execute(sql: "CREATE TABLE note (a)") }
    var permanent = migrator(columns: "a")
    permanent.eraseDatabaseOnSchemaChange = false
    let starts: [(migrator: DatabaseMigrator, notes: Int)] = [
      (migrator(columns: "a"), 1), (migrator(columns: "a"), 2), (migrator(columns: "a, b"), 1),
      (migrator(columns: "a, b"), 2), (renamed, 1), (renamed, 2), (migrator(columns: "a"), 1), (permanent, 2),
      (migrator(columns: "a"), 3), (rich("a"), 4), (rich("a"), 5), (rich("a, b"), 1), (rich("a, b"), 2), (renamed, 1),
    ]
    for (number, next) in starts.enumerated() {
      let (notes, name) = try start(next.migrator)
      #expect(notes == next.notes && name == "Tom", "start \(number)")
    }
    #expect(
      try DatabaseQueue(path: path).read {
        try String.fetchAll(
          $0, sql: "SELECT name FROM sqlite_schema WHERE name IN ('seen', 'by_title', 'word', 'said', 'said it')")
      } == [])
  }

  @Test("A failed migration of the host ends with its own error, and the answers stay")
  func failing() throws {
    let queue = try DatabaseQueue()
    try FormStore(database: queue).save(ProfileForm.form)
    var failing = DatabaseMigrator()
    failing.registerMigration("1") { try $0.execute(sql: "CREATE TABLE sqlite_note (a)") }
    #expect(throws: DatabaseError.self) { try FormStore(database: queue, migrator: failing) }
    #expect(try FormStore(database: queue).formKeys() == ["profile"])
  }

  /// Migrations with tables that refer to each other, a full-text index, and objects that use FormState's.
  private func rich(_ columns: String) -> DatabaseMigrator {
    var migrator = migrator(columns: columns)
    migrator.registerMigration("rich") { db in
      try db.execute(
        sql: """
          CREATE TABLE mark (number INTEGER PRIMARY KEY AUTOINCREMENT, parent INTEGER REFERENCES mark);
          INSERT INTO mark (parent) VALUES (1);
          CREATE VIRTUAL TABLE word USING fts5(text);
          INSERT INTO word VALUES ('some words');
          CREATE VIEW "said it" AS SELECT readable FROM answer;
          CREATE TABLE said AS SELECT * FROM answer;
          CREATE INDEX by_title ON formstate_cell (key);
          CREATE TRIGGER seen AFTER INSERT ON formstate_entry BEGIN INSERT INTO mark (parent) VALUES (NULL); END;
          """)
    }
    return migrator
  }

  private func migrator(columns: String) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.eraseDatabaseOnSchemaChange = true
    migrator.registerMigration("1") { try $0.execute(sql: "CREATE TABLE note (\(columns))") }
    return migrator
  }
}
