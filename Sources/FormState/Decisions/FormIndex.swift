/// An index of a definition that finds what a decision needs without searching the cells.
package final class FormIndex: Sendable {
  /// The definition.
  package let form: FormDefinition
  private let sectionPositions: [String: Int]
  private let nestings: [CompactNesting]
  /// The repeats around its cells.
  package let repeats: RepeatNesting
  private let knownRules = Locked<RulesOfRepeats?>(nil)
  /// By cell, in no instance.
  private let knownChildren = Locked<[CellPlace: ChildrenLayout]>([:])
  /// By accordion: its cells that start expanded.
  private let knownStartingExpanded = Locked<[AccordionScope: [CellPlace]]?>(nil)
  /// The results of rules in an untouched response.
  package let fresh: FreshResponse
  /// The lists used so far.
  private let lists = Locked<[String: IndexedOptions]>([:])

  /// An index of the children of a cell.
  private struct ChildrenLayout {
    /// The positions of those with a value or title while untouched.
    var filledAtFirst: [Int] = []
    /// The options by their values.
    var options: [CellValue: CellPlace] = [:]
  }

  /// The rules that changes of instances trigger.
  private struct RulesOfRepeats {
    /// By repeat: the rules in it and in no repeat within.
    var within: [CellPlace: [RuleSnapshot]] = [:]
    /// By repeat: the rule that counts its instances.
    var counting: [CellPlace: RuleSnapshot] = [:]
    /// Whether any of those depends on the instances that it counts.
    var countsBySelf = false
  }

  /// Indexes a definition. O(s) for s sections, and O(n) for n cells the first time.
  package convenience init(_ form: FormDefinition) {
    self.init(form, form.fresh)
  }

  /// The same, given the results of rules in a fresh response.
  package init(_ form: FormDefinition, _ fresh: FreshResponse) {
    self.form = form
    self.fresh = fresh
    nestings = form.nestings
    repeats = RepeatNesting(of: form)
    sectionPositions = Dictionary(zip(form.sections.map(\.key), 0...)) { first, _ in first }
  }

  /// The rules that changes of instances trigger. O(r log r) for r rules and repeats the first time.
  private var rulesOfRepeats: RulesOfRepeats {
    if let known = knownRules.withLock({ $0 }) { return known }
    // Without the lock, since rules may be read from a database.
    let (rules, isComplete) = CellPages.noting(findRulesOfRepeats)
    // What could not be read may be readable next time.
    if isComplete { knownRules.withLock { $0 = rules } }
    return rules
  }

  private func findRulesOfRepeats() -> RulesOfRepeats {
    var found = RulesOfRepeats()
    guard !repeats.isEmpty else { return found }
    for rule in fresh.rules.rules {
      guard let cell = rule.place.cell, let snapshot = RuleSnapshot(rule, withRepeats: true) else { continue }
      if rule.rule.kind == .count { found.counting[cell] = snapshot }
      if rule.countsByItself { found.countsBySelf = true }
      guard let around = repeats.repeatAround(cell) else { continue }
      found.within[CellPlace(section: cell.section, position: around), default: []].append(snapshot)
    }
    return found
  }

  /// Whether a cell has a value or title while untouched.
  private func startsFilled(_ cell: FormCell) -> Bool {
    cell.defaultValue != nil || cell.hasRareProperties && fresh.saysAnything(ofCell: cell.key)
  }

  /// The place of a cell; `nil` if the form has no such cell; as fast as ``FormDefinition/place(ofCell:)``.
  package func place(ofCell key: String) -> CellPlace? {
    form.place(ofCell: key)
  }

  /// The cell at a place, in any instance; `nil` if there is none. O(1).
  package func cell(at place: CellPlace) -> FormCell? {
    form.sections.element(at: place.section)?.cells.element(at: place.position)
  }

  /// The place of the cell above a cell, in the same instance; `nil` at the top level. O(1).
  ///
  /// A cell directly under a repeat is in an instance of it, but the repeat itself is not.
  func parent(of place: CellPlace) -> CellPlace? {
    // Not `element(at:)`, which would retain the parts of a nesting, for each of thousands of instances.
    guard nestings.indices.contains(place.section) else { return nil }
    return nestings[place.section].parent(of: place.position).map {
      CellPlace(section: place.section, position: $0, instance: place.instance)
    }
  }

  /// The places directly below a cell, in order and in the same instance. O(k) for k of them.
  ///
  /// Only instances are below a repeat.
  package func children(of place: CellPlace) -> [CellPlace] {
    guard cell(at: place)?.kind != .repeat else { return [] }
    return form.sections.element(at: place.section)?.positionsDirectly(under: place.position).map {
      CellPlace(section: place.section, position: $0, instance: place.instance)
    } ?? []
  }

  /// The places of those of a cell's children that may have a value: initially, because they were touched, or because
  /// they are among some others, which may be anywhere; in order.
  ///
  /// - Complexity: O(k log k) for k of them, regardless of the number of children.
  func filledChildren(
    of place: CellPlace, touched: some Sequence<Int>, orAmong others: Set<CellPlace>
  ) -> [CellPlace] {
    guard cell(at: place)?.kind != .repeat else { return [] }
    var positions = Set(childrenLayout(under: place).filledAtFirst).union(touched)
    for other in others where other.section == place.section && other.instance == place.instance {
      positions.insert(other.position)
    }
    return positions.sorted().lazy
      .map { CellPlace(section: place.section, position: $0, instance: place.instance) }
      .filter { self.parent(of: $0) == place }
  }

  /// The index of the children of a cell. O(k) for k of them the first time.
  private func childrenLayout(under place: CellPlace) -> ChildrenLayout {
    let parent = place.within(0)
    if let known = knownChildren.withLock({ $0[parent] }) { return known }
    let (layout, isComplete) = CellPages.noting {
      var layout = ChildrenLayout()
      for place in children(of: parent) {
        guard let cell = cell(at: place) else { continue }
        if startsFilled(cell) { layout.filledAtFirst.append(place.position) }
        if let value = cell.optionValue { layout.options[.text(value)] = place }
      }
      return layout
    }
    // What could not be read may be readable next time.
    guard isComplete else { return layout }
    knownChildren.withLock { known in
      if known.count >= Self.mostParents { known = [:] }
      known[parent] = layout
    }
    return layout
  }

  /// Maximum number of cells whose children's index is kept.
  private static let mostParents = 4_096

  /// The expandable cells of a repeat's template that are in an instance of it and in no repeat within, in order; for
  /// `nil` those outside of repeats.
  ///
  /// - Parameters:
  ///   - place: the repeat.
  ///   - startingExpanded: whether to return those that start expanded, or those that do not.
  /// - Complexity: O(n) for n cells of the template, or of the form.
  func expandable(inTemplateOf place: CellPlace?, startingExpanded: Bool) -> [CellPlace] {
    let structure = form.structure
    let expected: CellTraits = startingExpanded ? [.isExpandable, .startsExpanded] : .isExpandable
    func expandable(in section: Int, _ positions: Range<Int>) -> [CellPlace] {
      let first = structure.firstCells[section]
      return positions.lazy
        .filter { structure.traits[first + $0].intersection([.isExpandable, .startsExpanded]) == expected }
        .map { CellPlace(section: section, position: $0) }
        .filter { self.repeats.repeatAround($0) == place?.position }
    }
    if let place { return expandable(in: place.section, repeats.repeated(at: place)?.template ?? 0..<0) }
    return form.sections.indices.flatMap { expandable(in: $0, form.sections[$0].cells.indices) }
  }

  /// The cells of an accordion that start expanded, in order and in no instance. O(1); O(n) for n cells the first time.
  func startingExpanded(in accordion: AccordionScope) -> [CellPlace] {
    startingExpanded[accordion.withoutInstance] ?? []
  }

  private var startingExpanded: [AccordionScope: [CellPlace]] {
    if let known = knownStartingExpanded.withLock({ $0 }) { return known }
    let (found, isComplete) = CellPages.noting {
      var found: [AccordionScope: [CellPlace]] = [:]
      for (number, traits) in form.structure.traits.enumerated() where traits.contains(.startsExpanded) {
        let place = form.structure.place(ofCell: number)
        if let accordion = accordion(of: place, instanceAround: { 0 }) { found[accordion, default: []].append(place) }
      }
      return found
    }
    // What could not be read may be readable next time.
    if isComplete { knownStartingExpanded.withLock { $0 = found } }
    return found
  }

  /// The place of the option with a value directly below a cell; `nil` if there is none. O(1); O(k) for its k
  /// children the first time.
  package func option(withValue value: String, under place: CellPlace) -> CellPlace? {
    childrenLayout(under: place).options[.text(value)]?.within(place.instance)
  }

  /// The accordion that a cell is part of; `nil` for none. O(1).
  ///
  /// - Parameter instanceAround: the number of the instance around a repeat directly above the cell.
  func accordion(
    of place: CellPlace, instanceAround: () throws -> Int = { 0 }
  ) rethrows -> AccordionScope? {
    if var parent = parent(of: place) {
      guard let above = cell(at: parent), above.isAccordion else { return nil }
      if above.kind == .repeat { parent.instance = try instanceAround() }
      return .cell(parent)
    }
    if form.accordion == .cells { return .form }
    return form.sections.element(at: place.section)?.isAccordion == true ? .section(place.section) : nil
  }

  /// All rules, ready to run, in evaluation order.
  var ruleSnapshots: [RuleSnapshot] { fresh.rules.rules.compactMap(snapshot) }

  /// A rule, ready to run; `nil` for an invalid expression.
  func snapshot(of rule: FormRules.Rule) -> RuleSnapshot? {
    RuleSnapshot(rule, withRepeats: !repeats.isEmpty)
  }

  /// The rules in a repeat and in no repeat within, in evaluation order. O(1).
  func rules(standingIn place: CellPlace) -> [RuleSnapshot] { rulesOfRepeats.within[place.within(0)] ?? [] }

  /// The rule that counts the instances of a repeat; `nil` if there is none. O(1).
  func countRule(of place: CellPlace) -> RuleSnapshot? { rulesOfRepeats.counting[place.within(0)] }

  /// Whether a rule counts the instances of a repeat by values that follow from them. O(1).
  var countsBySelf: Bool { rulesOfRepeats.countsBySelf }

  /// The results of rules for a cell at a place in a fresh response, which has no instances. O(1).
  func starts(at place: CellPlace) -> CellState {
    place.instance == 0 ? cell(at: place).map { fresh.state(ofCell: $0.key) } ?? CellState() : CellState()
  }

  /// The list with a name; `nil` if the form has none, or its options were not read.
  ///
  /// - Complexity: O(n) for n options the first time, and for a column the first time it is used.
  package func list(named name: String) -> IndexedOptions? {
    lists.withLock { lists in
      if let known = lists[name] { return known }
      guard let list = form.list(named: name), list.outline == nil else { return nil }
      let indexed = IndexedOptions(list)
      lists[name] = indexed
      return indexed
    }
  }

  /// A section with its touched state; `nil` if the form has none there. O(1).
  ///
  /// - Parameters:
  ///   - fold: whether a person folded or unfolded it; `nil` if untouched.
  ///   - relevance: whether rules make it relevant; `nil` if it is as in a fresh response.
  func snapshot(ofSection position: Int, fold: Bool?, relevance: Bool?) -> SectionSnapshot? {
    form.sections.element(at: position).map { section in
      SectionSnapshot(
        key: section.key, title: section.title, position: position, cellCount: section.cells.count,
        isFoldable: section.isFoldable, startsFolded: section.startsFolded, fold: fold,
        startsRelevant: fresh.isRelevant(section: section.key), relevance: relevance, rule: section.relevant)
    }
  }

  /// The position of the section with a key; `nil` if the form has none. O(1).
  package func position(ofSection key: String) -> Int? { sectionPositions[key] }
}

extension FormIndex {
  /// Subjects in the order of their cells, and after them those of unknown cells. Cells that are in a file are read
  /// fastest in this order.
  ///
  /// - Complexity: O(k log k) for k subjects; O(k log n) if the cells are in a file.
  func inOrder(_ subjects: some Collection<StateSubject>) -> [StateSubject] {
    var lookup = CellLookup(form)
    let unknown = CellPlace(section: .max, position: 0)
    let placed = subjects.map { subject in
      (place: (lookup.place(ofCell: subject.key) ?? unknown).within(subject.instance), subject: subject)
    }
    return placed.sorted { left, right in
      left.place != right.place ? left.place < right.place : StateSubject.utf8Order(left.subject, right.subject)
    }
    .map(\.subject)
  }
}

extension FormDefinition {
  /// The place of a cell, in no instance; `nil` if the form has no such cell. Of two cells with one key, which only an
  /// invalid form has, the first counts.
  ///
  /// - Complexity: O(n) for n cells the first time, then O(1); O(log n) if the cells are in a file.
  package func place(ofCell key: String) -> CellPlace? {
    if let pages = cellPages { return pages.place(ofCell: key) }
    return cache.place(ofCell: key, of: self)
  }

  /// The places of all cells by their keys; a duplicate key refers to the first of its cells. O(n) for n cells.
  var placesByKey: [String: CellPlace] {
    var places: [String: CellPlace] = [:]
    places.reserveCapacity(cellCount)
    for (section, content) in sections.enumerated() {
      for position in content.cells.indices {
        let key = content.cells[position].key
        if places[key] == nil { places[key] = CellPlace(section: section, position: position) }
      }
    }
    return places
  }
}
