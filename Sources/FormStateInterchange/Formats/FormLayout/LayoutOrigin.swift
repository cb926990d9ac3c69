import FormState

/// Which section of a layout a section of a form is made by, and where the data of its cells stands.
struct LayoutOrigin {
  /// What a cell is made of.
  struct Row {
    /// The position of its element in the array; `nil` for one value.
    let position: Int?
    /// The row of the cell above it; `nil` for none.
    let parent: Int?
  }

  private let layout: SectionLayout
  /// Where the one value stands, or the outermost array.
  var path = DocumentPath()
  /// What the cells are made of, in their order.
  var rows: [Row] = []

  init(_ layout: SectionLayout) { self.layout = layout }

  /// Where the data of a cell stands, how it is made, and the path of its key; `nil` where there is no such cell.
  ///
  /// - Complexity: O(d) for d cells above it.
  func place(ofRow row: Int) -> (DocumentPath, CellLayout, key: FieldPath?)? {
    guard let given = rows.element(at: row) else { return nil }
    guard let parent = given.parent else {
      if case .each(_, let key) = layout.source, let position = given.position {
        return (path.element(position), layout.cell, key)
      }
      return (path, layout.cell, nil)
    }
    // No deeper than a layout may be nested.
    guard let (outer, above, _) = place(ofRow: parent), case .each(let array, let key, let cell) = above.below,
      let position = given.position
    else { return nil }
    return (array.path(from: outer).element(position), cell, key)
  }
}

/// The cells of a section as a layout makes them, with what they are made of.
struct LaidOutCells {
  var cells: [FormCell] = []
  var origin: LayoutOrigin

  init(_ origin: LayoutOrigin) { self.origin = origin }
}
