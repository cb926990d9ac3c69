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
  /// The frame that commits a transaction in a log is written last. If it is in the file, even in part, it is after the
  /// end of the log, and could count again for a process that recovers the log after a crash. The next commit
  /// overwrites it.
  private var wasUndone: Bool {
    guard let mark, let handles = DatabaseHandles(db), let head = handles.logIndex()?.head else { return false }
    // A later commit has overwritten the frames. An empty log proves none: this transaction may have restarted it.
    if head != mark.head, head.frames > 0 { return true }
    return !mayReappear(after: head, handles) || takesTheirPlace()
  }

  /// Whether the file has a frame that commits after the end of the log, behind frames without a gap.
  private func mayReappear(after head: LogIndexHead, _ handles: DatabaseHandles) -> Bool {
    guard let size = handles.logSize, let (nextSalt, pageSize) = nextFrames(after: head, handles) else { return true }
    // SQLite ignores a log without the size of its pages.
    guard pageSize > 0 else { return false }
    var place = head.place(ofFrame: head.frames + 1)
    while place + LogIndexHead.frameHeadSize <= size {
      guard let salt = handles.logWord(at: place + LogIndexHead.saltInFrameHead), let word = handles.logWord(at: place)
      else { return true }
      guard salt == nextSalt else { return false }
      // The number of the page, and the number of pages after a commit; 0 for other frames.
      if withUnsafeBytes(of: word, { $0[4...].contains { $0 != 0 } }) { return true }
      place += LogIndexHead.frameHeadSize + pageSize
    }
    return false
  }

  /// The salt of the next frames, and the size of their pages; `nil` if the log cannot be read.
  ///
  /// The first commit in an empty log writes its head, whose salt the index has only once the commit is done.
  private func nextFrames(
    after head: LogIndexHead, _ handles: DatabaseHandles
  ) -> (salt: UInt64, pageSize: Int64)? {
    guard head.frames == 0 else { return (head.salt, head.pageSize) }
    guard let salt = handles.logWord(at: LogIndexHead.saltInLogHead),
      let word = handles.logWord(at: LogIndexHead.pageSizeInLogHead)
    else { return nil }
    return (salt, withUnsafeBytes(of: word) { $0.prefix(4).reduce(0) { $0 << 8 | Int64($1) } })
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
