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
    let files = try Repository.migrations()
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

  @Test("Whatever the steps make has a name that is known as FormState's, and is in schema.sql")
  func everythingIsTold() throws {
    func objects(_ queue: DatabaseQueue) throws -> [String] {
      try queue.read { db in
        try String.fetchAll(db, sql: "SELECT type || ' ' || name FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1")
      }
    }
    let (migrated, written) = (try DatabaseQueue(), try DatabaseQueue())
    try migrated.write { try SchemaMigrator.run(Migrations.all, in: $0) }
    try written.write { try $0.execute(sql: try Repository.text(of: "schema.sql")) }
    #expect(try objects(written) == objects(migrated))
    for name in SchemaNames.plainViews {
      let host = try DatabaseQueue()
      try host.write { try $0.execute(sql: "CREATE TABLE \(name) (x)") }
      let error = #expect(throws: StoreError.self) { try FormStore(database: host) }
      #expect(error == .nameTaken(type: "table", name: name))
    }
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
    #expect(tables.count == 23)
    for table in tables { #expect(table["strict"] == 1, "\(table["name"] as String)") }
    let untold = try store.read { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND instr(sql, '-- ') = 0")
    }
    #expect(untold == [])
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

  @Test("A schema of a newer FormState is refused and the file stays as it was")
  func newerSchemaIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("newer.sqlite")
    let (known, next) = (Migrations.all.count, Migrations.all.count + 1)
    do {
      let queue = try DatabaseQueue(path: path)
      try SchemaMigrator.migrate(queue)
      try queue.write {
        try $0.execute(
          sql: "INSERT INTO formstate_migration (number, name, time) VALUES (\(next), '000\(next)_future', 'later')")
      }
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = #expect(throws: StoreError.self) { try FormStore(path: path) }
    #expect(
      error?.description
        == "the database has schema version \(next), this FormState knows versions up to \(known); "
        + "it was left untouched, use a newer FormState")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["newer.sqlite"])
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
