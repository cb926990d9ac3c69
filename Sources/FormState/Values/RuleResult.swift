/// A condition or a number that a rule gave to a cell of texts.
///
/// The cell shows, exports and compares it as a text. Expressions read it as what it is, as in Collect: a calculation
/// that is false does not hold, although the text `false` would, and a 0 equals `0.0`.
public struct RuleResult: Hashable, Sendable {
  /// The type of a result.
  package enum ResultType: Hashable, Sendable { case condition, number }

  /// The text of the cell: `true` or `false`, or the digits of a number without an exponent.
  package let text: String
  /// The type of the result.
  package let type: ResultType

  /// A condition.
  package init(_ isTrue: Bool) {
    (text, type) = (isTrue ? "true" : "false", .condition)
  }

  /// A number; `nil` if it is not finite.
  package init?(_ number: Double) {
    guard number.isFinite else { return nil }
    (text, type) = (RuleNumberText.text(ofResult: number), .number)
  }

  /// Reads the text of a result; `nil` if a result of the type has another text.
  package init?(text: String, type: ResultType) {
    let read: RuleResult? =
      switch type {
      case .condition: RuleResult(text == "true")
      case .number: RuleNumberText.number(text).flatMap { RuleResult($0) }
      }
    guard let read, read.text.isSpelled(like: text) else { return nil }
    self = read
  }

  /// The result in expressions.
  var scalar: RuleScalar {
    switch type {
    case .condition: .boolean(text == "true")
    case .number: .number(RuleNumberText.number(text) ?? .nan)
    }
  }
}

extension FieldContent {
  /// The content in expressions.
  var scalar: RuleScalar {
    switch self {
    case .value(let value): RuleScalar(value)
    case .result(let result): result.scalar
    case .cleared: .blank
    }
  }
}
