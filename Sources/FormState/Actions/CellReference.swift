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

  /// The reference with its key canonically composed, as forms have theirs.
  package var withCanonicalKey: CellReference {
    if case .key(let key) = self { .key(key.canonicalKey) } else { self }
  }
}

extension CellReference: ExpressibleByStringLiteral {
  /// The cell with a key, as in `.set("first-name", "Ada")`.
  public init(stringLiteral key: String) { self = .key(key) }
}
