import FormState
import GRDB

/// Replaces the older entries of a journal with a checkpoint of their combined effect.
struct ResponseCompaction {
  let db: Database
  let location: ResponseLocation
  /// Whether to keep entries that a destination of the outbox lacks.
  let keepsUnsent: Bool

  /// Compacts the journal.
  ///
  /// - Parameter count: the number of last entries to keep; more are kept to avoid splitting an undo step.
  /// - Returns: the numbers of removed and of remaining entries, without the checkpoint.
  /// - Complexity: O((t + d) log n) for t fields that were ever touched and d removed entries.
  func run(keeping count: Int) throws -> FormStore.CompactedResponse {
    let journal = StoredJournal(db: db, location: location)
    let last = try journal.position().revision
    let base = location.compactedTo ?? 0
    let wanted = try wholeSteps(before: max(base, last - max(0, count)), base, last)
    let sent = keepsUnsent ? try OutboxReader.leastSent(of: location, in: db) : nil
    // Joining other lines needs what follows where they part.
    let needed = [sent, try revisionBeforeOtherLines()].compactMap { $0 }.min()
    let revision = try needed.map { try wholeSteps(before: max(base, min(wanted, $0)), base, last) } ?? wanted
    let (removed, kept, unsent) = (revision - base, last - revision, wanted - revision)
    guard removed > 0 else { return FormStore.CompactedResponse(removed: 0, kept: kept, unsent: unsent) }
    let checkpoint = try checkpoint(at: revision)
    try remove(through: revision)
    var compacted = location
    compacted.compactedTo = revision
    try StateWriter(db: db, location: compacted, author: nil).writeCheckpoint(checkpoint)
    return FormStore.CompactedResponse(removed: removed, kept: kept, unsent: unsent)
  }

  /// The last revision before other lines begin; `nil` if there are none.
  private func revisionBeforeOtherLines() throws -> Int? {
    try Int.fetchOne(
      db, sql: "SELECT min(revision) - 1 FROM formstate_line_entry WHERE response_id = ?",
      arguments: [location.responseID])
  }

  /// The last revision up to one that does not split an undo step, or an upgrade from its undo.
  private func wholeSteps(before wanted: Int, _ base: Int, _ last: Int) throws -> Int {
    let journal = StoredJournal(db: db, location: location)
    var revision = wanted
    // An undo step across the cut is kept whole, and so is an upgrade whose undo is kept, since its entry has the
    // destinations.
    while revision < last, revision > base,
      let start = try [journal.step(endingAt: revision + 1).start, firstUpgrade(takenBackAfter: revision)].compactMap({
        $0
      })
      .min(), start <= revision
    { revision = max(base, start - 1) }
    return revision
  }

  /// The combined effect of the entries up to a revision.
  private func checkpoint(at revision: Int) throws -> JournalEntry {
    let revisions = RevisionReader(db: db, location: location)
    let state = try revisions.state(at: revision)
    let row = try Row.fetchOne(
      db, sql: "SELECT time, author FROM formstate_entry WHERE response_id = ? AND revision = ?",
      arguments: [location.responseID, revision])
    let start = PushedPosition.start(of: location)
    let chain = try OutboxReader(db: db, destinationID: nil).chain(of: location, after: start, through: revision)
    return JournalEntry(
      revision: revision, version: try revisions.location(at: revision).version.number, action: .checkpoint,
      time: try row?.decode(Int64?.self, atIndex: 0).flatMap(Timestamp.init(milliseconds:)) ?? .now,
      author: try row?.decode(String?.self, atIndex: 1) ?? nil, changes: state.changes.inOrder, chain: chain,
      salt: try SensitiveCells(ofVersion: location.version, in: db).isEmpty ? nil : .random())
  }

  /// The first upgrade up to a revision that is undone or redone after it; `nil` if there is none.
  private func firstUpgrade(takenBackAfter revision: Int) throws -> Int? {
    try Int.fetchOne(
      db,
      sql: """
        SELECT min(upgrade.revision)
        FROM formstate_entry AS upgrade
        JOIN formstate_entry AS entry ON entry.response_id = upgrade.response_id AND entry.target = upgrade.revision
        WHERE upgrade.response_id = ? AND upgrade.kind = 'upgrade' AND upgrade.revision <= ? AND entry.revision > ?
        """, arguments: [location.responseID, revision, revision])
  }

  private func remove(through revision: Int) throws {
    try db.execute(
      sql: """
        UPDATE formstate_response SET compacted_to = ?1, emptied_to = iif(emptied_to > ?1, emptied_to, NULL) WHERE id = ?2
        """, arguments: [revision, location.responseID])
    // The author of a value is removed together with its entry.
    try db.execute(
      sql: "UPDATE formstate_cell_state SET set_at = ?1 WHERE response_id = ?2 AND set_at < ?1",
      arguments: [revision, location.responseID])
    try db.execute(
      sql: "DELETE FROM formstate_entry WHERE response_id = ? AND revision <= ?",
      arguments: [location.responseID, revision])
  }
}
