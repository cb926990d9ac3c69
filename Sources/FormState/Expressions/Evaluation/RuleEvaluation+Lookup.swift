extension RuleEvaluation {
  /// The items that a lookup leads to, or what a column of those holds that have it.
  mutating func items(of lookup: RuleExpression.Lookup) throws -> [RuleReferent] {
    try rows(of: lookup).filter { row in try lookup.column.map { try has($0, row: row, of: lookup.list) } ?? true }
      .map { .item(list: lookup.list, row: $0, column: lookup.column) }
  }

  /// Whether an item has a column, if a space one; what it does not have is equal to nothing and unequal to nothing, as
  /// an element that is not there.
  func has(_ column: String, row: Int, of list: String) throws -> Bool {
    try column == "value" || column == "title" || context.list(named: list)?.text(row: row, column: column) != nil
  }

  /// The numbers of the items that a lookup leads to.
  ///
  /// Of texts that columns have to equal a list knows where they stand, so that only those items are looked at.
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

  /// Whether each of some values is that of an item that a lookup leads to.
  mutating func offers(_ values: [String], _ lookup: RuleExpression.Lookup) throws -> Bool {
    guard let list = context.list(named: lookup.list) else { throw RuleFailure.noList(lookup.list) }
    // Which place an item has is known only among all of them.
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

  /// The texts that columns have to equal for a condition to hold; `nil` where it says no such thing, or asks for the
  /// place of an item, which another number of items would change.
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

  /// The one text that a part gives; `nil` where it gives several, or what is compared otherwise than as a text.
  private mutating func soughtText(_ part: Node) throws -> String? {
    let scalars = try scalars(of: try value(of: part))
    guard scalars.count == 1, case .text(let text)? = scalars.first else { return nil }
    return text
  }
}

extension RuleExpression.Node {
  /// The parts that `and` joins; the part itself where it joins none.
  fileprivate var conjuncts: [RuleExpression.Node] {
    guard case .operation(let first, let operands) = self, operands.allSatisfy({ $0.operator == .and }) else {
      return [self]
    }
    return [first] + operands.map(\.node)
  }

  /// The column that the part compares with something else, and that; `nil` for any other part.
  fileprivate var columnEqualled: (column: String, other: RuleExpression.Node)? {
    guard case .operation(let left, let operands) = self, let operand = operands.first, operands.count == 1,
      operand.operator == .equal
    else { return nil }
    if case .column(let column) = left { return (column, operand.node) }
    if case .column(let column) = operand.node { return (column, left) }
    return nil
  }

  /// Whether the part is about the item that a condition is asked of.
  fileprivate var asksItem: Bool {
    if case .column = self { return true }
    if case .path(let path) = self, path.target == .itself, !path.isFromCurrent { return true }
    return readsPlace || children.contains(where: \.asksItem)
  }

  /// Whether the part, as a condition, may be about the place of an item among all: it gives a number, or reads such a
  /// place. Chance is asked again of each item.
  fileprivate var asksPlace: Bool { !isTrueOrFalse || readsPlace || isVolatile }

  private var readsPlace: Bool {
    switch self {
    case .call("position", let arguments) where arguments.isEmpty: true
    case .call("last", _): true
    default: children.contains(where: \.readsPlace)
    }
  }
}
