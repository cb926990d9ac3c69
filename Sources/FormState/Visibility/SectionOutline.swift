/// What the visibility index needs to know of a section.
public struct SectionOutline: Hashable, Sendable {
  /// Whether the section is folded now.
  public var isFolded: Bool
  /// The section's cells in preorder.
  public var cells: [CellOutline]

  /// Creates an outline.
  public init(isFolded: Bool, cells: [CellOutline]) {
    self.isFolded = isFolded
    self.cells = cells
  }

  /// The outlines of a form's sections in a state of its response. O(n) for n cells.
  static func outlines(of form: Form, state: ResponseState, estimates: HeightEstimates) -> [SectionOutline] {
    // Neighbours often share their identifier, and a form has few of them.
    var known: [String: Double] = [:]
    var last: (identifier: String, points: Double)?
    func points(_ cell: Cell) -> Double {
      if let last, last.identifier == cell.identifier { return last.points }
      let points =
        known[cell.identifier]
        ?? estimates.points(of: form.rowHeight(forIdentifier: cell.identifier), identifier: cell.identifier)
      known[cell.identifier] = points
      last = (cell.identifier, points)
      return points
    }
    return form.sections.map { section in
      let cells = section.cells.map { cell in
        var outline = CellOutline(
          additionalRows: cell.additionalRows, isExpanded: state.isExpanded(cell), isHidden: cell.isHidden)
        if let inline = cell.inline {
          outline.height = estimates.points(of: inline.collapsedHeight, identifier: cell.identifier)
          outline.expandedHeight = estimates.points(of: inline.expandedHeight, identifier: cell.identifier)
        } else {
          outline.height = points(cell)
        }
        return outline
      }
      return SectionOutline(isFolded: state.isFolded(section), cells: cells)
    }
  }
}
