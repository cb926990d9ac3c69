/// What is wrong with an answer: a required one that is not there, or a constraint that does not hold of it.
///
/// A fault keeps nobody from entering what they like; a response with faults that are errors cannot be completed. What is not
/// relevant has none; what is folded or collapsed has.
public struct Fault: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// The cell has to hold something, and does not.
    case required
    /// A constraint does not hold of what the cell holds.
    case constraint
    /// What is calculated is nothing that the cell can hold.
    case calculate
  }

  /// The key of the cell.
  public let cell: String
  /// What is wrong.
  public let kind: Kind
  /// Of a constraint, its number among those of the cell, from 1; otherwise 0.
  public let number: Int
  /// What a person is told: the words of the form's author, or the library's own.
  public let message: String
  /// How much it matters.
  public let severity: FormRule.Severity

  /// That a cell has to hold something.
  init(required cell: FormCell) {
    self.init(
      cell: cell, .required, number: 0, message: cell.rule(.required)?.message ?? "An answer is needed.", .error)
  }

  /// That a constraint of a cell does not hold.
  init(constraint number: Int, _ rule: FormRule, of cell: FormCell) {
    self.init(
      cell: cell, .constraint, number: number, message: rule.message ?? "The answer has to fulfil \(rule.source).",
      rule.severity)
  }

  /// That what is calculated is nothing that a cell can hold.
  init(calculationOf cell: FormCell) {
    // Nobody who fills the form in can mend that, so it keeps nobody from completing.
    self.init(
      cell: cell, .calculate, number: 0,
      message: "What is calculated is no \(cell.kind.rawValue) that can stand here, so nothing does.", .warning)
  }

  private init(cell: FormCell, _ kind: Kind, number: Int, message: String, _ severity: FormRule.Severity) {
    self.cell = cell.key
    self.kind = kind
    self.number = number
    self.message = message
    self.severity = severity
  }
}

extension FormCell {
  /// The faults of the cell, should it be relevant.
  ///
  /// - Parameters:
  ///   - isRequired: whether it has to hold something.
  ///   - value: what it holds.
  ///   - failed: which of its rules do not hold, see ``FailedRules``.
  package func faults(isRequired: Bool, value: CellValue?, failed: FieldContent?) -> [Fault] {
    var faults: [Fault] = []
    if isRequired, value.map({ RuleScalar($0).isBlank }) ?? true { faults.append(Fault(required: self)) }
    guard let text = failed?.text, !text.isEmpty else { return faults }
    let failed = FailedRules(text: text)
    let constraints = rules.filter { $0.kind == .constraint }
    for (number, rule) in zip(1..., constraints) where failed.constraints.contains(number) {
      faults.append(Fault(constraint: number, rule, of: self))
    }
    if failed.hasRefusedCalculation { faults.append(Fault(calculationOf: self)) }
    return faults
  }
}

extension CellSnapshot {
  /// The faults of the cell, should it be relevant.
  package var faults: [Fault] {
    guard cell.hasRareProperties, !cell.rules.isEmpty else { return [] }
    return cell.faults(
      isRequired: derived(.requirement)?.flag ?? false, value: value, failed: derived(.faults))
  }
}

extension FormDefinition {
  /// What is wrong with the answers in a state, in the order of the form.
  ///
  /// - Complexity: O(*n*) for *n* cells of a form with rules.
  public func faults(in state: ResponseState) -> [Fault] {
    guard !fresh.rules.rules.isEmpty else { return [] }
    let notAsked = keysNotAsked(in: state)
    return sections.flatMap(\.cells).lazy.filter { $0.hasRareProperties && !notAsked.contains($0.key) }
      .flatMap { faults(of: $0, in: state) }
  }

  /// What is wrong with the answer of a cell in a state, should it be relevant.
  package func faults(of cell: FormCell, in state: ResponseState, instance: Int = 0) -> [Fault] {
    guard cell.hasRareProperties, !cell.rules.isEmpty else { return [] }
    return cell.faults(
      isRequired: state.derived(.requirement, of: cell, in: instance, fresh)?.flag ?? false,
      value: state.value(of: cell, in: self, instance: instance),
      failed: state.derived(.faults, of: cell, in: instance, fresh))
  }
}
