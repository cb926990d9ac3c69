#if Collect
import CPostgres

/// A connection to a PostgreSQL server, for one thread.
///
/// No call ends the process: a broken connection is an error, also while it is written to.
package final class PostgresConnection {
  private var pointer: OpaquePointer?
  private var statements = StatementCache(capacity: 64)
  private var isBroken = false
  /// Whether a copy uses the connection, which can do nothing else until the copy ends.
  var isCopying = false

  /// Connects, and waits for an answer for 30 seconds, or as many as `connect_timeout` or `PGCONNECT_TIMEOUT`
  /// says.
  ///
  /// TLS is as libpq does it: `sslmode` and its relatives in the address or in variables such as `PGSSLMODE`. Texts
  /// are UTF-8, and times are read in UTC, as in `2026-05-01 09:30:00+00`.
  ///
  /// - Parameter address: a URL (`postgres://…`), settings (`host=… dbname=…`), or the name of a database. What it
  ///   omits comes from the variables `PGHOST`, `PGPORT`, `PGDATABASE`, `PGUSER` and `PGPASSWORD`.
  /// - Throws: ``PostgresError/unreachable(_:)``.
  package init(_ address: String = "") throws(PostgresError) {
    pointer = try ConnectionAttempt.start(address)
    guard ConnectionAttempt.wait(for: pointer) else { throw .unreachable("there is no answer in time") }
    guard pointer != nil, PQstatus(pointer) == CONNECTION_OK else { throw .unreachable(failingWords()) }
    // An administrator may have changed any of these for a role or a database.
    try run(
      """
      SET bytea_output = hex; SET standard_conforming_strings = on; SET extra_float_digits = 1;
      SET datestyle = ISO; SET intervalstyle = postgres; SET timezone = 'UTC'
      """)
  }

  deinit { close() }

  /// Disconnects, which rolls an open transaction back; later calls throw.
  package func close() {
    PQfinish(pointer)
    pointer = nil
  }

  /// Whether the connection is in use and not known to be broken.
  package var isOpen: Bool { pointer != nil && !isBroken && PQstatus(pointer) == CONNECTION_OK }

  /// The version of the server, such as 150004 for 15.4.
  package var serverVersion: Int { Int(PQserverVersion(pointer)) }

  /// Whether a transaction is open, or has failed and is not yet rolled back.
  package var isInTransaction: Bool {
    switch PQtransactionStatus(pointer) {
    case PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE: true
    default: false
    }
  }

  /// Runs one statement. One that runs repeatedly is prepared, and stays so while it is among the 64 that ran last.
  ///
  /// - Parameters:
  ///   - sql: one statement, with `$1`, `$2` … for values.
  ///   - parameters: the values, 65,535 at most.
  /// - Returns: its rows, all in memory.
  /// - Throws: ``PostgresError``.
  @discardableResult
  package func execute(_ sql: String, _ parameters: [PostgresValue] = []) throws(PostgresError) -> PostgresRows {
    let connection = try free()
    guard !sql.utf8.contains(0) else { throw .nulCharacter }
    let buffer = try ParameterBuffer(parameters)
    guard let count = UInt16(exactly: buffer.count).map(Int32.init) else {
      throw .misused("a statement has \(buffer.count) values")
    }
    let prepared = try preparedName(of: sql)
    let answer = buffer.withPointers { values, lengths, formats in
      if let prepared {
        PQexecPrepared(connection, prepared, count, values, lengths, formats, 0)
      } else {
        PQexecParams(connection, sql, count, nil, values, lengths, formats, 0)
      }
    }
    return PostgresRows(try completed(answer))
  }

  /// Runs statements without values, separated by semicolons: all of them or, if they begin no transaction, none.
  ///
  /// - Throws: ``PostgresError``, for the first one that fails.
  package func execute(script: String) throws(PostgresError) {
    guard !script.utf8.contains(0) else { throw .nulCharacter }
    try run(script)
    // A script may change tables so that the result of a prepared statement has other columns.
    guard !statements.isEmpty else { return }
    try run("DEALLOCATE ALL")
    statements.removeAll()
  }

  private func preparedName(of sql: String) throws(PostgresError) -> String? {
    switch statements.step(for: sql) {
    case .runDirectly: return nil
    case .runPrepared(let name): return name
    case .prepare(let name, let removed):
      if let removed { try run("DEALLOCATE \(removed)") }
      try completed(PQprepare(try free(), name, sql, 0, nil))
      statements.note(sql, preparedAs: name)
      return name
    }
  }
}

extension PostgresConnection {
  /// Runs statements of this layer, which contain no values.
  @discardableResult
  func run(_ sql: String) throws(PostgresError) -> PostgresResult {
    try completed(PQexec(try free(), sql))
  }

  /// The connection, if it can run a statement.
  ///
  /// - Throws: ``PostgresError/disconnected(_:)`` or ``PostgresError/misused(_:)``.
  func free() throws(PostgresError) -> OpaquePointer {
    guard !isCopying else { throw .misused("a statement runs during a copy") }
    return try open()
  }

  /// The connection, also if a copy uses it.
  ///
  /// - Throws: ``PostgresError/disconnected(_:)``.
  func open() throws(PostgresError) -> OpaquePointer {
    guard let pointer, isOpen else { throw .disconnected("it was closed") }
    return pointer
  }

  /// Takes over an answer.
  ///
  /// - Parameter answer: `nil` if libpq could not send the statement.
  /// - Throws: the error that it reports.
  @discardableResult
  func completed(_ answer: OpaquePointer?) throws(PostgresError) -> PostgresResult {
    let result = answer.map { PostgresResult($0) }
    switch result?.status {
    case PGRES_COMMAND_OK?, PGRES_TUPLES_OK?, PGRES_EMPTY_QUERY?: break
    case PGRES_COPY_IN?, PGRES_COPY_OUT?, PGRES_COPY_BOTH?: throw .misused("a copy runs as a statement")
    default: throw failure(reportedBy: result)
    }
    guard let result else { throw failure(reportedBy: nil) }
    return result
  }

  /// The error of a statement that failed.
  func failure(reportedBy result: PostgresResult?) -> PostgresError {
    if isOpen, let report = result?.report { return .refused(report) }
    // An error without a code is libpq's: it could not send or receive, and may not yet see that the connection broke.
    isBroken = true
    return .disconnected(failingWords())
  }

  private func failingWords() -> String {
    guard let text = PQerrorMessage(pointer) else { return "there is no memory for a connection" }
    let words = PostgresWords.inOneLine(text)
    return words.isEmpty ? "no reason given" : words
  }
}
#endif
