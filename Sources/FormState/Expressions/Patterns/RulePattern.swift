/// A pattern of `regex`, matched in time linear in the text.
///
/// The pattern becomes an automaton whose states are all followed at once, so no pattern can cause backtracking:
/// Thompson, “Regular Expression Search Algorithm” (1968), in the variant of Pike and Cox for groups and bounded
/// counts. Matching costs at most the states times the scalars of the text.
struct RulePattern: Sendable {
  private let program: RulePatternProgram

  /// The number of states of the automaton.
  var stateCount: Int { program.instructions.count }

  /// Reads a pattern.
  ///
  /// - Throws: ``RulePatternError`` for an invalid pattern; backreferences and lookaround cannot be linear.
  init(_ pattern: String) throws(RulePatternError) {
    var parser = RulePatternParser(pattern)
    program = try RulePatternProgram(try parser.pattern())
  }

  /// Whether a whole text matches the pattern.
  ///
  /// - Parameter budget: is charged a step for each state tried at each scalar.
  /// - Complexity: O(states · scalars).
  func matches(_ text: String, budget: inout RuleBudget) throws -> Bool {
    var states = StateSet(count: program.instructions.count)
    var following = StateSet(count: program.instructions.count)
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    if follow(program.start, at: Place(previous: nil, next: next), into: &states) { return true }
    while let scalar = next {
      try budget.spend(1 + states.visited)
      next = scalars.next()
      following.removeAll()
      let place = Place(previous: scalar, next: next)
      for state in states.members {
        guard case .match(let scalars, let then) = program.instructions[state], scalars.contains(scalar) else {
          continue
        }
        if follow(then, at: place, into: &following) { return true }
      }
      if following.members.isEmpty { return false }
      swap(&states, &following)
    }
    return false
  }

  /// The scalars on either side of a position.
  private struct Place {
    let previous: Unicode.Scalar?
    let next: Unicode.Scalar?

    func holds(_ assertion: RulePatternAssertion) -> Bool {
      switch assertion {
      case .start: previous == nil
      case .end: next == nil
      case .wordBoundary: isWordBoundary
      case .noWordBoundary: !isWordBoundary
      }
    }

    private var isWordBoundary: Bool {
      (previous.map(ScalarClass.word.contains) ?? false) != (next.map(ScalarClass.word.contains) ?? false)
    }
  }

  /// Adds all states reachable from one without a scalar; returns whether the end of the pattern is among them, at the
  /// end of the text.
  private func follow(_ start: Int, at place: Place, into states: inout StateSet) -> Bool {
    var waiting = [start]
    while let state = waiting.popLast() {
      guard states.insert(state) else { continue }
      switch program.instructions[state] {
      case .match: break
      case .found: if place.next == nil { return true }
      case .jump(let then): waiting.append(then)
      case .split(let one, let other):
        waiting.append(other)
        waiting.append(one)
      case .assert(let assertion, let then): if place.holds(assertion) { waiting.append(then) }
      }
    }
    return false
  }
}

/// A set of states, cleared in constant time: Briggs and Torczon, “An Efficient Representation for Sparse Sets” (1993).
private struct StateSet {
  private var places: [Int]
  private var dense: [Int]
  private var count = 0

  init(count: Int) {
    places = [Int](repeating: 0, count: count)
    dense = places
  }

  /// The number of states in the set.
  var visited: Int { count }

  var members: ArraySlice<Int> { dense[..<count] }

  /// Adds a state; `false` if it is already in the set.
  mutating func insert(_ state: Int) -> Bool {
    let place = places[state]
    guard place >= count || dense[place] != state else { return false }
    places[state] = count
    dense[count] = state
    count += 1
    return true
  }

  mutating func removeAll() { count = 0 }
}

/// A pattern is invalid.
enum RulePatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has a backreference to a group.
  case backreference(String)
  /// It has a lookahead or lookbehind.
  case lookaround(String)
  /// A kind of group is not supported.
  case group(String)
  /// It has a class by a Unicode property.
  case property(String)
  /// It has a backslash before a letter without a meaning.
  case escape(String)
  /// Something is never closed.
  case unclosed(String)
  /// It has an unmatched closing parenthesis.
  case unopened
  /// It has a quantifier without anything to repeat.
  case nothingToRepeat(String)
  /// It has a range whose end precedes its beginning.
  case range(String)
  /// It has a count whose maximum is less than its minimum, or more than 1,000.
  case count(String)
  /// Its groups are nested too deep.
  case tooDeep
  /// The automaton would be too large.
  case tooLarge

  /// The greatest permitted count.
  static let mostRepeated = 1000

  /// What is wrong and how to fix it, as clauses without a full stop.
  var description: String {
    switch self {
    case .backreference(let written):
      "“\(written)” refers back to a group, which would take exponential time; write the possible texts instead"
    case .lookaround(let written):
      "“\(written)…)” looks around, which is not supported; join several regex() with and, or not()"
    case .group(let written): "“\(written)” is not a supported group; write ( or (?:"
    case .property(let written): "“\(written)” is not supported; write the characters as ranges, such as [A-Za-zÀ-ÿ]"
    case .escape(let written): "“\(written)” is not a valid escape; write the character without the backslash"
    case .unclosed(let written): "“\(written)” is never closed; write \\\(written) for the character itself"
    case .unopened: "“)” has no “(”; write \\) for the character itself"
    case .nothingToRepeat(let written):
      "“\(written)” has nothing before it to repeat; write \\\(written) for the character itself"
    case .range(let written): "the range “\(written)” ends before it begins"
    case .count(let written): "“\(written)” is not a valid count; write the minimum before the maximum, at most 1,000"
    case .tooDeep: "its groups are nested more than 32 levels deep"
    case .tooLarge: "it has more than 10,000 states; use smaller counts"
    }
  }
}
