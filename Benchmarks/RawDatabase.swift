import GRDBSQLite

/// SQLite's C interface, used as in hand-written code.
final class RawDatabase {
  /// SQLite refused.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var connection: OpaquePointer?
  private var statements: [String: OpaquePointer?] = [:]

  /// Opens a file with the pragmas of a store: WAL, on disk at each commit, foreign keys enforced.
  init(path: String) throws {
    guard sqlite3_open(path, &connection) == SQLITE_OK else { throw failure() }
    try execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
      PRAGMA temp_store = MEMORY; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON
      """)
  }

  deinit {
    for (_, statement) in statements { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// Runs statements without results.
  func execute(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// Drops the triggers that keep other programs from writing.
  ///
  /// - Returns: the statements that make them.
  @discardableResult
  func dropGuards() throws -> [String] {
    let guards = try names("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    for name in try names("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
      try execute("DROP TRIGGER \(name)")
    }
    return guards
  }

  /// Makes the guards again, with functions that let everything pass.
  func restoreGuards(_ guards: [String]) throws {
    for name in Set(guards.compactMap { $0.split(separator: "\"").dropFirst().first }) {
      let code = sqlite3_create_function_v2(
        connection, String(name), 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, nil, { _, _, _ in }, nil, nil, nil)
      guard code == SQLITE_OK else { throw failure() }
    }
    for statement in guards { try execute(statement) }
  }

  /// Prepares a statement; the caller finalizes it.
  func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    return statement
  }

  /// A statement that is prepared once, however often it runs.
  func prepared(_ sql: String) throws -> OpaquePointer? {
    if let known = statements[sql] { return known }
    let statement = try prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Binds values by position, runs a statement to its end, and makes it ready again.
  func run(_ statement: OpaquePointer?, _ values: [RawValue]) throws {
    bind(values, to: statement)
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure() }
    sqlite3_reset(statement)
  }

  private func bind(_ values: [RawValue], to statement: OpaquePointer?) {
    for (index, value) in zip(Int32(1)..., values) {
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .real(let number): sqlite3_bind_double(statement, index, number)
      case .text(let text):
        sqlite3_bind_text(statement, index, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
  }

  /// The result of a query, all columns of all rows.
  func rows(_ sql: String, _ values: [RawValue] = []) throws -> [[RawValue]] {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    bind(values, to: statement)
    var rows: [[RawValue]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { RawValue(statement, column: $0) })
    }
    return rows
  }

  /// The texts in the first column of a query's result.
  func names(_ sql: String) throws -> [String] {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    var names: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { names.append(String(cString: text)) }
    }
    return names
  }

  private func failure() -> Failure {
    Failure(description: String(cString: sqlite3_errmsg(connection)))
  }
}

/// A value to bind, or one that was read.
enum RawValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  /// Reads a column of a statement's current row.
  init(_ statement: OpaquePointer?, column: Int32) {
    self =
      switch sqlite3_column_type(statement, column) {
      case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
      case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
      case SQLITE_TEXT: .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
      default: .null
      }
  }

  var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }

  /// Its text; empty for other types.
  var text: String {
    guard case .text(let text) = self else { return "" }
    return text
  }
}
