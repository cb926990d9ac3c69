/// Collects the parts of a visibility index, section by section.
struct VisibilityIndexBuild {
  let headerHeight: Double
  private let pageSize: Int
  /// The ordinals of the sections' first cells.
  private(set) var starts: [Int] = []
  /// The templates of fresh instances, by the ordinals of their repeats.
  private(set) var templates: [Int: RepeatTemplate] = [:]
  /// The ordinal of the next header or cell.
  private(set) var next = 0
  private var root: LevelBuild
  /// The repeats whose templates may contain the next cell, the outermost first.
  private var open: [OpenRepeat] = []
  private var sectionEnd = 0

  /// A repeat whose template is being collected.
  private struct OpenRepeat {
    let cell: Int
    let end: Int
    let instancesStartRelevant: Bool
    var level: LevelBuild
  }

  /// Begins an index.
  ///
  /// - Parameters:
  ///   - leafCount: the number of cells and headers that will follow.
  ///   - headerHeight: how tall a section's header is.
  ///   - pageSize: the number of leaves per page of the index, a power of two.
  init(leafCount: Int, headerHeight: Double, pageSize: Int) {
    self.headerHeight = headerHeight
    self.pageSize = pageSize
    root = LevelBuild(base: 0, leafCount: leafCount)
  }

  /// Begins with a repeat outside of other repeats, followed by the cells of its template.
  init(repeat slot: LevelLayout.RepeatSlot, pageSize: Int) {
    self.init(leafCount: 0, headerHeight: 0, pageSize: pageSize)
    next = slot.cell
    sectionEnd = slot.template.upperBound
  }

  /// Begins a section with a number of cells, which follow.
  mutating func beginSection(cellCount: Int, isFolded: Bool, isRelevant: Bool) {
    closeRepeats(before: .max)
    root.appendHeader(height: isRelevant ? headerHeight : 0, isRelevant: isRelevant)
    next += 1
    starts.append(next)
    sectionEnd = next + cellCount
    if isFolded { root.hide(next..<sectionEnd) }
    if !isRelevant { root.hide(next..<sectionEnd) }
  }

  /// Whether the next cell is in the template of a repeat, and so described as in a fresh instance.
  mutating func nextIsInTemplate() -> Bool {
    closeRepeats(before: next)
    return !open.isEmpty
  }

  /// Appends the next cell of the section.
  mutating func append(_ cell: CellOutline) {
    closeRepeats(before: next)
    let end = open.last?.end ?? sectionEnd
    let descendants = (next + 1)..<(next + 1 + max(0, min(cell.additionalRows, end - next - 1)))
    change { $0.append(cell, descendants: descendants) }
    if cell.isRepeat, !descendants.isEmpty {
      change { $0.appendSite(of: descendants.lowerBound - 1, descendants) }
      open.append(
        OpenRepeat(
          cell: next, end: descendants.upperBound, instancesStartRelevant: cell.instancesStartRelevant,
          level: LevelBuild(base: descendants.lowerBound, leafCount: descendants.count)))
    }
    next += 1
  }

  private mutating func change(_ body: (inout LevelBuild) -> Void) {
    if open.isEmpty { body(&root) } else { body(&open[open.count - 1].level) }
  }

  private mutating func closeRepeats(before ordinal: Int) {
    while let last = open.last, last.end <= ordinal {
      open.removeLast()
      templates[last.cell] = RepeatTemplate(
        around: open.last?.cell, fresh: last.level.level(pageSize: pageSize),
        startsRelevant: last.instancesStartRelevant)
    }
  }

  /// The templates of fresh instances, by the ordinals of their repeats, after all cells.
  mutating func finishTemplates() -> [Int: RepeatTemplate] {
    closeRepeats(before: .max)
    return templates
  }

  /// The level outside of repeats, after all cells.
  mutating func finish() -> VisibilityLevel {
    closeRepeats(before: .max)
    return root.level(pageSize: pageSize)
  }
}

/// Collects the parts of one level of a form.
private struct LevelBuild {
  private let base: Int
  private var leaves: LeafList
  private var slots: [LevelLayout.RepeatSlot] = []
  /// The hidden intervals, by ordinal.
  private var intervals: [Range<Int>] = []

  init(base: Int, leafCount: Int) {
    self.base = base
    leaves = LeafList(capacity: leafCount)
  }

  mutating func hide(_ ordinals: Range<Int>) { intervals.append(ordinals) }

  mutating func appendHeader(height: Double, isRelevant: Bool) {
    leaves.appendHeader(height: height, isRelevant: isRelevant)
  }

  mutating func appendSite(of cell: Int, _ template: Range<Int>) {
    slots.append(LevelLayout.RepeatSlot(cell: cell, template: template, leaf: leaves.count))
    leaves.appendSite()
  }

  mutating func append(_ cell: CellOutline, descendants: Range<Int>) {
    for interval in cell.hides(descendants) { hide(interval) }
    leaves.append(cell, descendants: descendants.count)
  }

  func level(pageSize: Int) -> VisibilityLevel {
    let layout = LevelLayout(base: base, leafCount: leaves.count, slots: slots)
    return VisibilityLevel(
      layout: layout,
      tree: PagedTree(leaves, hiddenIntervals: intervals.lazy.map(layout.leaves(of:)), pageSize: pageSize))
  }
}

extension CellOutline {
  /// The intervals of itself and its descendants that a cell hides, once for each reason.
  func hides(_ descendants: Range<Int>) -> [Range<Int>] {
    var hidden: [Range<Int>] = []
    let all = (descendants.lowerBound - 1)..<descendants.upperBound
    if isHidden { hidden.append(all) }
    if !isRelevant { hidden.append(all) }
    if !isExpanded && !descendants.isEmpty { hidden.append(descendants) }
    return hidden
  }
}
