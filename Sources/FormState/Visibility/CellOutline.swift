/// What the visibility index needs to know of a cell.
public struct CellOutline: Hashable, Sendable {
  /// How many descendants follow the cell directly.
  public var additionalRows: Int
  /// Whether the cell is expanded now; of no account for a cell without descendants.
  public var isExpanded: Bool
  /// Whether the definition hides the cell and its descendants.
  public var isHidden: Bool

  /// Creates an outline.
  public init(additionalRows: Int, isExpanded: Bool, isHidden: Bool) {
    self.additionalRows = additionalRows
    self.isExpanded = isExpanded
    self.isHidden = isHidden
  }
}
