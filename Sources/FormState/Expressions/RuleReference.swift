/// What an expression reads, and how.
package struct RuleReference: Hashable, Sendable {
  /// What is read.
  enum Target: Hashable, Sendable {
    /// The cell or section with a key.
    case cell(String)
    /// The rule's own cell: `.`.
    case itself
    /// The cell or section around the rule's own cell: `..`.
    case parent
    /// A list by its name.
    case list(String)
  }

  /// The instances that are read.
  package enum Reach: String, Hashable, Sendable {
    /// The one in the same instance of every repeat that both cells share; all instances of repeats around only the
    /// other one.
    case same
    /// Any instance, since a previous step, a condition or the function reads all of them.
    case all
    /// Not the value but only the position among the instances.
    case position
  }

  /// What is read.
  let target: Target
  /// The instances that are read.
  let reach: Reach
  /// Whether a function such as `sum` aggregates all values.
  let isAggregated: Bool
  /// Whether it is read only until the rule has a result: within `once`.
  let isOnce: Bool

  /// Creates a reference.
  init(_ target: Target, reach: Reach = .same, isAggregated: Bool = false, isOnce: Bool = false) {
    self.target = target
    self.reach = reach
    self.isAggregated = isAggregated
    self.isOnce = isOnce
  }
}

extension RuleExpression {
  /// What the expression reads, each once with each reach, in written order.
  ///
  /// - Complexity: O(*n*) for *n* parts.
  var references: [RuleReference] {
    var collector = ReferenceCollector()
    collector.visit(root, ReferenceCollector.Surroundings())
    return collector.references
  }

  /// The keys of the cells that the expression names from the rule's own cell, with or without conditions.
  ///
  /// - Complexity: O(*n*) for *n* parts.
  var keysReadFromOwnCell: Set<String> {
    var collector = ReferenceCollector()
    collector.visit(root, ReferenceCollector.Surroundings())
    return collector.keysReadFromOwnCell
  }
}

extension RuleExpression.Node {
  /// Whether the value may change without a change of the inputs.
  var isVolatile: Bool {
    contains { node in
      guard case .call(let name, let arguments) = node else { return false }
      if name == "randomize" { return arguments.count == 1 }
      return RuleFunctionTable.function(named: name)?.isVolatile ?? false
    }
  }

  /// Whether a function reads only the position of an argument, from 0.
  fileprivate static func readsPosition(_ function: String, ofArgumentAt index: Int) -> Bool {
    function == "position" || function == "indexed-repeat" && !index.isMultiple(of: 2)
  }

  /// Whether each position that the part reads is that of an instance around the rule's cell.
  ///
  /// - Parameters:
  ///   - seesEarlierAlone: whether all that the rule reads in other instances is in earlier ones, wherever
  ///     `indexed-repeat` looks.
  ///   - isInCondition: whether the part is evaluated for other cells than the rule's own.
  func readsOwnPositionsAlone(seeingEarlierAlone seesEarlierAlone: Bool, isInCondition: Bool = false) -> Bool {
    if case .call(let function, let arguments) = self {
      if function == "indexed-repeat", !seesEarlierAlone { return false }
      for (index, argument) in arguments.enumerated() where Self.readsPosition(function, ofArgumentAt: index) {
        guard argument.isAroundOwnCell(isInCondition: isInCondition) else { return false }
      }
    }
    var isInner = isInCondition
    if case .path = self { isInner = true }
    // No deeper than the nesting of an expression.
    return children.allSatisfy {
      $0.readsOwnPositionsAlone(seeingEarlierAlone: seesEarlierAlone, isInCondition: isInner)
    }
  }

  /// Whether the part names something around the rule's own cell.
  private func isAroundOwnCell(isInCondition: Bool) -> Bool {
    guard case .path(let path) = self, isKeyAlone || path.steps.isEmpty else { return false }
    return path.isFromCurrent || !isInCondition
  }

  /// Whether the part keeps its first value.
  var keepsFirstValue: Bool {
    contains { if case .call("once", _) = $0 { true } else { false } }
  }

  /// Whether the part or one within it satisfies a condition.
  private func contains(_ isWanted: (RuleExpression.Node) -> Bool) -> Bool {
    isWanted(self) || children.contains { $0.contains(isWanted) }
  }
}

/// Visits the parts of an expression and collects what each reads.
private struct ReferenceCollector {
  /// The surroundings of a part.
  struct Surroundings {
    var isAggregated = false
    var isOnce = false
    /// Whether the part is evaluated for cells other than the rule's own.
    var isInCondition = false
    var readsPosition = false
  }

  /// Functions that aggregate values.
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
      // What a condition of a lookup reads of the form is relative to the rule's own cell.
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
      own.readsPosition = RuleExpression.Node.readsPosition(function, ofArgumentAt: index)
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

  /// A condition is evaluated for one cell after another, regardless of how those that satisfy it are used.
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
