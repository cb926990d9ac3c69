/// The results of conditions for instances, kept from one rule and one action to the next.
extension RuleReading {
  func results(
    of node: RuleExpression.Node, askedOf key: String, for cells: [RuleCell]
  ) -> [ConditionResult?]? {
    guard let condition = condition(node, askedOf: key) else { return nil }
    return found.columns.results(of: condition, in: cells.lazy.map { Int(truncatingIfNeeded: $0.instance) })
  }

  func keep(
    _ results: [(cell: RuleCell, result: ConditionResult)], of node: RuleExpression.Node, askedOf key: String
  ) {
    guard let condition = condition(node, askedOf: key) else { return }
    found.columns.keep(results.map { (Int(truncatingIfNeeded: $0.cell.instance), $0.result) }, of: condition)
  }

  /// A condition whose results are kept; `nil` if they depend on more than the instance.
  private func condition(_ node: RuleExpression.Node, askedOf key: String) -> InstanceColumns.Condition? {
    guard cycle == nil, !isVolatile, let instances, let target = instances.target(key), !target.repeats.isEmpty,
      node.isTruth, isLocal(node, to: target, instances)
    else { return nil }
    takeColumns(instances)
    return InstanceColumns.Condition(key: key, node: node, isNested: target.repeats.count > 1)
  }

  /// Whether a part reads only cells in the same instance as the condition's cell.
  private func isLocal(
    _ node: RuleExpression.Node, to target: Instances.Target, _ instances: Instances
  ) -> Bool {
    switch node {
    case .text, .number: return true
    case .lookup, .column: return false
    case .call(let name, _) where RuleFunctionTable.function(named: name)?.readsArgumentsOnly != true: return false
    case .path(let path):
      switch path.target {
      case .itself: return !path.isFromCurrent
      case .parent: return false
      case .steps(let steps):
        guard node.isKeyAlone, let step = steps.first, let asked = instances.target(step.key) else { return false }
        return asked.repeats == target.repeats && asked.place.section == target.place.section
      }
    case .negative, .operation, .call: break
    }
    // No deeper than the nesting of an expression.
    return node.children.allSatisfy { isLocal($0, to: target, instances) }
  }
}

extension RuleExpression.Node {
  /// Whether the part results in true or false, or cells, and never in a number, which a condition treats as a
  /// position.
  fileprivate var isTruth: Bool {
    switch self {
    case .path: true
    case .operation(_, let operands): operands.first?.operator.givesTruth ?? false
    case .call(let name, _):
      ["not", "boolean", "selected", "contains", "starts-with", "ends-with", "regex"].contains(name)
    case .text, .number, .negative, .lookup, .column: false
    }
  }
}

extension RuleExpression.Operator {
  fileprivate var givesTruth: Bool {
    switch self {
    case .or, .and, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .plus, .minus, .times, .divided, .remainder, .union: false
    }
  }
}
