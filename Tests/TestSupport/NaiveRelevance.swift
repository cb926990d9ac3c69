import FormState

/// What the rules of a form say of a state, worked out anew from the answers alone, whatever the state says of it itself.
///
/// It asks each question again and again, down to the answers, and takes from the code in earnest only what an expression gives
/// for the values that it reads, which tests of their own hold to ODK's.
public final class NaiveRelevance {
  private let form: NaiveForm
  private let state: ResponseState
  private var ofCells: [Int: Bool] = [:]
  private var ofSections: [Int: Bool] = [:]

  init(_ form: NaiveForm, _ state: ResponseState) {
    self.form = form
    self.state = state
  }

  /// Whether the rule of a cell holds, wherever the cell stands.
  func isRelevant(_ cell: NaiveForm.Placed) -> Bool {
    if let known = ofCells[cell.number] { return known }
    let isRelevant = holds(cell.cell.relevant, for: cell)
    ofCells[cell.number] = isRelevant
    return isRelevant
  }

  /// Whether the rule of a section holds.
  func isRelevant(section: Int) -> Bool {
    if let known = ofSections[section] { return known }
    let isRelevant = holds(form.form.sections[section].relevant, for: nil)
    ofSections[section] = isRelevant
    return isRelevant
  }

  /// Whether anybody is asked: the cell, all above it and its section are relevant.
  func isAsked(_ cell: NaiveForm.Placed) -> Bool {
    isRelevant(section: cell.section) && ([cell] + form.ancestors(of: cell)).allSatisfy(isRelevant)
  }

  private func holds(_ rule: FormRule?, for cell: NaiveForm.Placed?) -> Bool {
    guard let expression = rule?.expression else { return true }
    var budget = RuleBudget()
    return (try? expression.isTrue(in: Context(relevance: self, number: cell?.number ?? -1), budget: &budget)) ?? true
  }

  private struct Context: RuleContext {
    let relevance: NaiveRelevance
    let number: Int

    var cell: RuleCell { RuleCell(cell: number) }
    var moment: RuleMoment { RuleMoment(time: .now, zone: .utc, seed: 0) }

    private func placed(_ cell: RuleCell) -> NaiveForm.Placed? {
      relevance.form.cells.indices.contains(cell.cell) ? relevance.form.cells[cell.cell] : nil
    }

    func cells(withKey key: String, from origin: RuleCell) -> [RuleCell] {
      relevance.form.cells.filter { $0.cell.key == key }.map { RuleCell(cell: $0.number) }
    }

    func parent(of cell: RuleCell) -> RuleCell? { placed(cell)?.parent.map { RuleCell(cell: $0) } }

    func value(of cell: RuleCell) -> RuleScalar {
      guard let placed = placed(cell), relevance.isAsked(placed) else { return .blank }
      switch relevance.form.value(of: placed, in: relevance.state) {
      case nil: return .blank
      case .text(let text)?: return .text(text)
      case .integer(let whole)?: return .number(Double(whole))
      case .real(let number)?: return .number(number)
      case .boolean(let isOn)?: return .boolean(isOn)
      case .decimal(let decimal)?: return .number(Double(decimal.text) ?? .nan)
      case .choices(let values)?: return .text(values.joined(separator: " "))
      case let value?: return .text(value.plainText)
      }
    }

    func chosenOptions(of cell: RuleCell) -> [String]? {
      guard let placed = placed(cell), relevance.isAsked(placed) else { return nil }
      return if case .choices(let values)? = relevance.form.value(of: placed, in: relevance.state) { values } else {
        nil
      }
    }

    func position(of cell: RuleCell) -> Int { 1 }
    func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool { cell.cell < other.cell }
  }
}

extension NaiveForm {
  /// A state with what rules make of its answers, in place of what it said of that.
  public func derived(_ state: ResponseState) -> ResponseState {
    guard form.sections.contains(where: { $0.relevant != nil }) || cells.contains(where: { $0.cell.relevant != nil })
    else { return state }
    let (now, atFirst) = (NaiveRelevance(self, state), NaiveRelevance(self, ResponseState()))
    var result = state
    func put(_ field: StateChange.Field, of key: String, _ isRelevant: Bool, _ starts: Bool) {
      let subject = StateSubject(key)
      let content = isRelevant == starts ? nil : FieldContent.flag(isRelevant)
      result.apply(StateChange(field, of: subject, before: result[field, of: subject], after: content))
    }
    for cell in cells where cell.cell.relevant != nil {
      put(.relevance, of: cell.cell.key, now.isRelevant(cell), atFirst.isRelevant(cell))
    }
    for (number, section) in form.sections.enumerated() where section.relevant != nil {
      put(.sectionRelevance, of: section.key, now.isRelevant(section: number), atFirst.isRelevant(section: number))
    }
    return result
  }

  /// The keys of the cells that anybody is asked in a state.
  public func keysAsked(in state: ResponseState) -> Set<String> {
    let relevance = NaiveRelevance(self, state)
    return Set(cells.filter(relevance.isAsked).map(\.cell.key))
  }
}
