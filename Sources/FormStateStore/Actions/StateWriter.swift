import FormState
import GRDB

/// Writes state changes and their journal entry: the only way in which state changes.
struct StateWriter {
  let db: Database
  let location: ResponseLocation
  /// The author; `nil` if unknown.
  let author: String?
  let history: HistoryReader
  private let contents: ContentReader
  private let tables: StateTables
  private let readable: ReadableValues

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - location: a response that has begun.
  ///   - author: the author.
  ///   - readable: writes values of the response, if already created.
  init(db: Database, location: ResponseLocation, author: String?, readable: ReadableValues? = nil) {
    self.db = db
    self.location = location
    self.author = author
    history = HistoryReader(db: db, location: location)
    contents = ContentReader(db: db, location: location)
    self.readable = readable ?? ReadableValues(db: db, location: location)
    tables = StateTables(db: db, location: location, readable: self.readable)
  }

  /// A new entry of the journal.
  struct Entry {
    /// The action, with its cell named by key.
    var action: FormAction
    /// Its changes of the state; not empty, and each field at most once.
    var changes: [StateChange]
    /// The time; `nil` for now.
    var time: Timestamp?
    /// The author, if it differs from the writer's.
    var author: String?
    /// The moment used by its rules; `nil` if none used it.
    var moment: RuleMoment?
    /// The number of the version in force, 0 for an unknown one; `nil` for that of the writer.
    var version: Int?
    /// Its undo step.
    var step = StepPlacement()
    /// Of undo and redo: the entry that is removed from its stack, and its step.
    var reversal: (entry: Int, target: Int)?
    /// If it leads to another version of the form: the version, and the state there.
    var upgrade: (version: DefinitionRepository.Version, state: ResponseState)?
    /// Of a checkpoint, the chain up to it; `nil` if unknown.
    var chain: JournalChain?
  }

  /// Writes an action with its changes, as the next entry of the journal.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - position: the position in the journal before it.
  /// - Returns: the position in the journal after it.
  func write(_ entry: Entry, after position: JournalPosition) throws -> JournalPosition {
    let next = try self.position(after: entry, from: position)
    try insert(entry, at: next)
    if let upgrade = entry.upgrade {
      try move(to: upgrade, at: next.revision)
    } else {
      try applyToState(entry.changes, at: next.revision)
    }
    if entry.action.kind.abandonsRedo { try abandon(from: position.redoTop, by: next.revision) }
    return next
  }

  /// Writes the checkpoint at the beginning of a journal; its contents are already in the state, or will not be.
  func writeCheckpoint(_ checkpoint: JournalEntry) throws {
    let entry = Entry(
      action: .checkpoint, changes: checkpoint.changes, time: checkpoint.time, author: checkpoint.author,
      version: checkpoint.version, chain: checkpoint.chain)
    try insert(entry, at: JournalPosition(revision: checkpoint.revision))
  }

  /// The number of the version in force after an entry; 0 for an unknown one.
  private func version(of entry: Entry) -> Int {
    entry.version ?? (entry.upgrade?.version ?? location.version).number
  }

  /// Sets the response's version to another version of its form.
  private func move(
    to upgrade: (version: DefinitionRepository.Version, state: ResponseState), at revision: Int
  ) throws {
    try tables.removeAll()
    try location.fill(upgrade.version, in: db)
    // Every row refers to a cell of a version, so all of them are rewritten.
    let tables = StateTables(db: db, location: location.filling(upgrade.version))
    try tables.apply(upgrade.state.changes, at: revision)
    try tables.findSettings()
  }

  /// Applies changes only to the state tables, for an imported checkpoint.
  func applyToState(_ changes: [StateChange], at revision: Int) throws {
    try tables.apply(changes, at: revision)
  }

  /// Notifies GRDB's observers of changes of state and journal, which SQLite does not do for tables without rowids.
  ///
  /// It takes as long as writing an entry, so a transaction does it once, and only if the connection has other users.
  static func notifyObservers(in db: Database) throws {
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
    // Numbers are not cached for longer: their creation may be rolled back.
    let keys = KeyNumbers(db)
    try insertAction(entry, at: position, keys)
    try insertChanges(entry.changes, revision: position.revision, inVersion: version(of: entry), keys)
  }

  private func insertAction(_ entry: Entry, at position: JournalPosition, _ keys: KeyNumbers) throws {
    let action = try StoredAction(entry.action, leadingTo: entry.changes, chain: entry.chain)
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

  /// A change in its stored form: of a longer text only the changed part, if the journal has the whole text nearby.
  private func stored(_ change: StateChange, touches: Bool, at revision: Int) throws -> StoredChange {
    var stored = StoredChange(change, touches: touches)
    try stored.shorten(change) {
      let run = StoredChange.longestRun(forTextOf: change.after?.text?.utf8.count ?? 0)
      guard
        let wholeAt = try contents.wholeAt(change.identity, changedSince: revision - run, through: revision - 1),
        revision - wholeAt <= run,
        // The part is inserted into the text that the journal records.
        try contents.text(of: change.identity, wholeAt: wholeAt, through: revision - 1) == change.before?.text
      else { return nil }
      return wholeAt
    }
    return stored
  }

  /// Marks the steps of the redo branch as unreachable. O(d log n) for d entries of the branch.
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
