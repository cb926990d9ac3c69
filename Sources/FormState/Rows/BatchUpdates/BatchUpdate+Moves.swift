/// Rows that stay together and as they are, and stand elsewhere after a batch update.
public struct RowMove: Hashable, Sendable {
  /// Where they are before the update.
  public var from: RowRange
  /// Where they are after it; as many rows.
  public var to: RowRange

  /// Creates a move.
  package init(from: RowRange, to: RowRange) {
    self.from = from
    self.to = to
  }
}

extension BatchUpdate {
  /// The same update for a view that can move rows: with ``movedRows`` as moves alone, no longer among ``deletedRows``
  /// and ``insertedRows``.
  ///
  /// ```swift
  /// let update = batch.movingRows
  /// for move in update.movedRows {
  ///   for (from, to) in zip(move.from.paths, move.to.paths) {
  ///     tableView.moveRow(at: IndexPath(from), to: IndexPath(to))
  ///   }
  /// }
  /// ```
  ///
  /// Where rows are moved from are row paths before the update, where they are moved to row paths after it, as for rows
  /// that go and come. Its ``steps`` delete and insert them all the same.
  ///
  /// - Complexity: O(m log m) for m ranges.
  public var movingRows: BatchUpdate {
    guard !movedRows.isEmpty else { return self }
    var update = self
    update.deletedRows = RowRange.subtracting(RowRange.merged(movedRows.map(\.from).sorted()), from: deletedRows)
    update.insertedRows = RowRange.subtracting(RowRange.merged(movedRows.map(\.to).sorted()), from: insertedRows)
    return update
  }

  /// The rows that go away or elsewhere, whichever way the update says it.
  var goingRows: [RowRange] {
    movedRows.isEmpty ? deletedRows : RowRange.merged((deletedRows + movedRows.map(\.from)).sorted())
  }

  /// The rows that come, from elsewhere or not, whichever way the update says it.
  var comingRows: [RowRange] {
    movedRows.isEmpty ? insertedRows : RowRange.merged((insertedRows + movedRows.map(\.to)).sorted())
  }
}
