extension BatchUpdate {
  /// What shows something else in one language than in another one, rows and headers standing as they do in both.
  ///
  /// - Parameters:
  ///   - old: what shows in the one.
  ///   - new: what shows in the other, by the same rows.
  /// - Complexity: O(v log n) for v visible rows.
  package init(reloadsFrom old: ShownForm, to new: ShownForm) {
    for section in 0..<old.index.numberOfSections {
      if old.header(ofSection: section) != new.header(ofSection: section),
        !old.index.hidesHeader(ofSection: section)
      {
        reloadedHeaders.append(section)
      }
      for row in 0..<old.index.numberOfRows(in: section) {
        let path = RowPath(section: section, row: row)
        if old.row(at: path) != new.row(at: path) { reloadedRows.append(path) }
      }
    }
  }

  /// Adds rows and headers that show something else, by where they were; those that go are left out.
  package mutating func add(reloadsOf other: BatchUpdate) {
    let staying = other.reloadedRows.filter { !RowRange.contain(deletedRows, $0) }
    reloadedRows = Set(reloadedRows + staying).sorted()
    reloadedHeaders = other.reloadedHeaders.filter { !changedHeaders.contains($0) }
  }
}
