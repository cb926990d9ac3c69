import GRDB

/// The schema as SQLite itself tells it.
public enum SchemaText {
  /// The whole schema after the last migration, as `schema.sql` holds it.
  ///
  /// - Throws: errors of SQLite.
  public static func current() throws -> String {
    let database = try DatabaseQueue()
    try SchemaMigrator.migrate(database)
    let statements = try database.read { db in try Self.statements(in: db) }
    let head = """
      -- The whole schema of FormState, as it stands after the last file in Migrations/.
      -- Made by Scripts/schema; change it by adding a migration, then run that again.

      """
    return statements.reduce(head) { text, statement in "\(text)\n\(statement.sql);\n" }
  }

  /// The statements that make up FormState's part of a database, in the order in which they were run.
  static func statements(in db: Database) throws -> [(name: String, sql: String)] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql
        FROM sqlite_schema
        WHERE sql IS NOT NULL
          AND (tbl_name GLOB 'formstate_*' OR tbl_name IN ('visible_row', 'answer', 'history'))
        ORDER BY rowid
        """
    ).map { ($0[0], $0[1]) }
  }
}
