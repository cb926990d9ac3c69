/// Collects what a visibility index is made of, section by section.
struct VisibilityIndexBuild {
  let headerHeight: Double
  private(set) var starts: [Int] = []
  private(set) var leaves: [VisibilityTree.Leaf] = []
  private(set) var intervals: [Range<Int>] = []
  /// By leaf, headers included, as everything below.
  private(set) var additionalRows: [Int32] = []
  private(set) var isExpanded: [Bool] = []
  private(set) var heights: [Int: (collapsed: Double, expanded: Double)] = [:]

  init(headerHeight: Double) {
    self.headerHeight = headerHeight
  }

  mutating func append(_ section: SectionOutline) {
    append(VisibilityTree.Leaf(isRow: false, height: headerHeight), additionalRows: 0, isExpanded: true)
    starts.append(leaves.count)
    let end = leaves.count + section.cells.count
    if section.isFolded { intervals.append(leaves.count..<end) }
    for cell in section.cells { append(cell, sectionEnd: end) }
  }

  private mutating func append(_ cell: CellOutline, sectionEnd: Int) {
    let leaf = leaves.count
    let descendants = (leaf + 1)..<(leaf + 1 + max(0, min(cell.additionalRows, sectionEnd - leaf - 1)))
    if cell.isHidden { intervals.append(leaf..<descendants.upperBound) }
    if !cell.isExpanded && !descendants.isEmpty { intervals.append(descendants) }
    if let expanded = cell.expandedHeight { heights[leaf] = (cell.height, expanded) }
    let height = cell.isExpanded ? cell.expandedHeight ?? cell.height : cell.height
    append(
      VisibilityTree.Leaf(isRow: true, height: height), additionalRows: Int32(clamping: descendants.count),
      isExpanded: cell.isExpanded)
  }

  private mutating func append(_ leaf: VisibilityTree.Leaf, additionalRows count: Int32, isExpanded isOpen: Bool) {
    leaves.append(leaf)
    additionalRows.append(count)
    isExpanded.append(isOpen)
  }
}
