extension RuleFunction {
  /// Functions of texts. Texts are measured in Unicode scalars, the characters of XPath.
  static let ofTexts: [RuleFunction] = [
    RuleFunction("string", .between(0, 1)) { evaluation, arguments in
      try evaluation.made(try evaluation.textOrOwn(arguments))
    },
    RuleFunction("concat", .atLeast(1)) { evaluation, arguments in
      try evaluation.joined(arguments.values, by: "")
    },
    RuleFunction("join", .atLeast(1)) { evaluation, arguments in
      try evaluation.joined(Array(arguments.values.dropFirst()), by: try evaluation.text(arguments[0]))
    },
    RuleFunction("substr", .between(2, 3)) { evaluation, arguments in
      let scalars = Array(try evaluation.text(arguments[0]).unicodeScalars)
      let start = index(try evaluation.number(arguments[1]), in: scalars)
      let end = try arguments.optional(2).map { try evaluation.number($0) }
      let stop = end.map { index($0, in: scalars) } ?? scalars.count
      return try evaluation.made(joined(scalars[start..<max(start, stop)]))
    },
    RuleFunction("substring", .between(2, 3)) { evaluation, arguments in
      let scalars = Array(try evaluation.text(arguments[0]).unicodeScalars)
      let start = rounded(try evaluation.number(arguments[1]))
      let length = try arguments.optional(2).map { try evaluation.number($0) }
      let end = length.map { start + rounded($0) } ?? .infinity
      return try evaluation.made(joined(scalars[positions(from: start, to: end, count: scalars.count)]))
    },
    RuleFunction("substring-before", .exactly(2)) { evaluation, arguments in
      let text = try evaluation.text(arguments[0])
      guard let found = try evaluation.find(arguments[1], in: text) else { return .blank }
      return try evaluation.made(String(text.utf8.prefix(found.lowerBound)) ?? "")
    },
    RuleFunction("substring-after", .exactly(2)) { evaluation, arguments in
      let text = try evaluation.text(arguments[0])
      guard let found = try evaluation.find(arguments[1], in: text) else { return .blank }
      return try evaluation.made(String(text.utf8.dropFirst(found.upperBound)) ?? "")
    },
    RuleFunction("contains", .exactly(2)) { evaluation, arguments in
      .boolean(try evaluation.find(arguments[1], in: try evaluation.text(arguments[0])) != nil)
    },
    RuleFunction("starts-with", .exactly(2)) { evaluation, arguments in
      .boolean(try evaluation.text(arguments[0]).utf8.starts(with: try evaluation.text(arguments[1]).utf8))
    },
    RuleFunction("ends-with", .exactly(2)) { evaluation, arguments in
      let text = try evaluation.text(arguments[0]).utf8.reversed()
      return .boolean(text.starts(with: try evaluation.text(arguments[1]).utf8.reversed()))
    },
    RuleFunction("string-length", .between(0, 1)) { evaluation, arguments in
      .number(Double(try evaluation.textOrOwn(arguments).unicodeScalars.count))
    },
    RuleFunction("normalize-space", .between(0, 1)) { evaluation, arguments in
      let words = try evaluation.textOrOwn(arguments).utf8.split(whereSeparator: RuleNumberText.isBlank)
      return try evaluation.made(words.compactMap { String($0) }.joined(separator: " "))
    },
    RuleFunction("translate", .exactly(3)) { evaluation, arguments in
      let text = try evaluation.text(arguments[0])
      let partners = partners(of: try evaluation.text(arguments[1]), in: try evaluation.text(arguments[2]))
      return try evaluation.made(joined(text.unicodeScalars.compactMap { partners[$0] ?? $0 }))
    },
    RuleFunction("regex", .exactly(2), roles: [.value, .pattern]) { evaluation, arguments in
      let text = try evaluation.text(arguments[0])
      return .boolean(try evaluation.matches(text, try evaluation.text(arguments[1])))
    },
  ]

  private static func joined(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The index for `substr`: from 0, from the end if negative.
  private static func index(_ number: Double, in scalars: [Unicode.Scalar]) -> Int {
    let count = Double(scalars.count)
    let whole = number.isNaN ? 0 : number.rounded(.towardZero)
    return Int(min(max(whole < 0 ? count + whole : whole, 0), count))
  }

  /// The number rounded as in XPath's `substring`: halves up.
  private static func rounded(_ number: Double) -> Double { (number + 0.5).rounded(.down) }

  /// The indices of the positions from 1 that are at least the first number and less than the second.
  private static func positions(from start: Double, to end: Double, count: Int) -> Range<Int> {
    guard !start.isNaN, !end.isNaN, start < end else { return 0..<0 }
    let first = Int(min(max(start, 1), Double(count) + 1)) - 1
    let last = Int(min(max(end, 1), Double(count) + 1)) - 1
    return first..<max(first, last)
  }

  /// The replacement for each scalar of a text: the one at its position in the other text, or nothing if that is
  /// shorter.
  private static func partners(of from: String, in to: String) -> [Unicode.Scalar: Unicode.Scalar?] {
    var others = to.unicodeScalars.makeIterator()
    var partners: [Unicode.Scalar: Unicode.Scalar?] = [:]
    for scalar in from.unicodeScalars {
      let other = others.next()
      if partners[scalar] == nil { partners[scalar] = .some(other) }
    }
    return partners
  }
}

extension RuleEvaluation {
  /// The argument as a text; by default that of the expression's cell.
  fileprivate mutating func textOrOwn(_ arguments: RuleArguments) throws -> String {
    guard let argument = arguments.optional(0) else { return try read(try ownScalar().text) }
    return try text(argument)
  }

  /// All values of the arguments, one after another.
  fileprivate mutating func joined(_ values: [RuleValue], by separator: String) throws -> RuleValue {
    var result = ""
    var isFirst = true
    for value in values {
      for scalar in try scalars(of: value) {
        if !isFirst { result += separator }
        isFirst = false
        result += scalar.text
        guard result.utf8.count <= RuleBudget.longestText else { throw RuleFailure.textTooLong }
      }
    }
    return try made(result)
  }

  /// Whether a whole text matches a pattern.
  ///
  /// An invalid pattern from an answer matches nothing, just as an invalid date is blank.
  fileprivate mutating func matches(_ text: String, _ pattern: String) throws -> Bool {
    try budget.spend(pattern.utf8.count)
    let automaton: RulePattern
    do throws(RulePatternError) {
      automaton = try RulePattern(pattern)
    } catch {
      if error == .tooLarge { try budget.spend(RulePatternProgram.mostStates) }
      return false
    }
    try budget.spend(automaton.stateCount)
    return try automaton.matches(text, budget: &budget)
  }

  /// The first occurrence of a text in another one, in bytes.
  fileprivate mutating func find(_ sought: RuleValue, in text: String) throws -> Range<Int>? {
    let sought = Array(try self.text(sought).utf8)
    return ByteSearch(sought).firstRange(in: Array(text.utf8))
  }
}

/// Finds bytes among bytes in linear time: Knuth, Morris and Pratt, “Fast Pattern Matching in Strings” (1977).
private struct ByteSearch {
  private let sought: [UInt8]
  /// For each length of a prefix of the searched bytes: the length of the longest shorter prefix that it ends with.
  private let fallback: [Int]

  init(_ sought: [UInt8]) {
    self.sought = sought
    var fallback = [Int](repeating: 0, count: sought.count)
    var length = 0
    for index in sought.indices.dropFirst() {
      while length > 0, sought[index] != sought[length] { length = fallback[length - 1] }
      if sought[index] == sought[length] { length += 1 }
      fallback[index] = length
    }
    self.fallback = fallback
  }

  func firstRange(in bytes: [UInt8]) -> Range<Int>? {
    if sought.isEmpty { return 0..<0 }
    var length = 0
    for (index, byte) in bytes.enumerated() {
      while length > 0, byte != sought[length] { length = fallback[length - 1] }
      if byte == sought[length] { length += 1 }
      if length == sought.count { return index + 1 - length..<index + 1 }
    }
    return nil
  }
}
