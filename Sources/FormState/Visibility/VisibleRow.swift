/// A row as a table shows it, or keeps it without height.
public struct VisibleRow: Hashable, Sendable {
  /// Where the row stands among the rows of its section.
  public var path: RowPath
  /// The position of the cell in its section's preorder, from 0, hidden cells counted.
  public var index: Int
  /// The key of the cell.
  public var key: String
  /// What the cell holds.
  public var kind: CellKind
  /// The reuse identifier.
  public var identifier: String
  /// The displayed primary title.
  public var title: String
  /// The displayed secondary title.
  public var subtitle: String
  /// What the cell holds now; `nil` for nothing.
  public var value: CellValue?
  /// What the cell's control holds that is no value yet, to be shown back instead of the value; `nil` for nothing.
  public var draft: String?
  /// What the value looks like to a person; empty for nothing and for groups.
  public var valueText: String
  /// Whether the row can be expanded, to show rows under it, to grow in place, or both.
  public var isExpandable: Bool
  /// Whether the row is expanded.
  public var isExpanded: Bool
  /// Whether expanding the row makes it grow in place.
  public var isInline: Bool
  /// How many lines of text the row may show; `nil` for as many as there are, and for a hidden row.
  public var lineLimit: Int?
  /// How many ancestors the cell has; what a table indents by.
  public var level: Int
  /// How tall the row is; 0 points for a row that is kept but hidden.
  public var height: RowHeight
  /// Whatever else the author wrote about the cell; `decode(_:)` reads it as a type of your own.
  public var properties: [String: PropertyValue]

  /// Describes a cell at a row path in a state of its response.
  ///
  /// - Parameters:
  ///   - cell: the cell's definition.
  ///   - path: the row path.
  ///   - index: the position of the cell in its section's preorder.
  ///   - level: how many ancestors the cell has.
  ///   - isExpanded: whether the cell is expanded.
  ///   - height: how tall the row is.
  ///   - state: what the person has touched.
  public init(
    cell: FormCell, path: RowPath, index: Int, level: Int, isExpanded: Bool, height: RowHeight, state: ResponseState
  ) {
    self.path = path
    self.index = index
    key = cell.key
    kind = cell.kind
    identifier = cell.identifier
    title = state.title(of: cell)
    subtitle = cell.subtitle
    value = state.value(of: cell)
    // A cell that takes the key of an option as its value shows the option's title as its own.
    valueText = cell.kind == .group ? "" : value.map(cell.displayText(of:)) ?? ""
    draft = state.drafts[cell.key]
    isExpandable = cell.isExpandable
    self.isExpanded = isExpanded
    isInline = cell.inline != nil
    // A row without height shows no lines; that way its limit changes only when the row is resized.
    lineLimit = isExpanded || height == .points(0) ? nil : cell.inline?.lineLimit
    self.level = level
    self.height = height
    properties = cell.properties
  }
}
