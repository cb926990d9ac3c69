/// Text of files and devices, made harmless for a terminal: untrusted control characters could control it, and marks
/// that change the direction of writing could make a line read as another one.
package enum HarmlessText {
  /// The text on one line; a line end is shown as ↵. O(n).
  package static func line(_ text: String) -> String { harmless(text, lineEnd: "↵") }

  /// The text with its lines. O(n).
  package static func lines(_ text: String) -> String { harmless(text, lineEnd: "\n") }

  private static func harmless(_ text: String, lineEnd: Unicode.Scalar) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      // A carriage return and a line feed are one line end.
      case "\n" where last == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append(lineEnd)
      case "\t": result.append(" ")
      default: result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
      }
      last = scalar
    }
    return String(result)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }
}
