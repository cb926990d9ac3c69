import FormStateMigrations
import GRDB

/// The schema as SQLite itself tells it.
public enum SchemaText {
  /// The whole schema after the last migration, as `schema.sql` holds it: run in an empty database, it makes an empty
  /// store.
  ///
  /// - Throws: errors of SQLite.
  public static func current() throws -> String {
    let (statements, rows) = try DatabaseQueue().write { db in
      try SchemaMigrator.run(Migrations.all, in: db)
      return (try Self.statements(in: db), try Self.rows(in: db))
    }
    let head = """
      -- The whole schema of FormState, as it stands after the last file in Migrations/.
      -- Made by Scripts/schema; change it by adding a migration, then run that again.

      """
    let schema = statements.reduce(head) { text, statement in "\(text)\n\(statement.sql);\n" }
    return rows.reduce(schema + "\n") { text, row in "\(text)\(row);\n" }
  }

  /// The rows that belong to the schema: the steps that made it, and its vocabulary.
  private static func rows(in db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT printf(
          'INSERT INTO formstate_migration VALUES (%d, %Q, strftime(%Q))', number, name, '%Y-%m-%dT%H:%M:%fZ')
        FROM formstate_migration
        UNION ALL
        SELECT printf('INSERT INTO formstate_cell_kind VALUES (%Q, %Q, %d, %Q)', kind, storage, takes_input, meaning)
        FROM formstate_cell_kind
        UNION ALL
        SELECT printf('INSERT INTO formstate_action_kind VALUES (%Q, %Q, %Q)', kind, name, meaning)
        FROM formstate_action_kind
        UNION ALL
        SELECT printf('INSERT INTO formstate_field VALUES (%Q, %Q)', field, meaning) FROM formstate_field
        """)
  }

  /// The statements that make up FormState's part of a database, in the order in which they were run.
  static func statements(in db: Database) throws -> [(name: String, sql: String)] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql
        FROM sqlite_schema
        WHERE sql IS NOT NULL
          AND \(SchemaNames.condition("tbl_name"))
        ORDER BY rowid
        """
    ).map { row in (try row.decode(atIndex: 0), try row.decode(atIndex: 1)) }
  }
}
