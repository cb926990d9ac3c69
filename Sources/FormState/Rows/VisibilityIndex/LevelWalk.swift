/// Walks over the items of a level in an untouched response.
struct LevelWalk {
  let form: UntouchedForm
  let layout: LevelLayout

  init(_ form: UntouchedForm, _ layout: LevelLayout) { (self.form, self.layout) = (form, layout) }

  /// What the walk reads of each cell, without an array's checks, which would take most of the time at a million cells.
  private struct Cells {
    let traits: UnsafeBufferPointer<CellTraits>
    let rowNumbers: UnsafeBufferPointer<UInt32>
    let additionalRows: UnsafeBufferPointer<Int32>
    let kinds: UnsafeBufferPointer<UntouchedForm.Kind>

    @inline(__always)
    func item(_ cell: Int, _ isRelevant: Bool) -> LevelItem {
      let kind = kinds[Int(rowNumbers[cell])]
      var own = kind.traits
      if traits[cell].contains(.startsExpanded) { own.insert(.isExpanded) }
      if !isRelevant { own.insert(.isIrrelevant) }
      return LevelItem(kind.heights, own, descendants: Int(additionalRows[cell]))
    }

    /// Hides a cell with its descendants, once for each reason.
    @inline(__always)
    func hideItself(_ cell: Int, at ordinal: Int, _ isRelevant: Bool, _ hide: (Range<Int>) -> Void) {
      let isHidden = traits[cell].contains(.isHidden)
      guard isHidden || !isRelevant else { return }
      let interval = ordinal..<(ordinal + 1 + Int(additionalRows[cell]))
      if isHidden { hide(interval) }
      if !isRelevant { hide(interval) }
    }

    /// Hides the descendants of a collapsed cell.
    @inline(__always)
    func hideDescendants(of cell: Int, at ordinal: Int, _ hide: (Range<Int>) -> Void) {
      let count = Int(additionalRows[cell])
      guard count > 0, !traits[cell].contains(.startsExpanded) else { return }
      hide((ordinal + 1)..<(ordinal + 1 + count))
    }
  }

  @inline(__always)
  private func withCells(_ body: (Cells) -> Void) {
    form.structure.traits.withUnsafeBufferPointer { traits in
      form.structure.rowNumbers.withUnsafeBufferPointer { rowNumbers in
        form.structure.additionalRows.withUnsafeBufferPointer { additionalRows in
          form.kinds.withUnsafeBufferPointer { kinds in
            body(Cells(traits: traits, rowNumbers: rowNumbers, additionalRows: additionalRows, kinds: kinds))
          }
        }
      }
    }
  }

  /// Visits the items of a page, and the intervals that hide items, in order: an interval before its first item.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - hide: receives an interval of ordinals, and whether an item of the page hides it: those before the page hide
  ///     what reaches into it.
  ///   - visit: receives an item and its ordinal.
  /// - Complexity: O(p) for p places on a page.
  @inline(__always)
  func visit(_ page: Int, hide: (Range<Int>, _ isOwn: Bool) -> Void, _ visit: (LevelItem, _ ordinal: Int) -> Void) {
    withCells { self.visit(page, $0, hide, visit) }
  }

  @inline(__always)
  private func visit(
    _ page: Int, _ cells: Cells, _ hide: (Range<Int>, _ isOwn: Bool) -> Void,
    _ visit: (LevelItem, _ ordinal: Int) -> Void
  ) {
    let ordinals = layout.ordinals(ofPage: page)
    guard !ordinals.isEmpty else { return }
    let firstCells = form.structure.firstCells
    var ordinal = ordinals.lowerBound
    var section = form.section(ofOrdinal: ordinal)
    hideFromBefore(ordinal, section, cells, hide)
    var slot = layout.templates.partitioningIndex { $0.lowerBound >= ordinal }
    var irrelevant = form.irrelevantCells.partitioningIndex { $0 >= ordinal - section - 1 }
    while ordinal < ordinals.upperBound {
      let template = layout.templates.element(at: slot)
      if let template, template.lowerBound == ordinal {
        visit(LevelItem(slot: template.count), ordinal)
        ordinal = template.upperBound
        slot += 1
        continue
      }
      // After the last cell of a section there is the header of the next one.
      if ordinal - section - 1 == firstCells[section + 1] { section += 1 }
      let next = form.header(ofSection: section + 1)
      if ordinal == form.header(ofSection: section) {
        if !form.isRelevant[section] { hide(ordinal..<next, true) }
        visit(header(ofSection: section, cells: next - ordinal - 1), ordinal)
        if form.isFolded[section] { hide((ordinal + 1)..<next, true) }
        ordinal += 1
      }
      // The cells up to whatever comes first.
      let end = max(ordinal, min(next, ordinals.upperBound, template?.lowerBound ?? .max))
      var cell = ordinal - section - 1
      var nextIrrelevant = form.irrelevantCells.element(at: irrelevant) ?? .max
      while ordinal < end {
        while nextIrrelevant < cell {
          irrelevant += 1
          nextIrrelevant = form.irrelevantCells.element(at: irrelevant) ?? .max
        }
        let isRelevant = nextIrrelevant != cell
        cells.hideItself(cell, at: ordinal, isRelevant) { hide($0, true) }
        visit(cells.item(cell, isRelevant), ordinal)
        cells.hideDescendants(of: cell, at: ordinal) { hide($0, true) }
        (cell, ordinal) = (cell &+ 1, ordinal &+ 1)
      }
    }
  }

  @inline(__always)
  private func header(ofSection section: Int, cells: Int) -> LevelItem {
    var traits = LevelItem.Traits.isHeader
    if !form.isFolded[section] { traits.insert(.isExpanded) }
    if !form.isRelevant[section] { traits.insert(.isIrrelevant) }
    let heights = RowHeights(collapsed: form.headerHeight, expanded: form.headerHeight)
    return LevelItem(heights, traits, descendants: cells)
  }

  /// What cells and the header before an ordinal hide of it and of those after it.
  private func hideFromBefore(
    _ ordinal: Int, _ section: Int, _ cells: Cells, _ hide: (Range<Int>, Bool) -> Void
  ) {
    let first = form.structure.firstCells[section]
    let cell = ordinal - section - 1
    guard cell >= first else { return }
    let header = form.header(ofSection: section)
    if layout.ordinals.contains(header) {
      let end = form.header(ofSection: section + 1)
      if !form.isRelevant[section] { hide(header..<end, false) }
      if form.isFolded[section] { hide((header + 1)..<end, false) }
    }
    var parent = Int(form.structure.parents[cell])
    while parent >= 0, first + parent + section + 1 >= layout.ordinals.lowerBound {
      let number = first + parent
      let isRelevant = !form.irrelevantCells.contains(sorted: number)
      cells.hideItself(number, at: number + section + 1, isRelevant) { hide($0, false) }
      cells.hideDescendants(of: number, at: number + section + 1) { hide($0, false) }
      parent = Int(form.structure.parents[number])
    }
  }
}

extension [Int] {
  /// Whether a sorted array contains a number. O(log n).
  fileprivate func contains(sorted number: Int) -> Bool { element(at: partitioningIndex { $0 >= number }) == number }
}
