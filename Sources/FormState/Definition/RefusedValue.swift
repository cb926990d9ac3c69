import Foundation

/// A value that a cell does not accept, and what it would accept.
///
/// Values are personal, so the description says what would be accepted and what kind of thing was given, and
/// repeats the value itself only where it is short.
public struct RefusedValue: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// What was given.
  public let given: CellValue
  /// What would be accepted, as a noun phrase.
  public let accepted: String

  public var errorDescription: String? { description }

  /// The refusal as a clause, such as `“soon” is not a date: YYYY-MM-DD, as 1835-11-30`.
  public var description: String {
    "“\(given.plainText.prefix(40))” is not accepted; give \(accepted)"
  }
}
