/// The apostrophe before a text that a spreadsheet would run as a formula.
///
/// A text that has such an apostrophe itself gets another one, so that taking one off leads back to the text, whatever
/// it is.
enum FormulaMark {
  /// The text, with an apostrophe before it where a spreadsheet would run it as a formula.
  static func added(to text: String) -> String { isNeeded(text) ? "'" + text : text }

  /// The text without the apostrophe that ``added(to:)`` has put before it.
  static func removed(from text: String) -> String {
    guard text.unicodeScalars.first == "'" else { return text }
    let rest = String(text.unicodeScalars.dropFirst())
    return isNeeded(rest) ? rest : text
  }

  private static func isNeeded(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.drop { $0 == "'" }
    switch scalars.first {
    // Spreadsheets take the full-width signs of East Asian keyboards for the others.
    case "=", "＝", "@", "＠", "＋", "－", "\t", "\r", "\n": return true
    case "+", "-": return !scalars.allSatisfy(harmless.contains)
    default: return false
    }
  }

  /// What phone numbers are made of; a formula of these can compute, but neither read nor send anything.
  private static let harmless = Set("0123456789 +-.,()/".unicodeScalars)
}
