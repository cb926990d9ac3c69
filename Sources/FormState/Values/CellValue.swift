/// The value of a cell.
///
/// A value keeps its type everywhere: SQLite stores text as TEXT, numbers as INTEGER or REAL, switches as 0 or 1, dates
/// and times as ISO 8601 text, exact decimals as their digits and several choices as a JSON array; JSON has strings,
/// numbers, booleans and arrays.
///
/// Texts are compared scalar by scalar: another spelling is another value, even if Swift considers the strings equal.
@nonexhaustive
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
  /// A number exactly as it was entered.
  case decimal(ExactDecimal)
  /// A time of day.
  case time(ClockTime)
  /// A day and a time, with their offset from UTC.
  case dateTime(OffsetDateTime)
  /// The values of several options, each once, in the order chosen.
  case choices([String])

  /// A number in canonical form: an integer if it is whole.
  ///
  /// Without this, a slider set to 7 on the command line and to 7.0 in a script would differ in the file.
  ///
  /// - Returns: `nil` if the number is not finite.
  package static func number(_ number: Double) -> CellValue? {
    guard number.isFinite else { return nil }
    // Beyond 2^53 a Double no longer distinguishes neighbouring whole numbers.
    if abs(number) <= 0x1p53, let whole = Int64(exactly: number) { return .integer(whole) }
    return .real(number)
  }

  /// The number, for an exact decimal the nearest one; `nil` for all other values.
  public var number: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .real(let number): number
    case .decimal(let decimal): decimal.number
    case .text, .boolean, .date, .time, .dateTime, .choices: nil
    }
  }

  /// The value as plain text: unchanged text, numbers in Swift's shortest form, exact decimals as entered, `true` or
  /// `false`, ISO 8601, several choices as a JSON array.
  public var plainText: String {
    switch self {
    case .text(let text): text
    case .integer(let whole): String(whole)
    case .real(let number): String(number)
    case .boolean(let isOn): isOn ? "true" : "false"
    case .date(let date): date.isoText
    case .decimal(let decimal): decimal.text
    case .time(let time): time.isoText
    case .dateTime(let moment): moment.isoText
    case .choices(let values): ChoiceText.text(of: values)
    }
  }
}

extension CellValue {
  /// The value as a person would type it: several choices separated by commas, all else as ``plainText``.
  var enteredText: String {
    if case .choices(let values) = self { values.joined(separator: ", ") } else { plainText }
  }
}

// MARK: - Literals

extension CellValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// Text, as in `.set("first-name", "Ada")`.
  public init(stringLiteral text: String) { self = .text(text) }

  /// A whole number.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// A number, an integer if it is whole.
  public init(floatLiteral number: Double) { self = CellValue.number(number) ?? .real(number) }

  /// The position of a switch.
  public init(booleanLiteral isOn: Bool) { self = .boolean(isOn) }
}

// MARK: - Equality

extension CellValue {
  /// Whether two values have the same type and are equal, texts scalar by scalar.
  public static func == (left: CellValue, right: CellValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.isSpelled(like: right)
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left == right
    case (.time(let left), .time(let right)): left == right
    case (.dateTime(let left), .dateTime(let right)): left == right
    case (.choices(let left), .choices(let right)): left.elementsEqual(right) { $0.isSpelled(like: $1) }
    case (.text, _), (.integer, _), (.real, _), (.boolean, _), (.date, _), (.decimal, _), (.time, _), (.dateTime, _),
      (.choices, _):
      false
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
    case .decimal(let decimal): hasher.combine(decimal)
    case .time(let time): hasher.combine(time)
    case .dateTime(let moment): hasher.combine(moment)
    case .choices(let values):
      hasher.combine(values.count)
      for value in values { value.hashSpelling(into: &hasher) }
    }
  }

  /// The value with its text canonically composed, for values that are keys.
  package var withCanonicalText: CellValue {
    switch self {
    case .text(let text): .text(text.canonicalKey)
    case .choices(let values): .choices(values.map(\.canonicalKey))
    default: self
    }
  }

  /// The values of the chosen options if a question has the value; empty if it is not a choice.
  package var chosenValues: [String] {
    switch self {
    case .text(let chosen): [chosen]
    case .choices(let chosen): chosen
    default: []
    }
  }

  /// Whether an option is chosen if a question has the value. O(k) for k chosen options; see ``ChosenOptions``.
  func isChoice(of option: String) -> Bool {
    chosenValues.contains { $0.isSpelled(like: option) }
  }
}

/// The chosen options of a question, to look for many of them.
struct ChosenOptions {
  private let values: Set<String>

  /// Prepares the lookup. O(k) for k chosen options.
  init(_ value: CellValue?) { values = Set(value?.chosenValues ?? []) }

  /// Whether an option is chosen. O(1).
  func contains(_ option: String) -> Bool {
    values.firstIndex(of: option).map { values[$0].isSpelled(like: option) } ?? false
  }
}
