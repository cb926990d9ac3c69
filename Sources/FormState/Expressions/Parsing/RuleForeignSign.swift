/// Signs that other languages have and this one has not, and what is written here instead.
///
/// People bring them along from spreadsheets, from programming and from word processors; a message that only called
/// them unexpected would not help.
struct RuleForeignSign {
  let written: String
  let instead: String

  static let slash = RuleForeignSign(written: "/", instead: "div to divide")
  static let doubleSlash = RuleForeignSign(written: "//", instead: "${key} for a cell, or div to divide")

  /// For each operator the signs that begin like it.
  static let likeOperators: [RuleExpression.Operator: [RuleForeignSign]] = Dictionary(
    uniqueKeysWithValues: RuleExpression.Operator.allCases.map { sign in
      (sign, betweenValues.filter { $0.written.hasPrefix(sign.rawValue) && $0.written != sign.rawValue })
    })

  /// Signs that stand between values; the longer one first where two begin alike.
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

  /// Signs that stand where a value begins.
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
