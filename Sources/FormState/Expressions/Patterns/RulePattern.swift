/// A pattern of `regex`, matched in time linear in the text.
///
/// The pattern becomes an automaton whose states are all followed at once, so no pattern can be made to backtrack:
/// Thompson, “Regular Expression Search Algorithm” (1968), as Pike and Cox describe it for groups and bounded counts.
/// Matching costs at most the states times the scalars of the text.
struct RulePattern: Sendable {
  private let program: RulePatternProgram

  /// The number of states of the automaton.
  var stateCount: Int { program.instructions.count }

  /// Reads a pattern.
  ///
  /// - Throws: ``RulePatternError`` where it cannot be used; backreferences and looking around cannot be linear.
  init(_ pattern: String) throws(RulePatternError) {
    var parser = RulePatternParser(pattern)
    program = try RulePatternProgram(try parser.pattern())
  }

  /// Whether a whole text is as the pattern says.
  ///
  /// - Parameter budget: pays a step for each state that is tried at each scalar.
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

  /// What stands on either side.
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

  /// Adds all states that are reached from one without a scalar; returns whether the end is among them, where the text
  /// ends.
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

/// States without order or repetition, emptied in constant time: Briggs and Torczon, “An Efficient Representation for
/// Sparse Sets” (1993).
private struct StateSet {
  private var places: [Int]
  private var dense: [Int]
  private var count = 0

  init(count: Int) {
    places = [Int](repeating: 0, count: count)
    dense = places
  }

  /// How many states are in the set.
  var visited: Int { count }

  var members: ArraySlice<Int> { dense[..<count] }

  /// Adds a state; `false` if it was in the set.
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

/// A pattern cannot be used.
enum RulePatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It refers back to what a group matched.
  case backreference(String)
  /// It looks ahead or behind.
  case lookaround(String)
  /// A group has a sort that is not supported.
  case group(String)
  /// A class by a property of Unicode.
  case property(String)
  /// A backslash before a letter that means nothing.
  case escape(String)
  /// Something is never closed.
  case unclosed(String)
  /// A parenthesis closes what was never opened.
  case unopened
  /// Nothing stands before a sign that repeats.
  case nothingToRepeat(String)
  /// A range whose end comes before its beginning.
  case range(String)
  /// A count whose most is less than its least, or more than 1,000.
  case count(String)
  /// Groups are nested too deep.
  case tooDeep
  /// The automaton would be too large.
  case tooLarge

  /// The most that a count may say.
  static let mostRepeated = 1000

  /// What is wrong and what would be right, as clauses without a full stop.
  var description: String {
    switch self {
    case .backreference(let written):
      "“\(written)” refers back to a group, which would take exponential time; say what may stand there"
    case .lookaround(let written):
      "“\(written)…)” looks around, which is not supported; join several regex() with and, or not()"
    case .group(let written): "“\(written)” begins no group that is supported; write ( or (?:"
    case .property(let written): "“\(written)” is not supported; write the characters as ranges, such as [A-Za-zÀ-ÿ]"
    case .escape(let written): "“\(written)” means nothing; write the character without the backslash"
    case .unclosed(let written): "“\(written)” is never closed; write \\\(written) for the character itself"
    case .unopened: "“)” closes nothing; write \\) for the character itself"
    case .nothingToRepeat(let written):
      "“\(written)” has nothing before it to repeat; write \\\(written) for the character itself"
    case .range(let written): "the range “\(written)” ends before it begins"
    case .count(let written): "“\(written)” is no count; write the least before the most, at most 1,000"
    case .tooDeep: "its groups are nested more than 32 levels deep"
    case .tooLarge: "it has more than 10,000 states; let it count less"
    }
  }
}
