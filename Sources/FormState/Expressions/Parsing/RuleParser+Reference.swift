extension RuleParser {
  /// Reads one step after another: `${passenger}[2]/${name}`.
  mutating func path(isFromCurrent: Bool) throws(RuleExpressionError) -> Part {
    let start = scanner.position
    let outer = surroundings
    var steps: [RuleExpression.Step] = []
    var deepest = 0
    repeat {
      let key = try key()
      surroundings = .cell
      let conditions = try conditions()
      surroundings = outer
      steps.append(RuleExpression.Step(key, conditions: conditions.nodes))
      deepest = max(deepest, conditions.depth)
    } while try continuesPath()
    return try made(
      .path(RuleExpression.Path(.steps(steps), isFromCurrent: isFromCurrent)), aboveDepth: deepest, at: start)
  }

  /// Whether `/` and a further step follow; the scanner is before the step then.
  private mutating func continuesPath() throws(RuleExpressionError) -> Bool {
    let start = scanner.position
    guard scanner.skip("/") else { return false }
    guard scanner.stands("${") else { throw misplacedStep(after: start) }
    return true
  }

  /// The error for what follows a `/`; spaces and numbers suggest a division.
  private func misplacedStep(after start: Int) -> RuleExpressionError {
    guard let next = scanner.next else { return fault(.endsTooEarly) }
    if next.beginsName || next == "." || next == "*" || next == "@" { return fault(.misplacedStep(scanner.thing())) }
    let sign = next == "/" ? RuleForeignSign.doubleSlash : .slash
    return fault(.foreign(sign.written, instead: sign.instead), at: start)
  }

  /// Reads `${key}`.
  mutating func key() throws(RuleExpressionError) -> String {
    let start = scanner.position
    guard scanner.skip("${") else { throw fault(.noValue(scanner.thing())) }
    guard let written = scanner.take(upTo: "}") else { throw fault(.unclosed("${", closing: "}"), at: start) }
    let scalars = written.unicodeScalars
    let inner = scalars.drop(while: \.isExpressionBlank).reversed().drop(while: \.isExpressionBlank).reversed()
    let key = String(String.UnicodeScalarView(inner)).canonicalKey
    if key.isEmpty { throw fault(.emptyKey, at: start) }
    if let problem = FormDefinition.problem(withKey: key) {
      throw fault(.impossibleKey(key, because: problem), at: start)
    }
    note(key, at: start)
    return key
  }

  /// Reads any number of conditions in brackets.
  mutating func conditions() throws(RuleExpressionError) -> (nodes: [Node], depth: Int) {
    var nodes: [Node] = []
    var deepest = 0
    while skipBlanks(before: "[") {
      let start = scanner.position
      _ = scanner.skip("[")
      scanner.skipBlanks()
      let part = try operation(bindingAtLeast: 1)
      try close("[", with: "]", openedAt: start)
      nodes.append(part.node)
      deepest = max(deepest, part.depth)
    }
    return (nodes, deepest)
  }

  /// Skips spaces if a sign follows them.
  private mutating func skipBlanks(before sign: String) -> Bool {
    let start = scanner.position
    scanner.skipBlanks()
    if scanner.stands(sign) { return true }
    scanner.goBack(to: start)
    return false
  }

  /// Reads `.` or `..`.
  mutating func ownPath(isFromCurrent: Bool) throws(RuleExpressionError) -> Part {
    let start = scanner.position
    let isParent = scanner.skip("..")
    if !isParent { _ = scanner.skip(".") }
    if surroundings == .item, !isFromCurrent { throw fault(.itemHasNoValue(isParent ? ".." : "."), at: start) }
    let end = scanner.position
    if scanner.skip("/") { throw misplacedStep(after: end) }
    return try made(.path(RuleExpression.Path(isParent ? .parent : .itself, isFromCurrent: isFromCurrent)), at: start)
  }

  /// Reads what follows the name `current`.
  mutating func current(from start: Int) throws(RuleExpressionError) -> Part {
    let opening = scanner.position
    _ = scanner.skip("(")
    scanner.skipBlanks()
    guard scanner.stands(")") || scanner.isAtEnd else {
      throw fault(.wrongNumberOfArguments(function: "current", takes: "no arguments", given: 1), at: start)
    }
    try close("(", with: ")", openedAt: opening)
    let end = scanner.position
    guard scanner.skip("/") else {
      return try made(.path(RuleExpression.Path(.itself, isFromCurrent: true)), at: start)
    }
    if scanner.stands("${") { return try path(isFromCurrent: true) }
    guard scanner.stands(".") else { throw misplacedStep(after: end) }
    return try ownPath(isFromCurrent: true)
  }
}
