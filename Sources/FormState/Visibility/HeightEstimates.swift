/// How tall rows are taken to be until the view has measured them, and how tall section headers are.
///
/// Used for automatic heights alone; a row of a fixed height has that height.
public struct HeightEstimates: Hashable, Sendable {
  /// The height of a row in points.
  public var row: Double
  /// The heights of rows by reuse identifier, where they differ from ``row``.
  public var rowsByIdentifier: [String: Double]
  /// The height of every section's header in points; 0 for a table that draws none.
  public var header: Double

  /// Creates estimates.
  public init(row: Double = 44, rowsByIdentifier: [String: Double] = [:], header: Double = 0) {
    self.row = row
    self.rowsByIdentifier = rowsByIdentifier
    self.header = header
  }

  /// The height in points that a row is taken to have.
  func points(of height: RowHeight, identifier: String) -> Double {
    Self.usable(height.points ?? rowsByIdentifier[identifier] ?? row)
  }

  /// The height in points that a header is taken to have.
  var headerPoints: Double { Self.usable(header) }

  /// A sum of heights must stay a number, whatever a caller estimates.
  private static func usable(_ points: Double) -> Double {
    points.isFinite && points > 0 ? points : 0
  }
}
