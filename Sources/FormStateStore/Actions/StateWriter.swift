import FormState
import GRDB

/// Writes state changes and their journal entry: the one way in which state changes.
struct StateWriter {
  let db: Database
  let location: ResponseLocation
  /// Who acts; `nil` where nobody said.
  let author: String?
  let history: HistoryReader
  private let contents: ContentReader
  private let tables: StateTables
  private let readable: ReadableValues

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - location: a response that has begun.
  ///   - author: who acts.
  ///   - readable: writes values of the response, where somebody has begun to.
  init(db: Database, location: ResponseLocation, author: String?, readable: ReadableValues? = nil) {
    self.db = db
    self.location = location
    self.author = author
    history = HistoryReader(db: db, location: location)
    contents = ContentReader(db: db, location: location)
    self.readable = readable ?? ReadableValues(db: db, location: location)
    tables = StateTables(db: db, location: location, readable: self.readable)
  }

  /// What is to become an entry of the journal.
  struct Entry {
    /// What the person did, the cell named by key.
    var action: FormAction
    /// What that does to the state; not empty, and each field at most once.
    var changes: [StateChange]
    /// When; `nil` for now.
    var time: Timestamp?
    /// Who, where it is not who acts now.
    var author: String?
    /// What its rules have read that ask the clock or chance; `nil` where none did.
    var moment: RuleMoment?
    /// The number of the version that was in force, 0 for one that is not here; `nil` for that of the writer.
    var version: Int?
    /// Which undo step it is part of.
    var step = StepPlacement()
    /// Of undo and redo: the entry that is taken off its stack, and the step that it stands for.
    var reversal: (entry: Int, target: Int)?
    /// Where it leads to another version of the form: which, and the state there.
    var crossing: (version: DefinitionRepository.Version, state: ResponseState)?
  }

  /// Writes an action and what it does, as the next entry of the journal.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - position: where the journal stands before it.
  /// - Returns: where the journal stands after it.
  func write(_ entry: Entry, after position: JournalPosition) throws -> JournalPosition {
    let next = try self.position(after: entry, from: position)
    try insert(entry, at: next)
    if let crossing = entry.crossing {
      try move(to: crossing, at: next.revision)
    } else {
      try applyToState(entry.changes, at: next.revision)
    }
    if entry.action.kind.abandonsRedo { try abandon(from: position.redoTop, by: next.revision) }
    return next
  }

  /// Writes the checkpoint that a journal is to begin with; what it stands for is in the state already or will not be.
  func writeCheckpoint(_ checkpoint: JournalEntry) throws {
    let entry = Entry(
      action: .checkpoint, changes: checkpoint.changes, time: checkpoint.time, author: checkpoint.author,
      version: checkpoint.version)
    try insert(entry, at: JournalPosition(revision: checkpoint.revision))
  }

  /// The number of the version that is in force after an entry; 0 for one that is not here.
  private func version(of entry: Entry) -> Int {
    entry.version ?? (entry.crossing?.version ?? location.version).number
  }

  /// Makes the response fill in another version of its form.
  private func move(
    to crossing: (version: DefinitionRepository.Version, state: ResponseState), at revision: Int
  ) throws {
    try tables.removeAll()
    try location.fill(crossing.version, in: db)
    // Every row names a cell of a version, so that all of them are rewritten.
    let tables = StateTables(db: db, location: location.filling(crossing.version))
    try tables.apply(crossing.state.changes, at: revision)
    try tables.findSettings()
  }

  /// Applies changes to the state tables alone, for a checkpoint that is imported.
  func applyToState(_ changes: [StateChange], at revision: Int) throws {
    try tables.apply(changes, at: revision)
  }

  /// Tells GRDB's observers that state and journal changed, which SQLite does not for tables without rowids.
  ///
  /// It takes as long as writing an entry. So a transaction does it once, and only where somebody else has the
  /// connection.
  static func tellObservers(in db: Database) throws {
    for table in tablesWithoutRowids { try db.notifyChanges(in: Table(table)) }
  }

  private static let tablesWithoutRowids = [
    "formstate_cell_state", "formstate_section_state", "formstate_instance", "formstate_action",
    "formstate_state_change",
  ]

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

  private func insert(_ entry: Entry, at position: JournalPosition) throws {
    // Numbers are not kept for longer: what gave a key its number may be rolled back.
    let keys = KeyNumbers(db)
    try insertAction(entry, at: position, keys)
    try insertChanges(entry.changes, revision: position.revision, inVersion: version(of: entry), keys)
  }

  private func insertAction(_ entry: Entry, at position: JournalPosition, _ keys: KeyNumbers) throws {
    let action = try StoredAction(entry.action, leadingTo: entry.changes)
    let undoTop = position.undoTop == position.revision ? nil : position.undoTop ?? 0
    let time = entry.time ?? .now
    try run(
      """
      INSERT INTO formstate_action (
        response_id, seq, version, kind, subject, instance, payload, payload_type, time, author, step_start, group_name, target,
        reverts, undo_top, redo_top, moment
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ?), ?, ?, ?, ?, ?, ?)
      """,
      [
        location.responseID, position.revision, version(of: entry),
        entry.action.kind.rawValue, try action.subject.map(keys.number(of:)), action.instance, action.payload,
        action.payloadType?.rawValue,
        time.milliseconds, entry.author ?? author,
        entry.step.start,
        position.revision, entry.step.group, entry.reversal?.target, entry.reversal?.entry, undoTop, position.redoTop,
        entry.moment?.description,
      ])
  }

  private func insertChanges(
    _ changes: [StateChange], revision: Int, inVersion version: Int, _ keys: KeyNumbers
  ) throws {
    let rows = try StoredChange.rows(of: changes).enumerated().map { ordinal, row in
      ChangeRows.Row(
        ordinal: ordinal, change: try stored(row.change, touches: row.touches, at: revision),
        readable: try readable.texts(of: row.change, inVersions: (location.version.number, version)))
    }
    try ChangeRows(db: db, responseID: location.responseID, revision: revision, keys: keys).insert(rows)
  }

  /// A change as it is to be stored: of a longer text the part that changed, where the journal has the whole of it near
  /// by.
  private func stored(_ change: StateChange, touches: Bool, at revision: Int) throws -> StoredChange {
    var stored = StoredChange(change, touches: touches)
    try stored.shorten(change) {
      let run = StoredChange.longestRun(forTextOf: change.after?.text?.utf8.count ?? 0)
      guard
        let wholeAt = try contents.wholeAt(change.identity, changedSince: revision - run, through: revision - 1),
        revision - wholeAt <= run,
        // The part is put back into what the journal says stood there.
        try contents.text(of: change.identity, wholeAt: wholeAt, through: revision - 1) == change.before?.text
      else { return nil }
      return wholeAt
    }
    return stored
  }

  /// Marks the steps of the redo branch as out of use. O(d log n) for d entries of the branch.
  private func abandon(from redoTop: Int?, by revision: Int) throws {
    var next = redoTop
    while let undo = next {
      let target = try history.step(endingAt: undo).target
      let start = target > (location.compactedTo ?? 0) ? try history.step(endingAt: target).start : target
      try run(
        """
        UPDATE formstate_action
        SET abandoned_by = ?
        WHERE response_id = ? AND seq BETWEEN ? AND ? AND abandoned_by IS NULL AND kind <> 'checkpoint'
        """,
        [revision, location.responseID, start, target])
      next = try history.under(undo, .redo)
    }
  }
}
