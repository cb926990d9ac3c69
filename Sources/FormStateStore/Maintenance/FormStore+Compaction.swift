import FormState
import GRDB

extension FormStore {
  /// What compaction did to a journal.
  public struct CompactedResponse: Hashable, Sendable {
    /// How many entries went.
    public let removed: Int
    /// How many entries are left, a checkpoint before them not counted.
    public let kept: Int
  }

  /// How much room journals take.
  public struct JournalSize: Hashable, Sendable {
    /// How many entries the journals of all responses have.
    public let entries: Int
    /// How many state changes they hold.
    public let changes: Int
    /// How many bytes of the file they take, indexes included.
    public let bytes: Int

    /// How many bytes of the file an entry takes on average; 0 without entries.
    public var bytesPerEntry: Double { entries == 0 ? 0 : Double(bytes) / Double(entries) }
  }

  /// Lets the older part of a response's journal go. The state stays, and so do the revisions and the last entries.
  ///
  /// What went can neither be undone nor looked at any more; a checkpoint in its place says what it had led to, so that
  /// ``check()`` still proves the rest. Sessions that have not caught up so far read the state again.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: how many of the last entries to keep, 0 or more; a few more are kept where an undo step would be torn.
  ///   - isDryRun: whether to find how much would go, and change nothing.
  /// - Throws: ``StoreError``.
  /// - Complexity: O((t + d) log n) for t fields that were ever touched and d entries that go.
  @discardableResult
  public func compact(_ key: ResponseKey, keeping count: Int, isDryRun: Bool = false) throws -> CompactedResponse {
    try write { db in
      let location = try ResponseLocation.find(key, in: db)
      guard location.responseID != nil else { return (CompactedResponse(removed: 0, kept: 0), .rollback) }
      return (try ResponseCompaction(db: db, location: location).run(keeping: count), isDryRun ? .rollback : .commit)
    }
  }

  /// Gives the room that compaction and deletions have freed back to the disk, by rewriting the file (`VACUUM`) and
  /// emptying its log.
  ///
  /// Until then what was deleted may still stand in the bytes of the file and of its log; afterwards it does not.
  ///
  /// - Throws: ``StoreError/Code/busy`` while another process writes, or reads what the log holds;
  ///   ``StoreError/Code/suspended``; ``StoreError/Code/readOnly``; ``StoreError``.
  /// - Complexity: O(n) in the size of the file.
  public func reclaimSpace() throws {
    try maintain { db in
      try db.execute(sql: "VACUUM")
      try requireActive()
      let (frames, copied) = try db.checkpoint(.truncate)
      // A log that was not emptied holds what was to go.
      guard frames <= 0 || frames == copied else { throw StoreError.busy }
    }
  }

  /// How much room the journals take in the file, as SQLite counts it page by page.
  ///
  /// - Returns: `nil` where SQLite was built without the table `dbstat`.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(n) in the size of the file.
  public func journalSize() throws -> JournalSize? {
    try read { db in
      guard try Bool.fetchOne(db, sql: "SELECT sqlite_compileoption_used('ENABLE_DBSTAT_VTAB')") == true else {
        return nil
      }
      let bytes = try Int.fetchOne(
        db,
        sql: """
          SELECT coalesce(sum(pgsize), 0)
          FROM dbstat
          WHERE name IN (
            SELECT name
            FROM sqlite_schema
            WHERE tbl_name IN ('formstate_key', 'formstate_action', 'formstate_state_change')
          )
          """)
      return JournalSize(
        entries: try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_action") ?? 0,
        changes: try Int.fetchOne(db, sql: "SELECT count(*) + count(touches) FROM formstate_state_change") ?? 0,
        bytes: bytes ?? 0)
    }
  }
}
