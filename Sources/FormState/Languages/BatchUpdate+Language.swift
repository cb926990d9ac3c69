extension BatchUpdate {
  /// The reloads for a change of language, with the same rows and headers.
  ///
  /// - Parameters:
  ///   - old: the contents in the old language.
  ///   - new: the contents in the new language, with the same rows.
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

  /// Adds rows and headers whose content changes, by their old positions; deleted ones are left out.
  package mutating func add(reloadsOf other: BatchUpdate) {
    let staying = other.reloadedRows.filter { !RowRange.contain(deletedRows, $0) }
    reloadedRows = Set(reloadedRows + staying).sorted()
    reloadedHeaders = other.reloadedHeaders.filter { !changedHeaders.contains($0) }
  }
}
