#if CommandLine
import Foundation

/// Text for a person at a terminal: styled where that is wanted, and harmless.
enum TerminalText {
  /// How text stands out.
  enum Style: String {
    case bold = "1"
    case dim = "2"
  }

  /// Whether output may be styled: only on a terminal, and not when NO_COLOR (<https://no-color.org>) forbids it.
  static var isStyled: Bool {
    let environment = ProcessInfo.processInfo.environment
    return StandardStreams.outputIsTerminal && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
  }

  /// The text in a style, or as it is.
  static func styled(_ text: String, _ style: Style, isStyled: Bool) -> String {
    isStyled && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The text on one line and without control characters, with which a file from elsewhere could drive the terminal.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  /// How many columns the text takes; East Asian wide characters and pictures take two.
  static func width(of text: String) -> Int {
    text.reduce(0) { width, character in
      guard let first = character.unicodeScalars.first else { return width }
      return width + (isWide(first) ? 2 : 1)
    }
  }

  /// The text filled up with blanks to so many columns.
  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(of: text)))
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Marks that turn the direction of writing could make a line read as another one.
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}

/// Numbers with their noun.
enum Count {
  /// `1 cell`, `2 cells`.
  static func of(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
  }
}
#endif
