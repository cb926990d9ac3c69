extension BatchUpdate {
  /// The update as steps to take one after the other: deletes from the bottom up, inserts from the top down, then reloads
  /// and resizes.
  ///
  /// Whatever a step shows, it finds at the step's row paths in the rows after the update, so that a session that has moved
  /// on already can be asked for it. Sections neither come nor go in one session.
  ///
  /// - Complexity: O(m) for m ranges and reloaded rows.
  public var steps: [BatchStep] {
    deletedRows.reversed().map(BatchStep.delete) + insertedRows.map(BatchStep.insert)
      + reloadedRowsAfter.map(BatchStep.reload) + resizedRows.map(BatchStep.resize)
  }

  /// The row paths that the reloaded rows have after the update, in the same order. O(m).
  public var reloadedRowsAfter: [RowPath] { pathsAfter(reloadedRows) }

  /// Whether a row stays where it is, shows what it showed and is as tall as it was. O(m) for m ranges and reloaded rows.
  public func keeps(_ path: RowPath) -> Bool {
    func holds(_ range: RowRange) -> Bool { range.section == path.section && range.rows.contains(path.row) }
    return !deletedRows.contains(where: holds) && !reloadedRows.contains(path) && !resizedRows.contains(where: holds)
      && pathsAfter([path]) == [path]
  }

  /// The row paths after the update of rows that stay, given in ascending order. O(m).
  private func pathsAfter(_ paths: [RowPath]) -> [RowPath] {
    var deleted = deletedRows[...]
    var inserted = insertedRows[...]
    var section: Int?
    var goneBefore = 0
    var comeBefore = 0
    return paths.map { path in
      if path.section != section {
        section = path.section
        (goneBefore, comeBefore) = (0, 0)
        deleted = deleted.drop { $0.section < path.section }
        inserted = inserted.drop { $0.section < path.section }
      }
      while let range = deleted.first, range.section == path.section, range.rows.lowerBound < path.row {
        goneBefore = goneBefore.clampedSum(range.rows.clampedCount)
        deleted = deleted.dropFirst()
      }
      let kept = path.row.clampedDifference(goneBefore)
      while let range = inserted.first, range.section == path.section,
        range.rows.lowerBound <= kept.clampedSum(comeBefore)
      {
        comeBefore = comeBefore.clampedSum(range.rows.clampedCount)
        inserted = inserted.dropFirst()
      }
      return RowPath(section: path.section, row: kept.clampedSum(comeBefore))
    }
  }
}
