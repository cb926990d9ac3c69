/// A scanner for an XForm's expressions, as far as paths require it.
struct XFormPathScanner {
  private let scalars: [Unicode.Scalar]
  var position = 0

  init(_ expression: String) { scalars = Array(expression.unicodeScalars) }

  /// The next scalar; `nil` at the end.
  var next: Unicode.Scalar? { ahead(0) }

  /// The scalar at a distance; `nil` after the end.
  func ahead(_ distance: Int) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  /// The remaining text.
  var rest: String { text(position...) }

  /// Skips the next scalar.
  mutating func pass() { position = min(position + 1, scalars.count) }

  /// Whether a text comes next.
  func stands(_ text: String) -> Bool { scalars[position...].starts(with: text.unicodeScalars) }

  /// Skips a text, if it comes next.
  mutating func skip(_ text: String) -> Bool {
    guard stands(text) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  /// Skips blanks.
  mutating func skipBlanks() { while next?.properties.isWhitespace == true { pass() } }

  /// Takes a text with its quotes; `nil` if the closing one is missing.
  mutating func takeText() -> String? {
    guard let mark = next, let end = scalars[(position + 1)...].firstIndex(of: mark) else { return nil }
    defer { position = end + 1 }
    return text(position...end)
  }

  /// Takes everything up to a scalar, and skips it; `nil` if it is missing.
  mutating func take(upTo end: Unicode.Scalar) -> String? {
    guard let index = scalars[position...].firstIndex(of: end) else { return nil }
    defer { position = index + 1 }
    return text(position..<index)
  }

  /// Takes digits and points.
  mutating func takeNumber() -> String { take { Self.isDigit($0) || $0 == "." } }

  /// Takes a name with its prefix, if there is one; `nil` if no name begins here. The colons after names of axes are
  /// left.
  mutating func takeName() -> String? {
    guard let next, Self.beginsName(next) else { return nil }
    var name = take { Self.beginsName($0) || Self.isDigit($0) || $0 == "-" || $0 == "." || $0.value == 0xB7 }
    if self.next == ":", ahead(1).map(Self.beginsName) == true {
      pass()
      name += ":" + (takeName() ?? "")
    }
    return name
  }

  private mutating func take(while belongs: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let next, belongs(next) { pass() }
    return text(start..<position)
  }

  private func text(_ range: some RangeExpression<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range.relative(to: scalars)]))
  }

  /// Whether an opening bracket follows, blanks aside.
  var standsBeforeCall: Bool { scalars[position...].first { !$0.properties.isWhitespace } == "(" }

  /// Whether a call of nothing follows.
  var standsBeforeEmptyCall: Bool {
    var ahead = self
    return ahead.skipEmptyCall()
  }

  /// Skips `()`; `false` if something else comes next.
  mutating func skipEmptyCall() -> Bool {
    skipBlanks()
    guard skip("(") else { return false }
    skipBlanks()
    return skip(")")
  }

  /// Skips a call with one text; `nil` if something else comes next.
  mutating func skipCallOfText() -> String? {
    skipBlanks()
    guard skip("(") else { return nil }
    skipBlanks()
    guard next == "'" || next == "\"", let text = takeText() else { return nil }
    skipBlanks()
    return skip(")") ? String(text.dropFirst().dropLast()) : nil
  }

  // MARK: - Scalars

  static func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }

  static func beginsName(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isAlphabetic }

  static func beginsPath(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "." || scalar == "*" || scalar == "@" || beginsName(scalar)
  }
}
