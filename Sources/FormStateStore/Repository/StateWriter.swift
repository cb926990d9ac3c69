import FormState
import GRDB

/// Writes state changes and their journal entry: the one way in which state changes.
struct StateWriter {
  let db: Database
  let responseID: Int64
  let versionID: Int64
  let history: HistoryReader

  /// Prepares to write.
  ///
  /// - Parameter location: a response that has begun.
  init(db: Database, location: ResponseLocation) throws {
    guard let responseID = location.responseID else {
      throw StoreError.damaged("a response that was just begun is not there")
    }
    self.db = db
    self.responseID = responseID
    versionID = location.version.id
    history = HistoryReader(db: db, location: location)
  }

  /// What is to become an entry of the journal.
  struct Entry {
    /// What the person did, the cell named by key.
    var action: FormAction
    /// What that does to the state; not empty.
    var changes: [StateChange]
    /// When, as in ``JournalEntry/time``; `nil` for now.
    var time: String?
    /// Which undo step it is part of.
    var step = StepPlacement()
    /// Of undo and redo: the entry that is taken off its stack, and the step that it stands for.
    var reversal: (entry: Int, target: Int)?
  }

  /// Writes an action and what it does, as the next entry of the journal.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - position: where the journal stands before it.
  /// - Returns: where the journal stands after it.
  func write(_ entry: Entry, after position: JournalPosition) throws -> JournalPosition {
    let next = try self.position(after: entry, from: position)
    try insertAction(entry, at: next)
    for (ordinal, change) in entry.changes.enumerated() {
      try insertChange(change, revision: next.revision, ordinal: ordinal)
    }
    try whileWriting { for change in entry.changes { try applyToState(change) } }
    if entry.action.kind.abandonsRedo { try abandon(from: position.redoTop, by: next.revision) }
    return next
  }

  /// Writes the checkpoint that a journal is to begin with; what it stands for is in the state already or will not be.
  func writeCheckpoint(_ changes: [StateChange], revision: Int, time: String?) throws {
    try insertAction(
      Entry(action: .checkpoint, changes: changes, time: time), at: JournalPosition(revision: revision))
    for (ordinal, change) in changes.enumerated() {
      try insertChange(change, revision: revision, ordinal: ordinal)
    }
  }

  /// Makes a response fill in another version of its form, with the state that it has.
  ///
  /// - Parameter state: what the person has touched; every subject is one that the version of this writer has.
  func move(_ state: ResponseState) throws {
    try whileWriting {
      for table in StateChange.Field.allCases.compactMap(StateTable.init(field:)) {
        try run("DELETE FROM \(table.name) WHERE response_id = ?", [responseID])
      }
      try run("UPDATE formstate_response SET version_id = ? WHERE id = ?", [versionID, responseID])
      for change in state.changes { try applyToState(change) }
    }
  }

  /// Applies changes to the state tables alone, for a checkpoint that is taken in.
  func applyToState(_ changes: [StateChange]) throws {
    try whileWriting { for change in changes { try applyToState(change) } }
  }

  private func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }
}

// MARK: - The journal

extension StateWriter {
  private func position(after entry: Entry, from position: JournalPosition) throws -> JournalPosition {
    var next = position
    next.revision += 1
    switch (entry.action.kind, entry.reversal) {
    case (.undo, let reversal?):
      let scope = entry.action.scope ?? .everything
      next.undoTop = try history.top(after: reversal.entry, from: position.undoTop, .undo, scope: scope)
      next.redoTop = next.revision
    case (.redo, let reversal?):
      let scope = entry.action.scope ?? .everything
      next.redoTop = try history.top(after: reversal.entry, from: position.redoTop, .redo, scope: scope)
      next.undoTop = next.revision
    case (let kind, _) where kind.isUndoable:
      next.undoTop = next.revision
      next.redoTop = nil
    default: break
    }
    return next
  }

  private func insertAction(_ entry: Entry, at position: JournalPosition) throws {
    let action = entry.action
    var subject = action.section
    if case .key(let key) = action.cell { subject = key }
    let payload = action.value?.stored ?? (action.scope == .values ? UndoScope.values.rawValue.databaseValue : nil)
    let undoTop = position.undoTop == position.revision ? nil : position.undoTop ?? 0
    try run(
      """
      INSERT INTO formstate_action (
        response_id, seq, kind, subject, payload, time, step_start, group_name, target, reverts,
        undo_top, redo_top
      ) VALUES (?, ?, ?, ?, ?, coalesce(?, strftime('%Y-%m-%dT%H:%M:%fZ')), nullif(?, ?), ?, ?, ?, ?, ?)
      """,
      [
        responseID, position.revision, action.kind.rawValue, subject, payload, entry.time,
        entry.step.start, position.revision, entry.step.group, entry.reversal?.target, entry.reversal?.entry,
        undoTop, position.redoTop,
      ])
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

  /// Marks the steps of the redo branch as out of use. O(d log n) for d entries of the branch.
  private func abandon(from redoTop: Int?, by revision: Int) throws {
    var next = redoTop
    while let undo = next {
      let target = try history.step(endingAt: undo).target
      let start = target > (history.location.compactedTo ?? 0) ? try history.step(endingAt: target).start : target
      try run(
        """
        UPDATE formstate_action
        SET abandoned_by = ?
        WHERE response_id = ? AND seq BETWEEN ? AND ? AND abandoned_by IS NULL AND kind <> 'checkpoint'
        """,
        [revision, responseID, start, target])
      next = try history.under(undo, .redo)
    }
  }
}

// MARK: - The state

extension StateWriter {
  /// Says in the response's row that the state is being written by FormState, which triggers would otherwise count as edits
  /// by hand.
  private func whileWriting(_ work: () throws -> Void) throws {
    let sql = "UPDATE formstate_response SET is_writing = ? WHERE id = ?"
    try run(sql, [1, responseID])
    try work()
    try run(sql, [0, responseID])
  }

  private func applyToState(_ change: StateChange) throws {
    let after = change.storedSides.after
    guard let table = StateTable(field: change.field) else {
      try run(
        "UPDATE formstate_response SET is_completed = ? WHERE id = ?", [after.isTouched, responseID])
      return
    }
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
}
