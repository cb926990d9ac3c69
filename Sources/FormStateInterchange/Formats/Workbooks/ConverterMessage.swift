import FormState
import Foundation

/// A message of pyxform, with its place in FormState's format: `[row : 2] On the 'survey' sheet, the 'name' value is
/// invalid. Names must begin with a letter.`
struct ConverterMessage {
  /// The most characters of a message: some repeat a whole row.
  private static let longest = 500

  private var rest: Substring
  private var sheet: Substring?
  private var row: Substring?
  private var column: Substring?

  /// The messages in a text; a line that names a row is a separate message, any other continues the previous one.
  static func diagnostics(of text: String) -> [Diagnostic] {
    var messages: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = harmless(line)
      if words.isEmpty { continue }
      if messages.isEmpty || words.hasPrefix("[row") {
        messages.append(words)
      } else {
        messages[messages.count - 1] += " \(words)"
      }
    }
    return messages.map { ConverterMessage($0).diagnostic }.filter { !$0.problem.isEmpty }
  }

  /// A line without surrounding white space and control characters.
  static func harmless(_ line: some StringProtocol) -> String {
    let scalars = line.unicodeScalars.map { scalar in
      [.control, .format].contains(scalar.properties.generalCategory) ? " " : scalar
    }
    let text = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
    return text.count > longest ? text.prefix(longest) + "…" : text
  }

  private init(_ text: String) {
    rest = text[...]
    if let number = take(after: "[row : ", upTo: "]") {
      row = number
      // A message that names a row alone is about the sheet with the questions.
      sheet = "survey"
    }
    if let name = take(after: "On the '", upTo: "' sheet, ") { sheet = name }
    if let name = take(after: "Invalid headers provided for sheet: '", upTo: "'. ") { (sheet, row) = (name, "1") }
    if row != nil, let name = take(after: "the '", upTo: "' value ") {
      column = name
      if take(after: "is invalid.", upTo: " ") == nil { rest = "the value \(rest)" }
    }
  }

  /// Takes the words up to a mark, with the mark and the white space after it, if the text begins with other words.
  private mutating func take(after start: String, upTo mark: String) -> Substring? {
    guard rest.hasPrefix(start) else { return nil }
    let behind = rest.dropFirst(start.count)
    guard let end = behind.range(of: mark) else { return nil }
    rest = behind[end.upperBound...].drop { $0 == " " }
    return behind[..<end.lowerBound]
  }

  private var diagnostic: Diagnostic {
    let place = [("sheet", sheet), ("row", row), ("column", column)].compactMap { name, value in
      value.map { "\(name) \($0)" }
    }
    let link = rest.range(of: "Learn more: ")
    let problem = Self.clause(link.map { rest[..<$0.lowerBound] } ?? rest)
    return Diagnostic(
      key: place.isEmpty ? nil : place.joined(separator: ", "), problem: problem,
      action: link.map { "see \(Self.withoutStop(rest[$0.upperBound...]))" } ?? "")
  }

  /// Words that go on a sentence: with a small letter first, and without a full stop.
  private static func clause(_ words: Substring) -> String {
    let isWord = words.dropFirst().first.map { $0.isLowercase || $0 == " " } ?? false
    return withoutStop(isWord ? words.prefix(1).lowercased() + words.dropFirst() : words)
  }

  private static func withoutStop(_ words: some StringProtocol) -> String {
    words.trimmingCharacters(in: CharacterSet(charactersIn: ". "))
  }
}
