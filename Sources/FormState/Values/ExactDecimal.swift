/// A number exactly as entered: `1.50` stays `1.50`.
///
/// A `Double` can neither express that a price has two digits, nor represent 0.1; a decimal is therefore its digits. It
/// has an optional sign, digits and an optional fraction, and no exponent: `72`, `-0.5`, `+1.50`, `007`.
public struct ExactDecimal: Hashable, Sendable {
  /// The number as entered.
  package let text: String

  /// The maximum number of characters of a number.
  static let mostCharacters = 64

  /// Reads a number; `nil` for any other text.
  ///
  /// - Parameter text: an optional sign, digits, and optionally a point and more digits; at most 64 characters.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.mostCharacters else { return nil }
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }) else { return nil }
    self.text = text
  }

  /// Creates a decimal from a number, with the fewest digits; `nil` if it is not finite, or has too many digits.
  public init?(_ number: Double) {
    guard number.isFinite else { return nil }
    if let whole = CellValue.number(number), case .integer(let whole) = whole {
      self.init(String(whole))
    } else {
      self.init(Self.withoutExponent(number.description))
    }
  }

  /// The nearest `Double`.
  package var number: Double { Double(text) ?? 0 }

  /// The number as an exactly equal `Double`; `nil` if there is none.
  var exactNumber: Double? {
    ExactDecimal(number).flatMap { $0.plainDigits == plainDigits ? number : nil }
  }

  /// The number as an integer; `nil` if its fraction is not zero, or it is too large.
  package var exactWhole: Int64? {
    let digits = plainDigits
    return digits.contains(".") ? nil : Int64(digits)
  }

  /// The canonical form of equal numbers: without plus sign, leading zeros and trailing zeros of the fraction.
  private var plainDigits: String {
    var digits = Substring(text)
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    let parts = digits.split(separator: ".")
    let whole = parts.first?.drop { $0 == "0" } ?? ""
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    let amount = (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : ".\(fraction)")
    return isNegative && amount != "0" ? "-\(amount)" : amount
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Expands the exponent of a number such as `1.5e-07`.
  private static func withoutExponent(_ text: String) -> String {
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]), abs(exponent) <= mostCharacters else { return text }
    let sign = parts[0].hasPrefix("-") ? "-" : ""
    let pair = parts[0].drop { $0 == "-" }.split(separator: ".")
    let whole = String(pair.first ?? "")
    let fraction = pair.count > 1 && pair[1] != "0" ? String(pair[1]) : ""
    let digits = whole + fraction
    let point = whole.count + exponent
    if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)" }
    if point >= digits.count { return sign + digits + String(repeating: "0", count: point - digits.count) }
    return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number as entered.
  public var description: String { text }
}
