import FormState
import GRDB

/// Works out what one or several actions do to the screen, without loading the form.
///
/// Each section's visible rows are read before the first action that changes anything in it; until then they are as they
/// were before all of them.
final class BatchRecorder {
  private let db: Database
  private let location: ResponseLocation
  private let before: VisiblePositions
  private var changes: [PlacedChange] = []

  /// Prepares to record.
  init(db: Database, location: ResponseLocation) {
    self.db = db
    self.location = location
    before = VisiblePositions(db: db, location: location)
  }

  /// Notes what is about to change.
  ///
  /// - Complexity: O(v) for the v visible rows of the sections that are mentioned for the first time.
  func record(_ changes: [PlacedChange]) throws {
    for section in Set(changes.map(\.section)) { _ = try before.positions(inSection: section) }
    self.changes += changes
  }

  /// What takes a table view from the rows before all changes to the rows after them.
  func batchUpdate() throws -> BatchUpdate {
    var plan = BatchPlan(changes: changes)
    try plan.recordRowsBefore(before)
    return try plan.batchUpdate(after: VisiblePositions(db: db, location: location))
  }
}
