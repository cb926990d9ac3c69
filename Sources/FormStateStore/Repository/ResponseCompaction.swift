import FormState
import GRDB

/// Replaces the older entries of a journal by a checkpoint that says what they led to.
struct ResponseCompaction {
  let db: Database
  let location: ResponseLocation

  /// Compacts the journal.
  ///
  /// - Parameter count: how many of the last entries to keep; more are kept where an undo step would be torn.
  /// - Returns: how many entries went, and how many are left besides the checkpoint.
  /// - Complexity: O((t + d) log n) for t fields that were ever touched and d entries that go.
  func run(keeping count: Int) throws -> FormStore.CompactedResponse {
    let history = HistoryReader(db: db, location: location)
    let last = try history.position().revision
    let base = location.compactedTo ?? 0
    var revision = max(base, last - max(0, count))
    if revision < last, revision > base {
      // An undo step that begins before the cut and goes on after it is kept whole.
      let next = try history.step(endingAt: revision + 1)
      if next.start <= revision { revision = max(base, next.start - 1) }
    }
    guard revision > base else { return FormStore.CompactedResponse(removed: 0, kept: last - base) }
    let state = try RevisionReader(db: db, location: location).state(at: revision)
    let row = try Row.fetchOne(
      db, sql: "SELECT time, author FROM formstate_action WHERE response_id = ? AND seq = ?",
      arguments: [location.responseID, revision])
    let time = try row?.decode(Int64?.self, atIndex: 0).flatMap(Timestamp.init(milliseconds:))
    let author = try row?.decode(String?.self, atIndex: 1)
    try remove(through: revision)
    var compacted = location
    compacted.compactedTo = revision
    try StateWriter(db: db, location: compacted, author: nil).writeCheckpoint(
      state.changes.sorted(), revision: revision, time: time, author: author ?? nil)
    return FormStore.CompactedResponse(removed: revision - base, kept: last - revision)
  }

  private func remove(through revision: Int) throws {
    try db.execute(
      sql: "UPDATE formstate_response SET compacted_to = ? WHERE id = ?", arguments: [revision, location.responseID])
    for table in ["formstate_state_change", "formstate_action"] {
      try db.execute(
        sql: "DELETE FROM \(table) WHERE response_id = ? AND seq <= ?", arguments: [location.responseID, revision])
    }
  }
}

extension [StateChange] {
  /// The changes by field and subject, so that equal states make equal checkpoints.
  fileprivate func sorted() -> [StateChange] {
    let order = Dictionary(uniqueKeysWithValues: zip(StateChange.Field.allCases, 0...))
    return sorted { left, right in
      let (leftField, rightField) = (order[left.field] ?? 0, order[right.field] ?? 0)
      return leftField != rightField ? leftField < rightField : StateSubject.utf8Order(left.subject, right.subject)
    }
  }
}
