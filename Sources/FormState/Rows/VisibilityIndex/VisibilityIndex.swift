/// The visible rows of a form, for queries and advanced by state changes.
///
/// All sections share one `VisibilityTree` over the preorder of the whole form, each section's header before its cells:
/// a collapsed cell hides the interval of its descendants, a folded or irrelevant section the interval of its cells,
/// and a hidden or irrelevant cell its own and its descendants'. A header is a leaf without a row; that of an
/// irrelevant section has no height.
///
/// The template of a repeat is one leaf, weighted by the number of visible rows of all instances. It has an
/// `InstanceTree`, and each instance in turn a tree over the template, shared by all untouched instances.
///
/// The index is built from the structure of the form, whatever its size: the rows of an untouched response, which the
/// sessions of a form share, and then what was touched.
///
/// - Complexity: building is O(n) the first time, then O(k log n) for k touched cells. Toggling a cell, folding a
///   section, adding, removing or moving an instance, row path → cell and cell → row path are O(log n) each on each
///   level of nested repeats, however many rows appear or disappear.
package struct VisibilityIndex: Sendable {
  /// How the index represents hidden rows, which determines the meaning of row paths.
  package let hiddenRows: HiddenRows
  /// The ordinal of each section's first cell, one after that of the section's header; plus an entry for the end.
  let starts: [Int]
  var isFolded: [Bool]
  let headerHeight: Double
  /// The level outside of repeats.
  var root: VisibilityLevel
  /// The positions of the instances of repeats.
  var instances: InstanceIndex

  /// Builds the index of a form in a state of its response.
  ///
  /// - Parameters:
  ///   - form: a definition without faults.
  ///   - state: the touched state.
  ///   - hiddenRows: how to represent hidden rows.
  ///   - estimates: the estimated heights of rows with automatic heights.
  ///   - pageSize: the number of leaves per page of the index, a power of two.
  package init(
    form: FormDefinition, state: ResponseState = ResponseState(), hiddenRows: HiddenRows = .removed,
    estimates: HeightEstimates = HeightEstimates(), pageSize: Int = LeafPaging.size
  ) {
    let untouched = form.untouchedRows(estimates: estimates, pageSize: pageSize)
    self.hiddenRows = hiddenRows
    isFolded = form.sections.map(\.startsFolded)
    headerHeight = estimates.headerPoints
    starts = form.structure.firstCells.enumerated().map { $0.offset + $0.element + 1 }
    root = untouched.root
    instances = InstanceIndex(templates: untouched.templates)
    take(state, of: form)
    buildInstances(of: form, in: state)
  }

  private mutating func buildInstances(of form: FormDefinition, in state: ResponseState) {
    guard !instances.isEmpty, !state.instances.isEmpty else { return }
    var build = InstanceBuild(
      form: form, state: state, starts: starts, root: root.layout, templates: instances.templates)
    build.build(into: &root)
    instances = build.index
  }

  /// Applies disclosure, folding and the results of rules. O(k log n) for k touched cells and sections.
  private mutating func take(_ state: ResponseState, of form: FormDefinition) {
    let fresh = form.fresh
    for (position, section) in form.sections.enumerated() {
      setFolded(state.isFolded(section), section: position)
      let isRelevant = state.isRelevant(section, fresh)
      if isRelevant != fresh.isRelevant(section: section.key) { setRelevant(isRelevant, section: position) }
    }
    let structure = form.structure
    for (subject, cell) in state.cells where subject.setAsideFrom == nil && subject.instance == 0 {
      guard cell.isExpanded != nil || cell.isRelevant != nil, let place = form.place(ofCell: subject.key),
        let number = structure.number(of: place)
      else { continue }
      if let isExpanded = cell.isExpanded {
        setExpanded(isExpanded && structure.traits[number].contains(.isExpandable), at: place)
      }
      if let isRelevant = cell.isRelevant { setRelevant(isRelevant, at: place) }
    }
  }

  /// The number of sections, folded ones and those without cells included. O(1).
  package var numberOfSections: Int { isFolded.count }

  /// The number of rows of a section; 0 for an unknown section. O(log n).
  ///
  /// These are the visible ones, or with ``HiddenRows/zeroHeight`` all of them, even in a folded section.
  package func numberOfRows(in section: Int) -> Int {
    let cells = leaves(ofSection: section)
    return rowCount(before: cells.upperBound) - rowCount(before: cells.lowerBound)
  }

  /// The number of rows before a leaf outside of repeats, from the top of the form.
  private func rowCount(before leaf: Int) -> Int {
    switch hiddenRows {
    case .removed: root.tree.visibleCount(before: leaf)
    case .zeroHeight: root.allRowCount(before: leaf)
    }
  }

  /// The cell at a row path; `nil` if there is no such row. O(log n).
  package func place(at path: RowPath) -> CellPlace? {
    guard (0..<numberOfRows(in: path.section)).contains(path.row) else { return nil }
    return place(ofRow: rowCount(before: leaves(ofSection: path.section).lowerBound) + path.row, hiddenRows)
  }

  /// The cell of a row, by the row's number from the top of the form; `nil` if there is none. O(log n).
  private func place(ofRow row: Int, _ rows: HiddenRows) -> CellPlace? {
    if instances.isEmpty {
      let leaf = rows == .removed ? root.tree.leaf(ofVisibleRow: row)?.leaf : root.leaf(ofRow: row)?.leaf
      return leaf.map { place(ofOrdinal: $0, instance: 0) }
    }
    var level = root
    var number = 0
    var rest = row
    while true {
      guard let found = rows == .removed ? level.tree.leaf(ofVisibleRow: rest) : level.leaf(ofRow: rest) else {
        return nil
      }
      guard let (_, slot) = level.layout.slot(atLeaf: found.leaf) else {
        return place(ofOrdinal: level.layout.ordinal(of: found.leaf), instance: number)
      }
      let instances = level.instances[slot.cell]
      guard let fresh = self.instances.templates[slot.cell]?.fresh,
        let next = rows == .removed ? instances?.entry(ofShownRow: found.rest) : instances?.entry(ofRow: found.rest)
      else { return nil }
      (level, number, rest) = (next.entry.level(fresh: fresh), next.entry.number, next.rest)
    }
  }

  /// Whether a cell is visible; `false` for an unknown cell. O(log n).
  package func isVisible(_ place: CellPlace) -> Bool {
    if instances.isEmpty { return ordinal(ofPlain: place).map(root.tree.isVisible) ?? false }
    return location(of: place)?.isVisible ?? false
  }

  /// Whether a cell is expanded; `false` for an unknown cell. O(1) outside of repeats, otherwise O(log n).
  package func isExpanded(_ place: CellPlace) -> Bool {
    if instances.isEmpty { return ordinal(ofPlain: place).map(root.isExpanded) ?? false }
    return location(of: place).map { $0.around.level.isExpanded($0.leaf) } ?? false
  }

  /// Whether a section is folded; `false` for an unknown section. O(1).
  package func isFolded(section: Int) -> Bool {
    isFolded.element(at: section) ?? false
  }

  /// Whether rules make a section irrelevant, which hides its header; `false` for an unknown section. O(1).
  package func hidesHeader(ofSection section: Int) -> Bool {
    isFolded.indices.contains(section) && !root.isRelevant(leaves(ofSection: section).lowerBound - 1)
  }

  /// The positions of every section's visible cells in its preorder, which test documents keep as
  /// `visibleRowsPerSection`. In a repeat, those of one instance after the other. O(v log n) for v visible rows.
  package var visibleRowsPerSection: [[Int]] {
    (0..<numberOfSections).map { section in
      var ordinals: [Int] = []
      root.appendVisibleOrdinals(in: leaves(ofSection: section), instances.templates, to: &ordinals)
      return ordinals.map { $0 - starts[section] }
    }
  }
}

// MARK: - Where things stand

extension VisibilityIndex {
  /// The ordinals of a section's cells; empty for an unknown section.
  private func ordinals(ofSection section: Int) -> Range<Int> {
    guard isFolded.indices.contains(section) else { return 0..<0 }
    return starts[section]..<(starts[section + 1] - 1)
  }

  /// The leaves of a section's cells outside of repeats; empty for an unknown section.
  func leaves(ofSection section: Int) -> Range<Int> {
    guard isFolded.indices.contains(section) else { return 0..<0 }
    return root.layout.leaves(of: ordinals(ofSection: section))
  }

  /// The ordinal of a cell; `nil` for an unknown cell, in any instance.
  func ordinal(of place: CellPlace) -> Int? {
    let cells = ordinals(ofSection: place.section)
    guard place.position >= 0, place.position < cells.count else { return nil }
    return cells.lowerBound + place.position
  }

  /// The ordinal of a cell of a form without repeats, which is its leaf as well; `nil` for an unknown cell.
  private func ordinal(ofPlain place: CellPlace) -> Int? {
    place.instance == 0 ? ordinal(of: place) : nil
  }

  func place(ofOrdinal ordinal: Int, instance: Int) -> CellPlace {
    let section = section(ofOrdinal: ordinal)
    return CellPlace(section: section, position: ordinal - starts[section], instance: instance)
  }

  /// The section whose header or cells an ordinal belongs to. O(log s) for s sections.
  private func section(ofOrdinal ordinal: Int) -> Int {
    var low = 0
    var high = numberOfSections
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] - 1 <= ordinal { low = middle } else { high = middle }
    }
    return low
  }

  /// The level of an instance, or for 0 that outside of repeats; `nil` for an unknown instance. O(log n).
  func location(ofInstance number: Int) -> LevelLocation? {
    var location = LevelLocation(level: root)
    guard number != 0 else { return location }
    guard let steps = instances.steps(to: number) else { return nil }
    for step in steps {
      guard let inner = location.location(behind: step, instances.templates) else { return nil }
      location = inner
    }
    return location
  }

  /// The location of a cell; `nil` for an unknown cell or instance. O(log n).
  func location(of place: CellPlace) -> CellLocation? {
    guard let (ordinal, _) = ordinalAndSteps(of: place), let around = location(ofInstance: place.instance) else {
      return nil
    }
    return around.cell(at: around.level.layout.leaf(of: ordinal))
  }

  /// The ordinal of a cell, and the steps to its instance; `nil` for an unknown cell or instance.
  func ordinalAndSteps(of place: CellPlace) -> (ordinal: Int, steps: [InstanceStep])? {
    guard let ordinal = ordinal(of: place) else { return nil }
    guard let around = instances.repeatAround(ordinal, root.layout) else {
      return place.instance == 0 ? (ordinal, []) : nil
    }
    guard instances.isInstance(place.instance, of: around) else { return nil }
    return instances.steps(to: place.instance).map { (ordinal, $0) }
  }

  /// The row path of a location, among the rows of the index.
  private func path(of location: CellLocation, inSection section: Int) -> RowPath {
    let before = location.before
    let start = rowCount(before: leaves(ofSection: section).lowerBound)
    return RowPath(section: section, row: (hiddenRows == .removed ? before.shown : before.all) - start)
  }

  /// The row path of a visible row, by the row's number from the top of the form; `nil` if there is none. O(log n).
  func path(ofVisibleRow row: Int) -> RowPath? {
    place(ofRow: row, .removed).flatMap(rowPath(of:))
  }

  /// The row path of a cell, or where a table would insert its row; `nil` for an unknown cell. O(log n).
  func keptRowPath(of place: CellPlace) -> RowPath? {
    location(of: place).map { path(of: $0, inSection: place.section) }
  }
}

// MARK: - Where rows stand

extension VisibilityIndex {
  /// The row path of a visible cell; `nil` if it is not visible. O(log n).
  package func rowPath(of place: CellPlace) -> RowPath? { path(ofRow: place, onlyVisible: true) }

  /// The row path of a cell, or of the nearest visible row before it; `nil` if there is none, and for an unknown cell.
  /// O(log n).
  package func rowPath(atOrBefore place: CellPlace) -> RowPath? {
    if let path = rowPath(of: place) { return path }
    guard let before = location(of: place)?.before.shown, before > 0 else { return nil }
    return path(ofVisibleRow: before - 1)
  }

  /// The row path of a cell's row; with ``HiddenRows/zeroHeight`` hidden cells have one too. O(log n).
  func pathOfRow(of place: CellPlace) -> RowPath? { path(ofRow: place, onlyVisible: hiddenRows == .removed) }

  private func path(ofRow place: CellPlace, onlyVisible: Bool) -> RowPath? {
    if instances.isEmpty {
      guard let leaf = ordinal(ofPlain: place), !onlyVisible || root.tree.isVisible(leaf) else { return nil }
      return RowPath(section: place.section, row: rowCount(before: leaf) - rowCount(before: starts[place.section]))
    }
    guard let location = location(of: place), !onlyVisible || location.isVisible else { return nil }
    return path(of: location, inSection: place.section)
  }

  /// The number of a section's visible cells in a range of positions. O(log n).
  package func visibleRowCount(inSection section: Int, positions: Range<Int>) -> Int {
    visibleRowCount(positions: positions, beside: CellPlace(section: section, position: 0))
  }

  /// The number of visible cells in a range of positions, in the instance of a place. O(log n).
  package func visibleRowCount(positions: Range<Int>, beside place: CellPlace) -> Int {
    guard let location = location(ofInstance: place.instance), location.isReached else { return 0 }
    let leaves = location.level.layout.leaves(of: ordinals(ofSection: place.section, positions: positions))
    let tree = location.level.tree
    return tree.visibleCount(before: leaves.upperBound) - tree.visibleCount(before: leaves.lowerBound)
  }

  /// The position and rows of an instance; `nil` for an unknown one. O(log n).
  package func instanceRows(_ number: Int) -> InstanceRows? {
    guard let record = instances.record(of: number), let step = instances.steps(to: number)?.last,
      let outer = location(ofInstance: record.place.parent),
      let (_, slot) = outer.level.layout.slot(ofRepeat: step.cell),
      let found = outer.level.instances[step.cell]?.find(step.key)
    else { return nil }
    let cell = place(ofOrdinal: record.cell, instance: record.place.parent)
    let repeated = outer.cell(at: slot.leaf)
    let first = path(of: repeated, inSection: cell.section)
    let range: RowRange
    switch hiddenRows {
    case .removed:
      let count = repeated.isVisible ? found.entry.sums.shown : 0
      range = RowRange(section: first.section, first: first.row.clampedSum(found.before.shown), count: count)
    case .zeroHeight:
      range = RowRange(
        section: first.section, first: first.row.clampedSum(found.before.all), count: found.entry.sums.all)
    }
    return InstanceRows(cell: cell, index: found.index, range: range.rows.isEmpty ? nil : range)
  }

  /// The visible rows among the cells in a range of positions, in the instance of a place, as rows of a table that
  /// keeps hidden rows. O(r log² n) for r runs.
  func visibleRuns(positions: Range<Int>, beside place: CellPlace) -> [RowRange] {
    guard let location = location(ofInstance: place.instance), location.isReached else { return [] }
    let leaves = location.level.layout.leaves(of: ordinals(ofSection: place.section, positions: positions))
    var runs: [Range<Int>] = []
    location.level.appendVisibleRuns(in: leaves, from: location.before.all, instances.templates, to: &runs)
    let start = root.allRowCount(before: self.leaves(ofSection: place.section).lowerBound)
    return runs.map { run in
      RowRange(section: place.section, first: run.lowerBound.clampedDifference(start), count: run.clampedCount)
    }
  }

  /// The ordinals of cells of a section.
  private func ordinals(ofSection section: Int, positions: Range<Int>) -> Range<Int> {
    let cells = ordinals(ofSection: section)
    // Clamped before adding: a caller may name any positions.
    let positions = positions.clamped(to: 0..<cells.count)
    return (cells.lowerBound + positions.lowerBound)..<(cells.lowerBound + positions.upperBound)
  }

  /// The inconsistencies of the index; empty if it is consistent. O(n), for tests.
  func faults() -> [String] { root.faults(instances.templates) }
}
