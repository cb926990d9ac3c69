import Foundation

extension RuleFunction {
  /// Functions of numbers.
  static let ofNumbers: [RuleFunction] =
    [
      RuleFunction("number", .between(0, 1)) { evaluation, arguments in
        guard let argument = arguments.optional(0) else {
          return .number(try evaluation.number(try evaluation.ownScalar()))
        }
        return .number(try evaluation.number(argument))
      },
      RuleFunction("round", .between(1, 2)) { evaluation, arguments in
        let digits = try arguments.optional(1).map { try evaluation.number($0) }
        return .number(rounded(try evaluation.number(arguments[0]), digits: digits ?? 0))
      },
      RuleFunction("pi", .exactly(0)) { _, _ in .number(.pi) },
      RuleFunction("pow", .exactly(2)) { evaluation, arguments in
        .number(power(try evaluation.number(arguments[0]), try evaluation.number(arguments[1])))
      },
      RuleFunction("atan2", .exactly(2)) { evaluation, arguments in
        .number(atan2(try evaluation.number(arguments[0]), try evaluation.number(arguments[1])))
      },
      RuleFunction(unevaluated: "sum", .exactly(1), roles: [.reference]) { evaluation, parts in
        guard let part = parts.first else { return .blank }
        return .number(try evaluation.numbers(of: part).reduce(0) { $1.isNaN ? $0 : $0 + $1 })
      },
      RuleFunction(unevaluated: "count", .exactly(1), roles: [.reference]) { evaluation, parts in
        guard let part = parts.first else { return .blank }
        return .number(Double(try evaluation.count(of: part)))
      },
      RuleFunction("count-non-empty", .exactly(1), roles: [.reference]) { evaluation, arguments in
        .number(Double(try evaluation.scalars(of: arguments[0]).filter { !$0.text.isEmpty }.count))
      },
      RuleFunction("min", .atLeast(1)) { evaluation, arguments in
        .number(try evaluation.extreme(of: arguments) { min($0, $1) })
      },
      RuleFunction("max", .atLeast(1)) { evaluation, arguments in
        .number(try evaluation.extreme(of: arguments) { max($0, $1) })
      },
    ] + ofOneNumber

  /// Functions of one number.
  private static let ofOneNumber: [RuleFunction] = [
    numeric("int") { $0.rounded(.towardZero) },
    numeric("floor") { $0.rounded(.down) },
    numeric("ceiling") { $0.rounded(.up) },
    numeric("abs") { abs($0) },
    numeric("sqrt") { $0.squareRoot() },
    numeric("exp") { exp($0) },
    numeric("exp10") { power(10, $0) },
    numeric("log") { log($0) },
    numeric("log10") { log10($0) },
    numeric("sin") { sin($0) },
    numeric("cos") { cos($0) },
    numeric("tan") { tan($0) },
    numeric("asin") { asin($0) },
    numeric("acos") { acos($0) },
    numeric("atan") { atan($0) },
  ]

  private static func numeric(_ name: String, _ function: @escaping @Sendable (Double) -> Double) -> RuleFunction {
    RuleFunction(name, .exactly(1)) { evaluation, arguments in
      .number(function(try evaluation.number(arguments[0])))
    }
  }

  /// A power as in all ODK clients: NaN stays NaN, also as the exponent of 1 and −1 and as the base of 0, where C
  /// returns 1.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent.isNaN || (abs(base) == 1 && exponent.isInfinite) { return .nan }
    return pow(base, exponent)
  }

  /// The number rounded to a number of decimal places, halves up, as in XPath and Collect; before the point if
  /// negative.
  private static func rounded(_ number: Double, digits: Double) -> Double {
    // No number has digits beyond these places.
    guard number.isFinite, let digits = Int(exactly: digits.rounded()), digits <= 400 else { return number }
    return digits < -400 ? 0 : RuleNumberText.rounded(number, digits: digits)
  }
}

extension RuleEvaluation {
  /// The least or greatest of all numbers of the arguments; NaN if there are none.
  fileprivate mutating func extreme(
    of arguments: RuleArguments, _ choose: (Double, Double) -> Double
  ) throws -> Double {
    var extreme: Double?
    for value in arguments.values {
      for number in try numbers(of: value) where !number.isNaN {
        extreme = extreme.map { choose($0, number) } ?? number
      }
    }
    return extreme ?? .nan
  }
}
