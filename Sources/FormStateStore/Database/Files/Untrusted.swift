import GRDB
import GRDBSQLite

/// Reading a file that may hold anything.
enum Untrusted {
  /// What connections to such files are called, and known by.
  static let label = "FormState.untrusted"

  /// The longest value that is read of such a file, in bytes.
  static let longestValue: CInt = 64 << 20

  /// Prepares a connection for such a file, before anything is asked of it.
  static func begin(_ db: Database) throws {
    sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, longestValue)
    try db.execute(sql: "PRAGMA cell_size_check = ON")
  }
}

extension Database {
  /// Whether no rule of a definition may run, since the file is not trusted: what rules give is what the file says they
  /// do.
  var runsNoRules: Bool { configuration.label == Untrusted.label }
}
