/// The leaves of one level of a form in an untouched response, in pages that are built from the form's structure when
/// they are needed.
final class LevelLeaves: Sendable {
  /// The layout of the level.
  let layout: LevelLayout
  /// The division of the leaves into pages.
  let paging: LeafPaging
  /// The number of visible rows of each page, considering only what hides a part of the page.
  let rowCounts: [Int32]
  /// The visible height of each page, likewise.
  let heights: [Double]
  /// The wholly hidden pages, once for each reason.
  let hiddenPages: [Range<Int>]
  /// The number of visible rows of a page before each header on it, by section.
  private let countsBeforeHeaders: [Int32]
  private let form: UntouchedForm
  private let recent = Locked(RecentPages<LeafPage>(most: 32))

  /// Counts the rows of a level. O(n) for n leaves.
  init(_ form: UntouchedForm, _ layout: LevelLayout) {
    self.form = form
    self.layout = layout
    paging = LeafPaging(leafCount: layout.leafCount, pageSize: form.pageSize)
    let walk = LeafWalk(form, layout, paging)
    var totals = LeafTotals(paging)
    for page in 0..<paging.pageCount { totals.add(page, by: walk) }
    rowCounts = totals.rowCounts
    heights = totals.heights
    hiddenPages = totals.hiddenPages
    countsBeforeHeaders = totals.countsBeforeHeaders
  }

  /// A page, built from the structure unless it was used recently. O(p) for p leaves on a page.
  func page(_ number: Int) -> LeafPage {
    if let known = recent.withLock({ $0[number] }) { return known }
    let page = LeafPage(paging.leaves(ofPage: number), of: LeafWalk(form, layout, paging))
    recent.withLock { _ = $0.keep(page, number) }
    return page
  }

  /// The number of visible rows of a page before one of its leaves, considering only what hides a part of the page.
  ///
  /// - Complexity: O(log s) for s sections at a header or the first cell of a section, where a table view counts the
  ///   rows of all sections at each update; as for ``page(_:)`` at any other leaf.
  func visibleCount(onPage number: Int, before offset: Int) -> Int {
    let leaf = paging.first(ofPage: number) + offset
    let section = form.section(ofOrdinal: layout.ordinal(of: leaf))
    if let count = countsBeforeHeaders.element(at: section) {
      let header = layout.leaf(of: form.header(ofSection: section))
      if leaf - header <= 1, paging.page(of: header) == number { return Int(count) }
    }
    return page(number).tree.visibleCount(before: offset)
  }

  /// The number of descendants of a leaf's cell in the form.
  func additionalRows(of leaf: Int) -> Int {
    guard layout.slot(atLeaf: leaf) == nil else { return 0 }
    let ordinal = layout.ordinal(of: leaf)
    let section = form.section(ofOrdinal: ordinal)
    guard ordinal > form.header(ofSection: section) else { return 0 }
    return Int(form.structure.additionalRows[ordinal - section - 1])
  }
}

/// A leaf of a level in an untouched response.
enum Leaf {
  /// The header of a section.
  case header(section: Int)
  /// All instances of a repeat.
  case slot
  /// A cell, by its number in the form.
  case cell(Int)
}

/// Walks over the leaves of a level in an untouched response.
struct LeafWalk {
  let form: UntouchedForm
  let paging: LeafPaging
  private let layout: LevelLayout

  init(_ form: UntouchedForm, _ layout: LevelLayout, _ paging: LeafPaging) {
    (self.form, self.layout, self.paging) = (form, layout, paging)
  }

  /// Visits the leaves of a page, and the intervals that hide leaves, in order: an interval before its first leaf.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - hide: receives an interval of the level, and whether a leaf of the page hides it: those before the page hide
  ///     what reaches into it.
  ///   - visit: receives a leaf, and whether rules make it relevant by itself.
  /// - Complexity: O(p) for p leaves on a page.
  @inline(__always)
  func visit(_ page: Int, hide: (Range<Int>, _ isOwn: Bool) -> Void, _ visit: (Leaf, _ isRelevant: Bool) -> Void) {
    let leaves = paging.leaves(ofPage: page)
    guard !leaves.isEmpty else { return }
    let firstCells = form.structure.firstCells
    var ordinal = layout.ordinal(of: leaves.lowerBound)
    var section = form.section(ofOrdinal: ordinal)
    hideFromBefore(ordinal, section, hide)
    var slot = layout.slotCount { $0.leaf < leaves.lowerBound }
    var nextSlot = layout.slots.element(at: slot)?.leaf
    var irrelevant = form.irrelevantCells.partitioningIndex { $0 >= ordinal - section - 1 }
    var nextIrrelevant = form.irrelevantCells.element(at: irrelevant) ?? .max
    var (first, end) = (firstCells[section], firstCells[section + 1])
    for leaf in leaves {
      if leaf == nextSlot {
        visit(.slot, true)
        ordinal = layout.slots[slot].template.upperBound
        slot += 1
        nextSlot = layout.slots.element(at: slot)?.leaf
        continue
      }
      // After the last cell of a section there is the header of the next one.
      if ordinal - section - 1 == end {
        section += 1
        (first, end) = (end, firstCells[section + 1])
      }
      let cell = ordinal - section - 1
      if cell < first {
        visit(.header(section: section), form.isRelevant[section])
        hideCells(ofSection: section) { hide($0, true) }
      } else {
        while nextIrrelevant < cell {
          irrelevant += 1
          nextIrrelevant = form.irrelevantCells.element(at: irrelevant) ?? .max
        }
        let isRelevant = nextIrrelevant != cell
        hideItself(cell, at: ordinal, isRelevant) { hide($0, true) }
        visit(.cell(cell), isRelevant)
        hideDescendants(of: cell, at: ordinal) { hide($0, true) }
      }
      ordinal += 1
    }
  }

  /// What cells and the header before a leaf hide of it and of those after it.
  private func hideFromBefore(_ ordinal: Int, _ section: Int, _ hide: (Range<Int>, Bool) -> Void) {
    let first = form.structure.firstCells[section]
    let cell = ordinal - section - 1
    guard cell >= first else { return }
    if layout.base == 0 { hideCells(ofSection: section) { hide($0, false) } }
    var parent = Int(form.structure.parents[cell])
    while parent >= 0, first + parent + section + 1 >= layout.base {
      let number = first + parent
      let isRelevant = !form.irrelevantCells.contains(sorted: number)
      hideItself(number, at: number + section + 1, isRelevant) { hide($0, false) }
      hideDescendants(of: number, at: number + section + 1) { hide($0, false) }
      parent = Int(form.structure.parents[number])
    }
  }

  @inline(__always)
  private func hideCells(ofSection section: Int, _ hide: (Range<Int>) -> Void) {
    guard form.isFolded[section] || !form.isRelevant[section] else { return }
    let first = form.header(ofSection: section) + 1
    let cells = first..<(first + form.structure.firstCells[section + 1] - form.structure.firstCells[section])
    if form.isFolded[section] { hide(layout.leaves(of: cells)) }
    if !form.isRelevant[section] { hide(layout.leaves(of: cells)) }
  }

  /// Hides a cell with its descendants, once for each reason.
  @inline(__always)
  private func hideItself(_ cell: Int, at ordinal: Int, _ isRelevant: Bool, _ hide: (Range<Int>) -> Void) {
    let isHidden = form.structure.traits[cell].contains(.isHidden)
    guard isHidden || !isRelevant else { return }
    let leaves = layout.leaves(of: ordinal..<(ordinal + 1 + Int(form.structure.additionalRows[cell])))
    if isHidden { hide(leaves) }
    if !isRelevant { hide(leaves) }
  }

  /// Hides the descendants of a collapsed cell.
  @inline(__always)
  private func hideDescendants(of cell: Int, at ordinal: Int, _ hide: (Range<Int>) -> Void) {
    let count = Int(form.structure.additionalRows[cell])
    guard count > 0, !form.structure.traits[cell].contains(.startsExpanded) else { return }
    hide(layout.leaves(of: (ordinal + 1)..<(ordinal + 1 + count)))
  }
}

/// Counts the rows of pages.
private struct LeafTotals {
  private let paging: LeafPaging
  private(set) var rowCounts: [Int32] = []
  private(set) var heights: [Double] = []
  private(set) var hiddenPages: [Range<Int>] = []
  private(set) var countsBeforeHeaders: [Int32] = []

  init(_ paging: LeafPaging) {
    self.paging = paging
    rowCounts.reserveCapacity(paging.pageCount)
    heights.reserveCapacity(paging.pageCount)
  }

  /// Adds a page. What hides leaves is nested, so those up to the farthest end are hidden.
  mutating func add(_ page: Int, by walk: LeafWalk) {
    let leaves = paging.leaves(ofPage: page)
    var (leaf, hiddenEnd) = (leaves.lowerBound, leaves.lowerBound)
    var (rows, height) = (Int32(0), 0.0)
    let (headerHeight, kinds) = (walk.form.headerHeight, walk.form.heights)
    let (rowNumbers, traits) = (walk.form.structure.rowNumbers, walk.form.structure.traits)
    var wholes: [Range<Int>] = []
    var headers: [Int32] = []
    walk.visit(page) { interval, isOwn in
      if !interval.covers(leaves) { hiddenEnd = max(hiddenEnd, interval.upperBound) }
      guard isOwn, interval.upperBound >= leaves.upperBound else { return }
      let pages = paging.parts(of: interval).pages
      if !pages.isEmpty { wholes.append(pages) }
    } _: { next, isRelevant in
      switch next {
      case .slot: break
      case .header:
        headers.append(rows)
        // A header is in no interval: those of cells end before it.
        if isRelevant { height += headerHeight }
      case .cell(let cell):
        if leaf >= hiddenEnd {
          rows += 1
          let sides = kinds[Int(rowNumbers[cell])]
          height += traits[cell].contains(.startsExpanded) ? sides.expanded : sides.collapsed
        }
      }
      leaf += 1
    }
    rowCounts.append(rows)
    heights.append(height)
    hiddenPages += wholes
    countsBeforeHeaders += headers
  }
}

extension LeafPage {
  /// Builds a page of a level in an untouched response. O(p) for p leaves.
  fileprivate init(_ leaves: Range<Int>, of walk: LeafWalk) {
    var hidden: [Range<Int>] = []
    var list = LeafList(capacity: leaves.count)
    let form = walk.form
    walk.visit(walk.paging.page(of: leaves.lowerBound)) { interval, _ in
      let part = interval.clamped(to: leaves)
      guard !interval.covers(leaves), !part.isEmpty else { return }
      hidden.append((part.lowerBound - leaves.lowerBound)..<(part.upperBound - leaves.lowerBound))
    } _: { leaf, isRelevant in
      switch leaf {
      case .slot: list.appendSlot()
      case .header: list.appendHeader(height: isRelevant ? form.headerHeight : 0, isRelevant: isRelevant)
      case .cell(let cell):
        let number = Int(form.structure.rowNumbers[cell])
        list.append(
          form.heights[number], grows: form.structure.rowKinds[number].heights != nil,
          isExpanded: form.structure.traits[cell].contains(.startsExpanded), isRelevant: isRelevant)
      }
    }
    self.init(list, hidden: hidden)
  }
}

extension Range<Int> {
  /// Whether the interval contains all of another one.
  fileprivate func covers(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && upperBound >= other.upperBound
  }
}

extension [Int] {
  /// Whether a sorted array contains a number. O(log n).
  fileprivate func contains(sorted number: Int) -> Bool { element(at: partitioningIndex { $0 >= number }) == number }
}
