/// The visible rows.
extension FormReader {
  package func cell(at path: RowPath) -> CellSnapshot? { visibility.place(at: path).flatMap(snapshot(at:)) }

  package func rowCount(inSection section: Int) -> Int { visibility.numberOfRows(in: section) }

  // O(n) for n cells, and rarely needed: almost all actions name their cells by keys.
  private var visibility: VisibilityIndex { VisibilityIndex(form: index.form, state: state) }
}
