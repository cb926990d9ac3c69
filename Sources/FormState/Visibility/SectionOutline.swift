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
}
