import GRDB

/// Determines the effect of a commit that SQLite reports as failed.
struct FailedCommit {
  let db: Database
  let error: DatabaseError
  /// The end of the log when the transaction began to write; `nil` for a database without a log.
  let mark: FileGuard.LogMark?
  let files: FileGuard?

  /// The error for the caller of the commit.
  ///
  /// - Returns: the error itself if the transaction is unchanged; ``StoreError/Code/commitFailed`` if certainly nothing
  ///   was changed; ``StoreError/Code/outcomeUnknown``.
  /// - Throws: ``StoreError/Code/filesLost`` if that is the cause.
  func explained() throws -> any Error {
    if db.isInsideTransaction { try? db.rollback() }
    try files?.check(db)
    // A busy or constraint error leaves everything unchanged; an input or output error may not.
    guard error.resultCode == .SQLITE_IOERR || error.resultCode == .SQLITE_FULL else { return error }
    let reason = error.message ?? "input or output error"
    return wasUndone ? StoreError.commitFailed(reason: reason) : StoreError.outcomeUnknown(reason: reason)
  }

  /// Whether the transaction is known to have had no effect, and cannot reappear after a crash.
  ///
  /// The frame that commits a transaction in a log is written last. If a frame could not be written, it does not exist;
  /// if only the disk did not confirm them, the frames are after the end of the log, and would count again for a
  /// process that recovers the log after a crash. The next commit overwrites them.
  private var wasUndone: Bool {
    guard let mark, let head = DatabaseHandles(db)?.logIndex()?.head else { return false }
    if error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_WRITE { return true }
    return head != mark.head || takesTheirPlace()
  }

  /// Commits a transaction without changes.
  private func takesTheirPlace() -> Bool {
    do {
      try db.inTransaction(.immediate) {
        let version = try Int.fetchOne(db, sql: "PRAGMA main.user_version") ?? 0
        try db.execute(sql: "PRAGMA main.user_version = \(version)")
        return .commit
      }
      return true
    } catch {
      // The first error is the relevant one.
      return false
    }
  }
}
