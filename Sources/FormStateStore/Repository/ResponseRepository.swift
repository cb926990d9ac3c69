import FormState
import GRDB

/// Applies actions to one response within a transaction of the caller's.
struct ResponseRepository {
  let db: Database
  let location: ResponseLocation
  private let writer: StateWriter

  /// What undo and redo would take back.
  var history: HistoryReader { writer.history }

  /// Finds a response, or begins it.
  init(_ key: ResponseKey, in db: Database) throws {
    self.db = db
    location = try ResponseLocation.findOrCreate(key, in: db)
    writer = try StateWriter(db: db, location: location)
  }

  /// What an action did to the state.
  struct Applied {
    let revision: Int
    let changes: [PlacedChange]
  }

  /// The revision of the response as it stands.
  func revision() throws -> Int { try history.position().revision }

  /// Decides what an action means on the state as it stands, and writes that.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - step: tells which undo step the action is part of, given where the journal stands.
  ///   - beforeWriting: is told what is about to change.
  /// - Returns: the revision after the action, which is the one before it when nothing changed.
  /// - Throws: ``ActionError`` when the action is refused; ``StoreError``.
  func apply(
    _ action: FormAction, step: (JournalPosition) throws -> StepPlacement = { _ in StepPlacement() },
    beforeWriting: ([PlacedChange]) throws -> Void = { _ in }
  ) throws -> Applied {
    let decision = try Decision(action, reader: ResponseReader(db: db, location: location))
    let position = try history.position()
    guard !decision.changes.isEmpty else { return Applied(revision: position.revision, changes: []) }
    try beforeWriting(decision.changes)
    let entry = StateWriter.Entry(
      action: decision.action, changes: decision.changes.map(\.change), step: try step(position),
      reversal: decision.reversal.map { ($0.entry, $0.target) })
    return Applied(revision: try writer.write(entry, after: position).revision, changes: decision.changes)
  }

  /// Takes steps back, or does them again, as many as there are up to a number.
  ///
  /// - Returns: how many, and what they did together.
  /// - Throws: ``ActionError`` when there is none at all, or a completed response refuses one.
  func apply(
    _ action: FormAction, times count: Int, beforeWriting: ([PlacedChange]) throws -> Void = { _ in }
  ) throws -> (count: Int, applied: Applied) {
    var applied = try apply(action, beforeWriting: beforeWriting)
    for done in 1..<max(1, count) {
      do {
        let next = try apply(action, beforeWriting: beforeWriting)
        applied = Applied(revision: next.revision, changes: applied.changes + next.changes)
      } catch ActionError.nothingToUndo, ActionError.nothingToRedo {
        return (done, applied)
      }
    }
    return (max(1, count), applied)
  }
}
