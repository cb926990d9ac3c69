extension RuleExpression {
  /// A part of an expression.
  package indirect enum Node: Hashable, Sendable {
    /// A text in quotes.
    case text(String)
    /// A number, never negative.
    case number(Double)
    /// A part with a minus before it.
    case negative(Node)
    /// Parts with operators of one rank between them, computed from the left.
    case operation(Node, [Operand])
    /// A function by its name, and its arguments.
    case call(String, [Node])
    /// Cells of the form.
    case path(Path)
    /// Items of a list, or a column of them.
    case lookup(Lookup)
    /// A column of the item that a condition of a lookup is about.
    case column(String)
  }

  /// What stands between two parts.
  package enum Operator: String, Hashable, Sendable, CaseIterable {
    case or, and
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "div"
    case remainder = "mod"
    case union = "|"

    /// How tightly the operator binds, as in XPath 1.0; operators of one rank are computed from the left.
    package var rank: Int {
      switch self {
      case .or: 1
      case .and: 2
      case .equal, .notEqual: 3
      case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
      case .plus, .minus: 5
      case .times, .divided, .remainder: 6
      case .union: 8
      }
    }
  }

  /// An operator and the part that follows it.
  package struct Operand: Hashable, Sendable {
    /// What to do with everything before it and ``node``.
    package let `operator`: Operator
    /// The part.
    package let node: Node

    /// Joins an operator and the part that follows it.
    package init(_ operator: Operator, _ node: Node) {
      self.operator = `operator`
      self.node = node
    }
  }

  /// A reference to cells.
  package struct Path: Hashable, Sendable {
    /// Where a path leads.
    package enum Target: Hashable, Sendable {
      /// The cell itself: `.`.
      case itself
      /// What the cell stands in: `..`.
      case parent
      /// Other cells, one step after another; never empty.
      case steps([Step])
    }

    /// Whether the path begins at the rule's own cell even within a condition: `current()`.
    package let isFromCurrent: Bool
    /// Where it leads.
    package let target: Target

    /// Makes a path.
    package init(_ target: Target, isFromCurrent: Bool = false) {
      self.target = target
      self.isFromCurrent = isFromCurrent
    }
  }

  /// The cells with a key, those for which conditions hold: `${passenger}[${age} > 17]`.
  package struct Step: Hashable, Sendable {
    /// The key of the cell or section, in NFC.
    package let key: String
    /// What holds for the cells; a number stands for a position, from 1.
    package let conditions: [Node]

    /// Makes a step.
    package init(_ key: String, conditions: [Node] = []) {
      self.key = key.canonicalKey
      self.conditions = conditions
    }
  }

  /// Items of a list: `list('cities')[country = ${country}]/name`.
  package struct Lookup: Hashable, Sendable {
    /// The name of the list.
    package let list: String
    /// What holds for the items, whose columns are named without `${}`; a number stands for a position, from 1.
    package let conditions: [Node]
    /// The column that is looked up; `nil` for the items themselves, which can be counted.
    package let column: String?

    /// Makes a lookup.
    package init(list: String, conditions: [Node] = [], column: String?) {
      self.list = list
      self.conditions = conditions
      self.column = column
    }
  }
}

extension RuleExpression.Node {
  /// How tightly the part holds together; one that binds less than what it stands in is put in parentheses.
  var rank: Int {
    switch self {
    case .negative: 7
    case .operation(_, let operands): operands.first?.operator.rank ?? 9
    case .text, .number, .call, .path, .lookup, .column: 9
    }
  }

  /// The parts that the part is made of, in the order in which they are written.
  package var children: [RuleExpression.Node] {
    switch self {
    case .text, .number, .column: []
    case .negative(let operand): [operand]
    case .operation(let first, let operands): [first] + operands.map(\.node)
    case .call(_, let arguments): arguments
    case .path(let path): path.steps.flatMap(\.conditions)
    case .lookup(let lookup): lookup.conditions
    }
  }

  /// Whether the part gives cells or items, which functions such as `count` ask for.
  var isReference: Bool {
    switch self {
    case .path, .lookup, .column: true
    case .operation(_, let operands): operands.first?.operator == .union
    case .call(let name, _): RuleFunctionTable.function(named: name)?.givesReferences ?? false
    case .text, .number, .negative: false
    }
  }

  /// Whether the part is one `${key}` without conditions.
  var isKeyAlone: Bool {
    guard case .path(let path) = self, !path.isFromCurrent, path.steps.count == 1 else { return false }
    return path.steps.allSatisfy(\.conditions.isEmpty)
  }

  /// How deep the parts are nested and how many there are, counted up to the bounds; needs no more stack for deep ones.
  fileprivate func levels() -> (depth: Int, parts: Int) {
    var waiting = [(node: self, depth: 1)]
    var deepest = 0
    var parts = 0
    while let (node, depth) = waiting.popLast() {
      deepest = max(deepest, depth)
      parts += 1
      guard depth <= RuleExpression.Limit.depth, parts <= RuleExpression.Limit.parts else { break }
      waiting += node.children.map { ($0, depth + 1) }
    }
    return (deepest, parts)
  }

  /// Refuses parts that are too deep or too many to be an expression.
  package func checkBounds() throws(RuleExpressionError) {
    let (depth, parts) = levels()
    if depth > RuleExpression.Limit.depth { throw RuleExpressionError(column: 1, problem: .tooDeep) }
    if parts > RuleExpression.Limit.parts { throw RuleExpressionError(column: 1, problem: .tooManyParts) }
  }
}

extension RuleExpression.Path {
  /// The steps; empty for `.` and `..`.
  package var steps: [RuleExpression.Step] {
    if case .steps(let steps) = target { steps } else { [] }
  }
}
