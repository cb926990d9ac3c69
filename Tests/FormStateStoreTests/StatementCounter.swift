import FormState

/// Counts the statements that a connection runs.
final class StatementCounter: Sendable {
  private let statements = Locked<[String]>([])

  func take(_ statement: String) { statements.withLock { $0.append(statement) } }

  /// The number of statements so far.
  var count: Int { statements.withLock { $0.count } }

  /// The number of statements with a text that some work runs.
  func count(of text: String, _ work: () throws -> Void) rethrows -> Int {
    statements.withLock { $0 = [] }
    try work()
    return statements.withLock { $0.count { $0.contains(text) } }
  }
}
