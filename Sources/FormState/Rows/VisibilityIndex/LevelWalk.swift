/// Walks over the items of a level in an untouched response.
struct LevelWalk {
  let form: UntouchedForm
  let layout: LevelLayout

  init(_ form: UntouchedForm, _ layout: LevelLayout) { (self.form, self.layout) = (form, layout) }

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
    let ordinals = layout.ordinals(ofPage: page)
    guard !ordinals.isEmpty else { return }
    let firstCells = form.structure.firstCells
    var ordinal = ordinals.lowerBound
    var section = form.section(ofOrdinal: ordinal)
    hideFromBefore(ordinal, section, hide)
    var slot = layout.templates.partitioningIndex { $0.lowerBound >= ordinal }
    var nextSlot = layout.templates.element(at: slot)?.lowerBound
    var irrelevant = form.irrelevantCells.partitioningIndex { $0 >= ordinal - section - 1 }
    var nextIrrelevant = form.irrelevantCells.element(at: irrelevant) ?? .max
    var (first, end) = (firstCells[section], firstCells[section + 1])
    while ordinal < ordinals.upperBound {
      if ordinal == nextSlot {
        visit(LevelItem(slot: layout.templates[slot].count), ordinal)
        ordinal = layout.templates[slot].upperBound
        slot += 1
        nextSlot = layout.templates.element(at: slot)?.lowerBound
        continue
      }
      // After the last cell of a section there is the header of the next one.
      if ordinal - section - 1 == end {
        section += 1
        (first, end) = (end, firstCells[section + 1])
      }
      let cell = ordinal - section - 1
      if cell < first {
        if !form.isRelevant[section] { hide(ordinal..<(ordinal + 1 + end - first), true) }
        visit(header(ofSection: section, cells: end - first), ordinal)
        if form.isFolded[section] { hide((ordinal + 1)..<(ordinal + 1 + end - first), true) }
      } else {
        while nextIrrelevant < cell {
          irrelevant += 1
          nextIrrelevant = form.irrelevantCells.element(at: irrelevant) ?? .max
        }
        let isRelevant = nextIrrelevant != cell
        hideItself(cell, at: ordinal, isRelevant) { hide($0, true) }
        visit(item(ofCell: cell, isRelevant), ordinal)
        hideDescendants(of: cell, at: ordinal) { hide($0, true) }
      }
      ordinal += 1
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

  @inline(__always)
  private func item(ofCell cell: Int, _ isRelevant: Bool) -> LevelItem {
    let kind = Int(form.structure.rowNumbers[cell])
    var traits: LevelItem.Traits = form.structure.rowKinds[kind].heights == nil ? [] : .grows
    if form.structure.traits[cell].contains(.startsExpanded) { traits.insert(.isExpanded) }
    if !isRelevant { traits.insert(.isIrrelevant) }
    return LevelItem(form.heights[kind], traits, descendants: Int(form.structure.additionalRows[cell]))
  }

  /// What cells and the header before an ordinal hide of it and of those after it.
  private func hideFromBefore(_ ordinal: Int, _ section: Int, _ hide: (Range<Int>, Bool) -> Void) {
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
      hideItself(number, at: number + section + 1, isRelevant) { hide($0, false) }
      hideDescendants(of: number, at: number + section + 1) { hide($0, false) }
      parent = Int(form.structure.parents[number])
    }
  }

  /// Hides a cell with its descendants, once for each reason.
  @inline(__always)
  private func hideItself(_ cell: Int, at ordinal: Int, _ isRelevant: Bool, _ hide: (Range<Int>) -> Void) {
    let isHidden = form.structure.traits[cell].contains(.isHidden)
    guard isHidden || !isRelevant else { return }
    let interval = ordinal..<(ordinal + 1 + Int(form.structure.additionalRows[cell]))
    if isHidden { hide(interval) }
    if !isRelevant { hide(interval) }
  }

  /// Hides the descendants of a collapsed cell.
  @inline(__always)
  private func hideDescendants(of cell: Int, at ordinal: Int, _ hide: (Range<Int>) -> Void) {
    let count = Int(form.structure.additionalRows[cell])
    guard count > 0, !form.structure.traits[cell].contains(.startsExpanded) else { return }
    hide((ordinal + 1)..<(ordinal + 1 + count))
  }
}

extension [Int] {
  /// Whether a sorted array contains a number. O(log n).
  fileprivate func contains(sorted number: Int) -> Bool { element(at: partitioningIndex { $0 >= number }) == number }
}
