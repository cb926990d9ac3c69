/// Rows that stay together and unchanged, and are elsewhere after a batch update.
public struct RowMove: Hashable, Sendable {
  /// Their range before the update.
  public var from: RowRange
  /// Their range after the update, of the same length.
  public var to: RowRange
}

extension BatchUpdate {
  /// The same update for a view that can move rows: ``movedRows`` are only moves, and no longer among ``deletedRows``
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
  /// The origins of moves are row paths before the update, the destinations row paths after it, as for deleted and
  /// inserted rows. Its ``steps`` still delete and insert them.
  ///
  /// - Complexity: O(m log m) for m ranges.
  public var movingRows: BatchUpdate {
    guard !movedRows.isEmpty else { return self }
    var update = self
    update.deletedRows = RowRange.subtracting(RowRange.merged(movedRows.map(\.from).sorted()), from: deletedRows)
    update.insertedRows = RowRange.subtracting(RowRange.merged(movedRows.map(\.to).sorted()), from: insertedRows)
    return update
  }

  /// The rows that are deleted or moved, in either representation of the update.
  var goingRows: [RowRange] {
    movedRows.isEmpty ? deletedRows : RowRange.merged((deletedRows + movedRows.map(\.from)).sorted())
  }

  /// The rows that are inserted or moved, in either representation of the update.
  var comingRows: [RowRange] {
    movedRows.isEmpty ? insertedRows : RowRange.merged((insertedRows + movedRows.map(\.to)).sorted())
  }
}
