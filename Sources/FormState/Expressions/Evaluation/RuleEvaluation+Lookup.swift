extension RuleEvaluation {
  /// The items of a lookup, or the values of one of their columns.
  mutating func items(of lookup: RuleExpression.Lookup) throws -> [RuleReferent] {
    try rows(of: lookup).filter { row in try lookup.column.map { try has($0, row: row, of: lookup.list) } ?? true }
      .map { .item(list: lookup.list, row: $0, column: lookup.column) }
  }

  /// Whether an item has a column, even a blank one; a missing column is neither equal nor unequal to anything, like a
  /// missing element.
  func has(_ column: String, row: Int, of list: String) throws -> Bool {
    try column == "value" || column == "title" || context.list(named: list)?.text(row: row, column: column) != nil
  }

  /// The numbers of the items of a lookup.
  ///
  /// A list has an index of the texts in its columns, so for equality conditions only the matching items are visited.
  mutating func rows(of lookup: RuleExpression.Lookup) throws -> [Int] {
    guard let list = context.list(named: lookup.list) else { throw RuleFailure.noList(lookup.list) }
    let rows: [Int]
    if let columns = try lookup.conditions.first.flatMap({ try columnsSought(by: $0) }) {
      rows = try list.rows(where: columns)
    } else {
      rows = Array(0..<(try list.count))
    }
    return try filtered(rows, of: lookup)
  }

  /// Whether each of some values is that of an item of a lookup.
  mutating func offers(_ values: [String], _ lookup: RuleExpression.Lookup) throws -> Bool {
    guard let list = context.list(named: lookup.list) else { throw RuleFailure.noList(lookup.list) }
    // The position of an item is known only among all of them.
    guard lookup.conditions.allSatisfy({ !$0.asksPlace }) else {
      let rows = try rows(of: lookup)
      var offered: Set<FieldContent> = []
      for row in rows { if let text = try list.text(row: row, column: "value") { offered.insert(.text(text)) } }
      return values.allSatisfy { offered.contains(.text($0)) }
    }
    for value in values {
      let rows = try list.rows(where: [("value", value)])
      guard try !filtered(rows, of: lookup).isEmpty else { return false }
    }
    return true
  }

  private mutating func filtered(_ rows: [Int], of lookup: RuleExpression.Lookup) throws -> [Int] {
    try budget.spend(rows.count)
    let name = lookup.list
    return try filtered(rows, by: lookup.conditions) { focus, row in
      focus.item = (name, row)
    }
  }

  /// The texts that columns must equal to satisfy a condition; `nil` if it has no such requirement, or uses the
  /// position of an item, which another number of items would change.
  private mutating func columnsSought(by condition: Node) throws -> [(name: String, text: String)]? {
    guard !condition.asksPlace else { return nil }
    var sought: [(name: String, text: String)] = []
    for part in condition.conjuncts {
      guard let (column, other) = part.columnEqualled, !other.asksItem, let text = try soughtText(other) else {
        continue
      }
      sought.append((column, text))
    }
    return sought.isEmpty ? nil : sought
  }

  /// The single text of a part; `nil` if it has several, or is not compared as a text.
  private mutating func soughtText(_ part: Node) throws -> String? {
    let scalars = try scalars(of: try value(of: part))
    guard scalars.count == 1, case .text(let text)? = scalars.first else { return nil }
    return text
  }
}

extension RuleExpression.Node {
  /// The parts joined by `and`; the part itself if it joins none.
  fileprivate var conjuncts: [RuleExpression.Node] {
    guard case .operation(let first, let operands) = self, operands.allSatisfy({ $0.operator == .and }) else {
      return [self]
    }
    return [first] + operands.map(\.node)
  }

  /// The column that the part compares for equality, and the other side; `nil` for any other part.
  fileprivate var columnEqualled: (column: String, other: RuleExpression.Node)? {
    guard case .operation(let left, let operands) = self, let operand = operands.first, operands.count == 1,
      operand.operator == .equal
    else { return nil }
    if case .column(let column) = left { return (column, operand.node) }
    if case .column(let column) = operand.node { return (column, left) }
    return nil
  }

  /// Whether the part depends on the item of the condition.
  fileprivate var asksItem: Bool {
    if case .column = self { return true }
    if case .path(let path) = self, path.target == .itself, !path.isFromCurrent { return true }
    return readsPlace || children.contains(where: \.asksItem)
  }

  /// Whether the part, as a condition, may depend on the position of an item among all: it is a number, or reads a
  /// position. Random values are evaluated again for each item.
  fileprivate var asksPlace: Bool { !isTrueOrFalse || readsPlace || isVolatile }

  private var readsPlace: Bool {
    switch self {
    case .call("position", let arguments) where arguments.isEmpty: true
    case .call("last", _): true
    default: children.contains(where: \.readsPlace)
    }
  }
}
