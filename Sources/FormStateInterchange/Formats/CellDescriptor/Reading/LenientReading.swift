import FormState

/// A converted value, whose original type may differ from the expected one.
struct LenientReading<Value: Equatable> {
  let value: Value
  /// The irregularity; `nil` if the type is right.
  let irregularity: Irregularity?

  init(_ value: Value, _ irregularity: Irregularity? = nil) {
    self.value = value
    self.irregularity = irregularity
  }
}

extension PropertyValue {
  /// The value as a boolean; `nil` if it cannot be one, whatever its type.
  var flagReading: LenientReading<Bool>? {
    switch self {
    case .boolean(let flag): LenientReading(flag)
    case .integer(0), .real(0): LenientReading(false, .flagAsNumber)
    case .integer(1), .real(1): LenientReading(true, .flagAsNumber)
    case .string(let text): Self.flag(text).map { LenientReading($0, .flagAsText) }
    default: nil
    }
  }

  /// The value as a number of rows, clamped to a countable range; `nil` if it cannot be one.
  var countReading: LenientReading<Int>? {
    switch self {
    case .integer(let number) where number >= 0: LenientReading(Int(clamping: number))
    case .real(let number): Self.count(number).map { LenientReading($0, .countAsReal) }
    case .boolean(let flag): LenientReading(flag ? 1 : 0, .countAsBoolean)
    case .string(let text): Self.count(text).map { LenientReading($0, .countAsText) }
    default: nil
    }
  }

  /// The value read as text; `nil` when it is neither text nor a number nor a boolean.
  var textReading: LenientReading<String>? {
    switch self {
    case .string(let text): LenientReading(text)
    case .integer(let number): LenientReading("\(number)", .scalarAsText)
    case .real(let number) where number.isFinite:
      LenientReading(CellValue.number(number)?.plainText ?? "\(number)", .scalarAsText)
    case .boolean(let flag): LenientReading(flag ? "true" : "false", .scalarAsText)
    default: nil
    }
  }

  /// Whether it is a text with nothing in it, which is equivalent to a missing key.
  var isBlank: Bool {
    if case .string(let text) = self { text.allSatisfy(\.isWhitespace) } else { false }
  }

  private static func flag(_ text: String) -> Bool? {
    // The longest word has five letters; longer texts cannot match.
    guard text.utf8.count <= 40 else { return nil }
    switch trimmed(text).lowercased() {
    case "true", "yes", "y", "on", "1": return true
    case "false", "no", "n", "off", "0": return false
    default: return nil
    }
  }

  private static func count(_ text: String) -> Int? {
    guard text.utf8.count <= 40 else { return nil }
    let digits = trimmed(text)
    return Int(digits).map { $0 >= 0 ? $0 : nil } ?? Double(digits).flatMap(count)
  }

  private static func count(_ number: Double) -> Int? {
    guard number.isFinite, number >= 0, number == number.rounded() else { return nil }
    return Int(exactly: number) ?? Int.max
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
