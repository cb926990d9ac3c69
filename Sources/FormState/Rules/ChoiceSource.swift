/// The source of the choices of a question that offers them on demand.
enum ChoiceSource: Hashable, Sendable {
  /// The items of a list that satisfy conditions.
  case items(RuleExpression.Lookup)
  /// The answers in cells, such as the names of all persons of a household; blank ones are left out.
  case answers(RuleExpression.Path)

  fileprivate init?(_ node: RuleExpression.Node) {
    switch node {
    case .lookup(let lookup) where lookup.column == nil: self = .items(lookup)
    case .path(let path) where !path.steps.isEmpty: self = .answers(path)
    default: return nil
    }
  }
}

extension RuleExpression {
  /// The source of choices of the expression, in its own order or another one; `nil` if it names no choices.
  var choiceSource: ChoiceSource? {
    guard case .call("randomize", let arguments) = root else { return ChoiceSource(root) }
    return arguments.first.flatMap(ChoiceSource.init)
  }

  /// Whether the result of the expression for a rule of a kind may change without a change of its inputs.
  ///
  /// The order of choices does not count: it is determined when they are displayed, not when the rule runs.
  func isVolatile(in kind: FormRule.Kind) -> Bool {
    guard kind == .choices, case .call("randomize", let arguments) = root else { return isVolatile }
    return arguments.contains(where: \.isVolatile)
  }

  /// The items of a list that the expression offers; `nil` if it offers none.
  package var choices: Lookup? {
    if case .items(let lookup)? = choiceSource { lookup } else { nil }
  }

  /// The key of the cells whose answers the expression offers; `nil` if it offers none.
  package var keyOfOfferedAnswers: String? {
    if case .answers(let path)? = choiceSource { path.steps.last?.key } else { nil }
  }

  /// The offered choices: a list, and the numbers of its offered items, in order.
  ///
  /// - Parameter chance: the seed of a random order if the expression names none; `nil` for the list's order.
  /// - Throws: ``RuleFailure``; what the list throws.
  func offered(
    in context: any RuleContext, chance: @autoclosure () throws -> Int64?, budget: inout RuleBudget
  ) throws -> (list: any RuleList, rows: [Int])? {
    guard let choiceSource else { return nil }
    var evaluation = RuleEvaluation(context, budget: budget)
    defer { budget = evaluation.budget }
    let (list, rows) = try evaluation.offered(by: choiceSource)
    guard case .call("randomize", let arguments) = root else { return (list, rows) }
    let seed = try arguments.dropFirst().first.map { try evaluation.shuffleSeed(of: $0) } ?? chance()
    return (list, seed.map(rows.shuffled) ?? rows)
  }

  /// All choices that the expression may offer, ignoring its conditions; `nil` if it offers none.
  ///
  /// - Throws: ``RuleFailure``; what the list throws.
  func choosable(in context: any RuleContext, budget: inout RuleBudget) throws -> (any RuleList)? {
    guard let source = choiceSource?.withoutConditions else { return nil }
    var evaluation = RuleEvaluation(context, budget: budget)
    defer { budget = evaluation.budget }
    return try evaluation.list(of: source)
  }

  /// Whether each of some values can be chosen.
  func offers(_ values: [String], in context: any RuleContext, budget: inout RuleBudget) throws -> Bool {
    guard let choiceSource else { return true }
    var evaluation = RuleEvaluation(context, budget: budget)
    defer { budget = evaluation.budget }
    switch choiceSource {
    case .items(let lookup): return try evaluation.offers(values, lookup)
    case .answers(let path):
      let answers = Set(try evaluation.answers(in: path).map(FieldContent.text))
      return values.allSatisfy { answers.contains(.text($0)) }
    }
  }
}

extension ChoiceSource {
  fileprivate var withoutConditions: ChoiceSource {
    switch self {
    case .items(let lookup): .items(RuleExpression.Lookup(list: lookup.list, column: nil))
    case .answers(let path):
      .answers(
        RuleExpression.Path(
          .steps(path.steps.map { RuleExpression.Step($0.key) }), isFromCurrent: path.isFromCurrent))
    }
  }
}

extension RuleEvaluation {
  fileprivate mutating func offered(by source: ChoiceSource) throws -> (list: any RuleList, rows: [Int]) {
    let list = try list(of: source)
    switch source {
    case .items(let lookup): return (list, try rows(of: lookup))
    case .answers: return (list, Array(0..<(try list.count)))
    }
  }

  fileprivate mutating func list(of source: ChoiceSource) throws -> any RuleList {
    switch source {
    case .items(let lookup):
      guard let list = context.list(named: lookup.list) else { throw RuleFailure.noList(lookup.list) }
      return list
    case .answers(let path):
      let options = try answers(in: path).map { OptionList.Option(value: $0, title: $0) }
      return IndexedOptions(OptionList("", options: options))
    }
  }

  /// The values of the cells at a path, as values of choices; blank ones are left out.
  fileprivate mutating func answers(in path: RuleExpression.Path) throws -> [String] {
    try cells(of: path).compactMap { cell in
      let value = context.value(of: cell)
      return value.isBlank ? nil : value.text.canonicalKey
    }
  }
}
