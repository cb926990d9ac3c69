import GRDB

/// Finds out what a commit has done that SQLite says has failed.
struct FailedCommit {
  let db: Database
  let error: DatabaseError
  /// The end of the log when the transaction had begun to write; `nil` for a database without a log.
  let mark: FileGuard.LogMark?
  let files: FileGuard?

  /// What to tell anyone who wanted the commit.
  ///
  /// - Returns: the error itself where it leaves the transaction as it was; ``StoreError/Code/commitFailed`` where
  ///   nothing was changed for certain; ``StoreError/Code/outcomeUnknown``.
  /// - Throws: ``StoreError/Code/filesLost`` when that is why it failed.
  func explained() throws -> any Error {
    if db.isInsideTransaction { try? db.rollback() }
    try files?.check(db)
    // A busy or constraint error leaves everything as it was; an input or output error may not.
    guard error.resultCode == .SQLITE_IOERR || error.resultCode == .SQLITE_FULL else { return error }
    let reason = error.message ?? "input or output error"
    return wasUndone ? StoreError.commitFailed(reason: reason) : StoreError.outcomeUnknown(reason: reason)
  }

  /// Whether the transaction is known to have come to nothing, and cannot come back after a crash.
  ///
  /// The frame that makes a transaction in a log count is written last. Where a frame could not be written, it is not
  /// there; where only the disk did not answer for them, the frames stand after the end of the log, and would count
  /// again for anyone who reads the log again after a crash. The next commit takes their place.
  private var wasUndone: Bool {
    guard let mark, let head = DatabaseHandles(db)?.logIndex()?.head else { return false }
    if error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_WRITE { return true }
    return head != mark.head || takesTheirPlace()
  }

  /// Commits something that changes nothing.
  private func takesTheirPlace() -> Bool {
    do {
      try db.inTransaction(.immediate) {
        let version = try Int.fetchOne(db, sql: "PRAGMA main.user_version") ?? 0
        try db.execute(sql: "PRAGMA main.user_version = \(version)")
        return .commit
      }
      return true
    } catch {
      // The first error tells what went wrong.
      return false
    }
  }
}
