/// Parses the text of an expression.
///
/// Operators are parsed by precedence climbing, so the stack grows only with nesting in the text, which is bounded; a
/// run of operators of one rank becomes one part of any length.
struct RuleParser {
  typealias Node = RuleExpression.Node
  typealias Limit = RuleExpression.Limit
  typealias Problem = RuleExpressionError.Problem

  /// A part, and its depth.
  struct Part {
    let node: Node
    let depth: Int
  }

  /// The subject of the conditions around the parser's position.
  enum Surroundings {
    /// The rule itself, or a cell.
    case cell
    /// An item of a list, whose columns are named without `${}`.
    case item
  }

  var scanner: RuleScanner
  var surroundings = Surroundings.cell
  /// The number of scalars before the first mention of each key.
  private(set) var keyPositions: [String: Int] = [:]
  private var nesting = 0
  private var parts = 0

  /// Begins to parse.
  init(_ source: String) throws(RuleExpressionError) {
    guard source.utf8.count <= Limit.bytes else { throw RuleExpressionError(column: 1, problem: .tooLong) }
    scanner = RuleScanner(source)
    if let character = ForbiddenCharacter(firstIn: source) {
      let position = source.unicodeScalars.prefix { $0.value != character.number }.count
      throw fault(.forbidden(character.problem), at: position)
    }
  }

  /// Reads the whole text.
  mutating func expression() throws(RuleExpressionError) -> Node {
    scanner.skipBlanks()
    if scanner.isAtEnd { throw RuleExpressionError(column: 1, problem: .empty) }
    let part = try operation(bindingAtLeast: 1)
    guard scanner.isAtEnd else { throw strayThing() }
    return part.node
  }

  /// Reads a part with all operators of at least a rank.
  mutating func operation(bindingAtLeast rank: Int) throws(RuleExpressionError) -> Part {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Limit.depth else { throw fault(.tooDeep) }
    var part = try operand()
    while let first = peekedOperator(), first.rank >= rank {
      part = try run(after: part, rank: first.rank)
    }
    return part
  }

  /// Reads a run of operators of one rank, each with its operand.
  private mutating func run(after first: Part, rank: Int) throws(RuleExpressionError) -> Part {
    let start = scanner.position
    var operands: [RuleExpression.Operand] = []
    var deepest = first.depth
    while let sign = peekedOperator(), sign.rank == rank {
      _ = scanner.skip(sign.rawValue)
      scanner.skipBlanks()
      let part = try operation(bindingAtLeast: rank + 1)
      operands.append(RuleExpression.Operand(sign, part.node))
      deepest = max(deepest, part.depth)
    }
    if rank == RuleExpression.Operator.union.rank, !([first.node] + operands.map(\.node)).allSatisfy(\.isReference) {
      throw fault(.unionOfValues, at: start)
    }
    return try made(.operation(first.node, operands), aboveDepth: deepest)
  }

  /// Reads an operand.
  private mutating func operand() throws(RuleExpressionError) -> Part {
    let start = scanner.position
    guard scanner.skip("-") else { return try primary() }
    scanner.skipBlanks()
    let part = try operation(bindingAtLeast: 7)
    return try made(.negative(part.node), aboveDepth: part.depth, at: start)
  }

  /// The next operator; the scanner does not move.
  private func peekedOperator() -> RuleExpression.Operator? {
    guard let next = scanner.next else { return nil }
    // “1 mod2” is parsed as intended, although XPath would read the name “mod2”.
    if next.beginsName {
      var copy = scanner
      let letters = copy.take { ("a"..."z").contains($0) }
      if let after = copy.next, after.beginsName || after == ":" { return nil }
      return RuleExpression.Operator(rawValue: letters)
    }
    guard next != ")", next != ",", next != "]" else { return nil }
    return Self.signs.first { scanner.stands($0.rawValue) && !isForeign($0) }
  }

  /// Operators that are not words; the longer one first if two begin alike.
  private static let signs: [RuleExpression.Operator] = [
    .notEqual, .lessOrEqual, .greaterOrEqual, .equal, .less, .greater, .plus, .minus, .times, .union,
  ]

  private func isForeign(_ sign: RuleExpression.Operator) -> Bool {
    RuleForeignSign.likeOperators[sign]?.contains { scanner.stands($0.written) } ?? false
  }

  // MARK: - Parts and faults

  /// Creates a part, unless there would be too many or they would be too deep.
  mutating func made(
    _ node: Node, aboveDepth depth: Int = 0, at position: Int? = nil
  ) throws(RuleExpressionError) -> Part {
    parts += 1
    if parts > Limit.parts { throw fault(.tooManyParts, at: position) }
    if depth + 1 > Limit.depth { throw fault(.tooDeep, at: position) }
    return Part(node: node, depth: depth + 1)
  }

  /// Notes the position of a key.
  mutating func note(_ key: String, at position: Int) {
    if keyPositions[key] == nil { keyPositions[key] = position }
  }

  /// The error at a position, or at the scanner's.
  func fault(_ problem: Problem, at position: Int? = nil) -> RuleExpressionError {
    RuleExpressionError(column: scanner.column(of: position ?? scanner.position), problem: problem)
  }

  /// The error for what follows a value.
  func strayThing() -> RuleExpressionError {
    if let sign = RuleForeignSign.betweenValues.first(where: { scanner.stands($0.written) }) {
      return fault(.foreign(sign.written, instead: sign.instead))
    }
    if scanner.stands("[") { return fault(.misplacedCondition) }
    return fault(.noOperator(scanner.thing()))
  }
}
