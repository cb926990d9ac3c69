extension RuleExpression {
  /// A part of an expression.
  package indirect enum Node: Hashable, Sendable {
    /// A text in quotes.
    case text(String)
    /// A number, never negative.
    case number(Double)
    /// A part with a minus before it.
    case negative(Node)
    /// Parts joined by operators of one rank, evaluated from the left.
    case operation(Node, [Operand])
    /// A function by its name, with its arguments.
    case call(String, [Node])
    /// Cells of the form.
    case path(Path)
    /// Items of a list, or a column of them.
    case lookup(Lookup)
    /// A column of the item of a lookup's condition.
    case column(String)
  }

  /// An operator between two parts.
  enum Operator: String, Hashable, Sendable, CaseIterable {
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

    /// The precedence of the operator, as in XPath 1.0; operators of one rank are evaluated from the left.
    var rank: Int {
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
    /// The operator before ``node``.
    let `operator`: Operator
    /// The part.
    let node: Node

    /// Joins an operator and the part that follows it.
    init(_ operator: Operator, _ node: Node) {
      self.operator = `operator`
      self.node = node
    }
  }

  /// A reference to cells.
  package struct Path: Hashable, Sendable {
    /// The target of a path.
    enum Target: Hashable, Sendable {
      /// The cell itself: `.`.
      case itself
      /// The cell or section around the cell: `..`.
      case parent
      /// Other cells, one step after another; never empty.
      case steps([Step])
    }

    /// Whether the path begins at the rule's own cell even within a condition: `current()`.
    let isFromCurrent: Bool
    /// The target.
    let target: Target

    /// Creates a path.
    init(_ target: Target, isFromCurrent: Bool = false) {
      self.target = target
      self.isFromCurrent = isFromCurrent
    }
  }

  /// The cells with a key, optionally those that satisfy conditions: `${passenger}[${age} > 17]`.
  struct Step: Hashable, Sendable {
    /// The key of the cell or section, in NFC.
    let key: String
    /// The conditions on the cells; a number is a position, from 1.
    let conditions: [Node]

    /// Creates a step.
    init(_ key: String, conditions: [Node] = []) {
      self.key = key.canonicalKey
      self.conditions = conditions
    }
  }

  /// Items of a list: `list('cities')[country = ${country}]/name`.
  package struct Lookup: Hashable, Sendable {
    /// The name of the list.
    package let list: String
    /// The conditions on the items, whose columns are named without `${}`; a number is a position, from 1.
    let conditions: [Node]
    /// The column; `nil` for the items themselves, which can be counted.
    let column: String?

    /// Creates a lookup.
    init(list: String, conditions: [Node] = [], column: String?) {
      self.list = list
      self.conditions = conditions
      self.column = column
    }
  }
}

extension RuleExpression.Node {
  /// The precedence of the part; one with less than the part around it is put in parentheses.
  var rank: Int {
    switch self {
    case .negative: 7
    case .operation(_, let operands): operands.first?.operator.rank ?? 9
    case .text, .number, .call, .path, .lookup, .column: 9
    }
  }

  /// The subparts, in written order.
  var children: [RuleExpression.Node] {
    switch self {
    case .text, .number, .column: []
    case .negative(let operand): [operand]
    case .operation(let first, let operands): [first] + operands.map(\.node)
    case .call(_, let arguments): arguments
    case .path(let path): path.steps.flatMap(\.conditions)
    case .lookup(let lookup): lookup.conditions
    }
  }

  /// Whether the value is cells or items, as needed by functions such as `count`.
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

  /// The depth and the number of parts, counted up to the limits; needs no more stack for deep ones.
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

  /// Refuses parts that are too deep or too many for an expression.
  func checkBounds() throws(RuleExpressionError) {
    let (depth, parts) = levels()
    if depth > RuleExpression.Limit.depth { throw RuleExpressionError(column: 1, problem: .tooDeep) }
    if parts > RuleExpression.Limit.parts { throw RuleExpressionError(column: 1, problem: .tooManyParts) }
  }
}

extension RuleExpression.Path {
  /// The steps; empty for `.` and `..`.
  var steps: [RuleExpression.Step] {
    if case .steps(let steps) = target { steps } else { [] }
  }
}
