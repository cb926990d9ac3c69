/// How a cell grows in place: expanding it changes the height of its row.
///
/// A cell may grow in place and have additional rows as well; then expanding it does both.
public struct InlineExpansion: Hashable, Sendable {
  /// How tall the row is while the cell is collapsed.
  public var collapsedHeight: RowHeight
  /// How tall the row is while the cell is expanded.
  public var expandedHeight: RowHeight
  /// How many lines of text the row shows while the cell is collapsed, 1 or more; `nil` for as many as there are.
  public var lineLimit: Int?

  /// Creates a rule; left out, the view measures both heights itself.
  public init(
    collapsedHeight: RowHeight = .automatic, expandedHeight: RowHeight = .automatic, lineLimit: Int? = nil
  ) {
    self.collapsedHeight = collapsedHeight
    self.expandedHeight = expandedHeight
    self.lineLimit = lineLimit
  }

  /// How tall the row is.
  public func height(isExpanded: Bool) -> RowHeight {
    isExpanded ? expandedHeight : collapsedHeight
  }
}
