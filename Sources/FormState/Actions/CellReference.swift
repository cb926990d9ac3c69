/// Which cell an action is about.
public enum CellReference: Hashable, Sendable, CustomStringConvertible {
  /// The cell with a key, whether it shows or not.
  case key(String)
  /// The cell that shows at a row path when the action is applied.
  case rowPath(RowPath)

  /// The reference as messages write it: the key, or `[section,row]`.
  public var description: String {
    switch self {
    case .key(let key): key
    case .rowPath(let path): path.description
    }
  }
}
