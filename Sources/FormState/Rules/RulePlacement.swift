/// Checks whether the rules of a cell can be combined, and fit its kind.
struct RulePlacement {
  let cell: FormCell
  /// Whether options are directly under the cell.
  let hasOptions: Bool

  /// The problems, by the kinds of the rules.
  var problems: [(kind: FormRule.Kind, problem: String)] {
    FormRule.Kind.allCases.flatMap { kind in
      cell.rules.contains { $0.kind == kind } ? problems(with: kind).map { (kind, $0) } : []
    }
      + cell.rules.compactMap { rule in
        guard let message = rule.message, let character = ForbiddenCharacter(firstIn: message) else { return nil }
        return (rule.kind, "the message \(character.problem)")
      }
  }

  private func problems(with kind: FormRule.Kind) -> [String] {
    var problems: [String] = []
    if !kind.isNumbered, cell.rules.count(where: { $0.kind == kind }) > 1 {
      problems.append("the cell has two rules of this kind; keep one")
    }
    switch kind {
    case .relevant: break
    case .count:
      if cell.kind != .repeat { problems.append("a cell of kind \(cell.kind.rawValue) has no instances to count") }
    case .required, .readOnly, .constraint, .calculate, .default, .set:
      if !holdsValue {
        let without = cell.kind.isQuestionOfOptions ? " without options" : ""
        problems.append("a cell of kind \(cell.kind.rawValue)\(without) holds no value, so it cannot have this rule")
      }
      if kind == .default || kind == .set, cell.rule(.calculate) != nil {
        problems.append("the cell's value is already calculated; remove one of the two rules")
      }
      if kind == .default, cell.defaultValue != nil {
        problems.append("the cell already has an initial value; remove the value or the rule")
      }
    case .choices: problems += problemsWithChoices
    case .title:
      if cell.kind == .option { problems.append("an option has the same title everywhere; remove the rule") }
      if cell.summary != nil {
        problems.append("the title already follows from a summary; remove the summary or the rule")
      }
    }
    let isPlain = cell.rules.lazy.filter { $0.kind == kind }.allSatisfy { $0.message == nil && $0.severity == .error }
    if kind != .constraint, kind != .required, !isPlain {
      problems.append("only a required rule and a constraint have a message, and only a constraint has a severity")
    } else if kind == .required, cell.rules.contains(where: { $0.kind == kind && $0.severity != .error }) {
      problems.append("only a constraint has a severity; a required rule has none")
    }
    return problems
  }

  private var holdsValue: Bool {
    cell.kind.isQuestionOfOptions ? hasOptions || cell.choosesFromList : cell.kind.holdsValue
  }

  private var problemsWithChoices: [String] {
    guard cell.kind.isQuestionOfOptions else {
      return ["a cell of kind \(cell.kind.rawValue) cannot have options; only a group or a choices cell does"]
    }
    if hasOptions || cell.list != nil {
      return ["the cell already has options under it; remove them, or the rule"]
    }
    if let expression = cell.rule(.choices)?.expression, expression.choiceSource == nil {
      return [
        "choices are items of a list or answers in cells; write list('NAME') or ${KEY}, with conditions in brackets"
      ]
    }
    return []
  }
}
