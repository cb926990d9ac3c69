/// Whether the rules of a cell can stand together, and on a cell of its kind.
struct RulePlacement {
  let cell: FormCell
  /// Whether options are directly under the cell.
  let hasOptions: Bool

  /// What is wrong, by the kinds of the rules.
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
      problems.append("the cell has two such rules; give it one")
    }
    switch kind {
    case .relevant: break
    case .count:
      if cell.kind != .repeat { problems.append("a cell of kind \(cell.kind.rawValue) has no instances to count") }
    case .required, .readOnly, .constraint, .calculate, .default, .set:
      if !holdsValue {
        let without = cell.kind.isQuestionOfOptions ? " without options" : ""
        problems.append("a cell of kind \(cell.kind.rawValue)\(without) holds no value that a rule could be about")
      }
      if kind == .default || kind == .set, cell.rule(.calculate) != nil {
        problems.append("what the cell holds is calculated already; remove one of the two rules")
      }
      if kind == .default, cell.defaultValue != nil {
        problems.append("the cell has a value at first already; remove the value or the rule")
      }
    case .choices: problems += problemsWithChoices
    case .title:
      if cell.kind == .option { problems.append("an option is called the same wherever it shows; remove the rule") }
      if cell.summary != nil {
        problems.append("the title sums up what stands below already; remove the summary or the rule")
      }
    }
    let isPlain = cell.rules.lazy.filter { $0.kind == kind }.allSatisfy { $0.message == nil && $0.severity == .error }
    if kind != .constraint, kind != .required, !isPlain {
      problems.append("only what is required or constrained has a message, and only a constraint a severity")
    } else if kind == .required, cell.rules.contains(where: { $0.kind == kind && $0.severity != .error }) {
      problems.append("only a constraint has a severity; what is required is")
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
      return ["options stand under the cell already; remove them, or the rule"]
    }
    if let expression = cell.rule(.choices)?.expression, expression.choiceSource == nil {
      return [
        "choices are items of a list or answers in cells; write list('NAME') or ${KEY}, with conditions in brackets"
      ]
    }
    return []
  }
}
