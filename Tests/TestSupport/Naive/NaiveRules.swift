import FormState

/// The results of a form's rules for a state, recalculated from the answers alone, whatever the state contains.
///
/// It evaluates each question repeatedly, down to the answers. The only shared code is the evaluation of an expression
/// for given values, which separate tests compare with ODK's.
public final class NaiveRules {
  private let form: NaiveForm
  private let state: ResponseState
  private var relevance: [Int: Bool] = [:]
  private var sectionRelevance: [Int: Bool] = [:]
  private var calculations: [Int: (content: FieldContent?, isRefused: Bool)] = [:]

  init(_ form: NaiveForm, _ state: ResponseState) {
    self.form = form
    self.state = state
  }

  /// Whether the rule of a cell holds, in any place.
  func isRelevant(_ cell: NaiveForm.Placed) -> Bool {
    if let known = relevance[cell.number] { return known }
    let isRelevant = holds(rule(.relevant, of: cell), for: cell, without: true)
    relevance[cell.number] = isRelevant
    return isRelevant
  }

  /// Whether the rule of a section holds.
  func isRelevant(section: Int) -> Bool {
    if let known = sectionRelevance[section] { return known }
    let isRelevant = holds(form.form.sections[section].relevant, for: nil, without: true)
    sectionRelevance[section] = isRelevant
    return isRelevant
  }

  /// Whether the cell, all above it and its section are relevant.
  func isAsked(_ cell: NaiveForm.Placed) -> Bool {
    isRelevant(section: cell.section) && ([cell] + form.ancestors(of: cell)).allSatisfy(isRelevant)
  }

  func isRequired(_ cell: NaiveForm.Placed) -> Bool { holds(rule(.required, of: cell), for: cell, without: false) }

  func isReadOnly(_ cell: NaiveForm.Placed) -> Bool { holds(rule(.readOnly, of: cell), for: cell, without: false) }

  /// The calculated content, regardless of entries; `nil` for none.
  func calculated(_ cell: NaiveForm.Placed) -> FieldContent? { calculation(of: cell).content }

  /// The value of a cell: entered, calculated, or its default.
  func value(of cell: NaiveForm.Placed) -> CellValue? { content(of: cell)?.value }

  /// The content with that value.
  func content(of cell: NaiveForm.Placed) -> FieldContent? {
    state.state(of: cell.cell).entry ?? calculated(cell) ?? cell.cell.defaultValue.map(FieldContent.value)
  }

  /// The title by a rule; empty for none.
  func title(_ cell: NaiveForm.Placed) -> String { result(of: rule(.title, of: cell), for: cell)?.text ?? "" }

  /// The violated rules of a cell: the numbers of constraints, and `calculate`.
  func failures(of cell: NaiveForm.Placed) -> [String] {
    var failures: [String] = []
    if isAsked(cell), let value = value(of: cell), value != "" {
      let constraints = cell.cell.rules.filter { $0.kind == .constraint }
      for (number, rule) in zip(1..., constraints) where !holds(rule, for: cell, without: true) {
        failures.append(String(number))
      }
    }
    return failures + (calculation(of: cell).isRefused ? ["calculate"] : [])
  }

  private func calculation(of cell: NaiveForm.Placed) -> (content: FieldContent?, isRefused: Bool) {
    if let known = calculations[cell.number] { return known }
    var calculation: (content: FieldContent?, isRefused: Bool) = (nil, false)
    if let result = result(of: rule(.calculate, of: cell), for: cell), !result.isBlank {
      let content = FieldContent.naive(result, as: accepted(result, in: cell), in: cell.cell)
      calculation = (content, content == nil)
    }
    calculations[cell.number] = calculation
    return calculation
  }

  private func accepted(_ result: RuleScalar, in cell: NaiveForm.Placed) -> CellValue? {
    switch cell.cell.kind {
    case .choices:
      let options = form.children(of: cell).compactMap(\.cell.optionValue)
      let values = result.text.split(separator: " ").map(String.init)
      return Set(values).isSubset(of: options) && Set(values).count == values.count && !values.isEmpty
        ? .choices(values) : nil
    case .group:
      let isOption = form.children(of: cell).contains { $0.cell.optionValue == result.text }
      return isOption ? .text(result.text) : nil
    case .switch: return .boolean(result.isTrue)
    case .integer, .decimal: return cell.cell.naiveNumber(result)
    case .slider, .custom:
      if case .number(let number) = result { return CellValue.number(number).flatMap { try? cell.cell.accepted($0) } }
      return try? cell.cell.accepted(.text(result.text))
    case .date: return try? cell.cell.accepted(.text(String(result.text.prefix(10))))
    default: return try? cell.cell.accepted(.text(result.text))
    }
  }

  private func rule(_ kind: FormRule.Kind, of cell: NaiveForm.Placed) -> FormRule? {
    cell.cell.rules.first { $0.kind == kind }
  }

  private func holds(_ rule: FormRule?, for cell: NaiveForm.Placed?, without: Bool) -> Bool {
    result(of: rule, for: cell)?.isTrue ?? without
  }

  private func result(of rule: FormRule?, for cell: NaiveForm.Placed?) -> RuleScalar? {
    guard let expression = rule?.expression else { return nil }
    var budget = RuleBudget()
    return try? expression.value(in: Context(rules: self, number: cell?.number ?? -1), budget: &budget)
  }

  private struct Context: RuleContext {
    let rules: NaiveRules
    let number: Int

    var cell: RuleCell { RuleCell(cell: number) }
    var moment: RuleMoment { RuleMoment(time: .now, zone: .current, seed: 0) }

    private func placed(_ cell: RuleCell) -> NaiveForm.Placed? {
      rules.form.cells.indices.contains(cell.cell) ? rules.form.cells[cell.cell] : nil
    }

    func cells(withKey key: String, from origin: RuleCell) -> [RuleCell] {
      rules.form.cells.filter { $0.cell.key == key }.map { RuleCell(cell: $0.number) }
    }

    func parent(of cell: RuleCell) -> RuleCell? { placed(cell)?.parent.map { RuleCell(cell: $0) } }

    func value(of cell: RuleCell) -> RuleScalar {
      guard let placed = placed(cell), rules.isAsked(placed) else { return .blank }
      return rules.content(of: placed)?.naiveScalar ?? .blank
    }

    func chosenOptions(of cell: RuleCell) -> [String]? {
      guard let placed = placed(cell), rules.isAsked(placed) else { return nil }
      return if case .choices(let values)? = rules.value(of: placed) { values } else { nil }
    }

    func list(named name: String) -> (any RuleList)? {
      rules.form.form.lists.last { $0.name == name }.map(Rows.init)
    }

    /// Checks each option again.
    private final class Rows: RuleList {
      let list: OptionList

      init(_ list: OptionList) { self.list = list }

      var count: Int { list.options.count }
      func text(row: Int, column: String) -> String? {
        let option = list.options[row]
        return option.columns.merging(["value": option.value, "title": option.title]) { $1 }[column]
      }
      func rows(where columns: [(name: String, text: String)]) -> [Int] {
        list.options.indices.filter { row in columns.allSatisfy { text(row: row, column: $0.name) == $0.text } }
      }
    }

    func position(of cell: RuleCell) -> Int { 1 }
    func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool { cell.cell < other.cell }
  }
}

extension NaiveForm {
  /// A state with recalculated consequences of its answers: the results of rules, and titles.
  public func derived(_ state: ResponseState) -> ResponseState {
    let (now, atFirst) = (NaiveRules(self, state), NaiveRules(self, ResponseState()))
    var result = state
    func put(_ field: StateChange.Field, of key: String, _ content: FieldContent?, _ starts: FieldContent?) {
      let subject = StateSubject(key)
      let content = content == starts ? nil : content
      result.apply(StateChange(field, of: subject, before: result[field, of: subject], after: content))
    }
    var titles: [String: String] = [:]
    for cell in cells where !cell.cell.rules.isEmpty {
      let key = cell.cell.key
      put(.relevance, of: key, .flag(now.isRelevant(cell)), .flag(atFirst.isRelevant(cell)))
      put(.requirement, of: key, .flag(now.isRequired(cell)), .flag(atFirst.isRequired(cell)))
      put(.readOnly, of: key, .flag(now.isReadOnly(cell)), .flag(atFirst.isReadOnly(cell)))
      put(.calculated, of: key, now.calculated(cell) ?? .cleared, atFirst.calculated(cell) ?? .cleared)
      put(
        .faults, of: key, .text(now.failures(of: cell).joined(separator: " ")),
        .text(atFirst.failures(of: cell).joined(separator: " ")))
      if cell.cell.rules.contains(where: { $0.kind == .title }) {
        titles[key] = now.title(cell)
        put(.title, of: key, .text(now.title(cell)), .text(atFirst.title(cell)))
      }
    }
    for (number, section) in form.sections.enumerated() where section.relevant != nil {
      put(
        .sectionRelevance, of: section.key, .flag(now.isRelevant(section: number)),
        .flag(atFirst.isRelevant(section: number)))
    }
    // A title may show those below it.
    for cell in cells.reversed() where cell.cell.isExpandable && cell.cell.rule(.title) == nil {
      titles[cell.cell.key] = isFilled(cell, in: result) ? summary(of: cell, titles: titles, rules: now) : nil
      put(.title, of: cell.cell.key, titles[cell.cell.key].map(FieldContent.text), nil)
    }
    return result
  }

  /// Whether anything was entered, or is calculated differently than initially, in a cell or below it.
  private func isFilled(_ placed: Placed, in state: ResponseState) -> Bool {
    let itself =
      placed.cell.kind == .group || placed.cell.kind == .choices || placed.cell.summary == .choice ? [placed] : []
    return (itself + descendants(of: placed)).contains { below in
      let contents = state.state(of: below.cell)
      return contents.entry != nil || contents[.calculated]?.value != nil
    }
  }

  /// The keys of the relevant cells in a state.
  public func keysAsked(in state: ResponseState) -> Set<String> {
    let rules = NaiveRules(self, state)
    return Set(cells.filter(rules.isAsked).map(\.cell.key))
  }

  /// The faults of the answers in a state, as `KEY required`, `KEY 1` and so on, in the order of the form.
  public func faults(in state: ResponseState) -> [String] {
    let rules = NaiveRules(self, state)
    let onResponse = NaiveReports(state[.responseFaults, of: .response]).faults.map { _ in "response reported" }
    return onResponse
      + cells.filter(rules.isAsked).flatMap { cell -> [String] in
        let isBlank = rules.value(of: cell).map { $0 == "" } ?? true
        let needed = rules.isRequired(cell) && isBlank ? ["required"] : []
        let held = state.state(of: cell.cell)
        let refused = held.inputFault(isReadOnly: rules.isReadOnly(cell))
        let reported = NaiveReports(held[.reportedFaults]).faults.map { _ in "reported" }
        return (needed + rules.failures(of: cell) + refused + reported).map { "\(cell.cell.key) \($0)" }
      }
  }
}

extension CellState {
  /// The fault of input that is no answer, as `refused` or `draft`; empty for none.
  func inputFault(isReadOnly: Bool) -> [String] {
    if self[.original] != nil, entry == nil { return ["refused"] }
    return self[.draft] != nil && !isReadOnly ? ["draft"] : []
  }
}
