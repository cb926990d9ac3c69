import Foundation

/// What a cell holds.
///
/// A value keeps its kind wherever it goes: SQLite stores text as TEXT, numbers as INTEGER or REAL, switches as
/// 0 or 1 and dates as ISO-8601 text; JSON has strings, numbers and booleans.
///
/// Texts are equal scalar by scalar: a text that was spelled differently is another value, even where Swift calls the
/// strings equal.
public enum CellValue: Hashable, Sendable {
  /// Text of any length.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number that is not whole; always finite.
  case real(Double)
  /// The position of a switch.
  case boolean(Bool)
  /// A day in the calendar.
  case date(CalendarDate)

  /// A number in the one form that all ways into a store share: whole where it is whole.
  ///
  /// Without this, a slider set to 7 from the command line and to 7.0 from a script would differ in the file.
  ///
  /// - Returns: `nil` when the number is not finite.
  public static func number(_ number: Double) -> CellValue? {
    guard number.isFinite else { return nil }
    // Beyond 2^53 a Double no longer tells neighbouring whole numbers apart.
    if abs(number) <= 0x1p53, let whole = Int64(exactly: number) { return .integer(whole) }
    return .real(number)
  }

  /// The number that the value is; `nil` for text, dates and switches.
  public var number: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .real(let number): number
    case .text, .boolean, .date: nil
    }
  }

  /// The value as plain text: text as it is, numbers in Swift's shortest form, `true` or `false`, ISO-8601.
  public var plainText: String {
    switch self {
    case .text(let text): text
    case .integer(let whole): String(whole)
    case .real(let number): String(number)
    case .boolean(let isOn): isOn ? "true" : "false"
    case .date(let date): date.isoText
    }
  }
}

// MARK: - Written in code

extension CellValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// Text, as in `.set("first-name", "Ada")`.
  public init(stringLiteral text: String) { self = .text(text) }

  /// A whole number.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// A number, whole where it is whole.
  public init(floatLiteral number: Double) { self = CellValue.number(number) ?? .real(number) }

  /// The position of a switch.
  public init(booleanLiteral isOn: Bool) { self = .boolean(isOn) }
}

// MARK: - Equality

extension CellValue {
  /// Whether two values are of one kind and the same, texts scalar by scalar.
  public static func == (left: CellValue, right: CellValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.isSpelled(like: right)
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.text, _), (.integer, _), (.real, _), (.boolean, _), (.date, _): false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text):
      hasher.combine(0)
      text.hashSpelling(into: &hasher)
    case .integer(let whole):
      hasher.combine(1)
      hasher.combine(whole)
    case .real(let number):
      hasher.combine(2)
      hasher.combine(number)
    case .boolean(let isOn):
      hasher.combine(3)
      hasher.combine(isOn)
    case .date(let date):
      hasher.combine(4)
      hasher.combine(date)
    }
  }

  /// The value with its text canonically composed, for values that are keys.
  package var withCanonicalText: CellValue {
    if case .text(let text) = self { .text(text.canonicalKey) } else { self }
  }
}

/// A value that a cell does not accept, and what it would accept.
///
/// Values are personal, so the description says what would be accepted and what kind of thing was given, and
/// repeats the value itself only where it is short.
public struct RefusedValue: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// What was given.
  public let given: CellValue
  /// What would be accepted, as a noun phrase.
  public let accepted: String

  /// How many options a refusal lists.
  private static let listedOptions = 8

  /// Says what would be accepted.
  package init(given: CellValue, accepted: String) {
    self.given = given
    self.accepted = accepted
  }

  /// Refuses what is none of a question's options, by their values.
  package init(given: CellValue, acceptedOptions: [String]) {
    let listed = acceptedOptions.prefix(Self.listedOptions).map { "“\($0.shortened)”" }.joined(separator: ", ")
    let left = acceptedOptions.count - Self.listedOptions
    self.init(
      given: given,
      accepted: "the value or the title of one of its options: \(listed)" + (left > 0 ? " and \(left) more" : ""))
  }

  public var errorDescription: String? { description }

  /// The refusal as a clause, such as `“soon” is not a date: YYYY-MM-DD, as 1835-11-30`.
  public var description: String {
    "“\(ForbiddenCharacter.replaced(in: given.plainText.prefix(40)))” is not accepted; give \(accepted)"
  }
}
