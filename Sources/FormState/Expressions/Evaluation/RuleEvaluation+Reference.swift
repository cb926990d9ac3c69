extension RuleEvaluation {
  /// The cells of a path.
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

  /// The cells of a step from each of several cells, without duplicates.
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
    var kept = found
    for condition in step.conditions {
      if let results = context.results(of: condition, askedOf: step.key, for: kept) {
        kept = try filtered(kept, knowing: results, by: condition, askedOf: step.key)
      } else {
        kept = try filtered(kept, by: [condition], lookingAt: Self.look)
      }
    }
    return kept
  }

  private static func look(_ focus: inout Focus, at cell: RuleCell) {
    focus.cell = cell
    focus.item = nil
  }

  /// Those that satisfy a condition, which is evaluated only for instances without a known result.
  private mutating func filtered(
    _ cells: [RuleCell], knowing results: [ConditionResult?], by condition: Node, askedOf key: String
  ) throws -> [RuleCell] {
    var kept: [RuleCell] = []
    var new: [(cell: RuleCell, result: ConditionResult)] = []
    for (index, (cell, known)) in zip(cells, results).enumerated() {
      if let known {
        try budget.spend(known.steps)
        if known.holds { kept.append(cell) }
        continue
      }
      let before = budget
      budget.hasAskedZone = false
      let holds = try holds(condition, position: index + 1, of: cells.count) { Self.look(&$0, at: cell) }
      // The result may depend on the time zone, so each evaluation must record that it uses it.
      if !budget.hasAskedZone {
        new.append((cell, ConditionResult(holds: holds, steps: before.stepsLeft - budget.stepsLeft)))
      }
      budget.hasAskedZone = budget.hasAskedZone || before.hasAskedZone
      if holds { kept.append(cell) }
    }
    if !new.isEmpty { context.keep(new, of: condition, askedOf: key) }
    return kept
  }

  /// The number of cells or items that a part refers to.
  mutating func count(of node: Node) throws -> Int {
    // Each of the instances may count all of them.
    if case .path(let path) = node, node.isKeyAlone, let step = path.steps.first,
      let count = context.countOfInstances(withKey: step.key, from: focus.cell)
    {
      try budget.spend()
      return count
    }
    return try value(of: node).referents.count
  }

  /// The values of a part as numbers.
  ///
  /// Where they are known without visiting the cells, they cost as many steps as these visits.
  mutating func numbers(of node: Node) throws -> [Double] {
    if case .path(let path) = node, node.isKeyAlone, let step = path.steps.first,
      let numbers = context.numbers(withKey: step.key, from: focus.cell)
    {
      try budget.spend(1 + 2 * numbers.count)
      return numbers
    }
    return try numbers(of: try value(of: node))
  }

  /// Those that satisfy all conditions, one condition after another; a number is a position.
  mutating func filtered<Element>(
    _ elements: [Element], by conditions: [Node], lookingAt: (inout Focus, Element) -> Void
  ) throws -> [Element] {
    var kept = elements
    for condition in conditions {
      if case .number(let number) = condition {
        kept = kept.element(atPosition: number).map { [$0] } ?? []
        continue
      }
      let asked = kept
      kept = []
      for (index, element) in asked.enumerated() {
        if try holds(condition, position: index + 1, of: asked.count, lookingAt: { lookingAt(&$0, element) }) {
          kept.append(element)
        }
      }
    }
    return kept
  }

  private mutating func holds(
    _ condition: Node, position: Int, of size: Int, lookingAt: (inout Focus) -> Void
  ) throws -> Bool {
    let outer = focus
    defer { focus = outer }
    lookingAt(&focus)
    focus.position = position
    focus.size = size
    let value = try value(of: condition)
    if case .scalar(.number(let number)) = value { return number == Double(focus.position) }
    return try isTrue(value)
  }
}

extension Array {
  /// The element at a position from 1; `nil` if the number is not a position.
  func element(atPosition number: Double) -> Element? {
    guard number >= 1, number <= Double(count), let position = Int(exactly: number) else { return nil }
    return self[position - 1]
  }
}
