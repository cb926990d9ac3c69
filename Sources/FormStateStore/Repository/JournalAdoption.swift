import FormState
import GRDB

/// Takes in the journal of a response from a document: every change as it stands, every revision and time as it was.
struct JournalAdoption {
  let db: Database
  /// A response that has just begun.
  let location: ResponseLocation

  /// Writes the entries.
  ///
  /// - Throws: ``StoreError/unfitJournal(revision:problem:)`` when an entry does not follow from the one before it.
  /// - Complexity: O(k log n) for k entries and changes.
  func run(_ entries: [JournalEntry]) throws {
    var entries = entries[...]
    var location = location
    var state = ResponseState()
    var position = JournalPosition()
    if let first = entries.first, first.action == .checkpoint {
      location.compactedTo = first.revision
      position.revision = first.revision
      try Self.check(first, follows: &state, at: first.revision)
      try writing(first) { try adopt(first, location: location) }
      entries = entries.dropFirst()
    }
    let writer = try StateWriter(db: db, location: location)
    for entry in entries {
      try Self.check(entry, follows: &state, at: position.revision + 1)
      let next = StateWriter.Entry(
        action: entry.action, changes: entry.changes, time: entry.time,
        step: try step(of: entry, after: position, writer.history), reversal: try reversal(of: entry, writer.history))
      position = try writing(entry) { try writer.write(next, after: position) }
    }
  }

  private func adopt(_ checkpoint: JournalEntry, location: ResponseLocation) throws {
    try db.execute(
      sql: "UPDATE formstate_response SET compacted_to = ? WHERE id = ?",
      arguments: [checkpoint.revision, location.responseID])
    let writer = try StateWriter(db: db, location: location)
    try writer.writeCheckpoint(checkpoint.changes, revision: checkpoint.revision, time: checkpoint.time)
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
    let scope = entry.action.scope ?? .everything
    if let target = entry.target, let found = try history.entry(for: target, direction, scope: scope) {
      return (found, target)
    }
    guard let target = entry.target, target <= history.location.compactedTo ?? 0 else {
      let step = entry.target.map { " \($0)" } ?? ""
      throw StoreError.unfitJournal(
        revision: entry.revision, problem: "there is no step\(step) to \(entry.action.kind.rawValue)")
    }
    // What was taken back here went with the compaction.
    return (target, target)
  }

  private func writing<Result>(_ entry: JournalEntry, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
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
      guard state.apply(change) else {
        throw StoreError.unfitJournal(
          revision: revision,
          problem: "the \(change.field.rawValue) of “\(change.subject)” was not what the change says it was")
      }
    }
  }
}
