/// Numbers in the notation of XPath 1.0: no exponents, and no sign except the minus.
enum RuleNumberText {
  /// The number as in XPath's `string()`: the shortest digits that read as the same number.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    if abs(number) < 0x1p53, let whole = Int64(exactly: number) { return String(whole) }
    return withoutExponent(number.description)
  }

  /// The number in Collect's notation for results.
  static func text(ofResult number: Double) -> String { text(withoutNoise(number)) }

  /// The number, rounded to a whole one if it is within 10⁻¹² of it, as for 100 × 1.1.
  static func withoutNoise(_ number: Double) -> Double {
    let whole = number.rounded(.towardZero)
    return abs(number) < 0x1p31 && abs(number - whole) < 1e-12 ? whole : number
  }

  /// The number rounded to a number of decimal places of its text, halves up; before the point if negative.
  static func rounded(_ number: Double, digits: Int) -> Double {
    let parts = text(abs(number)).split(separator: ".")
    let whole = Array(parts[0].utf8)
    let all = whole + (parts.count > 1 ? Array(parts[1].utf8) : [])
    let cut = whole.count + digits
    guard cut < all.count else { return number }
    guard cut >= 0 else { return 0 }
    let half = UInt8(ascii: "5")
    let isAbove = all[cut] > half || all[cut] == half && all[(cut + 1)...].contains { $0 != UInt8(ascii: "0") }
    let isUp = isAbove || all[cut] == half && number > 0
    let digitsKept = isUp ? raised(all[..<cut]) : [UInt8(ascii: "0")] + all[..<cut]
    let result = Double(String(decoding: digitsKept, as: UTF8.self) + "e\(-digits)") ?? number
    return number < 0 ? -result : result
  }

  /// The digits of the number plus one in the last place, with a leading zero for the carry.
  private static func raised(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    var raised = [UInt8(ascii: "0")] + digits
    var index = raised.count - 1
    while raised[index] == UInt8(ascii: "9") {
      raised[index] = UInt8(ascii: "0")
      index -= 1
    }
    raised[index] += 1
    return raised
  }

  /// The number of a text as in XPath's `number()`; `nil` for NaN.
  ///
  /// Surrounding spaces are ignored. The text is an optional `-`, then digits with at most one point.
  static func number(_ text: String) -> Double? {
    let bytes = trimmed(text.utf8)
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
    var points = 0
    var hasDigit = false
    for byte in digits {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
      case UInt8(ascii: "."): points += 1
      default: return nil
      }
    }
    guard hasDigit, points <= 1 else { return nil }
    // A zero on either side makes “.5” and “5.” valid in Swift, with any sign.
    let sign = digits.startIndex == bytes.startIndex ? "" : "-"
    let padded = "\(sign)0\(String(decoding: digits, as: UTF8.self))\(points == 1 ? "0" : "")"
    return Double(padded)
  }

  /// The bytes without leading and trailing spaces.
  static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return bytes[bytes.endIndex...] }
    return bytes[first...last]
  }

  /// Whether a byte is whitespace in XPath.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x9 || byte == 0xA || byte == 0xD }

  /// Swift's shortest text of a number, with its exponent, if any, expanded to zeros.
  private static func withoutExponent(_ text: String) -> String {
    let parts = text.split(separator: "e", maxSplits: 1)
    guard let mantissa = parts.first else { return text }
    let sign = mantissa.hasPrefix("-") ? "-" : ""
    let halves = mantissa.drop { $0 == "-" }.split(separator: ".", maxSplits: 1).map(String.init)
    let whole = halves.first ?? ""
    let fraction = halves.dropFirst().first.flatMap { $0 == "0" ? nil : $0 } ?? ""
    let exponent = parts.dropFirst().first.flatMap { Int($0) } ?? 0
    return sign + placed(digits: whole + fraction, pointAfter: whole.count + exponent)
  }

  private static func placed(digits: String, pointAfter place: Int) -> String {
    if place <= 0 { return "0." + String(repeating: "0", count: -place) + digits }
    if place >= digits.count { return digits + String(repeating: "0", count: place - digits.count) }
    return "\(digits.prefix(place)).\(digits.dropFirst(place))"
  }
}
