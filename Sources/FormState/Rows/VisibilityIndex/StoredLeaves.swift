/// The leaves of a large form in an untouched response, in pages that are created from its cells on demand.
///
/// The cell pages retain it, so it retains neither them nor the form.
final class StoredLeaves: Sendable {
  /// The division of the leaves outside of repeats into pages.
  let paging: LeafPaging
  /// The number of visible rows of each page, considering only leaves of the page.
  let rowCounts: [Int]
  /// The visible height of each page.
  let heights: [Double]
  /// The wholly hidden pages, once for each reason.
  let hiddenPages: [Range<Int>]
  /// The intervals of each page that sections, and cells of other pages, hide.
  private let reachingIn: [Int: [Range<Int>]]
  private let irrelevantSections: Set<Int>
  private let estimates: HeightEstimates
  private let recent = Locked(RecentPages<LeafPage>(most: 32))
  /// The counts of the pages created so far.
  private let headerCounts = Locked<[Int: HeaderCounts]>([:])
  /// The templates of fresh instances, by the repeats outside of other repeats.
  private let templates = Locked<[Int: [Int: RepeatTemplate]]>([:])

  /// Lays out the pages. O(p + s) for p pages, s sections and cells that extend beyond their pages.
  init(of form: FormDefinition, in pages: CellPages, estimates: HeightEstimates) {
    self.estimates = estimates
    let layout = pages.layout
    let paging = LeafPaging(leafCount: layout.leafCount, pageSize: pages.leavesPerPage)
    self.paging = paging
    var hiddenPages: [Range<Int>] = []
    var reachingIn: [Int: [Range<Int>]] = [:]
    func hide(_ ordinals: Range<Int>, by owner: Int?) {
      let parts = paging.parts(of: layout.leaves(of: ordinals))
      if !parts.pages.isEmpty { hiddenPages.append(parts.pages) }
      for case let part? in [parts.first, parts.last] where part.page != owner {
        reachingIn[part.page, default: []].append(part.leaves)
      }
    }
    var irrelevantSections: Set<Int> = []
    var headers = [Int](repeating: 0, count: paging.pageCount)
    for (position, section) in form.sections.enumerated() {
      let header = pages.header(ofSection: position)
      let cells = (header + 1)..<(header + 1 + section.cells.count)
      if section.startsFolded { hide(cells, by: nil) }
      if form.fresh.isRelevant(section: section.key) {
        headers[paging.page(of: layout.leaf(of: header))] += 1
      } else {
        irrelevantSections.insert(position)
        hide(cells, by: nil)
      }
    }
    for cell in pages.outline.spanning {
      let owner = paging.page(of: layout.leaf(of: cell.ordinal))
      for ordinals in cell.hidden(through: cell.ordinal + 1 + cell.additionalRows) { hide(ordinals, by: owner) }
    }
    self.irrelevantSections = irrelevantSections
    self.hiddenPages = hiddenPages
    self.reachingIn = reachingIn
    rowCounts = pages.outline.pages.map { $0.reduce(0) { $0.clampedSum($1.count) } }
    heights = zip(pages.outline.pages, headers).map { rows, headers in
      rows.reduce(Double(headers) * estimates.headerPoints) {
        $0 + Double($1.count) * estimates.points(of: $1.height, identifier: $1.identifier)
      }
    }
  }

  /// A page, created from its cells unless it was used recently. O(p) for p cells on a page.
  func page(_ number: Int, of form: FormDefinition, in pages: CellPages) -> LeafPage {
    if let known = recent.withLock({ $0[number] }) { return known }
    let (page, isComplete) = CellPages.noting { read(number, of: form, in: pages) }
    // What could not be read may be readable next time.
    guard isComplete else { return page }
    recent.withLock { _ = $0.keep(page, number) }
    let counts = HeaderCounts(of: page, leaves: paging.leaves(ofPage: number), in: pages)
    headerCounts.withLock { $0[number] = counts }
    return page
  }

  /// The number of visible rows of a page before one of its leaves, considering only leaves of the page.
  ///
  /// - Complexity: O(log s) for s sections at a header or the first cell of a section, where a table view counts; as
  ///   for ``page(_:of:in:)`` at any other leaf.
  func visibleCount(onPage number: Int, before offset: Int, of form: FormDefinition, in pages: CellPages) -> Int {
    headerCounts.withLock { $0[number]?.count(before: offset) }
      ?? page(number, of: form, in: pages).tree.visibleCount(before: offset)
  }

  private func read(_ number: Int, of form: FormDefinition, in pages: CellPages) -> LeafPage {
    let (range, layout) = (paging.leaves(ofPage: number), pages.layout)
    var leaves = LeafList(capacity: range.count)
    var hidden = reachingIn[number] ?? []
    var outliner = CellOutliner(form: form, state: ResponseState(), estimates: estimates)
    var section = pages.section(ofOrdinal: layout.ordinal(of: range.lowerBound))
    for leaf in range {
      guard layout.slot(atLeaf: leaf) == nil else {
        leaves.appendSite()
        continue
      }
      let ordinal = layout.ordinal(of: leaf)
      if section + 1 < form.sections.count, ordinal == pages.header(ofSection: section + 1) { section += 1 }
      let header = pages.header(ofSection: section)
      guard ordinal > header else {
        let isRelevant = !irrelevantSections.contains(section)
        leaves.appendHeader(height: isRelevant ? estimates.headerPoints : 0, isRelevant: isRelevant)
        continue
      }
      let cell = outliner.outline(of: form.sections[section].cells[ordinal - header - 1])
      let end = header + 1 + form.sections[section].cells.count
      let descendants = (ordinal + 1)..<(ordinal + 1 + max(0, min(cell.additionalRows, end - ordinal - 1)))
      for interval in cell.hides(descendants) {
        let parts = paging.parts(of: layout.leaves(of: interval))
        for case let part? in [parts.first, parts.last] where part.page == number { hidden.append(part.leaves) }
      }
      leaves.append(cell, descendants: descendants.count)
    }
    let page = LeafPage(leaves, in: 0..<leaves.count, hidden: hidden)
    if page.tree.visibleCount != rowCounts[number] {
      pages.fail(
        pages.damage(
          "page \(number) of the outline says that \(rowCounts[number]) rows show, not \(page.tree.visibleCount)"))
    }
    return page
  }

  /// The template of a repeat, created from the cells around it on first use; `nil` if it is not a repeat with a
  /// template. O(n log n) for n cells of the outermost repeat around it.
  func template(ofRepeat cell: Int, _ form: FormDefinition, in pages: CellPages) -> RepeatTemplate? {
    let layout = pages.layout
    guard let outermost = layout.slot(ofRepeat: cell)?.slot ?? layout.slot(holding: cell) else { return nil }
    if let known = templates.withLock({ $0[outermost.cell] }) { return known[cell] }
    let section = pages.section(ofOrdinal: outermost.cell)
    let header = pages.header(ofSection: section)
    var build = VisibilityIndexBuild(repeat: outermost, pageSize: pages.leavesPerPage)
    var outliner = CellOutliner(form: form, state: ResponseState(), estimates: estimates)
    for ordinal in outermost.cell..<outermost.template.upperBound {
      let cell = form.sections[section].cells[ordinal - header - 1]
      // An unreadable repeat shows no instance; it may be readable next time.
      guard !cell.isUnread else { return nil }
      build.append(outliner.outline(of: cell))
    }
    let found = build.finishTemplates()
    templates.withLock { $0[outermost.cell] = found }
    return found[cell]
  }
}

/// The number of visible rows before each header on a page.
///
/// A table view asks for the row counts of all sections at each update. The pages of a large form are not all in
/// memory, but these counts are.
private struct HeaderCounts: Sendable {
  private var offsets: [Int32] = []
  private var counts: [Int32] = []

  /// Counts the rows of a page. O(h log p) for h headers among p leaves.
  init(of page: LeafPage, leaves: Range<Int>, in pages: CellPages) {
    let (layout, sections) = (pages.layout, pages.firstCells.count - 1)
    var section = pages.section(ofOrdinal: layout.ordinal(of: leaves.lowerBound))
    while section < sections {
      let leaf = layout.leaf(of: pages.header(ofSection: section))
      guard leaf < leaves.upperBound else { return }
      section += 1
      guard leaf >= leaves.lowerBound else { continue }
      let offset = leaf - leaves.lowerBound
      offsets.append(Int32(clamping: offset))
      counts.append(Int32(clamping: page.tree.visibleCount(before: offset)))
    }
  }

  /// The number of rows before a leaf of the page; `nil` if it is neither a header nor directly after one, which has no
  /// row.
  func count(before offset: Int) -> Int? {
    let number = offsets.partitioningIndex { $0 > offset } - 1
    guard number >= 0, offset - Int(offsets[number]) <= 1 else { return nil }
    return Int(counts[number])
  }
}

/// Creates pages of the leaves of a form.
final class LeafSource: Sendable {
  let leaves: StoredLeaves
  private let form: FormDefinition
  private let pages: CellPages

  init(_ form: FormDefinition, in pages: CellPages, estimates: HeightEstimates) {
    self.form = form
    self.pages = pages
    leaves = pages.leaves(of: form, estimates: estimates)
  }

  /// A page; an empty one if it cannot be read.
  func page(_ number: Int) -> LeafPage { leaves.page(number, of: form, in: pages) }

  /// The number of visible rows of a page before one of its leaves, considering only leaves of the page.
  func visibleCount(onPage number: Int, before offset: Int) -> Int {
    leaves.visibleCount(onPage: number, before: offset, of: form, in: pages)
  }

  /// The layout outside of repeats.
  var layout: LevelLayout { pages.layout }

  /// The template of a repeat; `nil` if it is not a repeat with a template, or cannot be read.
  func template(ofRepeat cell: Int) -> RepeatTemplate? { leaves.template(ofRepeat: cell, form, in: pages) }
}

extension FormOutline.SpanningCell {
  /// The intervals of itself and its descendants that the cell hides, once for each reason.
  fileprivate func hidden(through last: Int) -> [Range<Int>] {
    CellOutline(
      additionalRows: additionalRows, isExpanded: startsExpanded, isHidden: isHidden, isRelevant: startsRelevant
    ).hides((ordinal + 1)..<last)
  }
}
