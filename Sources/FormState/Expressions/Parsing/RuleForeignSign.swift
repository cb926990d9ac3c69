/// Operators and quotes of other languages, and what to write here instead.
///
/// People know them from spreadsheets, programming and word processors; a message that only called them unexpected
/// would not help.
struct RuleForeignSign {
  let written: String
  let instead: String

  static let slash = RuleForeignSign(written: "/", instead: "div to divide")
  static let doubleSlash = RuleForeignSign(written: "//", instead: "${key} for a cell, or div to divide")

  /// For each operator, the signs with the same beginning.
  static let likeOperators: [RuleExpression.Operator: [RuleForeignSign]] = Dictionary(
    uniqueKeysWithValues: RuleExpression.Operator.allCases.map { sign in
      (sign, betweenValues.filter { $0.written.hasPrefix(sign.rawValue) && $0.written != sign.rawValue })
    })

  /// Signs between values; the longer one first if two begin alike.
  static let betweenValues = [
    RuleForeignSign(written: "===", instead: "="),
    RuleForeignSign(written: "==", instead: "="),
    RuleForeignSign(written: "<>", instead: "!="),
    RuleForeignSign(written: "&&", instead: "and"),
    RuleForeignSign(written: "||", instead: "or, or concat() to join texts"),
    RuleForeignSign(written: "&", instead: "and, or concat() to join texts"),
    doubleSlash, slash,
    RuleForeignSign(written: "%", instead: "mod for the remainder"),
    RuleForeignSign(written: "^", instead: "pow(base, exponent)"),
    RuleForeignSign(written: "**", instead: "pow(base, exponent)"),
    RuleForeignSign(written: "≤", instead: "<="),
    RuleForeignSign(written: "≥", instead: ">="),
    RuleForeignSign(written: "≠", instead: "!="),
    RuleForeignSign(written: "−", instead: "- for minus"),
    RuleForeignSign(written: "–", instead: "- for minus"),
    RuleForeignSign(written: "×", instead: "*"),
    RuleForeignSign(written: "÷", instead: "div"),
    RuleForeignSign(written: "?", instead: "if(condition, value, other value)"),
    RuleForeignSign(written: ";", instead: ", between arguments"),
    RuleForeignSign(written: ":=", instead: "="),
  ]

  /// Signs at the beginning of a value.
  static let beforeValues = [
    RuleForeignSign(written: "!=", instead: "a value before !="),
    RuleForeignSign(written: "!", instead: "not(…)"),
    RuleForeignSign(written: "‘", instead: "' around a text"),
    RuleForeignSign(written: "’", instead: "' around a text"),
    RuleForeignSign(written: "“", instead: "' around a text"),
    RuleForeignSign(written: "”", instead: "' around a text"),
    RuleForeignSign(written: "„", instead: "' around a text"),
    RuleForeignSign(written: "«", instead: "' around a text"),
    RuleForeignSign(written: "`", instead: "' around a text"),
    RuleForeignSign(written: "{", instead: "${key} for a cell"),
    RuleForeignSign(written: "#", instead: "${key} for a cell"),
    RuleForeignSign(written: "−", instead: "- for minus"),
    RuleForeignSign(written: "–", instead: "- for minus"),
  ]
}
