extension RuleParser {
  /// Reads a value: a text, a number, a part in parentheses, a reference, a function with its arguments.
  mutating func primary() throws(RuleExpressionError) -> Part {
    defer { scanner.skipBlanks() }
    guard let next = scanner.next else { throw fault(.endsTooEarly) }
    switch next {
    case "'", "\"": return try text(in: next)
    case "(": return try parentheses()
    case "$" where scanner.stands("${"): return try path(isFromCurrent: false)
    case _ where next.isExpressionDigit: return try number()
    case "." where scanner.scalar(ahead: 1)?.isExpressionDigit == true: return try number()
    case ".": return try ownPath(isFromCurrent: false)
    case _ where next.beginsName: return try named()
    default: throw noValue()
    }
  }

  private mutating func text(in mark: Unicode.Scalar) throws(RuleExpressionError) -> Part {
    let start = scanner.position
    _ = scanner.skip(String(mark))
    guard let text = scanner.take(upTo: mark) else {
      throw fault(.unclosed(String(mark), closing: String(mark)), at: start)
    }
    return try made(.text(text), at: start)
  }

  private mutating func number() throws(RuleExpressionError) -> Part {
    let start = scanner.position
    guard let digits = scanner.takeNumber(), let number = RuleNumberText.number(digits) else { throw noValue() }
    guard number.isFinite else { throw fault(.numberTooLarge, at: start) }
    return try made(.number(number), at: start)
  }

  private mutating func parentheses() throws(RuleExpressionError) -> Part {
    let start = scanner.position
    _ = scanner.skip("(")
    scanner.skipBlanks()
    let part = try operation(bindingAtLeast: 1)
    try close("(", with: ")", openedAt: start)
    return part
  }

  /// Skips the closing mark.
  mutating func close(
    _ opening: String, with closing: String, openedAt start: Int
  ) throws(RuleExpressionError) {
    if scanner.skip(closing) { return }
    guard scanner.isAtEnd else { throw strayThing() }
    throw fault(.unclosed(opening, closing: closing), at: start)
  }

  /// Reads what begins with a name: a function, a lookup, a column.
  private mutating func named() throws(RuleExpressionError) -> Part {
    let start = scanner.position
    guard let name = scanner.takeName() else { throw noValue() }
    guard try isCalled(name, from: start) else { return try made(.column(name), at: start) }
    switch name {
    case "list", "instance": return try lookup(name, from: start)
    case "current": return try current(from: start)
    default: return try call(name, from: start)
    }
  }

  /// Whether a parenthesis follows a name; spaces before it are skipped. A name alone must be that of a column.
  private mutating func isCalled(_ name: String, from start: Int) throws(RuleExpressionError) -> Bool {
    let afterName = scanner.position
    scanner.skipBlanks()
    if scanner.stands("(") { return true }
    if scanner.stands("::") {
      throw fault(.notInForms("the axis “\(name.shortened)::”", instead: Self.useKeys), at: start)
    }
    scanner.goBack(to: afterName)
    guard surroundings == .item else { throw fault(.bareName(name), at: start) }
    return false
  }

  /// The error for a missing value.
  private func noValue() -> RuleExpressionError {
    if let sign = RuleForeignSign.beforeValues.first(where: { scanner.stands($0.written) }) {
      return fault(.foreign(sign.written, instead: sign.instead))
    }
    switch scanner.next {
    case "/": return fault(.absolutePath)
    case "*": return fault(.notInForms("the wildcard “*”", instead: Self.useKeys))
    case "@": return fault(.notInForms("an attribute such as “@id”", instead: Self.useKeys))
    case "$": return fault(.notInForms("a variable such as “$x”", instead: Self.useKeys))
    default: return fault(.noValue(scanner.thing()))
    }
  }

  private static let useKeys = "write ${key} for a cell"
}
