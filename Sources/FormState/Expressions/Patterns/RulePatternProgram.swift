/// The automaton of a pattern.
struct RulePatternProgram: Sendable {
  /// A state, with its successors.
  enum Instruction: Sendable {
    /// Matches a scalar of a class.
    case match(ScalarClass, then: Int)
    /// Continues in both states.
    case split(Int, Int)
    /// Continues.
    case jump(Int)
    /// Continues if the position satisfies a condition.
    case assert(RulePatternAssertion, then: Int)
    /// The pattern matches.
    case found
  }

  /// Maximum number of states.
  static let mostStates = 10_000
  /// Maximum number of added parts, counted with repetitions: an empty one adds no states.
  private static let mostParts = 100_000

  private(set) var instructions: [Instruction] = [.found]
  /// The initial state.
  private(set) var start = 0
  private var parts = 0

  /// Builds the automaton from its end to its beginning, so every state knows its successors.
  init(_ node: RulePatternNode) throws(RulePatternError) {
    start = try add(node, before: 0)
  }

  private mutating func add(_ instruction: Instruction) throws(RulePatternError) -> Int {
    guard instructions.count < Self.mostStates else { throw .tooLarge }
    instructions.append(instruction)
    return instructions.count - 1
  }

  /// Adds the states of a part; returns the first one.
  private mutating func add(_ node: RulePatternNode, before end: Int) throws(RulePatternError) -> Int {
    parts += 1
    guard parts <= Self.mostParts else { throw .tooLarge }
    switch node {
    case .scalar(let scalars): return try add(.match(scalars, then: end))
    case .assertion(let assertion): return try add(.assert(assertion, then: end))
    case .sequence(let nodes):
      var start = end
      for node in nodes.reversed() { start = try add(node, before: start) }
      return start
    case .choice(let nodes):
      var start: Int?
      for node in nodes.reversed() {
        let branch = try add(node, before: end)
        start = try start.map { other throws(RulePatternError) in try add(.split(branch, other)) } ?? branch
      }
      return start ?? end
    case .repetition(let node, let least, let most): return try add(node, least: least, most: most, before: end)
    }
  }

  private mutating func add(
    _ node: RulePatternNode, least: Int, most: Int?, before end: Int
  ) throws(RulePatternError) -> Int {
    var start = end
    if let most {
      for _ in 0..<most - least { start = try add(.split(try add(node, before: start), end)) }
    } else {
      let loop = try add(.jump(end))
      instructions[loop] = .split(try add(node, before: loop), end)
      start = loop
    }
    for _ in 0..<least { start = try add(node, before: start) }
    return start
  }
}
