import FormState
import GRDB

/// Applies actions to one response within a transaction of the caller's.
struct ResponseRepository {
  let db: Database
  let responseID: Int64
  let location: ResponseLocation

  /// Finds a response, or begins it.
  init(_ key: ResponseKey, in db: Database) throws {
    self.db = db
    location = try ResponseLocation.findOrCreate(key, in: db)
    guard let responseID = location.responseID else {
      throw StoreError.damaged("a response that was just begun is not there")
    }
    self.responseID = responseID
  }

  /// What an action did to the state.
  struct Applied {
    let revision: Int
    let changes: [PlacedChange]
  }

  /// Decides what an action means on the state as it stands, and writes that.
  ///
  /// - Parameter beforeWriting: is told what is about to change.
  /// - Returns: the revision after the action, which is the one before it when nothing changed.
  /// - Throws: ``ActionError`` when the action is refused; ``StoreError``.
  func apply(_ action: Action, beforeWriting: ([PlacedChange]) throws -> Void = { _ in }) throws -> Applied {
    let decision = try Decision(action, reader: ResponseReader(db: db, location: location))
    let revision = try location.revision(in: db)
    guard !decision.changes.isEmpty else { return Applied(revision: revision, changes: []) }
    try beforeWriting(decision.changes)
    let writer = StateWriter(db: db, responseID: responseID, versionID: location.version.id)
    try writer.write(decision.action, changes: decision.changes.map(\.change), revision: revision + 1)
    return Applied(revision: revision + 1, changes: decision.changes)
  }

  /// Applies an action and works out what it does to the screen, without loading the form.
  ///
  /// - Complexity: besides the decision, O(v) for the v visible rows of the sections that change.
  func applyForScreen(_ action: Action) throws -> ScreenChange {
    var plan = BatchPlan(changes: [])
    let applied = try apply(action) { changes in
      plan = BatchPlan(changes: changes)
      try plan.recordRowsBefore(VisiblePositions(db: db, location: location))
    }
    let batch = try plan.batchUpdate(after: VisiblePositions(db: db, location: location))
    return ScreenChange(revision: applied.revision, batch: batch)
  }
}
