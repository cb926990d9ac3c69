import FormState
import GRDB

extension FormStore {
  /// The result of compacting a journal.
  public struct CompactedResponse: Hashable, Sendable {
    /// The number of removed entries.
    public let removed: Int
    /// The number of remaining entries, without the checkpoint.
    public let kept: Int
    /// How many of them remain only since a destination of the outbox lacks them.
    public let unsent: Int
  }

  /// The space used by journals.
  package struct JournalSize: Hashable, Sendable {
    /// The number of entries in the journals of all responses.
    package let entries: Int
    /// The number of state changes in them.
    package let changes: Int
    /// The number of bytes in the file, indexes included.
    package let bytes: Int

    /// The average number of bytes per entry; 0 without entries.
    package var bytesPerEntry: Double { entries == 0 ? 0 : Double(bytes) / Double(entries) }
  }

  /// Removes the older part of a response's journal. The state, the revisions and the last entries stay.
  ///
  /// Removed entries can neither be undone nor viewed any more; a checkpoint replaces them with their combined effect,
  /// so ``check()`` can still verify the rest. Sessions that have not caught up that far read the state again.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: the number of last entries to keep, 0 or more; slightly more are kept to avoid splitting an undo step.
  ///   - keepsUnsent: whether to keep entries that a destination of the outbox lacks, and takes. If not, these
  ///     destinations get the checkpoint in their place.
  ///   - isDryRun: whether to only determine how much would be removed.
  /// - Throws: ``StoreError``.
  /// - Complexity: O((t + d) log n) for t fields that were ever touched and d removed entries.
  @discardableResult
  public func compact(
    _ key: ResponseKey, keeping count: Int, keepsUnsent: Bool = true, isDryRun: Bool = false
  ) throws -> CompactedResponse {
    try write { db in
      let location = try ResponseLocation.find(key, in: db)
      guard location.responseID != nil else { return (CompactedResponse(removed: 0, kept: 0, unsent: 0), .rollback) }
      let compaction = ResponseCompaction(db: db, location: location, keepsUnsent: keepsUnsent)
      return (try compaction.run(keeping: count), isDryRun ? .rollback : .commit)
    }
  }

  /// Returns the space freed by compaction and deletions to the disk, by rewriting the file (`VACUUM`) and emptying its
  /// log.
  ///
  /// Until then deleted contents may still be in the bytes of the file and of its log; afterwards they are not.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a page cannot be read, in which case nothing is rewritten;
  ///   ``StoreError/Code/busy`` while another process writes, or reads from the log; ``StoreError/Code/suspended``;
  ///   ``StoreError/Code/readOnly``; ``StoreError``.
  /// - Complexity: O(n) in the size of the file.
  public func reclaimSpace() throws {
    try maintain { db in
      try requireReadable(in: db)
      try db.execute(sql: "VACUUM")
      try requireActive()
      try log.empty(db)
      try requireReadable(in: db)
    }
  }

  /// Checks that SQLite can read every page of the file, so that nothing is rewritten or removed that may be the last
  /// copy of something.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  /// - Complexity: O(n) in the size of the file.
  package func requireReadable() throws { try read { try requireReadable(in: $0) } }

  private func requireReadable(in db: Database) throws {
    if let fault = try StoreCheck.unreadablePage(in: db) { throw StoreError.damagedFile(path: path, fault: fault) }
  }

  /// Copies the log into the database and empties it.
  ///
  /// - Throws: ``StoreError/Code/busy`` while another process writes, or reads from the log.
  /// - Complexity: O(n) in the size of the log.
  package func emptyLog() throws { try maintain { try log.empty($0) } }

  /// Whether a sensitive answer was cleared at a revision, which emptied the entries before it.
  package func isEmptied(_ key: ResponseKey, to revision: Int) throws -> Bool {
    try read { try ResponseLocation.find(key, in: $0).emptiedTo == revision }
  }

  /// The space used by journals in the file, as counted by SQLite page by page.
  ///
  /// - Returns: `nil` if SQLite was built without the table `dbstat`.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(n) in the size of the file.
  package func journalSize() throws -> JournalSize? {
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
            WHERE tbl_name IN ('formstate_key', 'formstate_entry')
          )
          """)
      return JournalSize(
        entries: try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_entry") ?? 0,
        changes: try Int.fetchOne(db, sql: "SELECT sum(json_array_length(changes)) FROM formstate_entry") ?? 0,
        bytes: bytes ?? 0)
    }
  }
}
