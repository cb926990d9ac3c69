/// A position in the text of an expression.
///
/// There are no tokens: whether `*`, `div` or `-` is an operator depends on the previous part, which the parser knows.
struct RuleScanner {
  private let scalars: [Unicode.Scalar]
  /// The number of scalars before the position.
  private(set) var position = 0

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// The next scalar; `nil` at the end.
  var next: Unicode.Scalar? { scalar(ahead: 0) }

  var isAtEnd: Bool { position >= scalars.count }

  /// The scalar at a distance from the position.
  func scalar(ahead distance: Int) -> Unicode.Scalar? {
    let index = position + distance
    return index < scalars.count ? scalars[index] : nil
  }

  /// The column of a position, in characters from 1.
  func column(of position: Int) -> Int {
    String(String.UnicodeScalarView(scalars[..<min(position, scalars.count)])).count + 1
  }

  /// Skips spaces.
  mutating func skipBlanks() {
    while let next, next.isExpressionBlank { position += 1 }
  }

  /// Returns to an earlier position.
  mutating func goBack(to earlier: Int) { position = earlier }

  /// Skips a text if it is next.
  mutating func skip(_ text: String) -> Bool {
    guard stands(text) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  /// Whether a text is next.
  func stands(_ text: String) -> Bool {
    var index = position
    for scalar in text.unicodeScalars {
      guard index < scalars.count, scalars[index] == scalar else { return false }
      index += 1
    }
    return true
  }

  /// Takes everything up to a scalar, and skips that; `nil` if it does not occur.
  mutating func take(upTo end: Unicode.Scalar) -> String? {
    guard let index = scalars[position...].firstIndex(of: end) else { return nil }
    defer { position = index + 1 }
    return text(position..<index)
  }

  /// Takes scalars while a condition holds.
  mutating func take(while isOfSort: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let next, isOfSort(next) { position += 1 }
    return text(start..<position)
  }

  /// Takes a name such as `substring-before` or `jr:choice-name`; `nil` if none is next.
  mutating func takeName() -> String? {
    guard let next, next.beginsName else { return nil }
    var name = take { $0.continuesName }
    if self.next == ":", let after = scalar(ahead: 1), after.beginsName {
      position += 1
      name += ":" + take { $0.continuesName }
    }
    return name
  }

  /// Takes digits, optionally with a point; `nil` if none is next.
  mutating func takeNumber() -> String? {
    let beginsWithPoint = next == "." && scalar(ahead: 1)?.isExpressionDigit == true
    guard beginsWithPoint || next?.isExpressionDigit == true else { return nil }
    var digits = take { $0.isExpressionDigit }
    if next == "." {
      position += 1
      digits += "." + take { $0.isExpressionDigit }
    }
    return digits
  }

  /// The next thing for a message: the word that begins there, or one character.
  func thing() -> String {
    var copy = self
    if let name = copy.takeName() ?? copy.takeNumber() { return name }
    return String(text(position..<scalars.count).prefix(1))
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is whitespace in XPath.
  var isExpressionBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }

  /// Whether the scalar is a digit of a number.
  var isExpressionDigit: Bool { ("0"..."9").contains(self) }

  /// Whether a name can begin with the scalar.
  var beginsName: Bool {
    self == "_" || ("a"..."z").contains(self) || ("A"..."Z").contains(self) || (value > 0x7F && properties.isAlphabetic)
  }

  /// Whether a name can continue with the scalar.
  var continuesName: Bool {
    beginsName || isExpressionDigit || self == "-" || self == "."
      || (value > 0x7F && properties.canonicalCombiningClass != .notReordered)
  }
}
