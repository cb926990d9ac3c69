/// Why a statement, a copy or a transaction failed.
///
/// Its description is one sentence without a full stop.
package enum PostgresError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No connection was made; the words are libpq's.
  case unreachable(String)
  /// The server refused something, and the connection remains usable.
  case refused(ServerReport)
  /// The connection broke; the words are the server's or libpq's.
  ///
  /// An open transaction is rolled back. A statement outside a transaction may have taken effect.
  case disconnected(String)
  /// The connection broke during COMMIT, so the transaction is committed or rolled back, and nobody knows which.
  case commitUnknown(String)
  /// COMMIT rolled back, because an earlier statement of the transaction had failed.
  case rolledBack
  /// A conflict with other transactions remained after so many attempts.
  case conflictRemains(attempts: Int, ServerReport)

  /// The code that calls this layer is wrong; the words say how.
  case misused(String)
  /// A text contains the character NUL.
  case nulCharacter
  /// The values of a statement have more bytes than the server takes.
  case valuesTooLong(byteCount: Int)
  /// The server answered something that does not fit the question.
  case unexpectedAnswer(String)

  /// The code of the server's error, if it sent one and the connection remains.
  package var sqlState: String? {
    switch self {
    case .refused(let report), .conflictRemains(_, let report): report.sqlState
    default: nil
    }
  }

  /// Whether the connection cannot be used again.
  package var isConnectionGone: Bool {
    switch self {
    case .unreachable, .disconnected, .commitUnknown: true
    default: false
    }
  }

  /// Whether the same transaction may succeed if it runs again: it met a concurrent one, or a deadlock.
  package var isConflict: Bool {
    guard case .refused(let report) = self else { return false }
    return report.sqlState == "40001" || report.sqlState == "40P01"
  }

  /// The problem and the remedy.
  package var description: String {
    switch self {
    case .unreachable(let words):
      "cannot connect to PostgreSQL (\(words)); check the host, port, database, user and password in the address "
        + "or in the variables PGHOST, PGPORT, PGDATABASE, PGUSER and PGPASSWORD"
    case .refused(let report):
      "PostgreSQL refused a statement: \(report)"
    case .disconnected(let words):
      "the connection to PostgreSQL broke (\(words)); run this again"
    case .commitUnknown(let words):
      "the connection to PostgreSQL broke during the commit, so it is unknown whether the data is stored (\(words)); "
        + "run this again, which stores nothing twice"
    case .rolledBack:
      "PostgreSQL rolled the transaction back, because an earlier statement in it failed"
    case .conflictRemains(let attempts, let report):
      "other transactions were in the way \(attempts) times; try again when fewer programs write (\(report))"
    case .misused(let words):
      "this program has a fault (\(words)); report it"
    case .nulCharacter:
      "a text contains the character NUL (U+0000), which PostgreSQL cannot store; remove it from the text"
    case .valuesTooLong(let count):
      "the values of a statement have \(count) bytes; PostgreSQL takes 1 GB at most"
    case .unexpectedAnswer(let words):
      "PostgreSQL sent an unexpected answer: \(words)"
    }
  }
}

/// The parts of an error that a server reports.
package struct ServerReport: Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in the server's language.
  package var message: String
  /// More about it, such as the row.
  package var detail: String?
  /// What to do, as the server suggests.
  package var hint: String?
  /// Five characters that identify the error in any language.
  package var sqlState: String
  /// The constraint that refused a row.
  package var constraint: String?

  /// Whether the values of the statement are the reason, so it would fail again: a value out of range (class 22), a
  /// constraint that does not hold (23), or a value too long for an index (54).
  package var isAboutValues: Bool { ["22", "23", "54"].contains(String(sqlState.prefix(2))) && sqlState != "23505" }

  /// All parts in one line.
  package var description: String {
    "\(message) (\(["SQLSTATE \(sqlState)", detail, hint].compactMap { $0 }.joined(separator: "; ")))"
  }
}
