/// Collects what a visibility index is made of, section by section.
struct VisibilityIndexBuild {
  let headerHeight: Double
  private(set) var starts: [Int] = []
  private(set) var intervals: [Range<Int>] = []
  /// By leaf, headers included, as everything below.
  private(set) var isRow: [Bool] = []
  private(set) var heights: [Double] = []
  private(set) var additionalRows: [Int32] = []
  private(set) var isExpanded: [Bool] = []
  /// Of cells, and by the leaves of their headers of sections.
  private(set) var irrelevant: Set<Int> = []
  /// Of the rows that grow in place alone.
  private(set) var growingHeights: [Int: (collapsed: Double, expanded: Double)] = [:]
  private var sectionEnd = 0

  /// Begins.
  ///
  /// - Parameters:
  ///   - leafCount: how many cells and headers will come.
  ///   - headerHeight: how tall a section's header is.
  init(leafCount: Int, headerHeight: Double) {
    self.headerHeight = headerHeight
    isRow.reserveCapacity(leafCount)
    heights.reserveCapacity(leafCount)
    additionalRows.reserveCapacity(leafCount)
    isExpanded.reserveCapacity(leafCount)
  }

  /// Begins a section of so many cells, which follow.
  mutating func beginSection(cellCount: Int, isFolded: Bool, isRelevant: Bool) {
    if !isRelevant { irrelevant.insert(isRow.count) }
    append(isRow: false, height: isRelevant ? headerHeight : 0, additionalRows: 0, isExpanded: true)
    starts.append(isRow.count)
    sectionEnd = isRow.count + cellCount
    if isFolded { intervals.append(isRow.count..<sectionEnd) }
    if !isRelevant { intervals.append(isRow.count..<sectionEnd) }
  }

  /// Appends the next cell of the section.
  mutating func append(_ cell: CellOutline) {
    let leaf = isRow.count
    let descendants = (leaf + 1)..<(leaf + 1 + max(0, min(cell.additionalRows, sectionEnd - leaf - 1)))
    if cell.isHidden { intervals.append(leaf..<descendants.upperBound) }
    if !cell.isRelevant {
      irrelevant.insert(leaf)
      intervals.append(leaf..<descendants.upperBound)
    }
    if !cell.isExpanded && !descendants.isEmpty { intervals.append(descendants) }
    if let expanded = cell.expandedHeight { growingHeights[leaf] = (cell.height, expanded) }
    append(
      isRow: true, height: cell.isExpanded ? cell.expandedHeight ?? cell.height : cell.height,
      additionalRows: Int32(clamping: descendants.count), isExpanded: cell.isExpanded)
  }

  private mutating func append(isRow counts: Bool, height: Double, additionalRows rows: Int32, isExpanded isOpen: Bool)
  {
    isRow.append(counts)
    heights.append(height)
    additionalRows.append(rows)
    isExpanded.append(isOpen)
  }
}
