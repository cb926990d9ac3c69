/// What the visibility index needs to know of a cell.
public struct CellOutline: Hashable, Sendable {
  /// How many descendants follow the cell directly.
  public var additionalRows: Int
  /// Whether the cell is expanded now.
  public var isExpanded: Bool
  /// Whether the definition hides the cell and its descendants.
  public var isHidden: Bool
  /// How tall the row is in points; of a cell that grows in place, while it is collapsed.
  public var height: Double
  /// How tall the row of a cell that grows in place is while it is expanded; `nil` for every other cell.
  public var expandedHeight: Double?

  /// Creates an outline.
  public init(
    additionalRows: Int, isExpanded: Bool, isHidden: Bool, height: Double = 44, expandedHeight: Double? = nil
  ) {
    self.additionalRows = additionalRows
    self.isExpanded = isExpanded
    self.isHidden = isHidden
    self.height = height
    self.expandedHeight = expandedHeight
  }
}
