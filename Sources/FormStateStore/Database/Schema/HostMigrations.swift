import FormState
import Foundation
import GRDB

/// Runs a host's migrations in a database that has FormState's tables, and keeps those.
///
/// GRDB's `eraseDatabaseOnSchemaChange` compares the whole database with one that the migrations have made, which lacks
/// FormState's tables, and erases all of it. Here both are compared without FormState's objects, and only the host's
/// are dropped.
enum HostMigrations {
  /// Runs the migrations that the database lacks.
  ///
  /// - Parameter database: a database with FormState's tables, outside of any access to it.
  /// - Throws: errors of the migrations and of SQLite, unchanged.
  static func run(_ migrator: DatabaseMigrator, in database: any DatabaseWriter) throws {
    var keeping = migrator
    keeping.eraseDatabaseOnSchemaChange = false
    if migrator.eraseDatabaseOnSchemaChange {
      try database.unsafeReentrantWrite { db in
        try SchemaMigrator.withoutForeignKeys(db) {
          try db.inTransaction(.immediate) {
            guard try haveChanged(keeping, since: db) else { return .rollback }
            try dropObjects(in: db)
            return .commit
          }
        }
      }
    }
    try keeping.migrate(database)
  }

  /// Whether the migrations that ran would make other tables now, as GRDB determines it.
  private static func haveChanged(_ migrator: DatabaseMigrator, since db: Database) throws -> Bool {
    if try migrator.hasBeenSuperseded(db) { return true }
    guard let last = try migrator.appliedMigrations(db).last else { return false }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A file, since the host's settings may not suit a database in memory.
    var configuration = db.configuration
    configuration.readonly = false
    configuration.targetQueue = nil
    configuration.writeTargetQueue = nil
    let fresh = try DatabaseQueue(path: folder.appendingPathComponent("fresh").path, configuration: configuration)
    // The host's migrations may read FormState's tables.
    try SchemaMigrator.migrate(fresh)
    try migrator.migrate(fresh, upTo: last)
    let expected = try fresh.read(objects)
    try fresh.close()
    return try Set(objects(in: db)) != Set(expected)
  }

  /// The objects that are neither FormState's nor of GRDB's record, in the order in which they can be dropped.
  private static func objects(in db: Database) throws -> [Row] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT type, name, tbl_name, sql FROM main.sqlite_schema
        WHERE NOT \(SchemaNames.condition("name")) AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'grdb_*'
        ORDER BY type = 'table', sql NOT LIKE 'CREATE VIRTUAL %'
        """)
  }

  private static func dropObjects(in db: Database) throws {
    for object in try objects(in: db) {
      let (type, name): (String, String) = (try object.decode(atIndex: 0), try object.decode(atIndex: 1))
      // A virtual table takes its own tables with it.
      try db.execute(sql: "DROP \(type) IF EXISTS main.\(name.quotedDatabaseIdentifier)")
    }
    try db.execute(sql: "DROP TABLE IF EXISTS grdb_migrations")
  }
}
