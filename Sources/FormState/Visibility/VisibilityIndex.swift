/// The visible rows of a form, ready to be asked for and advanced by state changes.
///
/// All sections share one `VisibilityTree` over the preorder of the whole form, each section's header before its cells: a
/// collapsed cell hides the interval of its descendants, a folded section the interval of its cells, a hidden cell its own
/// and its descendants', an irrelevant cell likewise, and an irrelevant section the interval of its cells. A header is a leaf
/// that is no row; that of an irrelevant section has no height.
///
/// - Complexity: building is O(n log n) at worst and O(n) when few cells are collapsed; toggling a cell or folding a
///   section, however many rows that shows or hides, row path → cell and cell → row path are O(log n) each.
package struct VisibilityIndex: Sendable {
  /// What the index has of rows that do not show, and with that what its row paths mean.
  package let hiddenRows: HiddenRows
  /// The leaf of each section's first cell, one after that of the section's header; one more entry for the end.
  private let starts: [Int]
  private let additionalRows: [Int32]
  private var isExpanded: [Bool]
  private var isFolded: [Bool]
  /// The leaves of cells that are irrelevant by themselves, and of headers of sections that are.
  private var irrelevant: Set<Int>
  private let headerHeight: Double
  /// The heights of rows that grow in place, by leaf.
  private var heights: [Int: (collapsed: Double, expanded: Double)]
  private(set) var tree: VisibilityTree

  /// Builds the index.
  ///
  /// - Parameters:
  ///   - sections: the sections with their cells, as they are now.
  ///   - hiddenRows: what to have of rows that do not show.
  ///   - headerHeight: how tall each section's header is in points.
  package init(sections: [SectionOutline], hiddenRows: HiddenRows = .removed, headerHeight: Double = 0) {
    let leafCount = sections.reduce(sections.count) { $0 + $1.cells.count }
    var build = VisibilityIndexBuild(leafCount: leafCount, headerHeight: headerHeight)
    for section in sections {
      build.beginSection(
        cellCount: section.cells.count, isFolded: section.isFolded, isRelevant: section.isRelevant)
      for cell in section.cells { build.append(cell) }
    }
    self.init(build, isFolded: sections.map(\.isFolded), hiddenRows: hiddenRows)
  }

  /// Builds the index of a form in a state of its response.
  ///
  /// - Parameters:
  ///   - form: a definition that has been checked.
  ///   - state: what the person has touched.
  ///   - hiddenRows: what to have of rows that do not show.
  ///   - estimates: how tall rows with automatic heights are taken to be.
  package init(
    form: FormDefinition, state: ResponseState = ResponseState(), hiddenRows: HiddenRows = .removed,
    estimates: HeightEstimates = HeightEstimates()
  ) {
    var build = VisibilityIndexBuild(
      leafCount: form.cellCount + form.sections.count, headerHeight: estimates.headerPoints)
    var outliner = CellOutliner(form: form, state: state, estimates: estimates)
    for section in form.sections {
      build.beginSection(
        cellCount: section.cells.count, isFolded: state.isFolded(section),
        isRelevant: state.isRelevant(section, form.fresh))
      for cell in section.cells { build.append(outliner.outline(of: cell)) }
    }
    self.init(build, isFolded: form.sections.map(state.isFolded), hiddenRows: hiddenRows)
  }

  private init(_ build: VisibilityIndexBuild, isFolded: [Bool], hiddenRows: HiddenRows) {
    self.hiddenRows = hiddenRows
    self.isFolded = isFolded
    irrelevant = build.irrelevant
    headerHeight = build.headerHeight
    starts = build.starts + [build.isRow.count + 1]
    additionalRows = build.additionalRows
    isExpanded = build.isExpanded
    heights = build.growingHeights
    tree = VisibilityTree(isRow: build.isRow, heights: build.heights, hiddenIntervals: build.intervals)
  }

  /// The number of sections, folded ones and those without cells included. O(1).
  package var numberOfSections: Int { isFolded.count }

  /// The number of rows of a section; 0 for a section that there is not. O(log n).
  ///
  /// Those are the visible ones, or with ``HiddenRows/zeroHeight`` all of them, even of a folded section.
  package func numberOfRows(in section: Int) -> Int {
    let cells = leaves(ofSection: section)
    switch hiddenRows {
    case .removed: return tree.visibleCount(before: cells.upperBound) - tree.visibleCount(before: cells.lowerBound)
    case .zeroHeight: return cells.count
    }
  }

  /// The cell at a row path; `nil` when there is no such row. O(log n).
  package func place(at path: RowPath) -> CellPlace? {
    guard (0..<numberOfRows(in: path.section)).contains(path.row) else { return nil }
    if hiddenRows == .zeroHeight { return CellPlace(section: path.section, position: path.row) }
    let start = starts[path.section]
    return tree.leaf(ofVisibleRow: tree.visibleCount(before: start) + path.row).map { leaf in
      CellPlace(section: path.section, position: leaf - start)
    }
  }

  /// Whether a cell shows; `false` for a cell that there is not. O(log n).
  package func isVisible(_ place: CellPlace) -> Bool {
    leaf(of: place).map(tree.isVisible) ?? false
  }

  /// Whether a cell is expanded; `false` for a cell that there is not. O(1).
  package func isExpanded(_ place: CellPlace) -> Bool {
    leaf(of: place).map { isExpanded[$0] } ?? false
  }

  /// Whether a section is folded; `false` for a section that there is not. O(1).
  package func isFolded(section: Int) -> Bool {
    isFolded.indices.contains(section) && isFolded[section]
  }

  /// Whether rules make a section irrelevant, so that its header does not show; `false` for a section that there is not. O(1).
  package func hidesHeader(ofSection section: Int) -> Bool {
    isFolded.indices.contains(section) && irrelevant.contains(starts[section] - 1)
  }

  /// The positions of every section's visible cells in its preorder: what the seeds of this library keep as
  /// `visibleRowsPerSection`. O(v log n) for v visible rows.
  package var visibleRowsPerSection: [[Int]] {
    (0..<numberOfSections).map { section in
      let cells = leaves(ofSection: section)
      return tree.visibleRuns(in: cells).flatMap { run in run.map { $0 - cells.lowerBound } }
    }
  }

  /// The leaves of a section's cells; empty for a section that there is not.
  func leaves(ofSection section: Int) -> Range<Int> {
    guard isFolded.indices.contains(section) else { return 0..<0 }
    return starts[section]..<(starts[section + 1] - 1)
  }

  /// The leaf of a cell; `nil` for a cell that there is not.
  func leaf(of place: CellPlace) -> Int? {
    let cells = leaves(ofSection: place.section)
    guard place.position >= 0, place.position < cells.count else { return nil }
    return cells.lowerBound + place.position
  }

  /// The section whose header or cells a leaf belongs to. O(log s) for s sections.
  func section(ofLeaf leaf: Int) -> Int {
    var low = 0
    var high = numberOfSections
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] - 1 <= leaf { low = middle } else { high = middle }
    }
    return low
  }
}

// MARK: - Moving on

extension VisibilityIndex {
  /// Advances the index by state changes, in order.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - options: finds the options that are chosen by them, or are no longer.
  /// - Returns: what takes a table view from the rows before to the rows after.
  /// - Complexity: O(k log n) for k changes, however many rows they show or hide; with ``HiddenRows/zeroHeight``,
  ///   O(log² n) for each run of rows that get or lose their height besides.
  package mutating func apply(
    _ changes: [PlacedChange], options: ([BatchPlan.NewChoice]) -> [CellPlace] = { _ in [] }
  ) -> BatchUpdate {
    var plan = BatchPlan(changes: changes, options: options)
    switch hiddenRows {
    case .removed:
      plan.recordRowsBefore(self)
      for change in changes { apply(change) }
      return plan.batchUpdate(after: self)
    case .zeroHeight:
      plan.recordHeightsBefore(self)
      for change in changes { apply(change) }
      return plan.batchUpdateOfHeights(after: self)
    }
  }

  private mutating func apply(_ placed: PlacedChange) {
    guard isFolded.indices.contains(placed.section), let isOpen = placed.isOpenAfter else { return }
    if let position = placed.position {
      guard let leaf = leaf(of: CellPlace(section: placed.section, position: position)) else { return }
      if placed.change.field == .relevance { setRelevant(isOpen, leaf: leaf) } else { setExpanded(isOpen, leaf: leaf) }
    } else if placed.change.field == .sectionRelevance {
      setRelevant(isOpen, section: placed.section)
    } else {
      setFolded(!isOpen, section: placed.section)
    }
  }

  private mutating func setRelevant(_ isRelevant: Bool, leaf: Int) {
    guard noteRelevance(isRelevant, leaf: leaf) else { return }
    let cells = leaf..<(leaf + 1 + Int(additionalRows[leaf]))
    if isRelevant { tree.show(cells) } else { tree.hide(cells) }
  }

  private mutating func setRelevant(_ isRelevant: Bool, section: Int) {
    let header = starts[section] - 1
    guard noteRelevance(isRelevant, leaf: header) else { return }
    tree.setHeight(isRelevant ? headerHeight : 0, of: header)
    let cells = leaves(ofSection: section)
    if isRelevant { tree.show(cells) } else { tree.hide(cells) }
  }

  /// Notes whether a leaf is relevant; returns whether that is new.
  private mutating func noteRelevance(_ isRelevant: Bool, leaf: Int) -> Bool {
    isRelevant ? irrelevant.remove(leaf) != nil : irrelevant.insert(leaf).inserted
  }

  private mutating func setExpanded(_ isOpen: Bool, leaf: Int) {
    guard isExpanded[leaf] != isOpen else { return }
    isExpanded[leaf] = isOpen
    if let heights = heights[leaf] { tree.setHeight(isOpen ? heights.expanded : heights.collapsed, of: leaf) }
    let descendants = (leaf + 1)..<(leaf + 1 + Int(additionalRows[leaf]))
    if isOpen { tree.show(descendants) } else { tree.hide(descendants) }
  }

  private mutating func setFolded(_ isNowFolded: Bool, section: Int) {
    guard isFolded[section] != isNowFolded else { return }
    isFolded[section] = isNowFolded
    let cells = leaves(ofSection: section)
    if isNowFolded { tree.hide(cells) } else { tree.show(cells) }
  }

  /// Changes how tall a row is, until the cell is toggled when it grows in place.
  mutating func setHeight(_ points: Double, leaf: Int) {
    if var sides = heights[leaf] {
      if isExpanded[leaf] { sides.expanded = points } else { sides.collapsed = points }
      heights[leaf] = sides
    }
    tree.setHeight(points, of: leaf)
  }
}

extension VisibilityIndex: VisibleRows {
  package typealias Failure = Never

  /// The row path of a cell that shows; `nil` when it does not. O(log n).
  package func rowPath(of place: CellPlace) -> RowPath? {
    guard let leaf = leaf(of: place), tree.isVisible(leaf) else { return nil }
    if hiddenRows == .zeroHeight { return RowPath(section: place.section, row: place.position) }
    let row = tree.visibleCount(before: leaf) - tree.visibleCount(before: starts[place.section])
    return RowPath(section: place.section, row: row)
  }

  /// How many of a section's cells show, of those at some neighbouring positions. O(log n).
  package func visibleRowCount(inSection section: Int, positions: Range<Int>) -> Int {
    let range = leaves(ofSection: section, positions: positions)
    return tree.visibleCount(before: range.upperBound) - tree.visibleCount(before: range.lowerBound)
  }

  /// The runs of a section's cells that show, of those at some neighbouring positions. O(r log² n) for r runs.
  func visibleRuns(inSection section: Int, positions: Range<Int>) -> [Range<Int>] {
    let start = leaves(ofSection: section).lowerBound
    return tree.visibleRuns(in: leaves(ofSection: section, positions: positions)).map { run in
      (run.lowerBound - start)..<(run.upperBound - start)
    }
  }

  private func leaves(ofSection section: Int, positions: Range<Int>) -> Range<Int> {
    let cells = leaves(ofSection: section)
    // Clamped before they are added to: a caller may name any positions.
    let positions = positions.clamped(to: 0..<cells.count)
    return (cells.lowerBound + positions.lowerBound)..<(cells.lowerBound + positions.upperBound)
  }

  /// What is inconsistent in the index; empty when it is sound. O(n), for tests.
  func faults() -> [String] { tree.faults() }
}
