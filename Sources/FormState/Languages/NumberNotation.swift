import Foundation

/// How a person types numbers in a language. Numbers are stored plainly: digits, with a point before the fraction.
///
/// The page's `numbers.js` reads and writes the same.
package struct NumberNotation: Hashable, Sendable {
  private let decimalSign: Character
  private let groupSign: Character?

  /// Creates the notation of a language.
  ///
  /// - Parameter language: the name of a language, see ``FormTranslation/language``; for `nil` and an unknown one, the
  ///   notation is that of the device.
  package init(language: String?) {
    let locale = language.flatMap(Locale.init(languageNamed:)) ?? .current
    decimalSign = locale.decimalSeparator?.first ?? "."
    groupSign = locale.groupingSeparator?.first
  }

  /// A number as a person types it: with the decimal sign of the language, and without groups, so it can be edited.
  package func written(_ plain: String) -> String {
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.first?.first == "-" ? parts.first?.dropFirst() : parts.first
    guard parts.count == 2, let digits, Self.areDigits(digits), Self.areDigits(parts[1]) else { return plain }
    return "\(parts[0])\(decimalSign)\(parts[1])"
  }

  /// A typed number as it is stored; any other text unchanged.
  ///
  /// The decimal sign is that of the language, or a point. Groups have three digits, and in “1.234” the point is the
  /// sign between groups where the language has that one.
  package func plain(_ typed: String) -> String {
    guard let number = TypedNumber(typed) else { return typed }
    var (digits, signs) = (number.digits, number.signs)
    var fraction: String?
    if let last = signs.last, !isGrouped(digits, by: signs) {
      guard isDecimalSign(last), signs.dropLast().last != last else { return typed }
      fraction = digits.removeLast()
      signs.removeLast()
      guard isGrouped(digits, by: signs) else { return typed }
    }
    return (number.isNegative ? "-" : "") + digits.joined() + (fraction.map { ".\($0)" } ?? "")
  }

  /// Whether the signs separate groups of three digits; so without any.
  private func isGrouped(_ digits: [String], by signs: [Character]) -> Bool {
    guard let sign = signs.first else { return true }
    return isGroupSign(sign) && signs.allSatisfy { $0 == sign } && digits[0].count <= 3
      && digits.dropFirst().allSatisfy { $0.count == 3 }
  }

  private func isDecimalSign(_ sign: Character) -> Bool { sign == decimalSign || sign == "٫" || sign == "." }

  private func isGroupSign(_ sign: Character) -> Bool {
    sign == groupSign || sign == "’" || sign == "'" || (sign.isWhitespace && groupSign?.isWhitespace == true)
  }

  private static func areDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// Runs of digits with one other character between each two.
private struct TypedNumber {
  var isNegative = false
  /// The runs, in the digits 0 to 9.
  var digits = [""]
  var signs: [Character] = []

  /// Splits a typed text; `nil` if it is not such.
  init?(_ text: String) {
    var rest = text.trimmingCharacters(in: .whitespacesAndNewlines)[...]
    if let sign = rest.first, "-−–".contains(sign) {
      isNegative = true
      rest.removeFirst()
    }
    for character in rest {
      if let digit = Self.digit(character) {
        digits[digits.count - 1] += String(digit)
      } else {
        guard digits.last?.isEmpty == false else { return nil }
        signs.append(character)
        digits.append("")
      }
    }
    guard digits.last?.isEmpty == false else { return nil }
  }

  /// The value of a decimal digit of any script.
  private static func digit(_ character: Character) -> Int? {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      scalar.properties.generalCategory == .decimalNumber
    else { return nil }
    return character.wholeNumberValue
  }
}
