/// A form and its response in memory, as decisions read them: what proves that a journal's actions do what it says.
///
/// A class, since it moves on change by change and a copy would cost what all of it costs.
package final class FormReader {
  /// The definition.
  let index: FormIndex
  /// The number of its version; 0 where there is only one.
  let version: Int
  /// Tells the definition of another version of the form.
  private let definition: (Int) throws -> FormIndex?
  /// What the person has touched.
  package private(set) var state: ResponseState
  /// What can be undone and redone.
  private let stacks: UndoStacks
  private var expanded: Set<CellPlace> = []
  private var collapsed: Set<CellPlace> = []
  private var expandedInAccordions: [AccordionScope: Set<CellPlace>] = [:]
  private var unsaved: Set<CellPlace> = []

  /// Begins at a state.
  ///
  /// - Complexity: O(n + k) for n cells and k touched ones.
  ///
  /// - Parameters:
  ///   - index: the definition.
  ///   - version: the number of its version, where there are others.
  ///   - state: what the person has touched.
  ///   - stacks: what can be undone and redone.
  ///   - definition: tells the definition of another version of the form; `nil` where there is none.
  package init(
    _ index: FormIndex, version: Int = 0, state: ResponseState = ResponseState(), stacks: UndoStacks,
    definition: @escaping (Int) throws -> FormIndex? = { _ in nil }
  ) {
    self.index = index
    self.version = version
    self.definition = definition
    self.state = state
    self.stacks = stacks
    for place in index.expandable { noteDisclosure(at: place) }
    for subject in state.cells.keys where subject.isPlain {
      if let place = index.place(ofCell: subject.key) { noteSaving(at: place) }
    }
  }

  /// Moves to the far side of a change. O(1).
  package func apply(_ change: StateChange) {
    state.apply(change)
    guard change.subject.isPlain, let place = index.place(ofCell: change.subject.key) else { return }
    switch change.field {
    case .disclosure: noteDisclosure(at: place)
    case .value, .saved: noteSaving(at: place)
    case .fold, .title, .draft, .touched, .completion, .relevance, .sectionRelevance, .requirement, .readOnly,
      .calculated, .faults:
      break
    }
  }

  private func noteDisclosure(at place: CellPlace) {
    guard let cell = index.cell(at: place), cell.isExpandable else { return }
    let isExpanded = state.isExpanded(cell)
    expanded.set(place, isMember: isExpanded)
    collapsed.set(place, isMember: !isExpanded)
    if let accordion = index.accordion(of: place) {
      expandedInAccordions[accordion, default: []].set(place, isMember: isExpanded)
    }
  }

  private func noteSaving(at place: CellPlace) {
    guard let cell = index.cell(at: place) else { return }
    let cellState = state.state(of: cell)
    unsaved.set(place, isMember: cellState.entry != cellState.saved)
  }

  func snapshot(at place: CellPlace) -> CellSnapshot? {
    index.cell(at: place).map { cell in
      CellSnapshot(
        cell: cell, place: place, accordion: index.accordion(of: place), state: state.state(of: cell),
        starts: index.fresh.state(ofCell: cell.key))
    }
  }

  private func snapshots(at places: some Sequence<CellPlace>) -> [CellSnapshot] {
    places.sorted().compactMap(snapshot)
  }

  private func snapshot(ofSection position: Int) -> SectionSnapshot? {
    index.form.sections.element(at: position).map { section in
      SectionSnapshot(
        key: section.key, position: position, cellCount: section.cells.count, isFoldable: section.isFoldable,
        startsFolded: section.startsFolded, fold: state.folds[StateSubject(section.key)],
        startsRelevant: index.fresh.isRelevant(section: section.key),
        relevance: state.sectionRelevance[StateSubject(section.key)], rule: section.relevant)
    }
  }

  /// A change with its place in the form.
  private func placed(_ change: StateChange) -> PlacedChange {
    switch change.field.scope {
    case .cell:
      guard let cell = index.place(ofCell: change.subject.key).flatMap(snapshot(at:)) else { break }
      return PlacedChange(change, of: cell)
    case .section:
      guard let section = index.position(ofSection: change.subject.key).flatMap(snapshot(ofSection:)) else { break }
      return PlacedChange(
        change: change, section: section.position, position: nil, extent: section.cellCount,
        startsOpen: change.field == .fold ? !section.startsFolded : section.startsRelevant)
    case .response: break
    }
    return PlacedChange(ofResponse: change)
  }

  /// The positions of a section's visible cells. O(n) for n cells of the section.
  private func visiblePositions(inSection position: Int) -> [Int] {
    guard let section = index.form.sections.element(at: position), !state.isFolded(section),
      state.isRelevant(section, index.fresh)
    else { return [] }
    var positions: [Int] = []
    var next = 0
    while let cell = section.cells.element(at: next) {
      let isAsked = state.isRelevant(cell, index.fresh)
      if !cell.isHidden && isAsked { positions.append(next) }
      let isOpen = !cell.isHidden && isAsked && state.isExpanded(cell)
      next += 1 + (isOpen ? 0 : max(0, min(cell.additionalRows, section.cells.count)))
    }
    return positions
  }
}

extension FormReader: StateReader {
  package func cell(withKey key: String) -> CellSnapshot? { index.place(ofCell: key).flatMap(snapshot(at:)) }

  package func cell(at place: CellPlace) -> CellSnapshot? { snapshot(at: place) }

  package func rules(readingCells positions: Range<Int>, inSection section: Int) -> [RuleSnapshot] {
    index.fresh.rules.rules(readingCells: positions, inSection: section).compactMap(index.snapshot)
  }

  package func cell(at path: RowPath) -> CellSnapshot? {
    visiblePositions(inSection: path.section).element(at: path.row)
      .flatMap { snapshot(at: CellPlace(section: path.section, position: $0)) }
  }

  package func ancestors(of cell: CellSnapshot) -> [CellSnapshot] {
    sequence(state: cell.place) { [index] place in
      guard let parent = index.parent(of: place) else { return CellPlace?.none }
      place = parent
      return parent
    }.compactMap(snapshot)
  }

  package func option(withValue value: String, under cell: CellSnapshot) -> CellSnapshot? {
    index.option(withValue: value, under: cell.place).flatMap(snapshot(at:))
  }

  package func children(of cell: CellSnapshot) -> [CellSnapshot] {
    index.children(of: cell.place).compactMap(snapshot)
  }

  package func expandableCells(areExpanded: Bool) -> [CellSnapshot] {
    snapshots(at: areExpanded ? expanded : collapsed)
  }

  package func expandedCells(in accordion: AccordionScope) -> [CellSnapshot] {
    snapshots(at: expandedInAccordions[accordion] ?? [])
  }

  package func touchedCells(under cell: CellSnapshot?) -> [CellSnapshot] {
    guard let cell, let section = index.form.sections.element(at: cell.place.section) else {
      return snapshots(
        at: state.cells.keys.lazy.filter(\.isPlain).compactMap { self.index.place(ofCell: $0.key) })
    }
    let first = cell.place.position
    let last = min(first + max(0, min(cell.cell.additionalRows, section.cells.count)), section.cells.count - 1)
    let below = (first...max(first, last)).lazy.compactMap { position -> CellPlace? in
      guard let key = section.cells.element(at: position)?.key else { return nil }
      return self.state.cells[StateSubject(key)] == nil
        ? nil : CellPlace(section: cell.place.section, position: position)
    }
    return below.compactMap(snapshot)
  }

  package func section(withKey key: String) -> SectionSnapshot? {
    index.position(ofSection: key).flatMap(snapshot(ofSection:))
  }

  package func section(at position: Int) -> SectionSnapshot? { snapshot(ofSection: position) }

  package func unfoldedSections(besides section: SectionSnapshot) -> [SectionSnapshot] {
    guard index.form.accordion == .sections else { return [] }
    return index.form.sections.indices.compactMap(snapshot(ofSection:)).filter {
      $0.isFoldable && !$0.isFolded && $0.position != section.position
    }
  }

  package func touchedSections() -> [SectionSnapshot] {
    state.folds.keys.filter(\.isPlain).compactMap { index.position(ofSection: $0.key) }.sorted()
      .compactMap(snapshot(ofSection:))
  }

  package func isCompleted() -> Bool { state.isCompleted }

  package func rules() -> [RuleSnapshot] { index.ruleSnapshots }

  package func list(named name: String) -> OptionList? { index.form.list(named: name) }

  package func faults() -> [Fault] { index.form.faults(in: state) }

  package func unsavedCells() -> [CellSnapshot] { snapshots(at: unsaved) }

  package func reversal(_ direction: UndoDirection, scope: UndoScope) throws -> Reversal? {
    guard let (step, changes) = stacks.reversal(direction, scope: scope, in: state) else { return nil }
    guard let former = step.formerVersion, let move = stacks.move(of: step) else {
      return Reversal(entry: step.entry, target: step.target, changes: changes.map(placed))
    }
    let crossing = try Crossing(
      reverting: changes, changedSince: stacks.changes(after: step.entry), in: state,
      from: Crossing.Version(version, index), to: try other(former), upgrade: move)
    return Reversal(entry: step.entry, target: step.target, changes: [], crossing: crossing)
  }

  package func crossing(by move: VersionMove) throws -> Crossing {
    try Crossing(
      upgrading: state, from: Crossing.Version(version, index), to: try other(move.version), by: move)
  }

  private func other(_ number: Int) throws -> Crossing.Version {
    guard number != version else { throw ActionError.alreadyInVersion(number) }
    guard let index = try definition(number) else { throw ActionError.noSuchVersion(number) }
    return Crossing.Version(number, index)
  }

  package func sectionCount() -> Int { index.form.sections.count }

  package func rowCount(inSection section: Int) -> Int { visiblePositions(inSection: section).count }

  // Nobody reads the words of a refusal here, and a journal may hold any number of them.
  package func nearestCellKey(to key: String) -> String? { nil }
  package func nearestSectionKey(to key: String) -> String? { nil }
}

extension Set {
  fileprivate mutating func set(_ element: Element, isMember: Bool) {
    if isMember { insert(element) } else { remove(element) }
  }
}
