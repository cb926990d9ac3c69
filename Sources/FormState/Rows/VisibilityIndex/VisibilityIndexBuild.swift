/// Collects what a visibility index is made of, section by section.
struct VisibilityIndexBuild {
  let headerHeight: Double
  /// The ordinals of the sections' first cells.
  private(set) var starts: [Int] = []
  /// What fresh instances are like, by the ordinals of their repeats.
  private(set) var templates: [Int: RepeatTemplate] = [:]
  /// The ordinal of the next header or cell.
  private(set) var next = 0
  private var root: LevelBuild
  /// The repeats in whose templates the next cell may stand, the outermost first.
  private var open: [OpenRepeat] = []
  private var sectionEnd = 0

  /// A repeat whose template is being collected.
  private struct OpenRepeat {
    let cell: Int
    let end: Int
    let instancesStartRelevant: Bool
    var level: LevelBuild
  }

  /// Begins.
  ///
  /// - Parameters:
  ///   - leafCount: how many cells and headers will come.
  ///   - headerHeight: how tall a section's header is.
  init(leafCount: Int, headerHeight: Double) {
    self.headerHeight = headerHeight
    root = LevelBuild(base: 0, leafCount: leafCount)
  }

  /// Begins a section of so many cells, which follow.
  mutating func beginSection(cellCount: Int, isFolded: Bool, isRelevant: Bool) {
    closeRepeats(before: .max)
    root.appendHeader(height: isRelevant ? headerHeight : 0, isRelevant: isRelevant)
    next += 1
    starts.append(next)
    sectionEnd = next + cellCount
    if isFolded { root.hide(next..<sectionEnd) }
    if !isRelevant { root.hide(next..<sectionEnd) }
  }

  /// Whether the next cell stands in the template of a repeat, so that it is described as in a fresh instance.
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
        around: open.last?.cell, fresh: last.level.level(), startsRelevant: last.instancesStartRelevant)
    }
  }

  /// The level of what stands in no repeat, once all has come.
  mutating func finish() -> VisibilityLevel {
    closeRepeats(before: .max)
    return root.level()
  }
}

/// Collects what one level of a form is made of.
private struct LevelBuild {
  private let base: Int
  /// By leaf, headers and sites included, as everything below.
  private var weights: [Int32] = []
  private var heights: [Double] = []
  private var additionalRows: [Int32] = []
  private var isExpanded: [Bool] = []
  private var irrelevant: Set<Int> = []
  private var growing: [Int: VisibilityLevel.GrowingHeight] = [:]
  private var sites: [LevelLayout.Site] = []
  /// What is hidden, by ordinal.
  private var intervals: [Range<Int>] = []

  init(base: Int, leafCount: Int) {
    self.base = base
    weights.reserveCapacity(leafCount)
    heights.reserveCapacity(leafCount)
    additionalRows.reserveCapacity(leafCount)
    isExpanded.reserveCapacity(leafCount)
  }

  mutating func hide(_ ordinals: Range<Int>) { intervals.append(ordinals) }

  mutating func appendHeader(height: Double, isRelevant: Bool) {
    if !isRelevant { irrelevant.insert(weights.count) }
    append(weight: 0, height: height, additionalRows: 0, isExpanded: true)
  }

  mutating func appendSite(of cell: Int, _ template: Range<Int>) {
    sites.append(LevelLayout.Site(cell: cell, template: template, leaf: weights.count))
    append(weight: 0, height: 0, additionalRows: 0, isExpanded: false)
  }

  mutating func append(_ cell: CellOutline, descendants: Range<Int>) {
    if cell.isHidden { hide((descendants.lowerBound - 1)..<descendants.upperBound) }
    if !cell.isRelevant {
      irrelevant.insert(weights.count)
      hide((descendants.lowerBound - 1)..<descendants.upperBound)
    }
    if !cell.isExpanded && !descendants.isEmpty { hide(descendants) }
    if let expanded = cell.expandedHeight {
      growing[weights.count] = VisibilityLevel.GrowingHeight(collapsed: cell.height, expanded: expanded)
    }
    append(
      weight: 1, height: cell.isExpanded ? cell.expandedHeight ?? cell.height : cell.height,
      additionalRows: Int32(clamping: descendants.count), isExpanded: cell.isExpanded)
  }

  private mutating func append(weight: Int32, height: Double, additionalRows rows: Int32, isExpanded isOpen: Bool) {
    weights.append(weight)
    heights.append(height)
    additionalRows.append(rows)
    isExpanded.append(isOpen)
  }

  func level() -> VisibilityLevel {
    let layout = LevelLayout(base: base, additionalRows: additionalRows, sites: sites)
    let tree = VisibilityTree(
      weights: weights, heights: heights, hiddenIntervals: intervals.lazy.map(layout.leaves(of:)))
    return VisibilityLevel(
      layout: layout, isExpanded: isExpanded, irrelevant: irrelevant, growing: growing, tree: tree)
  }
}
