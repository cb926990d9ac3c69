import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Schema")
struct SchemaTests {
  @Test("schema.sql equals the embedded schema, and all Migrations after a table of contents")
  func schemaFileIsCurrent() throws {
    let schema = try Repository.text(of: "schema.sql")
    #expect(schema == SchemaText.current)
    let areas = try Repository.files(in: "Migrations", withExtension: "sql").map {
      try Repository.text(of: "Migrations/\($0)")
    }
    #expect(areas.count > 5 && schema.hasSuffix("\n\n" + areas.joined(separator: "\n")))
    for area in areas { #expect(schema.components(separatedBy: area.prefix { $0 != "\n" }).count == 3) }
  }

  @Test("The statements of schema.sql equal those in SQLite's schema")
  func statements() throws {
    let queue = try DatabaseQueue()
    try queue.write { try SchemaMigrator.run(Migrations.all, in: $0) }
    let kept = try queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT type, lower(name), lower(tbl_name), sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
      )
    }
    let read = SchemaText.statements.sorted { $0.name < $1.name }
    #expect(read.map { [$0.type, $0.name, $0.table, $0.sql] } == kept.map { row in (0..<4).map { row[$0] } })
    #expect(read.count > 100)
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

  @Test("A host's table with the name of a view is refused")
  func viewNameInUseIsRefused() throws {
    for name in SchemaNames.plainViews {
      let host = try DatabaseQueue()
      try host.write { try $0.execute(sql: "CREATE TABLE \(name) (x)") }
      let error = #expect(throws: StoreError.self) { try FormStore(database: host) }
      #expect(error == .nameTaken(type: "table", name: name))
    }
  }

  @Test("Every table is STRICT, and every table and view contains a comment")
  func tablesAreStrict() throws {
    let store = try FormStore.inMemory()
    let tables = try store.read { db in
      try Row.fetchAll(
        db,
        sql:
          "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name GLOB 'formstate*'"
      )
    }
    #expect(tables.count == 35)
    for table in tables { #expect(table["strict"] == 1, "\(table["name"] as String)") }
    let uncommented = try store.read { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND instr(sql, '-- ') = 0")
    }
    #expect(uncommented == [])
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

  @Test("A schema of a newer FormState is refused, and the file stays unchanged")
  func newerSchemaIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("newer.sqlite")
    let (known, next) = (Migrations.all.count, Migrations.all.count + 1)
    do {
      let queue = try DatabaseQueue(path: path)
      try SchemaMigrator.migrate(queue)
      try Tampering.pastGuards(
        "INSERT INTO formstate_migration (number, name, time) VALUES (\(next), '000\(next)_future', 'later')", in: queue
      )
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = #expect(throws: StoreError.self) { try FormStore(path: path) }
    #expect(
      error?.description
        == "the database has schema version \(next), and this FormState knows versions up to \(known); "
        + "it was left untouched, use a newer FormState")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["newer.sqlite"])
  }

  @Test("A schema with a step of another name is refused")
  func foreignSchemaIsRefused() throws {
    let queue = try DatabaseQueue()
    try SchemaMigrator.migrate(queue)
    try Tampering.pastGuards("UPDATE formstate_migration SET name = '0.9' WHERE number = 1", in: queue)
    let error = #expect(throws: StoreError.self) { try FormStore(database: queue) }
    #expect(error == .foreignSchema(number: 1, found: "0.9", expected: "1.0"))
  }

  @Test("A schema from before 1.0 is refused with advice, and the file stays unchanged")
  func unreleasedSchemaIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("old.sqlite")
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          CREATE TABLE formstate_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, time TEXT NOT NULL) STRICT;
          INSERT INTO formstate_migration VALUES (1, '0001_definition', 'then'), (2, '0002_response', 'then');
          """)
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for access in [FormStore.Access.create, .write, .read] {
      let error = #expect(throws: StoreError.self) { try FormStore(path: path, access: access) }
      #expect(
        error?.description
          == "the database has schema version 2 from before FormState 1.0; it was left untouched, "
          + "dump it with the FormState that wrote it and restore the dump with this one")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old.sqlite"])
  }
}
