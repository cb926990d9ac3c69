#if CommandLine
import FormStateInterchange
import Foundation

/// Text for a terminal: styled if enabled, and harmless.
enum TerminalText {
  /// The styles.
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

  /// The text in a style, or unchanged.
  static func styled(_ text: String, _ style: Style, isStyled: Bool) -> String {
    isStyled && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The text on one line and harmless, see ``HarmlessText``.
  static func plain(_ text: String) -> String { HarmlessText.line(text) }

  /// The text with its lines, and harmless.
  static func harmless(_ text: String) -> String { HarmlessText.lines(text) }

  /// The number of columns of the text; East Asian wide characters and emoji take two.
  ///
  /// - Parameter limit: where to stop counting, so very long texts are measured quickly.
  static func width(of text: String, atMost limit: Int = .max) -> Int {
    var width = 0
    for character in text {
      width += self.width(of: character)
      if width >= limit { return limit }
    }
    return width
  }

  /// As much of the text as fits the columns, with … if it is truncated.
  static func cut(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    var (width, kept, end) = (0, 0, text.startIndex)
    for index in text.indices {
      let next = width + self.width(of: text[index])
      // What fits together with the ellipsis.
      if next <= columns - 1 { (kept, end) = (next, text.index(after: index)) }
      width = next
      if width > columns { return String(text[..<end]) + (kept < columns ? "…" : "") }
    }
    return text
  }

  /// The text with a direction mark after it if it is written from right to left, so that the rest of the line stays
  /// in place.
  static func leftToRight(_ text: String) -> String {
    text.unicodeScalars.contains(where: isRightToLeft) ? text + "\u{200E}" : text
  }

  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // A selector requests the emoji form of a character that is narrow without it.
    let isPicture = first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
    return isPicture || isWide(first) ? 2 : 1
  }

  /// The text padded with spaces to the number of columns.
  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(of: text)))
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
