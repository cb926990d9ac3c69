/// The items of one level of a form in an untouched response, in pages that are built from the form's structure when
/// they are needed.
final class LevelPages: Sendable {
  private let form: UntouchedForm
  private let layout: LevelLayout
  private let beforeHeaders: [RowSums]
  private let recent = Locked(RecentPages<CountedNode<LevelItem>>(most: 32))

  /// Creates the tree of a level in an untouched response. O(n) for n cells.
  static func tree(_ form: UntouchedForm, _ layout: LevelLayout) -> CountedTree<LevelItem> {
    let walk = LevelWalk(form, layout)
    var totals = PageTotals()
    for page in 0..<layout.pageCount { totals.add(page, by: walk) }
    return CountedTree(
      sums: totals.pages, hiding: totals.reachingOn, pages: LevelPages(form, layout, totals.beforeHeaders))
  }

  private init(_ form: UntouchedForm, _ layout: LevelLayout, _ beforeHeaders: [RowSums]) {
    (self.form, self.layout, self.beforeHeaders) = (form, layout, beforeHeaders)
  }

  /// A page, built from the structure unless it was used recently. O(p) for p places on a page.
  func page(_ number: Int) -> CountedNode<LevelItem> {
    if let known = recent.withLock({ $0[number] }) { return known }
    let page = LevelWalk(form, layout).page(number)
    recent.withLock { _ = $0.keep(page, number) }
    return page
  }

  /// The sums of a page up to a header, considering only what hides a part of the page; `nil` for another place.
  ///
  /// A table view counts the rows of all sections at each update.
  /// - Complexity: O(log s) for s sections.
  func sums(onPage number: Int, before place: Int) -> RowSums? {
    let ordinal = layout.ordinals(ofPage: number).lowerBound + place
    let section = form.section(ofOrdinal: ordinal)
    return form.header(ofSection: section) == ordinal ? beforeHeaders.element(at: section) : nil
  }
}

extension LevelItem {
  static func page(_ number: Int, of pages: LevelPages) -> CountedNode<LevelItem> { pages.page(number) }

  static func sums(onPage number: Int, before place: Int, of pages: LevelPages) -> RowSums? {
    pages.sums(onPage: number, before: place)
  }
}

/// Counts the rows of pages.
private struct PageTotals {
  /// The sums of each page, considering only what hides a part of it.
  private(set) var pages: [RowSums] = []
  /// The places that are hidden from a page on to another one; whole pages in between are hidden.
  private(set) var reachingOn: [Range<Int>] = []
  /// The sums of a page before each header on it, by section.
  private(set) var beforeHeaders: [RowSums] = []

  /// Adds a page. What hides items is nested, so those up to the farthest end are hidden.
  mutating func add(_ page: Int, by walk: LevelWalk) {
    let ordinals = walk.layout.ordinals(ofPage: page)
    let base = walk.layout.ordinals.lowerBound
    var hiddenEnd = ordinals.lowerBound
    var sums = RowSums()
    var reachingOn: [Range<Int>] = []
    var headers: [RowSums] = []
    walk.visit(page) { interval, isOwn in
      if !interval.covers(ordinals) { hiddenEnd = max(hiddenEnd, interval.upperBound) }
      guard isOwn, interval.upperBound >= ordinals.upperBound else { return }
      reachingOn.append((interval.lowerBound - base)..<(interval.upperBound - base))
    } _: { item, ordinal in
      if item.isHeader { headers.append(sums) }
      sums += ordinal < hiddenEnd ? item.inside.hidden : item.inside
    }
    pages.append(sums)
    self.reachingOn += reachingOn
    beforeHeaders += headers
  }
}

extension LevelWalk {
  /// Builds a page of a level in an untouched response. O(p) for p places.
  fileprivate func page(_ number: Int) -> CountedNode<LevelItem> {
    let ordinals = layout.ordinals(ofPage: number)
    var hidden: [Range<Int>] = []
    var items: [LevelItem] = []
    items.reserveCapacity(ordinals.count)
    visit(number) { interval, _ in
      let part = interval.clamped(to: ordinals)
      guard !interval.covers(ordinals), !part.isEmpty else { return }
      hidden.append((part.lowerBound - ordinals.lowerBound)..<(part.upperBound - ordinals.lowerBound))
    } _: { item, _ in
      items.append(item)
    }
    var page = CountedNode(over: items)
    for interval in hidden { page.hide(interval, by: 1, nil) }
    return page
  }
}

extension Range<Int> {
  /// Whether the interval contains all of another one.
  fileprivate func covers(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && upperBound >= other.upperBound
  }
}
