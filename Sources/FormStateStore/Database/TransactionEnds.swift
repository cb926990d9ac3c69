import FormState
import GRDB

/// What is to be done when the transaction of a connection ends.
///
/// GRDB's `afterNextTransaction` adds an observer for each transaction, and with each the connection forgets its
/// prepared statements that delete; preparing one takes longer than an action. This one is added once.
final class TransactionEnds: TransactionObserver, Sendable {
  private struct Work: Sendable {
    let onCommit: @Sendable (Database) -> Void
    let onRollback: @Sendable (Database) -> Void
  }

  private let pending = Locked<[Work]>([])

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}

  func databaseDidCommit(_ db: Database) {
    for work in taken() { work.onCommit(db) }
  }

  func databaseDidRollback(_ db: Database) {
    for work in taken() { work.onRollback(db) }
  }

  private func taken() -> [Work] {
    pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
  }

  fileprivate func add(
    onCommit: @escaping @Sendable (Database) -> Void, onRollback: @escaping @Sendable (Database) -> Void
  ) {
    pending.withLock { $0.append(Work(onCommit: onCommit, onRollback: onRollback)) }
  }
}

extension Database {
  /// Does something once the current transaction ends, or the next one outside of a transaction.
  ///
  /// - Throws: errors of SQLite, if FormState cannot use the connection.
  func whenTransactionEnds(
    onCommit: @escaping @Sendable (Database) -> Void = { _ in },
    onRollback: @escaping @Sendable (Database) -> Void = { _ in }
  ) throws {
    try WriteGate.of(self).ends.add(onCommit: onCommit, onRollback: onRollback)
  }
}
