/// A place in the text of an expression, and what stands there.
///
/// There are no tokens: whether `*`, `div` or `-` is an operator depends on what stands before it, which the parser
/// knows.
struct RuleScanner {
  private let scalars: [Unicode.Scalar]
  /// The number of scalars before the place.
  private(set) var position = 0

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// What stands at the place; `nil` at the end.
  var next: Unicode.Scalar? { scalar(ahead: 0) }

  var isAtEnd: Bool { position >= scalars.count }

  /// What stands some scalars after the place.
  func scalar(ahead distance: Int) -> Unicode.Scalar? {
    let index = position + distance
    return index < scalars.count ? scalars[index] : nil
  }

  /// The column of a position, in characters from 1.
  func column(of position: Int) -> Int {
    String(String.UnicodeScalarView(scalars[..<min(position, scalars.count)])).count + 1
  }

  /// Passes over blanks.
  mutating func skipBlanks() {
    while let next, next.isExpressionBlank { position += 1 }
  }

  /// Goes back to where the scanner was before.
  mutating func goBack(to earlier: Int) { position = earlier }

  /// Passes over a text if it stands at the place.
  mutating func skip(_ text: String) -> Bool {
    guard stands(text) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  /// Whether a text stands at the place.
  func stands(_ text: String) -> Bool {
    var index = position
    for scalar in text.unicodeScalars {
      guard index < scalars.count, scalars[index] == scalar else { return false }
      index += 1
    }
    return true
  }

  /// Takes everything up to a scalar, and passes over it; `nil` if it does not come.
  mutating func take(upTo end: Unicode.Scalar) -> String? {
    guard let index = scalars[position...].firstIndex(of: end) else { return nil }
    defer { position = index + 1 }
    return text(position..<index)
  }

  /// Takes as many scalars as are of a sort.
  mutating func take(while isOfSort: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let next, isOfSort(next) { position += 1 }
    return text(start..<position)
  }

  /// Takes a name such as `substring-before` or `jr:choice-name`; `nil` if none begins here.
  mutating func takeName() -> String? {
    guard let next, next.beginsName else { return nil }
    var name = take { $0.continuesName }
    if self.next == ":", let after = scalar(ahead: 1), after.beginsName {
      position += 1
      name += ":" + take { $0.continuesName }
    }
    return name
  }

  /// Takes a number of digits, with a point or without; `nil` if none begins here.
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

  /// What a message calls the thing at the place: the word that begins there, or the one character.
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
  /// Whether the scalar is a space of XPath.
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
