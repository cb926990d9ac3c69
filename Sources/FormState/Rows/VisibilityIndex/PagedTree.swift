/// The leaves of a level, in pages of neighbours: those without a change are built from the form's structure when they
/// are needed, and shared by sessions.
///
/// A tree over the pages has a leaf for each of them, weighted by the page's number of visible rows. An interval that
/// covers a whole page hides it there; one that covers a part of a page hides leaves within that page. Every query or
/// change therefore touches O(log n) nodes of the tree over the pages, and of at most two pages.
struct PagedTree: Sendable {
  /// The number of leaves.
  let count: Int
  /// The division of leaves into pages.
  let paging: LeafPaging
  private var top: VisibilityTree
  /// The pages; those unchanged from the source are not built.
  private var pages: [LeafPage]
  private let source: LevelLeaves

  /// Creates the tree of a level in an untouched response. O(p) for p pages and intervals.
  init(_ source: LevelLeaves) {
    self.source = source
    paging = source.paging
    count = paging.leafCount
    pages = [LeafPage](repeating: .unbuilt, count: paging.pageCount)
    top = VisibilityTree(weights: source.rowCounts, heights: source.heights, hiddenIntervals: source.hiddenPages)
  }

  /// The number of visible rows. O(1).
  var visibleCount: Int { top.visibleCount }

  /// The height of everything visible. O(1).
  var totalHeight: Double { top.totalHeight }

  /// Whether nothing hides a leaf. O(log n).
  func isVisible(_ leaf: Int) -> Bool {
    guard leaf >= 0, leaf < count else { return false }
    let number = paging.page(of: leaf)
    return top.isVisible(number) && read(number) { $0.tree.isVisible(paging.offset(of: leaf)) }
  }

  /// The number of visible rows before a leaf. O(log n).
  func visibleCount(before leaf: Int) -> Int {
    guard leaf < count else { return visibleCount }
    let number = paging.page(of: leaf)
    let before = top.visibleCount(before: number)
    guard leaf > 0, paging.offset(of: leaf) > 0, top.isVisible(number) else { return before }
    if pages[number].isUnbuilt {
      return before + source.visibleCount(onPage: number, before: paging.offset(of: leaf))
    }
    return before + pages[number].tree.visibleCount(before: paging.offset(of: leaf))
  }

  /// The visible height before a leaf. O(log n).
  func height(before leaf: Int) -> Double {
    guard leaf < count else { return totalHeight }
    let number = paging.page(of: leaf)
    let before = top.height(before: number)
    guard leaf > 0, paging.offset(of: leaf) > 0, top.isVisible(number) else { return before }
    return before + read(number) { $0.tree.height(before: paging.offset(of: leaf)) }
  }

  /// The leaf of a visible row, by the row's number. O(log n).
  ///
  /// - Returns: the leaf, and the number of rows of the same leaf before the row; `nil` for an unknown row.
  func leaf(ofVisibleRow rank: Int) -> (leaf: Int, rest: Int)? {
    guard let (number, rest) = top.leaf(ofVisibleRow: rank),
      let found = read(number, { $0.tree.leaf(ofVisibleRow: rest) })
    else { return nil }
    return (paging.first(ofPage: number) + found.leaf, found.rest)
  }

  /// The leaf at an offset from the top. O(log n).
  ///
  /// - Returns: the leaf, and the offset from its upper edge; `nil` above the first leaf and below the last one.
  func leaf(atOffset offset: Double) -> (leaf: Int, rest: Double)? {
    guard let (number, rest) = top.leaf(atOffset: offset) else { return nil }
    // If rounding exceeds the total, this is the last leaf with a height.
    guard let found = read(number, { $0.tree.leaf(atOffset: min(rest, $0.tree.totalHeight.nextDown)) }) else {
      return nil
    }
    return (paging.first(ofPage: number) + found.leaf, found.rest)
  }

  /// The runs of adjacent visible rows among leaves of one row each. O(r log² n) for r runs.
  func visibleRuns(in range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var rank = visibleCount(before: range.lowerBound)
    while let start = leaf(ofVisibleRow: rank)?.leaf, start < range.upperBound {
      let end = endOfRun(from: start, behind: rank, in: range)
      runs.append(start..<end)
      rank += end - start
    }
    return runs
  }

  /// The end of a run of visible rows: first its page, which needs no page to be built, then its position there.
  private func endOfRun(from start: Int, behind rank: Int, in range: Range<Int>) -> Int {
    func isOneRun(to leaf: Int) -> Bool { visibleCount(before: leaf) - rank == leaf - start }
    var (firstPage, lastPage) = (paging.page(of: start), paging.page(of: range.upperBound - 1))
    while firstPage < lastPage {
      let middle = (firstPage + lastPage + 1) / 2
      if isOneRun(to: paging.first(ofPage: middle)) { firstPage = middle } else { lastPage = middle - 1 }
    }
    var low = max(start + 1, paging.first(ofPage: firstPage))
    var high = min(range.upperBound, paging.first(ofPage: firstPage + 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if isOneRun(to: middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

// MARK: - One leaf

extension PagedTree {
  /// The height of a visible leaf; 0 for an unknown leaf. O(1).
  func height(of leaf: Int) -> Double { read(leaf: leaf) { $0.tree.height(of: $1) } ?? 0 }

  /// The number of rows of a visible leaf; 0 for an unknown leaf. O(1).
  func weight(of leaf: Int) -> Int { read(leaf: leaf) { $0.tree.weight(of: $1) } ?? 0 }

  /// Whether a cell is expanded; `false` for an unknown leaf. O(1).
  func isExpanded(_ leaf: Int) -> Bool { read(leaf: leaf) { $0.isExpanded($1) } ?? false }

  /// Whether rules make a leaf relevant, regardless of its surroundings. O(1).
  func isRelevant(_ leaf: Int) -> Bool { read(leaf: leaf) { $0.isRelevant($1) } ?? true }

  /// The number of descendants of a cell in the form. O(1).
  func additionalRows(of leaf: Int) -> Int { leaf >= 0 && leaf < count ? source.additionalRows(of: leaf) : 0 }

  /// Both heights of a row that grows in place; `nil` for any other row. O(1).
  func growingHeight(of leaf: Int) -> LeafPage.GrowingHeight? { read(leaf: leaf) { $0.growingHeight(of: $1) } ?? nil }

  @inline(__always)
  private func read<Result>(leaf: Int, _ body: (LeafPage, _ leaf: Int) -> Result) -> Result? {
    guard leaf >= 0, leaf < count else { return nil }
    return read(paging.page(of: leaf)) { body($0, paging.offset(of: leaf)) }
  }

  /// Lends a page: a copy would cost more than the query.
  @inline(__always)
  private func read<Result>(_ number: Int, _ body: (LeafPage) -> Result) -> Result {
    pages[number].isUnbuilt ? body(source.page(number)) : body(pages[number])
  }

  /// Changes a leaf, or others of its page, and the page's totals. O(log n) plus the change itself.
  ///
  /// - Returns: what the change returns; `nil` for an unknown leaf.
  @discardableResult
  mutating func change<Result>(_ leaf: Int, _ body: (inout LeafPage, _ leaf: Int) -> Result) -> Result? {
    guard leaf >= 0, leaf < count else { return nil }
    let offset = paging.offset(of: leaf)
    return change(page: paging.page(of: leaf)) { body(&$0, offset) }
  }

  private mutating func change<Result>(page number: Int, _ body: (inout LeafPage) -> Result) -> Result {
    if pages[number].isUnbuilt { pages[number] = source.page(number) }
    let result = body(&pages[number])
    top.setWeight(pages[number].tree.visibleCount, height: pages[number].tree.totalHeight, of: number)
    return result
  }
}

// MARK: - Hiding

extension PagedTree {
  /// Hides leaves once more, even if they are hidden already, or reverts that. O(log n).
  mutating func setHidden(_ hides: Bool, _ leaves: Range<Int>) {
    let parts = paging.parts(of: leaves)
    if !parts.pages.isEmpty { if hides { top.hide(parts.pages) } else { top.show(parts.pages) } }
    if let part = parts.first { change(page: part.page) { $0.setHidden(hides, part.leaves) } }
    if let part = parts.last { change(page: part.page) { $0.setHidden(hides, part.leaves) } }
  }
}

extension PagedTree {
  /// The inconsistencies of the tree; empty if it is consistent. O(n), for tests.
  func faults() -> [String] {
    var faults = top.faults()
    for number in pages.indices {
      let tree = read(number) { $0.tree }
      faults += tree.faults()
      if top.weight(of: number) != tree.visibleCount || top.height(of: number) != tree.totalHeight {
        faults.append("page \(number) shows \(top.weight(of: number)) rows, not \(tree.visibleCount)")
      }
    }
    return faults
  }
}
