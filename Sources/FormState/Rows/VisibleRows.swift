/// Tells which cells show, and where.
///
/// The visibility index answers from memory; the repository answers for a single action from SQLite, without loading
/// the form. Both feed the same ``BatchPlan``.
package protocol VisibleRows {
  /// Why an answer may fail; `Never` for an answer from memory.
  associatedtype Failure: Error

  /// The row path of a cell; `nil` when it does not show.
  func rowPath(of place: CellPlace) throws(Failure) -> RowPath?

  /// How many of a section's cells show, of those at some neighbouring positions.
  ///
  /// Asked only of all cells of a section, and of the descendants of a cell that shows.
  func visibleRowCount(inSection section: Int, positions: Range<Int>) throws(Failure) -> Int

  /// How many cells show, of those at some neighbouring positions in the instance of a place.
  ///
  /// Asked only of all cells of a section, and of the descendants of a cell that shows.
  func visibleRowCount(positions: Range<Int>, beside place: CellPlace) throws(Failure) -> Int

  /// Where an instance stands, and which rows are its own; `nil` for an unknown one.
  func instanceRows(_ number: Int) throws(Failure) -> InstanceRows?
}

/// Where an instance of a repeat stands, and which rows are its own.
package struct InstanceRows: Hashable, Sendable {
  /// The repeat, in the instance that it stands in itself.
  package let cell: CellPlace
  /// How many instances of the repeat stand before it.
  package let index: Int
  /// Its rows; `nil` where it has none.
  package let range: RowRange?

  /// Says where an instance stands.
  package init(cell: CellPlace, index: Int, range: RowRange?) {
    self.cell = cell
    self.index = index
    self.range = range
  }
}

/// What is so of a form without repeats.
extension VisibleRows {
  package func visibleRowCount(positions: Range<Int>, beside place: CellPlace) throws(Failure) -> Int {
    try visibleRowCount(inSection: place.section, positions: positions)
  }

  package func instanceRows(_ number: Int) throws(Failure) -> InstanceRows? { nil }
}

/// What a table has of rows that do not show.
public enum HiddenRows: String, CaseIterable, Hashable, Sendable {
  /// Nothing: a hidden cell has no row path, and rows are deleted and inserted as they go and come.
  case removed
  /// A row without height: every cell has a row path always, its position in the section, and rows are only resized.
  case zeroHeight
}
