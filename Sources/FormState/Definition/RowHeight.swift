/// How tall a row is.
public enum RowHeight: Hashable, Sendable {
  /// The view measures the row itself.
  case automatic
  /// A fixed height in points; greater than zero in a definition, zero for a row that is kept but hidden.
  case points(Double)

  /// The height that the CellDescriptor.plist tutorial gives a reuse identifier: 60 points for a normal
  /// cell, 270 for a date picker, 44 for every other.
  public static func standard(for identifier: String) -> RowHeight {
    switch CellKind(standardIdentifier: identifier) {
    case .group: .points(60)
    case .date: .points(270)
    default: .points(44)
    }
  }

  /// Whether a row of a definition can be so tall.
  var isUsable: Bool { points.map { $0.isFinite && $0 > 0 } ?? true }

  /// The height in points; `nil` when it is automatic.
  public var points: Double? {
    switch self {
    case .automatic: nil
    case .points(let points): points
    }
  }
}
