/// How a cell grows in place: expanding it changes the height of its row.
///
/// A cell may both grow in place and have additional rows; expanding it then does both.
@usableFromInline
package struct InlineExpansion: Hashable, Sendable {
  /// The height of the row while the cell is collapsed.
  @usableFromInline package var collapsedHeight: RowHeight
  /// The height of the row while the cell is expanded.
  @usableFromInline package var expandedHeight: RowHeight
  /// The maximum number of lines of text while the cell is collapsed, 1 or more; `nil` for no limit.
  @usableFromInline package var lineLimit: Int?

  /// Creates an inline expansion; by default the view measures both heights.
  @usableFromInline package init(
    collapsedHeight: RowHeight = .automatic, expandedHeight: RowHeight = .automatic, lineLimit: Int? = nil
  ) {
    self.collapsedHeight = collapsedHeight
    self.expandedHeight = expandedHeight
    self.lineLimit = lineLimit
  }

  /// The height of the row.
  func height(isExpanded: Bool) -> RowHeight {
    isExpanded ? expandedHeight : collapsedHeight
  }
}

/// The height of a row.
@nonexhaustive
public enum RowHeight: Hashable, Sendable {
  /// The view measures the row itself.
  case automatic
  /// A fixed height in points; greater than zero in a definition, zero for a row that is kept but hidden.
  case points(Double)

  /// The CellDescriptor.plist tutorial's height for a reuse identifier: 60 points for a normal cell, 270 for a date
  /// picker, 44 for any other.
  package static func standard(for identifier: String) -> RowHeight {
    switch CellKind(standardIdentifier: identifier) {
    case .group: .points(60)
    case .date: .points(270)
    default: .points(44)
    }
  }

  /// Whether the height is valid in a definition.
  var isUsable: Bool { points.map { $0.isFinite && $0 > 0 } ?? true }

  /// The height in points; `nil` if it is automatic.
  public var points: Double? {
    switch self {
    case .automatic: nil
    case .points(let points): points
    }
  }
}
