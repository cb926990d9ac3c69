extension RuleFunction {
  /// Functions of random values, which the moment's seed determines.
  static let ofChance: [RuleFunction] = [
    RuleFunction("random", .exactly(0), isVolatile: true) { evaluation, _ in
      .number(evaluation.random.fraction())
    },
    RuleFunction("uuid", .between(0, 1), isVolatile: true) { evaluation, arguments in
      guard let argument = arguments.optional(0) else { return .text(evaluation.random.identifier()) }
      let length = try evaluation.number(argument)
      guard length >= 1 else { return .blank }
      guard length <= Double(RuleBudget.longestText) else { throw RuleFailure.textTooLong }
      try evaluation.budget.spend(Int(length))
      return .text(evaluation.random.token(length: Int(length)))
    },
    RuleFunction(unevaluated: "randomize", .between(1, 2), roles: [.reference], givesReferences: true) {
      evaluation, parts in
      guard let part = parts.first else { return .blank }
      let referents = try evaluation.value(of: part).referents
      try evaluation.budget.spend(referents.count)
      let seed =
        try parts.dropFirst().first.map { try evaluation.shuffleSeed(of: $0) }
        ?? Int64(evaluation.random.fraction() * Double(Int32.max))
      return .references(referents.shuffled(seed: seed))
    },
  ]
}

extension RuleEvaluation {
  /// The seed in a part: a whole number, or else the beginning of the SHA-256 of its text, as in JavaRosa.
  mutating func shuffleSeed(of part: Node) throws -> Int64 {
    let scalar = try scalar(of: try value(of: part))
    switch scalar {
    case .text(let text), .date(let text):
      if RuleNumberText.number(text) == nil { return TextDigest.seed(of: try read(text)) }
    case .number, .boolean, .position: break
    }
    let number = try number(scalar)
    return number.isNaN ? 0 : Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}

extension Array {
  /// The elements in the same order for a seed as in JavaRosa and Enketo: the inside-out Fisher-Yates shuffle, with the
  /// generator of Park and Miller, “Random Number Generators: Good Ones Are Hard to Find” (1988).
  ///
  /// - Complexity: O(n).
  func shuffled(seed: Int64) -> [Element] {
    let modulus = Double(Int32.max)
    // In floating point, as in JavaRosa: seeds beyond 2⁵³ are rounded first.
    var state = Double(seed).truncatingRemainder(dividingBy: modulus)
    if state <= 0 { state += modulus - 1 }
    var shuffled: [Element] = []
    shuffled.reserveCapacity(count)
    for (index, element) in enumerated() {
      state = (state * 16_807).truncatingRemainder(dividingBy: modulus)
      let place = Int((state.rounded(.down) - 1) / (modulus - 1) * Double(index + 1))
      shuffled.append(element)
      shuffled.swapAt(index, Swift.min(place, index))
    }
    return shuffled
  }
}
