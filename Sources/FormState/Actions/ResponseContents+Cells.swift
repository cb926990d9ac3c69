extension ResponseContents {
  /// The status of a cell's value.
  ///
  /// - Parameter cell: the cell.
  /// - Throws: `ActionError.Code.unknownCell`.
  /// - Complexity: O(n) for n cells.
  package func status(of cell: CellReference) throws -> CellStatus {
    let reader = FormReader(FormIndex(form), state: state)
    do {
      return CellStatus(of: try reader.namedCell(cell))
    } catch let error as ActionError where error.code == .unknownCell {
      let key = error.subject ?? cell.description
      let keys = form.sections.flatMap(\.cells).map(\.key)
      throw ActionError.unknownCell(key: key, nearest: keys.nearest(to: key))
    }
  }
}
