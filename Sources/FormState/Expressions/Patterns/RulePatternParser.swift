/// A part of a pattern.
indirect enum RulePatternNode: Hashable, Sendable {
  /// One scalar of a class.
  case scalar(ScalarClass)
  /// A condition on the position.
  case assertion(RulePatternAssertion)
  /// One part after another.
  case sequence([RulePatternNode])
  /// One of several parts.
  case choice([RulePatternNode])
  /// A repeated part; `nil` for no maximum.
  case repetition(RulePatternNode, least: Int, most: Int?)
}

/// A condition on a position.
enum RulePatternAssertion: Hashable, Sendable {
  case start, end, wordBoundary, noWordBoundary
}

/// Parses patterns in the notation of JavaScript and Java.
struct RulePatternParser {
  private static let deepest = 32

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  /// Reads the whole pattern.
  mutating func pattern() throws(RulePatternError) -> RulePatternNode {
    let node = try choice()
    guard next == nil else { throw .unopened }
    return node
  }

  private mutating func choice() throws(RulePatternError) -> RulePatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw .tooDeep }
    let first = try sequence()
    var branches = [first]
    while skip("|") { branches.append(try sequence()) }
    return branches.count == 1 ? first : .choice(branches)
  }

  private mutating func sequence() throws(RulePatternError) -> RulePatternNode {
    var nodes: [RulePatternNode] = []
    while let next, next != "|", next != ")" {
      nodes.append(try repeated(try atom()))
    }
    return .sequence(nodes)
  }

  // MARK: - Counts

  private mutating func repeated(_ node: RulePatternNode) throws(RulePatternError) -> RulePatternNode {
    guard let (least, most) = try count() else { return node }
    // Greedy and lazy quantifiers make no difference to whether the pattern matches.
    _ = skip("?")
    let start = position
    if try count() != nil { throw .nothingToRepeat(text(start..<position)) }
    if case .assertion = node { throw .nothingToRepeat(text(start - 1..<start)) }
    return .repetition(node, least: least, most: most)
  }

  /// Reads a quantifier; `nil` if there is none.
  private mutating func count() throws(RulePatternError) -> (least: Int, most: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    return try countInBraces()
  }

  private mutating func countInBraces() throws(RulePatternError) -> (least: Int, most: Int?)? {
    let start = position
    guard skip("{"), let least = number() else {
      position = start
      return nil
    }
    var most: Int? = least
    if skip(",") { most = number() }
    guard skip("}") else {
      // “{2x” is literal, as in JavaScript.
      position = start
      return nil
    }
    guard least <= RulePatternError.mostRepeated, (most ?? least) <= RulePatternError.mostRepeated,
      least <= most ?? least
    else { throw .count(text(start..<position)) }
    return (least, most)
  }

  private mutating func number() -> Int? {
    let start = position
    while let next, ("0"..."9").contains(next) { position += 1 }
    guard position > start else { return nil }
    return Int(text(start..<position)) ?? Int.max
  }

  // MARK: - Atoms

  private mutating func atom() throws(RulePatternError) -> RulePatternNode {
    let start = position
    if try count() != nil { throw .nothingToRepeat(text(start..<position)) }
    guard let scalar = take() else { throw .unclosed("(") }
    switch scalar {
    case "(": return try group()
    case "[": return .scalar(try scalarClass())
    case ".": return .scalar(.anyOfLine)
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "\\": return try escape()
    default: return .scalar(ScalarClass(scalar))
    }
  }

  private mutating func group() throws(RulePatternError) -> RulePatternNode {
    if skip("?") { try kindOfGroup() }
    let node = try choice()
    guard skip(")") else { throw .unclosed("(") }
    return node
  }

  private mutating func kindOfGroup() throws(RulePatternError) {
    if skip(":") { return }
    if skip("=") || skip("!") { throw .lookaround(text(position - 3..<position)) }
    guard skip("<") else { throw .group(text(position - 2..<min(position + 1, scalars.count))) }
    if skip("=") || skip("!") { throw .lookaround(text(position - 4..<position)) }
    // The name of a group is useless without references to it.
    while let scalar = take() { if scalar == ">" { return } }
    throw .unclosed("(")
  }

  private mutating func escape() throws(RulePatternError) -> RulePatternNode {
    if skip("b") { return .assertion(.wordBoundary) }
    if skip("B") { return .assertion(.noWordBoundary) }
    if let next, ("1"..."9").contains(next) { throw .backreference("\\\(next)") }
    if next == "k" { throw .backreference("\\k") }
    return .scalar(try escapedClass())
  }

  // MARK: - Classes

  /// The class of an escape.
  private mutating func escapedClass() throws(RulePatternError) -> ScalarClass {
    guard let scalar = take() else { throw .unclosed("\\") }
    switch scalar {
    case "d": return .digit
    case "D": return ScalarClass.digit.negated
    case "w": return .word
    case "W": return ScalarClass.word.negated
    case "s": return .blank
    case "S": return ScalarClass.blank.negated
    case "p", "P": throw .property("\\\(scalar)")
    default: return ScalarClass(try escapedScalar(scalar))
    }
  }

  private mutating func escapedScalar(_ scalar: Unicode.Scalar) throws(RulePatternError) -> Unicode.Scalar {
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{C}"
    case "v": return "\u{B}"
    case "0": return "\0"
    case "x": return try hexadecimal(2, after: "\\x")
    case "u": return try hexadecimal(4, after: "\\u")
    default:
      guard scalar.value > 0x7F || !scalar.properties.isAlphabetic else { throw .escape("\\\(scalar)") }
      return scalar
    }
  }

  private mutating func hexadecimal(_ digits: Int, after sign: String) throws(RulePatternError) -> Unicode.Scalar {
    let isInBraces = sign == "\\u" && skip("{")
    let start = position
    while let next, next.properties.isASCIIHexDigit, isInBraces || position < start + digits { position += 1 }
    let number = position - start == digits || isInBraces ? UInt32(text(start..<position), radix: 16) : nil
    guard let number, let scalar = Unicode.Scalar(number), !isInBraces || skip("}") else { throw .escape(sign) }
    return scalar
  }

  /// Reads what follows `[`.
  private mutating func scalarClass() throws(RulePatternError) -> ScalarClass {
    let isNegated = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    while !skip("]") {
      let start = position
      let first = try member()
      guard next == "-", scalar(ahead: 1) != "]", scalar(ahead: 1) != nil, let low = first.only else {
        ranges += first.scalars.members
        continue
      }
      _ = skip("-")
      let second = try member()
      guard let high = second.only, low <= high else { throw .range(text(start..<position)) }
      ranges.append(low.value...high.value)
    }
    return ScalarClass(ranges, isNegated: isNegated)
  }

  /// One member of a class: its scalars, and the scalar if it is a single one.
  private mutating func member() throws(RulePatternError) -> (scalars: ScalarClass, only: Unicode.Scalar?) {
    guard let scalar = take() else { throw .unclosed("[") }
    guard scalar == "\\" else { return (ScalarClass(scalar), scalar) }
    if skip("b") { return (ScalarClass("\u{8}"), "\u{8}") }
    guard let next, !"dDwWsSpP".unicodeScalars.contains(next) else { return (try escapedClass(), nil) }
    _ = take()
    let only = try escapedScalar(next)
    return (ScalarClass(only), only)
  }

  // MARK: - Scalars

  private var next: Unicode.Scalar? { scalar(ahead: 0) }

  private func scalar(ahead distance: Int) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  private mutating func take() -> Unicode.Scalar? {
    guard let next else { return nil }
    position += 1
    return next
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }
}
