import FormState

/// A form, and a person's actions on it, decided in the slow and obvious way.
///
/// It shares no code with the real decision: nesting, accordions and summaries are implemented here again, from their
/// specification. If both agree they are probably right.
public struct NaiveForm: Sendable {
  /// A cell and its place.
  struct Placed: Sendable {
    let cell: FormCell
    /// The position of its section.
    let section: Int
    /// Its place among all cells of the form.
    let number: Int
    /// The place of the cell above it.
    let parent: Int?
  }

  /// The definition.
  public let form: FormDefinition
  let cells: [Placed]

  /// Makes one from a valid definition.
  public init(_ form: FormDefinition) {
    self.form = form
    var cells: [Placed] = []
    for (section, content) in form.sections.enumerated() {
      // The cells above the one that is looked at, each with the number of the last one below it.
      var above: [(number: Int, last: Int)] = []
      for cell in content.cells {
        above.removeAll { $0.last < cells.count }
        let placed = Placed(cell: cell, section: section, number: cells.count, parent: above.last?.number)
        above.append((placed.number, placed.number + cell.additionalRows))
        cells.append(placed)
      }
    }
    self.cells = cells
  }

  /// The state after an action that names its cell by a key.
  ///
  /// - Parameters:
  ///   - action: the person's action; neither undo nor redo, which ``NaiveHistory`` handles.
  ///   - state: the state before it.
  /// - Throws: `ActionError` when the action is refused.
  public func state(after action: FormAction, from state: ResponseState) throws(ActionError) -> ResponseState {
    var decision = NaiveDecision(form: self, state: state)
    try decision.take(action)
    let after = withoutOutdatedReports(derived(decision.state), since: state)
    if state.isCompleted, let changed = cells.first(where: { hasOtherAnswer($0, in: after, than: state) }) {
      throw .completed(cell: changed.cell.key)
    }
    return after
  }

  /// Whether an undo or redo that leads from one state to another would be refused, since the response is completed.
  public func isRefused(from state: ResponseState, to after: ResponseState) -> Bool {
    state.isCompleted && cells.contains { hasOtherAnswer($0, in: after, than: state) }
  }

  /// Whether a fault from ``faults(in:)`` is only a warning.
  func isWarning(_ fault: String) -> Bool {
    let words = fault.split(separator: " ")
    guard let key = words.first, let number = words.last, let cell = cells.first(where: { $0.cell.key == key })?.cell
    else { return false }
    if number == "calculate" { return true }
    let constraints = cell.rules.filter { $0.kind == .constraint }
    return Int(number).map { constraints[$0 - 1].severity == .warning } ?? false
  }

  private func hasOtherAnswer(_ placed: Placed, in after: ResponseState, than before: ResponseState) -> Bool {
    let (new, old) = (after.state(of: placed.cell), before.state(of: placed.cell))
    let answers: [StateChange.Field] = [.value, .title]
    return answers.contains { new[$0] != old[$0] } || new[.draft] != nil && new[.draft] != old[.draft]
  }
}

// MARK: - Naming

extension NaiveForm {
  /// The action with its cell named by key instead of by the row that a person sees.
  ///
  /// - Parameters:
  ///   - action: the person's action.
  ///   - state: the state that the rows show.
  ///   - hiddenRows: whether hidden rows are kept.
  /// - Throws: `ActionError` if there is no such row.
  public func named(
    _ action: FormAction, seenIn state: ResponseState, hiddenRows: HiddenRows = .removed
  ) throws(ActionError) -> FormAction {
    guard case .rowPath(let path) = action.cell else { return action }
    guard form.sections.indices.contains(path.section) else {
      throw .noSuchSection(path, sectionCount: form.sections.count)
    }
    let section = form.sections[path.section]
    if isFolded(section, in: state) { throw .rowInFoldedSection(path, section: section.key) }
    let visible = NaiveModel.visibleRows(of: form, state: state)[path.section]
    let rows = hiddenRows == .removed ? visible : Array(section.cells.indices)
    guard rows.indices.contains(path.row) else { throw .noSuchRow(path, rowCount: rows.count) }
    let position = rows[path.row]
    let key = section.cells[position].key
    guard visible.contains(position) else { throw .hiddenRow(path, cell: key) }
    return FormAction(
      kind: action.kind, cell: .key(key), value: action.value, message: action.message, reporter: action.reporter)
      ?? action
  }

  /// The cell with a key, or else the option with a value below a question, as `QUESTION=VALUE`.
  func find(_ reference: CellReference?) throws(ActionError) -> Placed {
    guard case .key(let key)? = reference else { throw .unknownCell(key: "", nearest: nil) }
    if let cell = cells.first(where: { $0.cell.key == key }) { return cell }
    let options = cells.filter { option in
      guard let parent = option.parent, let value = option.cell.optionValue else { return false }
      return "\(cells[parent].cell.key)=\(value)" == key
    }
    // Of two ways to read it, the one with the shorter question.
    func questionLength(_ option: Placed) -> Int { option.parent.map { cells[$0].cell.key.count } ?? 0 }
    guard let option = options.min(by: { questionLength($0) < questionLength($1) }) else {
      throw .unknownCell(key: key, nearest: nil)
    }
    return option
  }

  /// The section with a key.
  func section(_ key: String?) throws(ActionError) -> FormSection {
    guard let section = form.sections.first(where: { $0.key == key }) else {
      throw .unknownSection(key: key ?? "", nearest: nil)
    }
    return section
  }

  /// Whether two refusals are of one kind and about the same thing.
  ///
  /// Suggestions are not compared, and of the cells that a completed response protects any may be named.
  public static func areAlike(_ left: ActionError, _ right: ActionError) -> Bool {
    guard left.code == right.code else { return false }
    return switch left.code {
    case .unknownCell, .unknownSection: left.subject == right.subject
    case .completed, .faults: true
    default: left == right
    }
  }
}

// MARK: - Places of cells

extension NaiveForm {
  /// The cells above a cell, the nearest first.
  func ancestors(of placed: Placed) -> [Placed] {
    var ancestors: [Placed] = []
    var next = placed.parent
    while let number = next {
      ancestors.append(cells[number])
      next = cells[number].parent
    }
    return ancestors
  }

  /// The cells directly under a cell, in order.
  func children(of placed: Placed) -> [Placed] { cells.filter { $0.parent == placed.number } }

  /// All cells under a cell, in order.
  func descendants(of placed: Placed) -> [Placed] {
    cells.filter { cell in ancestors(of: cell).contains { $0.number == placed.number } }
  }

  /// The cells of an accordion, when a given cell is expanded; without that cell, and empty outside of accordions.
  func rivals(of placed: Placed) -> [Placed] {
    let scope: [Placed]
    if let parent = placed.parent {
      scope = cells[parent].cell.isAccordion ? children(of: cells[parent]) : []
    } else if form.accordion == .cells {
      scope = cells.filter { $0.parent == nil }
    } else if form.sections[placed.section].isAccordion {
      scope = cells.filter { $0.parent == nil && $0.section == placed.section }
    } else {
      scope = []
    }
    return scope.filter { $0.number != placed.number }
  }
}

// MARK: - Queries of a state

extension NaiveForm {
  func isOpen(_ placed: Placed, in state: ResponseState) -> Bool {
    placed.cell.isExpandable && (state.state(of: placed.cell).isExpanded ?? placed.cell.startsExpanded)
  }

  func isFolded(_ section: FormSection, in state: ResponseState) -> Bool {
    state.folds[StateSubject(section.key)] ?? section.startsFolded
  }

  /// The summary of the cells below a cell; `nil` without one.
  ///
  /// - Parameters:
  ///   - titles: the titles of cells, by rules or summaries of the cells below them.
  ///   - rules: the results of rules for the state.
  func summary(of placed: Placed, titles: [String: String], rules: NaiveRules) -> String? {
    var text = ""
    switch placed.cell.summary {
    case nil: break
    case .choice?:
      let value = rules.value(of: placed)
      let options = children(of: placed)
      if case .choices(let values)? = value {
        text = values.compactMap { value in options.first { $0.cell.optionValue == value }?.cell.title }.joined(
          separator: ", ")
      } else {
        text = options.first { $0.cell.optionValue.map(CellValue.text) == value && value != nil }?.cell.title ?? ""
      }
    case .join(let separator)?:
      text = children(of: placed).map { shown($0, in: placed, titles, rules) }.filter { !$0.isEmpty }.joined(
        separator: separator)
    case .template(let template)?:
      var saysSomething = false
      for part in template.parts {
        switch part {
        case .text(let fixed): text += fixed
        case .cell(let key):
          let part = cells.first { $0.cell.key == key }.map { shown($0, in: placed, titles, rules) } ?? ""
          saysSomething = saysSomething || !part.isEmpty
          text += part
        }
      }
      if !saysSomething { text = "" }
    }
    return text.isEmpty ? nil : text
  }

  /// The text of a cell in the title of one above it: a group's summary, any other cell's value. An irrelevant upper
  /// cell keeps its title.
  private func shown(
    _ placed: Placed, in above: Placed, _ titles: [String: String], _ rules: NaiveRules
  ) -> String {
    let between = ancestors(of: placed).prefix { $0.number != above.number }
    guard ([placed] + between).allSatisfy(rules.isRelevant) else { return "" }
    if placed.cell.kind == .group || placed.cell.kind == .choices { return titles[placed.cell.key] ?? "" }
    guard placed.cell.kind.holdsValue, let value = rules.value(of: placed) else { return "" }
    switch value {
    case .boolean(let isOn): return (placed.cell.switchTitles ?? .standard).title(isOn: isOn)
    case .date(let date): return date.longText
    case .time(let time): return time.longText
    case .dateTime(let moment): return moment.longText
    default: return [value.plainText, placed.cell.unit].compactMap { $0 }.joined(separator: " ")
    }
  }
}
