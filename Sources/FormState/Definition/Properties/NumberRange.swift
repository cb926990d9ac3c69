/// The numbers from a minimum to a maximum, both included.
///
/// Unlike a `ClosedRange` it can hold a minimum above its maximum, so a faulty definition can be reported with all its
/// other faults instead of trapping.
public struct NumberRange: Hashable, Sendable, CustomStringConvertible {
  /// The least number.
  public var minimum: Double
  /// The greatest number.
  public var maximum: Double

  /// Creates a range; see ``FormDefinition/checkDefinition()`` for its conditions.
  public init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether a number is in the range.
  package func contains(_ number: Double) -> Bool {
    minimum <= number && number <= maximum
  }

  /// The range in words: `0 to 10`.
  public var description: String {
    "\(minimumText) to \(maximumText)"
  }

  var minimumText: String { Self.text(of: minimum) }
  var maximumText: String { Self.text(of: maximum) }

  private static func text(of number: Double) -> String { CellValue.number(number)?.plainText ?? "\(number)" }
}
