import GRDB
import GRDBSQLite

/// Reading an untrusted file.
enum Untrusted {
  /// The label of connections to such files, by which they are recognized.
  static let label = "FormState.untrusted"

  /// Maximum length of a value in an untrusted file, in bytes.
  static let longestValue: CInt = 64 << 20

  /// Prepares a connection to an untrusted file, before any query.
  static func begin(_ db: Database) throws {
    sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, longestValue)
    try db.execute(sql: "PRAGMA cell_size_check = ON")
  }
}

extension Database {
  /// Whether rules of a definition must not run because the file is untrusted: their results are read from the file.
  var runsNoRules: Bool { configuration.label == Untrusted.label }
}
