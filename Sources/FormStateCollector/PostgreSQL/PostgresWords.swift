/// Texts of libpq and servers, in which a sentence may have several lines.
enum PostgresWords {
  /// A text as part of a sentence.
  static func inOneLine(_ text: UnsafePointer<CChar>) -> String {
    let lines = String(cString: text).split(whereSeparator: \.isNewline)
    return lines.map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
