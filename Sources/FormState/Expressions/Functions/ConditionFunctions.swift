extension RuleFunction {
  /// Functions of conditions, and those that select values.
  static let ofConditions: [RuleFunction] = [
    RuleFunction("true", .exactly(0)) { _, _ in .boolean(true) },
    RuleFunction("false", .exactly(0)) { _, _ in .boolean(false) },
    RuleFunction("boolean", .exactly(1)) { evaluation, arguments in
      .boolean(try evaluation.isTrue(arguments[0]))
    },
    RuleFunction("not", .exactly(1)) { evaluation, arguments in
      .boolean(!(try evaluation.isTrue(arguments[0])))
    },
    RuleFunction("boolean-from-string", .exactly(1)) { evaluation, arguments in
      let text = try evaluation.text(arguments[0])
      return .boolean(text == "1" || text.lowercased() == "true")
    },
    RuleFunction(unevaluated: "if", .exactly(3)) { evaluation, parts in
      guard let condition = parts.first, let otherwise = parts.last, let then = parts.dropFirst().first else {
        return .blank
      }
      return try evaluation.value(of: try evaluation.isTrue(condition) ? then : otherwise)
    },
    RuleFunction(unevaluated: "coalesce", .exactly(2)) { evaluation, parts in
      for part in parts {
        let value = RuleValue.scalar(try evaluation.scalar(of: try evaluation.value(of: part)))
        if !(try evaluation.text(value).isEmpty) { return value }
      }
      return .blank
    },
    RuleFunction(unevaluated: "once", .exactly(1)) { evaluation, parts in
      let previous = evaluation.context.previousValue
      guard previous.isBlank, let part = parts.first else { return .scalar(previous) }
      return .scalar(try evaluation.scalar(of: try evaluation.value(of: part)))
    },
    RuleFunction("checklist", .atLeast(2)) { evaluation, arguments in
      var count = 0
      for value in arguments.values.dropFirst(2) {
        count += try evaluation.scalars(of: value).filter(\.isTrue).count
      }
      return try evaluation.isWithin(arguments, Double(count))
    },
    RuleFunction("weighted-checklist", .even(atLeast: 2)) { evaluation, arguments in
      var conditions: [Bool] = []
      var weights: [Double] = []
      for (index, value) in arguments.values.enumerated().dropFirst(2) {
        if index.isMultiple(of: 2) {
          conditions += try evaluation.scalars(of: value).map(\.isTrue)
        } else {
          weights += try evaluation.numbers(of: value)
        }
      }
      let total = zip(conditions, weights).reduce(0) { $0 + ($1.0 && !$1.1.isNaN ? $1.1 : 0) }
      return try evaluation.isWithin(arguments, total)
    },
  ]
}

extension RuleEvaluation {
  /// Whether a number is at least the first argument and at most the second; a negative one is no bound.
  fileprivate mutating func isWithin(_ arguments: RuleArguments, _ number: Double) throws -> RuleValue {
    let least = try self.number(arguments[0])
    let most = try self.number(arguments[1])
    return .boolean((least < 0 || number >= least) && (most < 0 || number <= most))
  }
}
