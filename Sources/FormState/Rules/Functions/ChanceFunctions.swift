extension RuleFunction {
  /// Functions of chance, which the moment's seed decides.
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
  ]
}
