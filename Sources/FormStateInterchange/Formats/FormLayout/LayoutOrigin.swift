import FormState

/// The layout section of a form's section, and the location of its cells' data.
struct LayoutOrigin {
  /// The source of a cell.
  struct Row {
    /// The position of its element in the array; `nil` for one value.
    let position: Int?
    /// The row of the cell above it; `nil` for none.
    let parent: Int?
  }

  private let layout: SectionLayout
  /// The location of the single value, or of the outermost array.
  var path = DocumentPath()
  /// The sources of the cells, in order.
  var rows: [Row] = []

  init(_ layout: SectionLayout) { self.layout = layout }

  /// The location of a cell's data, its layout, and the path of its key; `nil` if there is no such cell.
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

/// The cells of a section made by a layout, with their sources.
struct LaidOutCells {
  var cells: [FormCell] = []
  var origin: LayoutOrigin

  init(_ origin: LayoutOrigin) { self.origin = origin }
}
