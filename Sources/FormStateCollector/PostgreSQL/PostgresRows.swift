#if Collect
import CPostgres

/// What the server answered to one statement, freed with its last reference.
final class PostgresResult {
  private let pointer: OpaquePointer

  /// Takes over a result of libpq.
  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  /// Whether it has rows, completed a command, or failed.
  var status: ExecStatusType { PQresultStatus(pointer) }
  /// The number of rows.
  var rowCount: Int { Int(PQntuples(pointer)) }
  /// The number of columns.
  var columnCount: Int { Int(PQnfields(pointer)) }
  /// The command that was completed, such as “INSERT 0 1”.
  var command: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }
  /// How many rows the command changed, copied or returned; 0 if it counts none.
  var affected: Int { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// The name of a column, or its number if there is none.
  func name(ofColumn column: Int) -> String {
    Int32(exactly: column).flatMap { PQfname(pointer, $0) }.map { String(cString: $0) } ?? "\(column + 1)"
  }

  /// Passes the text of a value; `nil` is NULL.
  ///
  /// - Throws: ``PostgresError/unexpectedAnswer(_:)`` if the result has no such row or column.
  func field(row: Int, column: Int) throws(PostgresError) -> PostgresField {
    guard 0..<rowCount ~= row, 0..<columnCount ~= column else {
      throw .unexpectedAnswer("there is no column \(column + 1) in row \(row + 1)")
    }
    let isNull = PQgetisnull(pointer, Int32(row), Int32(column)) == 1
    return PostgresField(
      result: self, column: column, text: isNull ? nil : PQgetvalue(pointer, Int32(row), Int32(column)),
      length: Int(PQgetlength(pointer, Int32(row), Int32(column))))
  }

  /// The parts of the error; `nil` if it is not the server's.
  var report: ServerReport? {
    part("C").map { code in
      ServerReport(
        message: part("M") ?? "no reason given", detail: part("D"), hint: part("H"), sqlState: code,
        constraint: part("n"))
    }
  }

  private func part(_ code: Unicode.Scalar) -> String? {
    PQresultErrorField(pointer, Int32(code.value)).map { PostgresWords.inOneLine($0) }
  }
}

/// One value of a row in its text form.
package struct PostgresField {
  /// Keeps the text in memory.
  fileprivate let result: PostgresResult
  fileprivate let column: Int
  /// The text, which a NUL ends; `nil` is NULL.
  let text: UnsafePointer<CChar>?
  /// The length of the text in bytes.
  let length: Int

  /// An error about a value that does not fit.
  ///
  /// - Parameter problem: follows the name of the column in a sentence.
  func mismatch(_ problem: String) -> PostgresError {
    .unexpectedAnswer("the column “\(result.name(ofColumn: column))” \(problem)")
  }
}

/// The rows that a statement returned, all of them in memory.
///
/// A row or column that does not exist throws when it is read, since the server decides how many there are.
package struct PostgresRows: RandomAccessCollection {
  private let result: PostgresResult

  /// The rows of a result.
  init(_ result: PostgresResult) { self.result = result }

  /// The position of the first row.
  package var startIndex: Int { 0 }
  /// The position behind the last row.
  package var endIndex: Int { result.rowCount }
  /// The row at a position.
  package subscript(position: Int) -> PostgresRow { PostgresRow(result: result, row: position) }

  /// The names of the columns.
  package var columns: [String] { (0..<result.columnCount).map { result.name(ofColumn: $0) } }
  /// How many rows the statement changed or returned.
  package var affected: Int { result.affected }
  /// The row of a statement that returns exactly one.
  ///
  /// - Throws: ``PostgresError/unexpectedAnswer(_:)`` for another number.
  package var only: PostgresRow {
    get throws(PostgresError) {
      guard count == 1 else { throw .unexpectedAnswer("there are \(count) rows instead of 1") }
      return self[0]
    }
  }
}

/// One row that a statement returned.
///
/// The type at the place of use decides how a value is read: `let seq: Int64 = try row[0]`. An optional one takes NULL.
package struct PostgresRow {
  fileprivate let result: PostgresResult
  fileprivate let row: Int

  /// The value of a column, counted from 0.
  ///
  /// - Throws: ``PostgresError/unexpectedAnswer(_:)`` if there is none, or if it is not of the type.
  package subscript<Value: PostgresReadable>(column: Int) -> Value {
    get throws(PostgresError) {
      try Value.read(try result.field(row: row, column: column))
    }
  }

  /// The value of the first column with a name.
  ///
  /// - Throws: ``PostgresError/unexpectedAnswer(_:)`` if there is none, or if it is not of the type.
  /// - Complexity: O(*n*), for *n* columns.
  package subscript<Value: PostgresReadable>(name: String) -> Value {
    get throws(PostgresError) {
      guard let column = (0..<result.columnCount).first(where: { result.name(ofColumn: $0) == name }) else {
        throw .unexpectedAnswer("there is no column “\(name)”")
      }
      return try self[column]
    }
  }
}
#endif
