extension RuleEvaluation {
  /// The cells that a path leads to.
  mutating func cells(of path: RuleExpression.Path) throws -> [RuleCell] {
    let origin = path.isFromCurrent ? context.cell : focus.cell
    switch path.target {
    case .itself: return [origin]
    case .parent: return context.parent(of: origin).map { [$0] } ?? []
    case .steps(let steps):
      var cells = [origin]
      for step in steps { cells = try self.cells(of: step, from: cells) }
      return cells
    }
  }

  /// The cells that a step leads to from each of several cells, none twice.
  private mutating func cells(
    of step: RuleExpression.Step, from origins: [RuleCell]
  ) throws -> [RuleCell] {
    if let origin = origins.first, origins.count == 1 { return try cells(of: step, from: origin) }
    var result: [RuleCell] = []
    var seen: Set<RuleCell> = []
    for origin in origins {
      for cell in try cells(of: step, from: origin) where seen.insert(cell).inserted { result.append(cell) }
    }
    return result
  }

  private mutating func cells(of step: RuleExpression.Step, from origin: RuleCell) throws -> [RuleCell] {
    let found = context.cells(withKey: step.key, from: origin)
    try budget.spend(found.count)
    guard !step.conditions.isEmpty else { return found }
    return try filtered(found, by: step.conditions) { focus, cell in
      focus.cell = cell
      focus.item = nil
    }
  }

  /// How many cells or items a part refers to.
  mutating func count(of node: Node) throws -> Int {
    // Each of the instances may ask how many they are.
    if case .path(let path) = node, node.isKeyAlone, let step = path.steps.first,
      let count = context.countOfInstances(withKey: step.key, from: focus.cell)
    {
      try budget.spend()
      return count
    }
    return try value(of: node).referents.count
  }

  /// Those for which all conditions hold, one condition after another; a number stands for a position.
  mutating func filtered<Element>(
    _ elements: [Element], by conditions: [Node], lookingAt: (inout Focus, Element) -> Void
  ) throws -> [Element] {
    let outer = focus
    defer { focus = outer }
    var kept = elements
    for condition in conditions {
      if case .number(let number) = condition {
        kept = kept.element(atPosition: number).map { [$0] } ?? []
        continue
      }
      let asked = kept
      kept = []
      for (index, element) in asked.enumerated() {
        focus = outer
        lookingAt(&focus, element)
        focus.position = index + 1
        focus.size = asked.count
        if try holds(condition) { kept.append(element) }
      }
    }
    return kept
  }

  private mutating func holds(_ condition: Node) throws -> Bool {
    let value = try value(of: condition)
    if case .scalar(.number(let number)) = value { return number == Double(focus.position) }
    return try isTrue(value)
  }
}

extension Array {
  /// The element at a position from 1; `nil` for a number that is no position.
  func element(atPosition number: Double) -> Element? {
    guard number >= 1, number <= Double(count), let position = Int(exactly: number) else { return nil }
    return self[position - 1]
  }
}
