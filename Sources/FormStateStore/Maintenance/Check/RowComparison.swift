import Foundation
import GRDB
import GRDBSQLite

/// Compares the rows of two queries in two databases.
///
/// SQLite's own values are compared in place: converting them to Swift's would cost more than all the rest.
struct RowComparison {
  private let left: SQLiteStatement
  private let right: SQLiteStatement
  /// Retains the statements.
  private let statements: [Statement]

  /// The first difference of two queries.
  enum Difference: Equatable {
    /// A column of a row, both counted from 0.
    case value(column: Int)
    /// One has more rows than the other.
    case count
  }

  /// Prepares to compare two statements with arguments.
  init(_ left: Statement, _ right: Statement) {
    self.left = left.sqliteStatement
    self.right = right.sqliteStatement
    statements = [left, right]
  }

  /// The first difference; `nil` if there is none. The statements stay at that row until ``finish()``.
  ///
  /// - Parameters:
  ///   - count: the number of columns to compare.
  ///   - optional: a column that may be NULL on the left, whatever it is on the right.
  /// - Complexity: O(n) for n rows.
  func firstDifference(inColumns count: Int, optional: Int? = nil) throws -> Difference? {
    while true {
      let (hasLeft, hasRight) = (try step(left), try step(right))
      guard hasLeft, hasRight else { return hasLeft == hasRight ? nil : .count }
      for index in 0..<count where !isSame(Int32(index)) {
        if index == optional, sqlite3_column_type(left, Int32(index)) == SQLITE_NULL { continue }
        return .value(column: index)
      }
    }
  }

  /// The text in a column of the current row on the left.
  func leftText(_ column: Int) -> String? {
    sqlite3_column_text(left, Int32(column)).map { String(cString: $0) }
  }

  /// Resets both statements.
  func finish() {
    sqlite3_reset(left)
    sqlite3_reset(right)
  }

  private func step(_ statement: SQLiteStatement) throws -> Bool {
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    return code == SQLITE_ROW
  }

  private func isSame(_ column: Int32) -> Bool {
    let type = sqlite3_column_type(left, column)
    guard type == sqlite3_column_type(right, column) else { return false }
    switch type {
    case SQLITE_INTEGER: return sqlite3_column_int64(left, column) == sqlite3_column_int64(right, column)
    case SQLITE_FLOAT: return sqlite3_column_double(left, column) == sqlite3_column_double(right, column)
    case SQLITE_NULL: return true
    default:
      // If text is read first, SQLite converts another encoding to UTF-8.
      let (own, other) = (Self.bytes(left, column, type), Self.bytes(right, column, type))
      let count = sqlite3_column_bytes(left, column)
      guard count == sqlite3_column_bytes(right, column) else { return false }
      guard count > 0, let own, let other else { return true }
      return memcmp(own, other, Int(count)) == 0
    }
  }

  private static func bytes(_ statement: SQLiteStatement, _ column: Int32, _ type: Int32) -> UnsafeRawPointer? {
    type == SQLITE_TEXT
      ? sqlite3_column_text(statement, column).map { UnsafeRawPointer($0) } : sqlite3_column_blob(statement, column)
  }
}
