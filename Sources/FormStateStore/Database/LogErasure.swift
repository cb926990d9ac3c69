import FormState
import GRDB

/// The log of a database, which may still have what sensitive cells contained before they were cleared.
final class LogErasure: Sendable {
  private let pending = Locked(false)

  /// Whether the log may still have such contents, since another connection was reading from it or it could not be
  /// emptied.
  var isPending: Bool { pending.withLock { $0 } }

  /// Empties the log after the current transaction, if that is committed.
  func request(in db: Database) throws { try db.whenTransactionEnds(onCommit: { [self] in attempt($0) }) }

  /// Tries again after the current transaction, if the log may still have such contents.
  func retry(in db: Database) throws {
    if isPending { try request(in: db) }
  }

  /// The caller may be the main actor, and its action is committed: others are not waited for.
  private func attempt(_ db: Database) {
    pending.withLock { $0 = true }
    BusyWait.withoutWaiting { try? empty(db) }
  }

  /// Copies the log into the database and empties it.
  ///
  /// - Throws: ``StoreError/Code/busy`` while another process writes, or reads from the log; errors of SQLite.
  func empty(_ db: Database) throws {
    let (frames, copied) = try db.checkpoint(.truncate)
    // A log that was not emptied still has the deleted contents.
    guard frames <= 0 || frames == copied else { throw StoreError.busy }
    pending.withLock { $0 = false }
  }
}

extension FormStore {
  /// Whether the database's log may still have what a sensitive cell contained before it was cleared.
  ///
  /// Clearing empties the log, which is impossible while another connection reads from it, or if the disk fails. The
  /// action is then committed all the same, without a wait; each later action of the store tries again, and
  /// ``reclaimSpace()`` waits for the others. Copies of the store agree; a store that is opened later does not know.
  public var logHoldsClearedAnswers: Bool { log.isPending }
}
