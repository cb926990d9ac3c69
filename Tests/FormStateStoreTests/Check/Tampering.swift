import Foundation
import GRDB

@testable import FormStateStore

/// Edits a database as an expert could: without any protection, and with an unchanged schema afterwards.
enum Tampering {
  /// Runs statements without guards, checks, foreign keys and types.
  static func run(_ sql: String, in database: any DatabaseWriter) throws {
    try database.writeWithoutTransaction { db in
      let triggers = try String.fetchAll(
        db, sql: "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'formstate_*' ORDER BY rowid")
      for name in try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'formstate_*'")
      {
        try db.execute(sql: "DROP TRIGGER \(name)")
      }
      let tables = try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name GLOB 'formstate_*'"
      ).map { (name: $0[0] as String, sql: $0[1] as String) }
      try db.execute(
        sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON")
      try replace(tables.map { ($0.name, lax($0.sql)) }, in: db)
      defer { try? db.execute(sql: "PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF") }
      try db.execute(sql: sql)
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try replace(tables, in: db)
      for trigger in triggers { try db.execute(sql: trigger) }
    }
  }

  /// Runs statements without guards, but with checks, foreign keys and types.
  static func pastGuards(_ sql: String, in database: any DatabaseWriter) throws {
    try database.write { db in try WriteGate.opening(db) { try db.execute(sql: sql) } }
  }

  private static func replace(_ tables: [(name: String, sql: String)], in db: Database) throws {
    for table in tables {
      try db.execute(sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [table.sql, table.name])
    }
    try db.execute(sql: "PRAGMA writable_schema = RESET")
  }

  private static func lax(_ sql: String) -> String {
    ["INTEGER", "TEXT", "BLOB", "REAL"].reduce(
      sql.replacingOccurrences(of: ") STRICT, WITHOUT", with: ") WITHOUT").replacingOccurrences(
        of: ") STRICT", with: ")")
    ) { $0.replacingOccurrences(of: "\($1) NOT NULL", with: $1) }
  }
}
