extension ResponseContents {
  /// How the value of a cell stands.
  ///
  /// - Parameter cell: the key of the cell, or its address.
  /// - Throws: `ActionError.unknownCell`.
  /// - Complexity: O(n) for n cells.
  package func status(ofCell cell: String) throws -> CellStatus {
    let reader = FormReader(FormIndex(form), state: state, stacks: UndoStacks(journal: [], base: 0))
    do {
      return CellStatus(of: try reader.namedCell(cell))
    } catch ActionError.unknownCell(let key, nil) {
      let keys = form.sections.flatMap(\.cells).map(\.key)
      throw ActionError.unknownCell(key: key, nearest: keys.nearest(to: key))
    }
  }
}
