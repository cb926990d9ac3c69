/// The visible rows of a form, for queries and advanced by state changes.
///
/// All sections share one `CountedTree` over the preorder of the whole form, each section's header before its cells: a
/// collapsed cell hides the interval of its descendants, a folded section that of its cells, and a hidden or irrelevant
/// cell or section its own as well. A header has a height but no row.
///
/// The template of a repeat is one item of that tree, which has the rows of all instances. These are a tree too, and
/// each instance has one over the template, shared by all untouched instances.
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
  ///   - pageSize: the number of places per page of the index, a power of two.
  package init(
    form: FormDefinition, state: ResponseState = ResponseState(), hiddenRows: HiddenRows = .removed,
    estimates: HeightEstimates = HeightEstimates(), pageSize: Int = LeafPaging.size
  ) {
    let untouched = form.untouchedRows(estimates: estimates, pageSize: pageSize)
    self.hiddenRows = hiddenRows
    isFolded = form.sections.map(\.startsFolded)
    starts = form.structure.firstCells.enumerated().map { $0.offset + $0.element + 1 }
    root = untouched.root
    instances = InstanceIndex(templates: untouched.templates)
    take(state, of: form)
    buildInstances(of: form, in: state)
  }

  private mutating func buildInstances(of form: FormDefinition, in state: ResponseState) {
    guard !instances.isEmpty, !state.instances.isEmpty else { return }
    var build = InstanceBuild(
      form: form, state: state, starts: starts, templates: instances.templates)
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
    guard isFolded.indices.contains(section) else { return 0 }
    return rowCount(beforeSection: section + 1) - rowCount(beforeSection: section)
  }

  /// Whether each cell is the row with its number, since none is hidden or in a repeat.
  private var hasRowForEachCell: Bool { hiddenRows == .zeroHeight && instances.isEmpty }

  /// The number of rows before a section, from the top of the form. O(log n).
  private func rowCount(beforeSection section: Int) -> Int {
    hasRowForEachCell ? starts[section] - 1 - section : hiddenRows.count(root.sums(before: starts[section] - 1))
  }

  /// The cell at a row path; `nil` if there is no such row. O(log n).
  package func place(at path: RowPath) -> CellPlace? {
    guard hasRowForEachCell else { return cell(at: path)?.place }
    let place = CellPlace(section: path.section, position: path.row)
    return ordinal(of: place).map { _ in place }
  }

  /// The cell at a row path, and its location; `nil` if there is no such row. O(log n).
  func cell(at path: RowPath) -> (place: CellPlace, location: CellLocation)? {
    guard path.row >= 0, isFolded.indices.contains(path.section) else { return nil }
    let row = rowCount(beforeSection: path.section).clampedSum(path.row)
    let found = hiddenRows == .removed ? cell(at: row) { $0.shown } : cell(at: row) { $0.all }
    return found?.place.section == path.section ? found : nil
  }

  /// The cell at a distance from the top of the form along any metric, and its location; `nil` if there is none. O(log
  /// n).
  @inline(__always)
  func cell<Distance: RowDistance>(
    at distance: Distance, by metric: (RowSums) -> Distance
  ) -> (place: CellPlace, location: CellLocation)? {
    // Outside of repeats there is no need to copy the level, which costs as much as the descent.
    guard let found = root.find(distance, by: metric) else { return nil }
    guard found.item.isSlot else {
      return (place(ofOrdinal: root.ordinal(of: found), instance: 0), CellLocation(found))
    }
    var level = LevelLocation(level: root)
    var rest = distance
    while let found = level.level.find(rest, by: metric) {
      let ordinal = level.level.ordinal(of: found)
      let location = level.location(of: found)
      guard found.item.isSlot else { return (place(ofOrdinal: ordinal, instance: level.instance), location) }
      guard let instance = level.level.instances[ordinal - 1]?.find(found.rest, by: metric),
        let fresh = instances.templates[ordinal - 1]?.fresh
      else { return nil }
      level = level.location(of: instance, in: location, fresh: fresh)
      rest = instance.rest
    }
    return nil
  }

  /// Whether a cell is visible; `false` for an unknown cell. O(log n).
  package func isVisible(_ place: CellPlace) -> Bool { location(of: place)?.isVisible ?? false }

  /// Whether a cell is expanded; `false` for an unknown cell. O(log n).
  package func isExpanded(_ place: CellPlace) -> Bool { location(of: place)?.item.isExpanded ?? false }

  /// Whether a section is folded; `false` for an unknown section. O(1).
  package func isFolded(section: Int) -> Bool {
    isFolded.element(at: section) ?? false
  }

  /// Whether rules make a section irrelevant, which hides its header; `false` for an unknown section. O(log n).
  package func hidesHeader(ofSection section: Int) -> Bool {
    isFolded.indices.contains(section) && root.cell(at: starts[section] - 1)?.item.isRelevant == false
  }

  /// The positions of every section's visible cells in its preorder, which test documents keep as
  /// `visibleRowsPerSection`. In a repeat, those of one instance after the other. O(v log n) for v visible rows.
  package var visibleRowsPerSection: [[Int]] {
    (0..<numberOfSections).map { section in
      let rows = root.sums(before: starts[section] - 1).shown..<root.sums(before: starts[section + 1] - 1).shown
      return rows.compactMap { row in cell(at: row) { $0.shown }?.place.position }
    }
  }
}

extension HiddenRows {
  /// The number of rows that an index has, which represents hidden ones like this.
  fileprivate func count(_ sums: RowSums) -> Int {
    switch self {
    case .removed: sums.shown
    case .zeroHeight: sums.all
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

  /// The ordinal of a cell; `nil` for an unknown cell, in any instance.
  func ordinal(of place: CellPlace) -> Int? {
    let cells = ordinals(ofSection: place.section)
    guard place.position >= 0, place.position < cells.count else { return nil }
    return cells.lowerBound + place.position
  }

  func place(ofOrdinal ordinal: Int, instance: Int) -> CellPlace {
    let section = section(ofOrdinal: ordinal)
    return CellPlace(section: section, position: ordinal - starts[section], instance: instance)
  }

  /// The section whose header or cells an ordinal belongs to. O(log s) for s sections.
  private func section(ofOrdinal ordinal: Int) -> Int { starts.partitioningIndex { $0 - 1 > ordinal } - 1 }

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
    guard let ordinal = ordinal(of: place) else { return nil }
    guard place.instance != 0 else { return root.cell(at: ordinal).map { CellLocation($0) } }
    return location(ofInstance: place.instance).flatMap { $0.level.cell(at: ordinal).map($0.location(of:)) }
  }

  /// The row path of a location, among the rows of the index.
  func path(of location: CellLocation, inSection section: Int) -> RowPath {
    RowPath(section: section, row: hiddenRows.count(location.before) - rowCount(beforeSection: section))
  }

  /// The row path of a visible row, by the row's number from the top of the form; `nil` if there is none. O(log n).
  func path(ofVisibleRow row: Int) -> RowPath? {
    cell(at: row) { $0.shown }.map { path(of: $0.location, inSection: $0.place.section) }
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

  /// The row path of a cell, or where a table would insert its row; `nil` for an unknown cell. O(log n).
  func keptRowPath(of place: CellPlace) -> RowPath? { path(ofRow: place, onlyVisible: false) }

  private func path(ofRow place: CellPlace, onlyVisible: Bool) -> RowPath? {
    guard let location = location(of: place), !onlyVisible || location.isVisible else { return nil }
    return path(of: location, inSection: place.section)
  }

  /// The number of a section's visible cells in a range of positions. O(log n).
  func visibleRowCount(inSection section: Int, positions: Range<Int>) -> Int {
    visibleRowCount(positions: positions, beside: CellPlace(section: section, position: 0))
  }

  /// The number of visible cells in a range of positions, in the instance of a place. O(log n).
  func visibleRowCount(positions: Range<Int>, beside place: CellPlace) -> Int {
    guard let location = location(ofInstance: place.instance), location.isReached else { return 0 }
    let cells = ordinals(ofSection: place.section, positions: positions)
    guard !cells.isEmpty else { return 0 }
    return location.level.sums(before: cells.upperBound).shown - location.level.sums(before: cells.lowerBound).shown
  }

  /// The position and rows of an instance; `nil` for an unknown one. O(log n).
  package func instanceRows(_ number: Int) -> InstanceRows? {
    guard let record = instances.record(of: number), let step = instances.steps(to: number)?.last,
      let outer = location(ofInstance: record.place.parent),
      let repeated = outer.level.slot(ofRepeat: step.cell).map(outer.location(of:)),
      let found = outer.level.instances[step.cell]?.find(step.key)
    else { return nil }
    let cell = place(ofOrdinal: record.cell, instance: record.place.parent)
    let first = path(of: repeated, inSection: cell.section)
    let range: RowRange
    switch hiddenRows {
    case .removed:
      let count = repeated.isVisible ? found.item.sums.shown : 0
      range = RowRange(section: first.section, first: first.row.clampedSum(found.before.shown), count: count)
    case .zeroHeight:
      range = RowRange(
        section: first.section, first: first.row.clampedSum(found.before.all), count: found.item.sums.all)
    }
    return InstanceRows(cell: cell, index: found.before.count, range: range.rows.isEmpty ? nil : range)
  }

  /// The visible rows among the cells in a range of positions, in the instance of a place, as rows of a table that
  /// keeps hidden rows. O(r log n) for r runs.
  func visibleRuns(positions: Range<Int>, beside place: CellPlace) -> [RowRange] {
    guard isFolded.indices.contains(place.section), let location = location(ofInstance: place.instance),
      location.isReached
    else { return [] }
    let cells = ordinals(ofSection: place.section, positions: positions)
    var runs: [Range<Int>] = []
    location.level.appendVisibleRuns(in: cells, from: location.before.all, instances.templates, to: &runs)
    let start = root.sums(before: starts[place.section] - 1).all
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
