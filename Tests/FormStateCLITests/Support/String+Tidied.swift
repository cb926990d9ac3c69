extension String {
  /// The text without spaces at the ends of lines and without blank lines at its end: a document has blank lines
  /// between commands, and editors remove trailing spaces.
  var tidied: String {
    var lines = replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n").map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while let last = lines.last, last.isEmpty { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
