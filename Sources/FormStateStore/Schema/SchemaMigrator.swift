import FormStateMigrations
import GRDB

/// Brings a database's schema up to date, and refuses one that it does not know.
///
/// FormState keeps a record of its own instead of using GRDB's migrator, whose table a host app's migrations may use
/// in the same database: neither may take the other's steps for unknown ones.
enum SchemaMigrator {
  /// The version that this FormState reads and writes.
  static var supportedVersion: Int { Migrations.all.count }

  /// The schema version of a database; 0 when it has no FormState tables.
  ///
  /// - Throws: ``StoreError/newerSchema(found:supported:)`` or
  ///   ``StoreError/foreignSchema(number:found:expected:)``.
  static func version(in db: Database) throws -> Int {
    // GRDB remembers which tables there are not, and would not see those that another process has just made.
    let hasRecord = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE name = 'formstate_migration' AND type = 'table')")
    guard hasRecord == true else { return 0 }
    let rows = try Row.fetchAll(db, sql: "SELECT number, name FROM formstate_migration ORDER BY number")
    for (row, index) in zip(rows, 1...) {
      let number: Int = try row.decode(atIndex: 0)
      guard index <= supportedVersion else { continue }
      let expected = Migrations.all[index - 1].name
      let found: String = try row.decode(atIndex: 1)
      guard number == index, found == expected else {
        throw StoreError.foreignSchema(number: index, found: found, expected: expected)
      }
    }
    guard rows.count <= supportedVersion else {
      throw StoreError.newerSchema(found: rows.count, supported: supportedVersion)
    }
    return rows.count
  }

  /// Runs the steps that a database lacks, each in a transaction of its own.
  ///
  /// - Parameter steps: the steps to bring it to; all but for tests of upgrades.
  /// - Throws: what ``version(in:)`` throws; ``StoreError/nameTaken(type:name:)``; errors of SQLite.
  static func migrate(_ database: any DatabaseWriter, steps: [Migration] = Migrations.all) throws {
    if try database.read({ try version(in: $0) }) >= steps.count { return }
    for migration in steps {
      try database.writeWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          // Another process may have run the step since, so what to do is decided inside the transaction.
          let version = try version(in: db)
          guard version < migration.number else { return .rollback }
          if version == 0 { try prepare(db) }
          try db.execute(sql: migration.sql)
          try db.execute(
            sql: """
              INSERT INTO formstate_migration (number, name, time)
              VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ'))
              """,
            arguments: [migration.number, migration.name])
          return .commit
        }
      }
    }
  }

  private static func prepare(_ db: Database) throws {
    let taken = try Row.fetchOne(
      db,
      sql: """
        SELECT type, name
        FROM sqlite_schema
        WHERE name GLOB 'formstate_*' OR name COLLATE NOCASE IN ('visible_row', 'answer', 'history')
        ORDER BY name
        """)
    if let taken { throw StoreError.nameTaken(type: try taken.decode(atIndex: 0), name: try taken.decode(atIndex: 1)) }
  }
}
