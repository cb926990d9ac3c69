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

  /// The outline of a section of a form in a state of its response. O(n) for n cells.
  public init(_ section: Section, state: ResponseState) {
    isFolded = state.isFolded(section)
    cells = section.cells.map { cell in
      CellOutline(
        additionalRows: cell.additionalRows, isExpanded: state.isExpanded(cell), isHidden: cell.isHidden)
    }
  }
}
