/// A form and its response in memory, as decisions read them.
///
/// A class, since it advances change by change and a copy would be expensive.
package final class FormReader {
  /// The definition.
  let index: FormIndex
  /// The number of its version; 0 if there is only one.
  let version: Int
  /// Returns the definition of another version of the form.
  let definition: (Int) throws -> FormIndex?
  /// The response in memory.
  package internal(set) var loaded: LoadedState
  /// The touched state.
  package var state: ResponseState { loaded.state }
  /// The journal.
  var journal: any Journal { source?.journal ?? recorded }
  /// The journal of a response in memory.
  private let recorded: RecordedJournal
  /// One more than the greatest counter of an instance that ever was.
  private(set) var nextInstance: Int
  /// The cells whose entry differs from the last saved one; `nil` until needed.
  private var unsaved: Set<CellPlace>?
  /// The places of its instances of repeats.
  var roster: InstanceRoster { loaded.roster }

  /// What is read from a file; `nil` if everything is in memory.
  let source: (any DecisionSource)?
  /// Whether no change was applied.
  package private(set) var isUnchanged = true
  /// The visible rows, once needed.
  private var rows: VisibilityIndex?

  /// Begins at a state that was read before.
  ///
  /// - Complexity: O(1); no part of the state is copied before it changes.
  ///
  /// - Parameters:
  ///   - index: the definition.
  ///   - version: the number of its version.
  ///   - loaded: the state.
  ///   - source: reads the rest; `nil` for queries about the state alone.
  package init(
    _ index: FormIndex, version: Int = 0, _ loaded: LoadedState, source: (any DecisionSource)? = nil
  ) {
    self.index = index
    self.version = version
    self.source = source
    self.loaded = loaded
    definition = { _ in nil }
    recorded = RecordedJournal()
    nextInstance = 1
  }

  /// Begins at a state.
  ///
  /// - Complexity: O(i log i) for i instances of repeats; O(n) for n cells once the expanded ones are needed, and O(k)
  ///   for k touched ones once the unsaved ones are needed.
  ///
  /// - Parameters:
  ///   - index: the definition.
  ///   - version: the number of its version, if there are others.
  ///   - state: the touched state.
  ///   - journal: the journal up to the state, for actions that go back; it may go on while it is read.
  ///   - nextInstance: the counter of the next added instance, if greater ones were used than exist.
  ///   - definition: returns the definition of another version of the form; `nil` if there is none.
  package init(
    _ index: FormIndex, version: Int = 0, state: ResponseState = ResponseState(),
    journal: RecordedJournal = RecordedJournal(), nextInstance: Int = 1,
    definition: @escaping (Int) throws -> FormIndex? = { _ in nil }
  ) {
    self.index = index
    self.version = version
    self.definition = definition
    recorded = journal
    source = nil
    loaded = LoadedState(state, of: index.form)
    // Contents that are set aside keep their numbers as well.
    let greatest = state.instances.keys.lazy.map(\.instance).max() ?? 0
    self.nextInstance = max(nextInstance, InstanceNumber.counter(of: greatest) + 1)
  }

  /// Finds the parts of the state that do not fit the definition.
  package var fit: StateFit { StateFit(index, version: version, definition: definition) }

  /// Notes that counters of instances were used, even if no such instance exists here.
  func passCounters(before counter: Int) { nextInstance = max(nextInstance, counter) }

  /// Applies a change. O(1).
  package func apply(_ change: StateChange) {
    (rows, isUnchanged) = (nil, false)
    loaded.apply(change, in: index)
    guard change.subject.setAsideFrom == nil, let place = place(of: change.subject) else { return }
    switch change.field {
    case .instance:
      nextInstance = max(nextInstance, InstanceNumber.counter(of: change.subject.instance) + 1)
    case .value, .saved: noteSaving(at: place)
    default: break
    }
  }

  /// The place of a cell; `nil` if the version has no such cell.
  func place(of subject: StateSubject) -> CellPlace? {
    index.place(ofCell: subject.key)?.within(subject.instance)
  }

  private func noteSaving(at place: CellPlace) {
    unsaved?.set(place, isMember: isUnsaved(place))
  }

  private func isUnsaved(_ place: CellPlace) -> Bool {
    guard let cell = index.cell(at: place) else { return false }
    let cellState = state.state(of: cell, in: place.instance)
    return cellState.isUnsaved
  }

  func snapshot(at place: CellPlace) -> CellSnapshot? {
    index.cell(at: place).map { cell in
      CellSnapshot(
        cell: cell, place: place, accordion: accordion(of: place), state: state.state(of: cell, in: place.instance),
        starts: index.fresh.state(ofCell: cell.key, in: place.instance),
        instanceWithTag: state.instanceNames.spellingBesideOthers(of: place.instance))
    }
  }

  func accordion(of place: CellPlace) -> AccordionScope? { loaded.accordion(of: place, in: index) }

  func snapshots(at places: some Sequence<CellPlace>) -> [CellSnapshot] {
    places.sorted().compactMap(snapshot)
  }

  private func snapshot(ofSection position: Int) -> SectionSnapshot? {
    guard let section = index.form.sections.element(at: position) else { return nil }
    let subject = StateSubject(section.key)
    return index.snapshot(
      ofSection: position, fold: state.folds[subject], relevance: state.sectionRelevance[subject])
  }

  /// Changes with their places in the form, in the same order.
  ///
  /// - Complexity: O(k log k) for k changes; O(k log n) if the cells are in a file.
  package func placed(_ changes: [StateChange]) -> [PlacedChange] {
    changes.map(inOrderOf: { place(of: $0.subject) ?? CellPlace(section: .max, position: 0) }, { placed($0) })
  }

  /// A change with its place in the form.
  func placed(_ change: StateChange) -> PlacedChange {
    // Contents that are set aside have no place.
    guard change.subject.setAsideFrom == nil else { return PlacedChange(ofResponse: change) }
    switch change.field.scope {
    case .cell:
      guard let cell = place(of: change.subject).flatMap(snapshot(at:)) else { break }
      return PlacedChange(change, of: cell)
    case .instance:
      guard let cell = place(of: change.subject).flatMap(snapshot(at:)) else { break }
      return PlacedChange(ofInstance: change, cell)
    case .section:
      guard let section = index.position(ofSection: change.subject.key).flatMap(snapshot(ofSection:)) else { break }
      return PlacedChange(
        change: change, section: section.position, position: nil, extent: section.cellCount,
        startsOpen: change.field == .fold ? !section.startsFolded : section.startsRelevant)
    case .response: break
    }
    return PlacedChange(ofResponse: change)
  }
}

/// The visible rows.
extension FormReader {
  /// The visible cell at a row path; `nil` if there is none.
  func cell(at path: RowPath) -> CellSnapshot? { visibility.place(at: path).flatMap(snapshot(at:)) }

  /// The number of visible rows of a section.
  func rowCount(inSection section: Int) -> Int { visibility.numberOfRows(in: section) }

  /// The row path of a cell; `nil` if it is not visible.
  package func rowPath(of place: CellPlace) -> RowPath? { visibility.rowPath(of: place) }

  // O(n) for n cells, and rarely needed: almost all actions name their cells by keys.
  private var visibility: VisibilityIndex {
    if let rows { return rows }
    let found = VisibilityIndex(form: index.form, state: state)
    rows = found
    return found
  }
}

/// What decisions read.
extension FormReader {
  /// The cell with a key, in no instance; `nil` if the form has none.
  func cell(withKey key: String) -> CellSnapshot? { index.place(ofCell: key).flatMap(snapshot(at:)) }

  /// The cell at a place, visible or not; `nil` if the form has none there. The existence of the instance is not
  /// checked.
  func cell(at place: CellPlace) -> CellSnapshot? { snapshot(at: place) }

  /// The rules that read a cell in a range of a section, each once.
  func rules(readingCells positions: Range<Int>, inSection section: Int) throws -> [RuleSnapshot] {
    // In a form that is read in pages, all rules would be read for the few that an action triggers.
    if let source, index.form.cellPages != nil {
      return try source.rules(readingCells: positions, inSection: section)
    }
    return index.fresh.rules.rules(readingCells: positions, inSection: section).compactMap(index.snapshot)
  }

  /// The cells above a cell, the nearest first.
  package func ancestors(of cell: CellSnapshot) -> [CellSnapshot] {
    sequence(state: cell.place) { [index, roster] place in
      guard var parent = index.parent(of: place) else { return CellPlace?.none }
      if index.cell(at: parent)?.kind == .repeat {
        parent.instance = roster.instance(place.instance)?.cell.instance ?? 0
      }
      place = parent
      return parent
    }.compactMap(snapshot)
  }

  /// The option with a value directly below a cell; `nil` if there is none.
  func option(withValue value: String, under cell: CellSnapshot) -> CellSnapshot? {
    index.option(withValue: value, under: cell.place).flatMap(snapshot(at:))
  }

  /// The cells directly below a cell, in order.
  func children(of cell: CellSnapshot) -> [CellSnapshot] {
    index.children(of: cell.place).compactMap(snapshot)
  }

  /// The cells directly below a cell that have a value initially, or an entry or calculated value, and those of some
  /// that are there, in order.
  ///
  /// A title sums up their values. The others have no value, and there may be very many.
  func filledChildren(of cell: CellSnapshot, orAmong changed: Set<CellPlace>) -> [CellSnapshot] {
    let touched = touchedPositions(in: positions(of: cell.cell, at: cell.place), cell.place)
    return index.filledChildren(of: cell.place, touched: touched, orAmong: changed).compactMap(snapshot)
  }

  /// What rules read of a cell in an instance. O(1).
  func contents(ofCell key: String, in instance: Int) -> InstanceContents {
    loaded.state.contents(ofCell: key, in: instance)
  }

  /// Removes and returns what rules have read of all instances, to change it without a copy.
  func takeColumns() -> InstanceColumns { loaded.takeColumns() }

  /// Takes back what rules have read of all instances, as it describes the state.
  func take(back columns: InstanceColumns) { loaded.findings.columns = columns }

  /// The counter of the next instance added to the response.
  func nextInstanceCounter() throws -> Int { try source?.nextInstanceCounter() ?? nextInstance }

  /// The touched cells of an instance, without those of nested repeats; the instance itself first, if rules have
  /// touched it.
  func touchedCells(inInstance number: Int) -> [CellSnapshot] {
    guard let instance = roster.instance(number), let cell = index.cell(at: instance.cell) else { return [] }
    return touched(positions(of: cell, at: instance.cell), instance.cell.within(number))
  }

  /// The touched cells at some positions of a cell's section and instance, in order.
  private func touched(_ positions: Range<Int>, _ cell: CellPlace) -> [CellSnapshot] {
    touchedPositions(in: positions, cell).compactMap {
      snapshot(at: CellPlace(section: cell.section, position: $0, instance: cell.instance))
    }
  }

  /// The positions of the touched cells among those at some positions of a cell's section and instance, in order.
  ///
  /// - Complexity: O(k) for k positions, or O(t log t) for fewer touched cells.
  private func touchedPositions(in positions: Range<Int>, _ cell: CellPlace) -> [Int] {
    // Looking up what is touched takes longer than looking at a few cells.
    if positions.count > max(Self.fewCells, state.cells.count) {
      return touchedPlaces.lazy
        .filter { $0.section == cell.section && $0.instance == cell.instance && positions.contains($0.position) }
        .map(\.position).sorted()
    }
    return positions.filter { position in
      index.cell(at: CellPlace(section: cell.section, position: position)).map { found in
        state.cells[StateSubject(found.key, instance: cell.instance)] != nil
      } ?? false
    }
  }

  private static let fewCells = 256

  /// The positions of a cell and its descendants, within their section.
  private func positions(of cell: FormCell, at place: CellPlace) -> Range<Int> {
    let count = index.form.sections.element(at: place.section)?.cells.count ?? 0
    let first = place.position
    return first..<max(first, min(first + 1 + max(0, min(cell.additionalRows, count)), count))
  }

  /// The touched cells among a cell and its descendants, or for `nil` in the whole form, in the order of the form.
  func touchedCells(under cell: CellSnapshot?) -> [CellSnapshot] {
    guard let cell else { return snapshots(at: touchedPlaces) }
    let own = touched(positions(of: cell.cell, at: cell.place), cell.place)
    return own + instances(below: cell).flatMap { touchedCells(inInstance: $0.number) }
  }

  /// The section with a key; `nil` if the form has none.
  func section(withKey key: String) -> SectionSnapshot? {
    index.position(ofSection: key).flatMap(snapshot(ofSection:))
  }

  /// The section at a position; `nil` if the form has none there.
  package func section(at position: Int) -> SectionSnapshot? { snapshot(ofSection: position) }

  /// The other unfolded foldable sections if the form is an accordion of its sections; empty if it is not.
  func unfoldedSections(besides section: SectionSnapshot) -> [SectionSnapshot] {
    guard index.form.accordion == .sections else { return [] }
    return index.form.sections.indices.compactMap(snapshot(ofSection:)).filter {
      $0.isFoldable && !$0.isFolded && $0.position != section.position
    }
  }

  /// The sections that were folded or unfolded, in the order of the form.
  func touchedSections() -> [SectionSnapshot] {
    state.folds.keys.filter(\.isPlain).compactMap { index.position(ofSection: $0.key) }.sorted()
      .compactMap(snapshot(ofSection:))
  }

  /// Whether the response is completed.
  func isCompleted() -> Bool { state.isCompleted }

  /// The random name of the response; `nil` if it has not begun.
  func streamName() -> StreamName? { source?.stream }

  /// All rules of the form.
  func rules() -> [RuleSnapshot] { index.ruleSnapshots }

  /// The list of the form with a name; `nil` if it has none.
  func list(named name: String) throws -> (any RuleList)? {
    guard let source else { return index.list(named: name) }
    return try source.list(named: name)
  }

  /// The faults of the answers, in the order of the form.
  func faults() -> [Fault] {
    index.form.faults(in: state)
  }

  /// The places of the touched cells, in no particular order.
  private var touchedPlaces: some Sequence<CellPlace> {
    state.cells.keys.lazy.filter { $0.setAsideFrom == nil }.compactMap(place(of:))
  }

  /// Whether there may be reports on a cell, which makes it worth a look.
  func mayHaveReports() -> Bool { !loaded.reported().isEmpty }

  /// The faults reported on the response as a whole.
  func reportsOnResponse() -> ReportedFaults { ReportedFaults(state[.responseFaults, of: .response]) }

  /// The cells with reports, in the order of the form.
  func reportedCells() -> [CellSnapshot] {
    snapshots(at: loaded.reported().lazy.filter { $0.setAsideFrom == nil }.compactMap(place(of:)))
  }

  /// The cells whose entry differs from the one last marked as saved, in the order of the form.
  func unsavedCells() -> [CellSnapshot] {
    let found = unsaved ?? Set(touchedPlaces.filter(isUnsaved))
    unsaved = found
    return snapshots(at: found)
  }

  /// The sensitive cells with a saved value that a rule may have set. O(t) for t touched cells.
  func savedCellsSetByRules() -> [CellSnapshot] {
    snapshots(at: Set(touchedPlaces)).filter { cell in
      cell.cell.isSensitiveAndSetByRules && cell.state[.saved]?.value != nil
    }
  }

  /// The number of sections.
  func sectionCount() -> Int { index.form.sections.count }

  // Refusals are not displayed without a source, and a journal may have any number of them.
  /// The cell key nearest to an unknown one; `nil` if none is near.
  func nearestCellKey(to key: String) throws -> String? { try source?.nearestCellKey(to: key) }
  /// The section key nearest to an unknown one; `nil` if none is near.
  func nearestSectionKey(to key: String) throws -> String? { try source?.nearestSectionKey(to: key) }
}
