extension RuleExpression.Node {
  /// Whether the value is always true or false.
  var isTrueOrFalse: Bool {
    switch self {
    case .operation(_, let operands): operands.first.map { $0.operator.rank <= 4 } ?? false
    case .call("if", let arguments): arguments.dropFirst().allSatisfy(\.isTrueOrFalse)
    case .call("coalesce", let arguments), .call("once", let arguments): arguments.allSatisfy(\.isTrueOrFalse)
    case .call(let name, _): Self.conditions.contains(name)
    default: false
    }
  }

  /// Functions whose result is always true or false.
  private static let conditions: Set<String> = [
    "not", "true", "false", "boolean", "boolean-from-string", "selected", "contains", "starts-with", "ends-with",
    "regex", "checklist", "weighted-checklist",
  ]
}
