/// The visible rows of a form, ready to be asked for and advanced by state changes.
///
/// All sections share one `VisibilityTree` over the preorder of the whole form: a collapsed cell hides the interval
/// of its descendants, a folded section the interval of its cells, a hidden cell its own and its descendants'.
///
/// - Complexity: building is O(n log n) at worst and O(n) when few cells are collapsed; toggling a cell or folding a
///   section, however many rows that shows or hides, row path → cell and cell → row path are O(log n) each.
public struct VisibilityIndex: Sendable {
  /// The position of each section's first cell in the preorder of the form; one more entry for the end.
  private let starts: [Int]
  private let additionalRows: [Int32]
  private var isExpanded: [Bool]
  private var isFolded: [Bool]
  private var tree: VisibilityTree

  /// Builds the index.
  public init(sections: [SectionOutline]) {
    var starts = [0]
    var intervals: [Range<Int>] = []
    var additionalRows: [Int32] = []
    var isExpanded: [Bool] = []
    for section in sections {
      let start = additionalRows.count
      for (row, cell) in section.cells.enumerated() {
        let position = start + row
        let last = start + section.cells.count - 1
        let descendants = (position + 1)..<(position + 1 + max(0, min(cell.additionalRows, last - position)))
        if cell.isHidden { intervals.append(position..<descendants.upperBound) }
        if !cell.isExpanded && !descendants.isEmpty { intervals.append(descendants) }
        additionalRows.append(Int32(clamping: descendants.count))
        isExpanded.append(cell.isExpanded)
      }
      starts.append(additionalRows.count)
      if section.isFolded { intervals.append(start..<additionalRows.count) }
    }
    self.starts = starts
    self.additionalRows = additionalRows
    self.isExpanded = isExpanded
    self.isFolded = sections.map(\.isFolded)
    self.tree = VisibilityTree(count: additionalRows.count, hiddenIntervals: intervals)
  }

  /// Builds the index of a form in a state of its response.
  public init(form: Form, state: ResponseState = ResponseState()) {
    self.init(sections: form.sections.map { SectionOutline($0, state: state) })
  }

  /// The number of sections, folded ones and those without cells included. O(1).
  public var numberOfSections: Int { isFolded.count }

  /// The number of visible rows of a section; 0 for a section that there is not. O(log n).
  public func numberOfRows(in section: Int) -> Int {
    guard isFolded.indices.contains(section) else { return 0 }
    return tree.visibleCount(before: starts[section + 1]) - tree.visibleCount(before: starts[section])
  }

  /// The cell at a row path; `nil` when there is no such row. O(log n).
  public func place(at path: RowPath) -> CellPlace? {
    guard (0..<numberOfRows(in: path.section)).contains(path.row) else { return nil }
    let start = starts[path.section]
    guard let position = tree.position(ofVisible: tree.visibleCount(before: start) + path.row),
      position < starts[path.section + 1]
    else { return nil }
    return CellPlace(section: path.section, position: position - start)
  }

  /// Whether a cell is expanded; `false` for a cell that there is not. O(1).
  public func isExpanded(_ place: CellPlace) -> Bool {
    guard let position = position(of: place) else { return false }
    return isExpanded[position]
  }

  /// Whether a section is folded; `false` for a section that there is not. O(1).
  public func isFolded(section: Int) -> Bool {
    isFolded.indices.contains(section) && isFolded[section]
  }

  /// The positions of every section's visible cells in its preorder: what the seeds of this library keep as
  /// `visibleRowsPerSection`. O(v log n) for v visible rows.
  public var visibleRowsPerSection: [[Int]] {
    (0..<numberOfSections).map { section in
      let before = tree.visibleCount(before: starts[section])
      return (0..<numberOfRows(in: section)).compactMap { row in
        tree.position(ofVisible: before + row).map { $0 - starts[section] }
      }
    }
  }

  /// Advances the index by state changes, in order.
  ///
  /// - Returns: what takes a table view from the rows before to the rows after.
  /// - Complexity: O(k log n) for k changes, however many rows they show or hide.
  public mutating func apply(_ changes: [PlacedChange]) -> BatchUpdate {
    var plan = BatchPlan(changes: changes)
    plan.recordRowsBefore(self)
    for change in changes { apply(change) }
    return plan.batchUpdate(after: self)
  }

  private mutating func apply(_ placed: PlacedChange) {
    guard isFolded.indices.contains(placed.section), let isOpen = placed.isOpenAfter else { return }
    if let position = placed.position {
      guard let cell = self.position(of: CellPlace(section: placed.section, position: position)) else {
        return
      }
      setExpanded(isOpen, cellAt: cell)
    } else {
      setFolded(!isOpen, section: placed.section)
    }
  }

  private mutating func setExpanded(_ isOpen: Bool, cellAt position: Int) {
    guard isExpanded[position] != isOpen else { return }
    isExpanded[position] = isOpen
    let descendants = (position + 1)..<(position + 1 + Int(additionalRows[position]))
    if isOpen { tree.show(descendants) } else { tree.hide(descendants) }
  }

  private mutating func setFolded(_ isNowFolded: Bool, section: Int) {
    guard isFolded[section] != isNowFolded else { return }
    isFolded[section] = isNowFolded
    let cells = starts[section]..<starts[section + 1]
    if isNowFolded { tree.hide(cells) } else { tree.show(cells) }
  }

  /// The position of a cell in the preorder of the form; `nil` for a cell that there is not.
  private func position(of place: CellPlace) -> Int? {
    guard isFolded.indices.contains(place.section), place.position >= 0 else { return nil }
    let position = starts[place.section] + place.position
    return position < starts[place.section + 1] ? position : nil
  }
}

extension VisibilityIndex: VisibleRows {
  public typealias Failure = Never

  /// The row path of a cell; `nil` when it does not show. O(log n).
  public func rowPath(of place: CellPlace) -> RowPath? {
    guard let position = position(of: place), tree.isVisible(position) else { return nil }
    let row = tree.visibleCount(before: position) - tree.visibleCount(before: starts[place.section])
    return RowPath(section: place.section, row: row)
  }

  /// How many of a section's cells show, of those at some neighbouring positions. O(log n).
  public func visibleRowCount(inSection section: Int, positions: Range<Int>) -> Int {
    guard isFolded.indices.contains(section) else { return 0 }
    let cells = starts[section]..<starts[section + 1]
    let wanted = (cells.lowerBound + positions.lowerBound)..<(cells.lowerBound + positions.upperBound)
    let range = wanted.clamped(to: cells)
    return tree.visibleCount(before: range.upperBound) - tree.visibleCount(before: range.lowerBound)
  }

  /// What is inconsistent in the index; empty when it is sound. O(n²), for tests on small forms.
  func faults() -> [String] { tree.faults() }
}
