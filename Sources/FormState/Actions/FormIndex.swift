/// A definition laid out so that what a decision asks for is found without looking through its cells.
package final class FormIndex: Sendable {
  /// The definition.
  package let form: FormDefinition
  /// The places of the cells that can be expanded, in the order of the form.
  let expandable: [CellPlace]
  private let places: [String: CellPlace]
  private let sectionPositions: [String: Int]
  private let nestings: [Nesting]
  private let children: [CellPlace: [CellPlace]]
  private let options: [CellPlace: [CellValue: CellPlace]]
  /// The rules, in the order in which they run.
  package let rules: FormRules
  /// What rules make irrelevant in a fresh response.
  package let irrelevantAtFirst: Set<RulePlace>
  /// The refusal of a rule that fails in a fresh response, so that all is relevant there; `nil` when none does.
  let failureAtFirst: ActionError?

  /// Lays out a definition. O(n) for n cells.
  package convenience init(_ form: FormDefinition) {
    let index = FormIndex(form, RuleResolution(form).rules)
    let irrelevant = Result { try index.irrelevantInFreshResponse() }
    self.init(index, irrelevant)
  }

  /// What rules make irrelevant as long as nobody has touched anything.
  ///
  /// - Throws: ``ActionError/failedRule(cell:rule:problem:)``.
  private func irrelevantInFreshResponse() throws -> Set<RulePlace> {
    guard !rules.rules.isEmpty else { return [] }
    let reader = FormReader(self, stacks: UndoStacks(journal: [], base: 0))
    var recalculation = Recalculation(reader: reader, after: [])
    try recalculation.runAll(rules.rules.compactMap(snapshot))
    return Set(recalculation.changes.map { RulePlace(section: $0.section, position: $0.position) })
  }

  /// The same, with what rules make of a fresh response.
  private init(_ index: FormIndex, _ irrelevant: Result<Set<RulePlace>, any Error>) {
    form = index.form
    expandable = index.expandable
    places = index.places
    sectionPositions = index.sectionPositions
    nestings = index.nestings
    children = index.children
    options = index.options
    rules = index.rules
    switch irrelevant {
    case .success(let places):
      irrelevantAtFirst = places
      failureAtFirst = nil
    case .failure(let error):
      irrelevantAtFirst = []
      failureAtFirst = error as? ActionError
    }
  }

  private init(_ form: FormDefinition, _ rules: FormRules) {
    self.form = form
    self.rules = rules
    irrelevantAtFirst = []
    failureAtFirst = nil
    nestings = form.sections.map { Nesting(of: $0) }
    var places: [String: CellPlace] = [:]
    var expandable: [CellPlace] = []
    var children: [CellPlace: [CellPlace]] = [:]
    var options: [CellPlace: [CellValue: CellPlace]] = [:]
    for (sectionPosition, section) in form.sections.enumerated() {
      for (position, cell) in section.cells.enumerated() {
        let place = CellPlace(section: sectionPosition, position: position)
        if places[cell.key] == nil { places[cell.key] = place }
        if cell.isExpandable { expandable.append(place) }
        guard let parent = nestings[sectionPosition].parents.element(at: position) ?? nil else { continue }
        let parentPlace = CellPlace(section: sectionPosition, position: parent)
        children[parentPlace, default: []].append(place)
        if let value = cell.optionValue { options[parentPlace, default: [:]][.text(value)] = place }
      }
    }
    self.places = places
    self.expandable = expandable
    self.children = children
    self.options = options
    sectionPositions = Dictionary(zip(form.sections.map(\.key), 0...)) { first, _ in first }
  }

  /// Where the cell with a key stands; `nil` when the form has none. O(1).
  package func place(ofCell key: String) -> CellPlace? { places[key] }

  /// The cell at a place; `nil` when there is none. O(1).
  func cell(at place: CellPlace) -> FormCell? {
    form.sections.element(at: place.section)?.cells.element(at: place.position)
  }

  /// The place of the cell above a cell; `nil` at the top level. O(1).
  func parent(of place: CellPlace) -> CellPlace? {
    let parent = nestings.element(at: place.section)?.parents.element(at: place.position) ?? nil
    return parent.map { CellPlace(section: place.section, position: $0) }
  }

  /// The places directly below a cell, in order. O(1).
  func children(of place: CellPlace) -> [CellPlace] { children[place] ?? [] }

  /// The place of the option with a value directly below a cell; `nil` when there is none. O(1).
  func option(withValue value: String, under place: CellPlace) -> CellPlace? { options[place]?[.text(value)] }

  /// The accordion that a cell is part of; `nil` for none. O(1).
  func accordion(of place: CellPlace) -> AccordionScope? {
    if let parent = parent(of: place) { return cell(at: parent)?.isAccordion == true ? .cell(parent) : nil }
    if form.accordion == .cells { return .form }
    return form.sections.element(at: place.section)?.isAccordion == true ? .section(place.section) : nil
  }

  /// A rule as it runs; `nil` for one that is no expression.
  func snapshot(of rule: FormRules.Rule) -> RuleSnapshot? {
    guard let expression = rule.rule.expression, let section = form.sections.element(at: rule.place.section) else {
      return nil
    }
    let key = rule.place.cell.map { cell(at: $0)?.key ?? "" } ?? section.key
    return RuleSnapshot(place: rule.place, key: key, expression: expression, rank: rule.rank)
  }

  /// The position of the section with a key; `nil` when the form has none. O(1).
  func position(ofSection key: String) -> Int? { sectionPositions[key] }
}
