/// The results of conditions for instances, kept from one rule and one action to the next.
extension RuleReading {
  func memory(of node: RuleExpression.Node, askedOf key: String) -> ConditionMemory? {
    guard cycle == nil, !isVolatile, let instances, let target = instances.target(key),
      !target.repeats.isEmpty
    else { return nil }
    let condition = ConditionResults.Condition(
      place: target.place, node: node, isNested: target.repeats.count > 1)
    if let known = found.conditions[condition] { return known }
    let memory = node.isTruth && isLocal(node, to: target, instances) ? newMemory(of: condition) : nil
    found.conditions[condition] = .some(memory)
    return memory
  }

  private func newMemory(of condition: ConditionResults.Condition) -> ConditionMemory {
    let memory = ConditionMemory(reader.takeConditionResults(of: condition))
    forgetChanged(in: memory, of: condition)
    return memory
  }

  private func forgetChanged(in memory: ConditionMemory, of condition: ConditionResults.Condition) {
    for identity in contents.keys {
      memory.forget(ConditionResults.Reach(of: identity), isNested: condition.isNested)
    }
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
        guard node.isKeyAlone, let step = steps.first else { return false }
        return instances.target(step.key)?.repeats == target.repeats
      }
    case .negative, .operation, .call: break
    }
    // No deeper than the nesting of an expression.
    return node.children.allSatisfy { isLocal($0, to: target, instances) }
  }

  /// Discards the results of conditions that a change invalidates.
  func forgetConditions(after change: StateChange) {
    guard !found.conditions.isEmpty else { return }
    let reach = ConditionResults.Reach(of: change.identity)
    for (condition, memory) in found.conditions { memory?.forget(reach, isNested: condition.isNested) }
  }

  /// Keeps the results of conditions for the instances in which nothing changes.
  func keepConditions() {
    for case (let condition, let memory?) in found.conditions {
      forgetChanged(in: memory, of: condition)
      reader.keep(memory.results, of: condition)
    }
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
