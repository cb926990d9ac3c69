extension RuleFunction {
  /// Functions of positions among instances and items.
  static let ofPositions: [RuleFunction] = [
    RuleFunction(unevaluated: "position", .between(0, 1), roles: [.reference]) { evaluation, parts in
      guard let part = parts.first else { return .number(Double(evaluation.focus.position)) }
      guard let first = try evaluation.first(of: part) else { return .blank }
      let cell = part.isKeyAlone ? try evaluation.ownInstance(of: first) : first
      return .number(Double(evaluation.context.position(of: cell)))
    },
    RuleFunction("last", .exactly(0)) { evaluation, _ in .number(Double(evaluation.focus.size)) },
    RuleFunction(
      unevaluated: "indexed-repeat", .oneOf([3, 5, 7]), roles: [.key, .key, .value, .key, .value, .key, .value],
      givesReferences: true
    ) { evaluation, parts in
      guard let sought = parts.first else { return .blank }
      var origins = [evaluation.focus.cell]
      for (key, index) in try evaluation.outermostFirst(Array(parts.dropFirst())) {
        let position = try evaluation.number(of: index)
        origins = try evaluation.instance(of: key, at: position, from: origins)
      }
      return .references(try evaluation.cells(of: sought, from: origins).map { .cell($0) })
    },
  ]
}

extension RuleEvaluation {
  /// The instance of a cell that is the expression's cell or is around it, if any: `position(${passenger})` is the
  /// passenger's own position, although `${passenger}` refers to all of them.
  fileprivate mutating func ownInstance(of cell: RuleCell) throws -> RuleCell {
    var ancestor: RuleCell? = focus.cell
    while let own = ancestor {
      if own.cell == cell.cell { return own }
      try budget.spend()
      ancestor = context.parent(of: own)
    }
    return cell
  }

  /// The first cell of a reference; for `${key}` it is found without visiting the others.
  fileprivate mutating func first(of part: Node) throws -> RuleCell? {
    guard case .path(let path) = part, part.isKeyAlone, let step = path.steps.first else {
      return try value(of: part).cells.first
    }
    try budget.spend()
    return context.cell(withKey: step.key, at: 1, from: focus.cell)
  }

  /// The repeats with their positions, outer ones first, regardless of the order of the arguments.
  fileprivate mutating func outermostFirst(_ parts: [Node]) throws -> [(repeat: Node, index: Node)] {
    let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { (repeat: parts[$0], index: parts[$0 + 1]) }
    guard pairs.count > 1 else { return pairs }
    var depths: [Int] = []
    for pair in pairs {
      var depth = 0
      var next = try instance(of: pair.repeat, at: 1, from: [focus.cell]).first
      while let cell = next {
        try budget.spend()
        depth += 1
        next = context.parent(of: cell)
      }
      depths.append(depth)
    }
    return pairs.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { pairs[$0] }
  }

  /// The cell at a position among those that `${key}` refers to; nothing if there is none.
  ///
  /// Found without visiting all of them: a running total reads the previous instance from each one.
  fileprivate mutating func instance(of node: Node, at position: Double, from origins: [RuleCell]) throws -> [RuleCell]
  {
    try budget.spend()
    guard case .path(let path) = node, let step = path.steps.first, let origin = origins.first else { return [] }
    return context.cell(withKey: step.key, at: position, from: origin).map { [$0] } ?? []
  }

  /// The cells of a reference from other cells than the expression's own.
  fileprivate mutating func cells(of node: Node, from origins: [RuleCell]) throws -> [RuleCell] {
    let outer = focus
    defer { focus = outer }
    var cells: [RuleCell] = []
    for origin in origins {
      focus.cell = origin
      cells += try value(of: node).cells
    }
    return cells
  }
}
