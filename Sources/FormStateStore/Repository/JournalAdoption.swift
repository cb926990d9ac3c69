import FormState
import GRDB

/// Takes in the journal of a response from a document: every change as it stands, every revision and time as it was.
struct JournalAdoption {
  let db: Database
  /// A response that has just begun.
  let location: ResponseLocation
  /// The definition that it fills in.
  let form: FormDefinition

  /// Writes the entries.
  ///
  /// An entry that was done in an earlier version of the form, which is not in the document, may have changed something else
  /// than its action does in this one; it is taken in as done elsewhere.
  ///
  /// - Throws: ``StoreError/unfitJournal(revision:problem:)`` when an entry does not follow from the one before it.
  /// - Complexity: O(k log n) for k entries and changes.
  func run(_ entries: [JournalEntry]) throws {
    let base = entries.first.flatMap { $0.action == .checkpoint ? $0.revision : nil } ?? 0
    let stacks = UndoStacks(journal: entries, base: base)
    let reader = FormReader(FormIndex(form), stacks: stacks)
    var entries = entries[...]
    var location = location
    var state = ResponseState()
    var position = JournalPosition()
    if let first = entries.first, first.action == .checkpoint {
      location.compactedTo = first.revision
      position.revision = first.revision
      try Self.check(first, follows: &state, at: first.revision)
      first.changes.forEach(reader.apply)
      try writing(first) { try Self.begin(with: first, at: location, in: db) }
      entries = entries.dropFirst()
    }
    let writer = StateWriter(db: db, location: location, author: nil)
    for entry in entries {
      try Self.check(entry, follows: &state, at: position.revision + 1)
      var next = StateWriter.Entry(
        action: entry.action, changes: entry.changes, time: entry.time, author: entry.author,
        step: try step(of: entry, after: position, writer.history), reversal: try reversal(of: entry, writer.history))
      let isOfCompacted = entry.reverts.map { $0 <= base } ?? false
      if !isOfCompacted, EntryProof(entry, reader: reader).fault() != nil { next.version = 0 }
      position = try writing(entry) { try writer.write(next, after: position) }
      entry.changes.forEach(reader.apply)
      if let problem = stacks.follow(entry) {
        throw StoreError.unfitJournal(revision: entry.revision, problem: problem)
      }
    }
  }

  /// Begins the journal of a response that has just begun with a checkpoint, and its state with what that stands for.
  static func begin(with checkpoint: JournalEntry, at location: ResponseLocation, in db: Database) throws {
    var location = location
    location.compactedTo = checkpoint.revision
    try db.execute(
      sql: "UPDATE formstate_response SET compacted_to = ? WHERE id = ?",
      arguments: [checkpoint.revision, location.responseID])
    let writer = StateWriter(db: db, location: location, author: nil)
    try writer.writeCheckpoint(
      checkpoint.changes, revision: checkpoint.revision, time: checkpoint.time, author: checkpoint.author)
    try writer.applyToState(checkpoint.changes)
  }

  private func step(
    of entry: JournalEntry, after position: JournalPosition, _ history: HistoryReader
  ) throws -> StepPlacement {
    guard entry.step != entry.revision else { return StepPlacement(group: entry.group) }
    let isNext = entry.action.kind.isUndoable && position.undoTop == position.revision
    guard isNext, try history.step(endingAt: position.revision).start == entry.step else {
      throw StoreError.unfitJournal(
        revision: entry.revision, problem: "it does not continue the undo step that begins with \(entry.step)")
    }
    return StepPlacement(start: entry.step, group: entry.group)
  }

  private func reversal(of entry: JournalEntry, _ history: HistoryReader) throws -> (entry: Int, target: Int)? {
    guard entry.action.kind.isAboutUndo else { return nil }
    let direction: UndoDirection = entry.action.kind == .undo ? .undo : .redo
    if let reverts = entry.reverts {
      // What was taken back here may have gone with a compaction.
      if reverts <= history.location.compactedTo ?? 0 { return (reverts, min(entry.target ?? reverts, reverts)) }
      if try history.holds(reverts, direction) { return (reverts, try history.step(endingAt: reverts).target) }
    }
    let revision = entry.reverts.map { " revision \($0)" } ?? "thing"
    throw StoreError.unfitJournal(
      revision: entry.revision, problem: "there is no\(revision) to \(entry.action.kind.rawValue)")
  }

  private func writing<Result>(_ entry: JournalEntry, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL {
      throw StoreError.unfitJournal(
        revision: entry.revision, problem: "it changes a cell or a section that the form does not have")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw StoreError.unfitJournal(revision: entry.revision, problem: error.message ?? "refused")
    }
  }

  private static func check(
    _ entry: JournalEntry, follows state: inout ResponseState, at revision: Int
  ) throws {
    guard entry.revision == revision else {
      throw StoreError.unfitJournal(
        revision: revision, problem: "the entry says it is revision \(entry.revision)")
    }
    guard entry.action != .checkpoint || state.isEmpty else {
      throw StoreError.unfitJournal(revision: revision, problem: "a checkpoint stands only at the beginning")
    }
    for change in entry.changes {
      // An untouched field that stays so may be one that the form does not have.
      guard !change.isEmpty else {
        throw StoreError.unfitJournal(
          revision: revision, problem: "the \(change.field.rawValue) of “\(change.subject)” does not change")
      }
      guard state.apply(change) else {
        throw StoreError.unfitJournal(
          revision: revision,
          problem: "the \(change.field.rawValue) of “\(change.subject)” was not what the change says it was")
      }
    }
  }
}
