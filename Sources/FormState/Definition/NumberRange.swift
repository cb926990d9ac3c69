/// The numbers from a minimum to a maximum, both included.
///
/// Unlike a `ClosedRange` it can hold a minimum above its maximum, so that a faulty definition can be told to
/// its author together with every other fault instead of stopping the program.
public struct NumberRange: Hashable, Sendable, CustomStringConvertible {
  /// The least number.
  public var minimum: Double
  /// The greatest number.
  public var maximum: Double

  /// Creates a range; see ``FormDefinition/definitionFaults()`` for what makes one usable.
  public init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether a number lies in the range.
  public func contains(_ number: Double) -> Bool {
    minimum <= number && number <= maximum
  }

  /// The range in words: `0 to 10`.
  public var description: String {
    [minimum, maximum].map { CellValue.number($0)?.plainText ?? "\($0)" }.joined(separator: " to ")
  }
}
