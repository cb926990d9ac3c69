extension RuleParser {
  /// Reads what follows the name `list` or `instance`.
  mutating func lookup(_ function: String, from start: Int) throws(RuleExpressionError) -> Part {
    let list = try listName(function, from: start)
    skipItems()
    let outer = surroundings
    surroundings = .item
    let conditions = try conditions()
    surroundings = outer
    let column = try lookedUpColumn()
    return try made(
      .lookup(RuleExpression.Lookup(list: list, conditions: conditions.nodes, column: column)),
      aboveDepth: conditions.depth, at: start)
  }

  private mutating func listName(_ function: String, from start: Int) throws(RuleExpressionError) -> String {
    let opening = scanner.position
    _ = scanner.skip("(")
    scanner.skipBlanks()
    guard let mark = scanner.next, mark == "'" || mark == "\"" else {
      throw fault(.listNotNamed(function: function), at: start)
    }
    _ = scanner.skip(String(mark))
    guard let name = scanner.take(upTo: mark), !name.isEmpty else {
      throw fault(.listNotNamed(function: function), at: start)
    }
    scanner.skipBlanks()
    try close("(", with: ")", openedAt: opening)
    return name
  }

  private mutating func lookedUpColumn() throws(RuleExpressionError) -> String? {
    guard scanner.skip("/") else { return nil }
    guard let column = scanner.takeName(), !scanner.skip("/") else {
      throw scanner.isAtEnd ? fault(.endsTooEarly) : fault(.misplacedColumn(scanner.thing()))
    }
    return column
  }

  /// Skips the path to the items of a list, which XForms write out.
  private mutating func skipItems() {
    let start = scanner.position
    if scanner.skip("/root/item"), scanner.next?.continuesName == true { scanner.goBack(to: start) }
  }
}
