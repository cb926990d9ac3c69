/// One of the reasons why a cell does not show.
public enum HidingReason: Hashable, Sendable {
  /// The section that the cell stands in is folded; the section's key.
  case folded(section: String)
  /// A cell above it is collapsed; that cell's key.
  case collapsed(cell: String)
  /// The definition hides the cell itself or a cell above it; the hidden one's key.
  case hiddenInDefinition(cell: String)
}

extension HidingReason: CustomStringConvertible {
  /// The reason as a clause without a full stop, such as `the section “personal” is folded`.
  public var description: String {
    switch self {
    case .folded(let section): "the section “\(section)” is folded"
    case .collapsed(let cell): "“\(cell)” is collapsed"
    case .hiddenInDefinition(let cell): "the definition hides “\(cell)”"
    }
  }
}
