import FormState

/// The apostrophe before a text that a spreadsheet would run as a formula.
///
/// A text that already has such an apostrophe gets another one, so removing one restores every text.
enum FormulaMark {
  /// The text, with a leading apostrophe if a spreadsheet would run it as a formula.
  static func added(to text: String) -> String { isNeeded(text) ? "'" + text : text }

  /// The text without the apostrophe that ``added(to:)`` has put before it.
  static func removed(from text: String) -> String {
    guard text.unicodeScalars.first == "'" else { return text }
    let rest = String(text.unicodeScalars.dropFirst())
    return isNeeded(rest) ? rest : text
  }

  /// The text of a custom cell, with a leading apostrophe if it would be read as a number.
  static func addedToNumber(_ text: String) -> String { isNumber(text) ? "'" + text : added(to: text) }

  /// The text without the apostrophe that ``addedToNumber(_:)`` has put before a number; `nil` if there is none.
  static func removedFromNumber(_ text: String) -> String? {
    text.unicodeScalars.first == "'" && isNumber(text) ? String(text.unicodeScalars.dropFirst()) : nil
  }

  /// The number that a text is the plain text of; `nil` for any other text.
  static func number(_ text: String) -> CellValue? {
    let number = Int64(text).map(CellValue.integer) ?? Double(text).flatMap(CellValue.number)
    return number.flatMap { $0.plainText.isSpelled(like: text) ? $0 : nil }
  }

  private static func isNumber(_ text: String) -> Bool {
    number(String(text.unicodeScalars.drop { $0 == "'" })) != nil
  }

  private static func isNeeded(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.drop { $0 == "'" }
    switch scalars.first {
    // Spreadsheets treat the full-width signs of East Asian keyboards like the others.
    case "=", "＝", "@", "＠", "＋", "－", "\t", "\r", "\n": return true
    case "+", "-": return !scalars.allSatisfy(harmless.contains)
    default: return false
    }
  }

  /// The characters of phone numbers; a formula made of these can compute, but neither read nor send anything.
  private static let harmless = Set("0123456789 +-.,()/".unicodeScalars)
}
