#if Collect

/// Another collector was faster with something that a transaction was about to write; it is to be decided again.
struct LostRace: Error {}

extension PostgresConnection {
  /// Runs a transaction again while other collectors are faster: with the same line, entry, definition or list.
  ///
  /// - Parameters:
  ///   - attempts: how often it runs at most.
  ///   - body: the statements, which read again what they decide by.
  /// - Throws: ``PostgresError/conflictRemains(attempts:_:)`` after the last attempt; every other error of `body` at
  ///   once.
  func decidingAgain<Outcome>(atMost attempts: Int = 10, _ body: () throws -> Outcome) throws -> Outcome {
    var attempt = 1
    while true {
      do {
        return try retrying(atMost: attempts) { try transaction(body) }
      } catch let error where Self.isRace(error) {
        guard attempt < attempts else {
          let report = ServerReport(message: "another collector takes the same responses", sqlState: "40001")
          throw PostgresError.conflictRemains(attempts: attempts, report)
        }
        PostgresPause.random(after: attempt)
        attempt += 1
      }
    }
  }

  /// Whether an error says that another collector was faster: both have written the same row, or a line has grown.
  private static func isRace(_ error: any Error) -> Bool {
    if error is LostRace { return true }
    guard case PostgresError.refused(let report) = error else { return false }
    return report.sqlState == "23505"
  }
}
#endif
