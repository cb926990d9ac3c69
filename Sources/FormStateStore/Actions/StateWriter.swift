import FormState
import GRDB

/// Writes state changes and their journal entry: the only way in which state changes.
struct StateWriter {
  let db: Database
  let location: ResponseLocation
  /// The author; `nil` if unknown.
  let author: String?
  let journal: StoredJournal
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
    journal = StoredJournal(db: db, location: location)
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
    /// What it has for the proof of the journal.
    var marks = EntryMarks()
    /// Of a clear that empties the entries before it: its changes for a journal without the answer.
    var journaled: [StateChange]?
    /// Whether nothing up to this entry can be taken back, since it, or one before it in its step, emptied entries.
    var isLastEmptied = false
  }

  /// Writes an action with its changes, as the next entry of the journal.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - position: the position in the journal before it.
  /// - Returns: the position in the journal after it.
  func write(_ entry: Entry, after position: JournalPosition) throws -> JournalPosition {
    var next = try journal.position(after: entry.action, reverting: entry.reversal?.entry, from: position)
    try insert(entry, at: next)
    if let upgrade = entry.upgrade {
      try move(to: upgrade, at: next.revision)
    } else {
      try applyToState(entry.journaled.map { entry.changes.supplemented(by: $0) } ?? entry.changes, at: next.revision)
    }
    if entry.action.kind.abandonsRedo { try abandon(from: position.redoTop, by: next.revision) }
    if entry.isLastEmptied {
      try run(
        "UPDATE formstate_response SET emptied_to = ? WHERE id = ?", [next.revision, location.responseID])
      next = JournalPosition(revision: next.revision)
    }
    return next
  }

  /// Writes the checkpoint at the beginning of a journal; its contents are already in the state, or will not be.
  func writeCheckpoint(_ checkpoint: JournalEntry) throws {
    let entry = Entry(
      action: .checkpoint, changes: checkpoint.changes, time: checkpoint.time, author: checkpoint.author,
      version: checkpoint.version, marks: EntryMarks(checkpoint))
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
    "formstate_cell_state", "formstate_section_state", "formstate_instance", "formstate_entry",
  ]

  private func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }
}

// MARK: - The journal

extension StateWriter {
  private func insert(_ entry: Entry, at position: JournalPosition) throws {
    let keys = KeyNumbers(db)
    let version = version(of: entry)
    let journaled = entry.journaled ?? entry.changes
    var marks = entry.marks
    marks.empties = entry.journaled != nil
    let action = try StoredAction(entry.action, leadingTo: journaled, marks)
    let changes = try StoredChanges.text(of: journaled, keys) {
      try readable.texts(of: $0, inVersions: (location.version.number, version))
    }
    try run(
      """
      INSERT INTO formstate_entry (
        response_id, revision, time, author, version, kind, subject, instance, payload, moment, group_name, step_start,
        target, reverts, undo_top, redo_top, changes
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ?), ?, ?, ?, ?, ?)
      """,
      [
        location.responseID, position.revision, (entry.time ?? .now).milliseconds, entry.author ?? author, version,
        action.kind.rawValue, try action.subject.map(keys.number(of:)), action.instance, action.payload,
        entry.moment?.description, entry.step.group, entry.step.start, position.revision, entry.reversal?.target,
        entry.reversal?.entry, position.undoTop == position.revision ? nil : position.undoTop ?? 0, position.redoTop,
        changes,
      ])
  }

  /// Empties an entry: what it says of a sensitive answer goes.
  func replace(_ entry: JournalEntry, inVersions versions: (before: Int, after: Int)) throws {
    let keys = KeyNumbers(db)
    let action = try StoredAction(entry.action, leadingTo: entry.changes, EntryMarks(entry))
    let changes = try StoredChanges.text(of: entry.changes, keys) { try readable.texts(of: $0, inVersions: versions) }
    try run(
      """
      UPDATE formstate_entry
      SET kind = ?, subject = ?, instance = ?, payload = ?, changes = ?
      WHERE response_id = ? AND revision = ?
      """,
      [
        action.kind.rawValue, try action.subject.map(keys.number(of:)), action.instance, action.payload, changes,
        location.responseID, entry.revision,
      ])
  }

  /// Marks the steps of the redo branch as unreachable. O(d log n) for d entries of the branch.
  private func abandon(from redoTop: Int?, by revision: Int) throws {
    for step in try journal.redoableSteps(from: redoTop) {
      try run(
        """
        UPDATE formstate_entry
        SET abandoned_by = ?
        WHERE response_id = ? AND revision BETWEEN ? AND ? AND abandoned_by IS NULL
        """,
        [revision, location.responseID, step.lowerBound, step.upperBound])
    }
  }
}

extension [StateChange] {
  /// The changes, and those of others that are of further fields.
  fileprivate func supplemented(by others: [StateChange]) -> [StateChange] {
    let known = Set(map(\.identity))
    return self + others.filter { !known.contains($0.identity) }
  }
}
