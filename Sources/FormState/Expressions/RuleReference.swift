/// What an expression reads, and how.
package struct RuleReference: Hashable, Sendable {
  /// What is read.
  package enum Target: Hashable, Sendable {
    /// The cell or section with a key.
    case cell(String)
    /// The rule's own cell: `.`.
    case itself
    /// What the rule's own cell stands in: `..`.
    case parent
    /// A list by its name.
    case list(String)
  }

  /// Which instances are read.
  package enum Reach: String, Hashable, Sendable {
    /// The one in the same instance of every repeat that both cells share; all of a repeat that only the other one is
    /// in.
    case same
    /// Any instance, since a step before, a condition or the function looks at all of them.
    case all
    /// Not what it holds but only its place among the instances.
    case position
  }

  /// What is read.
  package let target: Target
  /// Which instances are read.
  package let reach: Reach
  /// Whether a function such as `sum` makes one value of all.
  package let isAggregated: Bool
  /// Whether it is read only as long as the rule gave nothing: within `once`.
  package let isOnce: Bool

  /// Describes what is read, and how.
  package init(_ target: Target, reach: Reach = .same, isAggregated: Bool = false, isOnce: Bool = false) {
    self.target = target
    self.reach = reach
    self.isAggregated = isAggregated
    self.isOnce = isOnce
  }
}

extension RuleExpression {
  /// What the expression reads, each way of reading once, in the order in which it is written.
  ///
  /// - Complexity: O(*n*) for *n* parts.
  package var references: [RuleReference] {
    var collector = ReferenceCollector()
    collector.visit(root, ReferenceCollector.Surroundings())
    return collector.references
  }

  /// The keys of the cells that the expression names from the rule's own cell, with conditions or without.
  ///
  /// - Complexity: O(*n*) for *n* parts.
  var keysReadFromOwnCell: Set<String> {
    var collector = ReferenceCollector()
    collector.visit(root, ReferenceCollector.Surroundings())
    return collector.keysReadFromOwnCell
  }
}

extension RuleExpression.Node {
  /// Whether the part may give something else at another time, though nothing that it reads changed.
  var isVolatile: Bool {
    contains { node in
      guard case .call(let name, let arguments) = node else { return false }
      if name == "randomize" { return arguments.count == 1 }
      return RuleFunctionTable.function(named: name)?.isVolatile ?? false
    }
  }

  /// Whether the part keeps what it gave first.
  var keepsFirstValue: Bool {
    contains { if case .call("once", _) = $0 { true } else { false } }
  }

  /// Whether the part or one within it is as asked.
  private func contains(_ isWanted: (RuleExpression.Node) -> Bool) -> Bool {
    isWanted(self) || children.contains { $0.contains(isWanted) }
  }
}

/// Iterates over the parts of an expression and notes what each reads.
private struct ReferenceCollector {
  /// What a part stands in.
  struct Surroundings {
    var isAggregated = false
    var isOnce = false
    /// Whether the part is asked about cells other than the rule's own.
    var isInCondition = false
    var readsPosition = false
  }

  /// Functions that make one value of many.
  private static let aggregates: Set<String> = [
    "sum", "count", "count-non-empty", "min", "max", "join", "concat", "checklist", "weighted-checklist",
    "distance", "area", "geofence",
  ]

  private(set) var references: [RuleReference] = []
  private(set) var keysReadFromOwnCell: Set<String> = []
  private var seen: Set<RuleReference> = []

  mutating func visit(_ node: RuleExpression.Node, _ surroundings: Surroundings) {
    switch node {
    case .text, .number, .column: break
    case .negative, .operation: for child in node.children { visit(child, surroundings) }
    case .call(let name, let arguments): visit(name, arguments, surroundings)
    case .path(let path): visit(path, surroundings)
    case .lookup(let lookup):
      note(.list(lookup.list), .all, surroundings)
      // What a condition of a lookup reads of the form is what the rule's own cell would read.
      for condition in lookup.conditions { visit(condition, unaggregated(surroundings)) }
    }
  }

  private mutating func visit(
    _ function: String, _ arguments: [RuleExpression.Node], _ surroundings: Surroundings
  ) {
    var inner = surroundings
    if Self.aggregates.contains(function) { inner.isAggregated = true }
    if function == "once" { inner.isOnce = true }
    for (index, argument) in arguments.enumerated() {
      var own = inner
      own.readsPosition = function == "position" || function == "indexed-repeat" && !index.isMultiple(of: 2)
      if function == "indexed-repeat", index == 0 { own.isInCondition = true }
      visit(argument, own)
    }
    if function == "pulldata", case .text(let list)? = arguments.first { note(.list(list), .all, surroundings) }
    if ["string", "number", "string-length", "normalize-space"].contains(function), arguments.isEmpty {
      note(.itself, .same, surroundings)
    }
  }

  private mutating func visit(_ path: RuleExpression.Path, _ surroundings: Surroundings) {
    var surroundings = surroundings
    if path.isFromCurrent { surroundings.isInCondition = false }
    let reach: RuleReference.Reach =
      surroundings.readsPosition ? .position : surroundings.isInCondition ? .all : .same
    switch path.target {
    case .itself: note(.itself, reach, surroundings)
    case .parent: note(.parent, reach, surroundings)
    case .steps(let steps):
      for (index, step) in steps.enumerated() {
        let isOneOfMany = index > 0 || !step.conditions.isEmpty
        if index == 0, reach == .same { keysReadFromOwnCell.insert(step.key) }
        note(.cell(step.key), reach == .same && isOneOfMany ? .all : reach, surroundings)
        var inner = unaggregated(surroundings)
        inner.isInCondition = true
        for condition in step.conditions { visit(condition, inner) }
      }
    }
  }

  /// A condition asks about one cell after another, whatever is made of those for which it holds.
  private func unaggregated(_ surroundings: Surroundings) -> Surroundings {
    var inner = surroundings
    inner.isAggregated = false
    inner.readsPosition = false
    return inner
  }

  private mutating func note(
    _ target: RuleReference.Target, _ reach: RuleReference.Reach, _ surroundings: Surroundings
  ) {
    let reference = RuleReference(
      target, reach: reach, isAggregated: surroundings.isAggregated, isOnce: surroundings.isOnce)
    if seen.insert(reference).inserted { references.append(reference) }
  }
}
