extension RuleExpression {
  /// Evaluates the expression to one value.
  ///
  /// - Parameters:
  ///   - context: what the rule reads.
  ///   - budget: the remaining budget of the action's rules.
  /// - Returns: the value; of several references the first one's, blank for none.
  /// - Throws: ``RuleFailure``.
  package func value(in context: any RuleContext, budget: inout RuleBudget) throws -> RuleScalar {
    var evaluation = RuleEvaluation(context, budget: budget)
    defer { budget = evaluation.budget }
    return try evaluation.scalar(of: try evaluation.value(of: root))
  }

  /// Evaluates the expression to its references, or to one value.
  func result(in context: any RuleContext, budget: inout RuleBudget) throws -> RuleValue {
    var evaluation = RuleEvaluation(context, budget: budget)
    defer { budget = evaluation.budget }
    return try evaluation.value(of: root)
  }
}

/// One evaluation of an expression: its inputs, its current focus, and its remaining budget.
///
/// It recurses on the parts of the expression, which are bounded, see ``RuleExpression/Limit``.
struct RuleEvaluation {
  typealias Node = RuleExpression.Node

  /// The subject of the part being evaluated.
  struct Focus {
    /// The rule's own cell, or that of a condition.
    var cell: RuleCell
    /// The item of a condition.
    var item: (list: String, row: Int)?
    /// The position among the subjects of the condition, from 1.
    var position = 1
    /// The number of subjects of the condition.
    var size = 1
  }

  let context: any RuleContext
  var budget: RuleBudget
  var focus: Focus
  var random: RuleRandom

  init(_ context: any RuleContext, budget: RuleBudget) {
    self.context = context
    self.budget = budget
    focus = Focus(cell: context.cell)
    random = RuleRandom(seed: context.moment.seed)
  }

  /// The time zone of the action, for values that depend on it.
  var zone: RuleZone {
    mutating get {
      budget.hasAskedZone = true
      return context.moment.zone
    }
  }

  /// The value of a part.
  mutating func value(of node: Node) throws -> RuleValue {
    try budget.spend()
    switch node {
    case .text(let text): return .text(text)
    case .number(let number): return .number(number)
    case .negative(let operand): return .number(-(try number(of: operand)))
    case .operation(let first, let operands): return try result(of: first, operands)
    case .call(let name, let arguments): return try call(name, arguments)
    case .path(let path): return .references(try cells(of: path).map { .cell($0) })
    case .lookup(let lookup): return .references(try items(of: lookup))
    case .column(let name):
      guard let item = focus.item, try has(name, row: item.row, of: item.list) else { return .references([]) }
      return .references([.item(list: item.list, row: item.row, column: name)])
    }
  }

  private mutating func call(_ name: String, _ arguments: [Node]) throws -> RuleValue {
    // A parsed expression calls no other functions.
    guard let function = RuleFunctionTable.function(named: name) else { return .blank }
    switch function.body {
    case .parts(let body): return try body(&self, arguments)
    case .values(let body):
      var values: [RuleValue] = []
      for argument in arguments { values.append(try value(of: argument)) }
      return try body(&self, RuleArguments(values))
    }
  }

  // MARK: - Operators

  private mutating func result(
    of first: Node, _ operands: [RuleExpression.Operand]
  ) throws -> RuleValue {
    switch operands.first?.operator {
    case .or: return .boolean(try isAny(true, of: first, operands))
    case .and: return .boolean(!(try isAny(false, of: first, operands)))
    default: break
    }
    var result = try value(of: first)
    for operand in operands {
      result = try combined(result, operand.operator, try value(of: operand.node))
    }
    return result
  }

  /// Whether any of the parts is true, or false; the parts after it are not evaluated.
  private mutating func isAny(
    _ wanted: Bool, of first: Node, _ operands: [RuleExpression.Operand]
  ) throws -> Bool {
    if try isTrue(first) == wanted { return true }
    for operand in operands where try isTrue(operand.node) == wanted { return true }
    return false
  }

  private mutating func combined(
    _ left: RuleValue, _ sign: RuleExpression.Operator, _ right: RuleValue
  ) throws -> RuleValue {
    switch sign {
    case .or, .and: .boolean(false)
    case .union: .references(try union(left, right))
    case .equal: .boolean(try isEqual(left, right, wanted: true))
    case .notEqual: .boolean(try isEqual(left, right, wanted: false))
    case .less: .boolean(try isOrdered(left, right, by: <))
    case .lessOrEqual: .boolean(try isOrdered(left, right, by: <=))
    case .greater: .boolean(try isOrdered(left, right, by: >))
    case .greaterOrEqual: .boolean(try isOrdered(left, right, by: >=))
    case .plus: .number(try number(left) + number(right))
    case .minus: .number(try difference(try scalar(of: left), try scalar(of: right)))
    case .times: .number(try number(left) * number(right))
    case .divided: .number(try number(left) / number(right))
    case .remainder: .number(try number(left).truncatingRemainder(dividingBy: number(right)))
    }
  }
}
