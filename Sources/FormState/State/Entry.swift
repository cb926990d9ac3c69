/// What a person did to a cell's value; a cell that nobody touched has none and shows its default.
public enum Entry: Hashable, Sendable {
  /// The person set the value, perhaps to what the default is.
  case value(CellValue)
  /// The person emptied the cell; its default does not show either.
  case cleared

  /// The value that the entry leaves in the cell; `nil` when it was cleared.
  public var value: CellValue? {
    switch self {
    case .value(let value): value
    case .cleared: nil
    }
  }
}
