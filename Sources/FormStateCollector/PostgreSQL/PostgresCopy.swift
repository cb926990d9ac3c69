#if Collect
import CPostgres

/// Rows on their way into a table. Memory holds 64 KB of them, or one row if it is longer.
///
/// ``PostgresConnection/copy(into:schema:columns:_:)`` makes it, and ends the copy.
package final class PostgresCopy {
  private static let chunk = 64 * 1024

  private let connection: PostgresConnection
  private let columnCount: Int
  private var text = CopyText()
  private var isEnded = false
  private var failure: PostgresError?

  /// Begins a copy.
  ///
  /// - Parameters:
  ///   - statement: COPY … FROM STDIN in the text format.
  ///   - columnCount: the number of values of each row.
  init(_ statement: String, columnCount: Int, on connection: PostgresConnection) throws(PostgresError) {
    self.connection = connection
    self.columnCount = columnCount
    let result = PQexec(try connection.free(), statement).map { PostgresResult($0) }
    guard result?.status == PGRES_COPY_IN else { throw connection.failure(reportedBy: result) }
    connection.isCopying = true
  }

  /// Adds a row. The server may refuse it later: when another row is added, or at the end.
  ///
  /// - Parameter values: one for each column, in the order of the columns.
  /// - Throws: ``PostgresError``, after which the whole copy fails.
  /// - Complexity: O(*n*), for *n* bytes.
  package func add(_ values: [PostgresValue]) throws(PostgresError) {
    do {
      try check(values)
      try text.append(values)
      if text.bytes.count >= Self.chunk { try flush() }
    } catch {
      // The text may contain half a row, which must not go on with the next one if the caller catches this.
      failure = failure ?? error
      cancel()
      throw error
    }
  }

  private func check(_ values: [PostgresValue]) throws(PostgresError) {
    if let failure { throw failure }
    guard !isEnded else { throw .misused("a row is added after the end of its copy") }
    guard values.count == columnCount else {
      throw .misused("a row has \(values.count) values for \(columnCount) columns")
    }
  }

  /// Ends the copy, so that all rows are in the table.
  ///
  /// - Returns: the number of rows.
  /// - Throws: the server's error, after which none is.
  func finish() throws(PostgresError) -> Int {
    if let failure { throw failure }
    try flush()
    return try end(cancelling: nil)
  }

  /// Ends the copy without any row, unless it has ended.
  func cancel() {
    guard !isEnded else { return }
    _ = try? end(cancelling: "the program gave up")
  }

  private func flush() throws(PostgresError) {
    defer { text.removeAll() }
    let pointer = try connection.open()
    let isSent = text.bytes.withUnsafeBytes { rows in
      // A server breaks the connection at a message of 1 GB, while it refuses a row of that size.
      stride(from: 0, to: rows.count, by: Self.chunk).allSatisfy { start in
        let piece = rows[start..<min(rows.count, start + Self.chunk)]
        let bytes = UnsafeRawBufferPointer(rebasing: piece).bindMemory(to: CChar.self)
        return PQputCopyData(pointer, bytes.baseAddress, Int32(piece.count)) == 1
      }
    }
    guard !isSent else { return }
    // The reason is in the answer to the copy.
    _ = try end(cancelling: nil)
    throw .unexpectedAnswer("it ended a copy early")
  }

  private func end(cancelling reason: String?) throws(PostgresError) -> Int {
    isEnded = true
    connection.isCopying = false
    let pointer = try connection.open()
    PQputCopyEnd(pointer, reason)
    var outcome: Result<PostgresResult, PostgresError>?
    while let answer = PQgetResult(pointer) {
      let result = PostgresResult(answer)
      guard result.status != PGRES_COPY_IN else {
        // libpq still expects rows, so the end was not sent.
        connection.close()
        throw .disconnected("the end of a copy could not be sent")
      }
      if case .failure = outcome { continue }
      let isDone = result.status == PGRES_COMMAND_OK
      outcome = isDone ? .success(result) : .failure(connection.failure(reportedBy: result))
    }
    guard let outcome else { throw connection.failure(reportedBy: nil) }
    return try outcome.get().affected
  }
}

extension PostgresConnection {
  /// Copies rows into a table, which is many times faster than inserting them: all of them, or none.
  ///
  /// - Parameters:
  ///   - table: its name, not quoted.
  ///   - schema: the schema of the table, not quoted; `nil` searches as statements do.
  ///   - columns: the columns that rows have values for, not quoted.
  ///   - body: adds the rows; its error ends the copy without any. The connection can do nothing else meanwhile.
  /// - Returns: the number of rows.
  /// - Throws: the error of `body`, or a ``PostgresError``.
  @discardableResult
  package func copy(
    into table: String, schema: String? = nil, columns: [String], _ body: (PostgresCopy) throws -> Void
  ) throws -> Int {
    let names = columns.map(PostgresIdentifier.quoted).joined(separator: ", ")
    let place = [schema, table].compactMap { $0 }.map(PostgresIdentifier.quoted).joined(separator: ".")
    let statement = "COPY \(place) (\(names)) FROM STDIN"
    guard !statement.utf8.contains(0) else { throw PostgresError.nulCharacter }
    let copy = try PostgresCopy(statement, columnCount: columns.count, on: self)
    do {
      try body(copy)
    } catch {
      copy.cancel()
      throw error
    }
    return try copy.finish()
  }
}
#endif
