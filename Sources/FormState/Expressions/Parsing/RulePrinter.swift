/// Writes expressions in their canonical form: one space around operators, and only necessary parentheses.
enum RulePrinter {
  typealias Node = RuleExpression.Node

  /// The text that parses as the part.
  static func text(of node: Node) -> String {
    switch node {
    case .text(let text): text.unicodeScalars.contains("'") ? "\"\(text)\"" : "'\(text)'"
    case .number(let number): RuleNumberText.text(number)
    case .negative(let operand): "-" + text(of: operand, bindingAtLeast: 7)
    case .operation(let first, let operands): self.text(ofOperation: first, operands)
    case .call(let name, let arguments): "\(name)(\(arguments.map { text(of: $0) }.joined(separator: ", ")))"
    case .path(let path): self.text(of: path)
    case .lookup(let lookup): self.text(of: lookup)
    case .column(let name): name
    }
  }

  private static func text(of node: Node, bindingAtLeast rank: Int) -> String {
    node.rank >= rank ? text(of: node) : "(\(text(of: node)))"
  }

  private static func text(ofOperation first: Node, _ operands: [RuleExpression.Operand]) -> String {
    let rank = (operands.first?.operator.rank ?? 0) + 1
    return operands.reduce(into: text(of: first, bindingAtLeast: rank)) { text, operand in
      text += " \(operand.operator.rawValue) " + self.text(of: operand.node, bindingAtLeast: rank)
    }
  }

  private static func text(of path: RuleExpression.Path) -> String {
    let start = path.isFromCurrent ? "current()/" : ""
    return switch path.target {
    case .itself: start + "."
    case .parent: start + ".."
    case .steps(let steps):
      start + steps.map { "${\($0.key)}" + text(ofConditions: $0.conditions) }.joined(separator: "/")
    }
  }

  private static func text(of lookup: RuleExpression.Lookup) -> String {
    let mark = lookup.list.unicodeScalars.contains("'") ? "\"" : "'"
    let column = lookup.column.map { "/" + $0 } ?? ""
    return "list(\(mark)\(lookup.list)\(mark))" + text(ofConditions: lookup.conditions) + column
  }

  private static func text(ofConditions conditions: [Node]) -> String {
    conditions.map { "[\(text(of: $0))]" }.joined()
  }
}
