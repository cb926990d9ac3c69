#if CommandLine
/// Text in lines that fit a terminal.
enum TextLines {
  private static let widest = 79
  /// The narrowest that a column of text gets, so that a narrow terminal breaks lines instead.
  private static let narrowest = 24

  /// How many columns there are for text.
  private static var width: Int { min(StandardStreams.terminalWidth ?? widest, widest) }

  /// A text in lines, each after the same indent.
  static func wrapped(_ text: String, after indent: String) -> [String] {
    let width = max(width - indent.count, narrowest)
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, TerminalText.width(of: last) + TerminalText.width(of: String(word)) < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { line in indent + line.replacing(#/ +$/#, with: "") }
  }

  /// Rows of a name and a text, which stands beside the names in lines of its own.
  static func table(_ rows: [[String]]) -> [String] {
    let names = rows.map { $0.first ?? "" }
    let column = names.map(\.count).max() ?? 0
    return zip(names, rows).flatMap { name, row in
      wrapped(row.last ?? "", after: String(repeating: " ", count: column + 4)).enumerated().map { index, line in
        index > 0 ? line : "  " + TerminalText.padded(name, to: column + 2) + line.dropFirst(column + 4)
      }
    }
  }
}
#endif
