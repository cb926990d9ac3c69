/// Tells which cells show, and where.
///
/// The visibility index answers from memory; the repository answers for a single action from SQLite, without loading
/// the form. Both feed the same ``BatchPlan``.
public protocol VisibleRows {
  /// Why an answer may fail; `Never` for an answer from memory.
  associatedtype Failure: Error

  /// The row path of a cell; `nil` when it does not show.
  func rowPath(of place: CellPlace) throws(Failure) -> RowPath?

  /// How many of a section's cells show, of those at some neighbouring positions.
  ///
  /// Asked only of all cells of a section, and of the descendants of a cell that shows.
  func visibleRowCount(inSection section: Int, positions: Range<Int>) throws(Failure) -> Int
}
