import FormState
import GRDB

/// Writes state changes and their journal entry: the one way in which state changes.
struct StateWriter {
  let db: Database
  let responseID: Int64
  let versionID: Int64

  /// Writes an action and what it does, as the next entry of the journal.
  ///
  /// - Parameters:
  ///   - action: what the person did, the cell named by key.
  ///   - changes: what that does to the state; not empty.
  ///   - revision: the revision that this leads to: one more than the last.
  ///   - time: when, as in ``JournalEntry/time``; `nil` for now.
  func write(_ action: Action, changes: [StateChange], revision: Int, time: String? = nil) throws {
    try insertAction(action, revision: revision, time: time)
    for (ordinal, change) in changes.enumerated() {
      try insertChange(change, revision: revision, ordinal: ordinal)
      try applyToState(change)
    }
  }

  private func insertAction(_ action: Action, revision: Int, time: String?) throws {
    var subject = action.section
    if case .key(let key) = action.cell { subject = key }
    try run(
      """
      INSERT INTO formstate_action (response_id, seq, kind, subject, payload, time)
      VALUES (?, ?, ?, ?, ?, coalesce(?, strftime('%Y-%m-%dT%H:%M:%fZ')))
      """,
      [responseID, revision, action.kind.rawValue, subject, action.value?.stored, time])
  }

  private func insertChange(_ change: StateChange, revision: Int, ordinal: Int) throws {
    let (before, after) = change.storedSides
    try run(
      """
      INSERT INTO formstate_state_change (
        response_id, seq, ordinal, field, subject, was_touched, before, is_touched, after
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        responseID, revision, ordinal, change.field.rawValue, change.subject,
        before.isTouched, before.content, after.isTouched, after.content,
      ])
  }

  /// Makes a response fill in another version of its form, with the state that it has.
  ///
  /// - Parameter state: what the person has touched; every subject is one that the version of this writer has.
  func move(_ state: ResponseState) throws {
    for field in StateChange.Field.allCases {
      try run("DELETE FROM \(StateTable(field: field).name) WHERE response_id = ?", [responseID])
    }
    try run("UPDATE formstate_response SET version_id = ? WHERE id = ?", [versionID, responseID])
    for change in state.changes { try applyToState(change) }
  }

  private func applyToState(_ change: StateChange) throws {
    let after = change.storedSides.after
    let table = StateTable(field: change.field)
    guard after.isTouched else {
      try run(
        """
        DELETE FROM \(table.name)
        WHERE response_id = ? AND \(table.subjectColumn) = (
          SELECT id FROM \(table.subjectTable) WHERE version_id = ? AND key = ?
        )
        """,
        [responseID, versionID, change.subject])
      return
    }
    try run(
      """
      INSERT INTO \(table.name) (response_id, \(table.subjectColumn), \(table.contentColumn))
      VALUES (?, (SELECT id FROM \(table.subjectTable) WHERE version_id = ? AND key = ?), ?)
      ON CONFLICT (response_id, \(table.subjectColumn)) DO UPDATE
      SET \(table.contentColumn) = excluded.\(table.contentColumn)
      """,
      [responseID, versionID, change.subject, after.content])
  }

  private func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }
}
