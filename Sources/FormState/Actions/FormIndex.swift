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
  /// What rules make of a response that nobody has touched.
  package let fresh: FreshResponse

  /// Lays out a definition. O(n) for n cells.
  package convenience init(_ form: FormDefinition) {
    self.init(form, form.fresh)
  }

  /// The same, with what rules make of a fresh response.
  init(_ form: FormDefinition, _ fresh: FreshResponse) {
    self.form = form
    self.fresh = fresh
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
  package func cell(at place: CellPlace) -> FormCell? {
    form.sections.element(at: place.section)?.cells.element(at: place.position)
  }

  /// The place of the cell above a cell; `nil` at the top level. O(1).
  package func parent(of place: CellPlace) -> CellPlace? {
    let parent = nestings.element(at: place.section)?.parents.element(at: place.position) ?? nil
    return parent.map { CellPlace(section: place.section, position: $0) }
  }

  /// The places directly below a cell, in order. O(1).
  package func children(of place: CellPlace) -> [CellPlace] { children[place] ?? [] }

  /// The place of the option with a value directly below a cell; `nil` when there is none. O(1).
  package func option(withValue value: String, under place: CellPlace) -> CellPlace? { options[place]?[.text(value)] }

  /// The accordion that a cell is part of; `nil` for none. O(1).
  package func accordion(of place: CellPlace) -> AccordionScope? {
    if let parent = parent(of: place) { return cell(at: parent)?.isAccordion == true ? .cell(parent) : nil }
    if form.accordion == .cells { return .form }
    return form.sections.element(at: place.section)?.isAccordion == true ? .section(place.section) : nil
  }

  /// All rules as they run, in the order in which they do.
  package var ruleSnapshots: [RuleSnapshot] { fresh.rules.rules.compactMap(snapshot) }

  /// A rule as it runs; `nil` for one that is no expression.
  package func snapshot(of rule: FormRules.Rule) -> RuleSnapshot? {
    guard let expression = rule.rule.expression, let section = form.sections.element(at: rule.place.section) else {
      return nil
    }
    let key = rule.place.cell.map { cell(at: $0)?.key ?? "" } ?? section.key
    return RuleSnapshot(
      place: rule.place, key: key, kind: rule.rule.kind, number: rule.number, expression: expression, rank: rule.rank)
  }

  /// The position of the section with a key; `nil` when the form has none. O(1).
  func position(ofSection key: String) -> Int? { sectionPositions[key] }
}
