import FormState

/// Compares which cells of a section a plist says are visible with which ones its expanded cells let show.
struct CellDescriptorVisibility {
  let section: Int
  let drafts: [CellDescriptorDraft]
  let nesting: Nesting
  /// Rows that say they show, though what stands above them hides them.
  private(set) var faults: [Diagnostic] = []
  /// Rows that say they do not show, though nothing hides them.
  private(set) var diagnostics: [Diagnostic] = []
  /// The same rows, by position.
  private(set) var hiddenRows: Set<Int> = []

  init(section: Int, drafts: [CellDescriptorDraft], nesting: Nesting) {
    self.section = section
    self.drafts = drafts
    self.nesting = nesting
  }

  /// Goes through the cells once, top to bottom.
  mutating func check() {
    // What shows of each cell; unknown where a fault, reported already, leaves it open.
    var shows: [Bool?] = []
    shows.reserveCapacity(drafts.count)
    for (row, draft) in drafts.enumerated() {
      let parent = nesting.parents[row]
      let mayShow: Bool? = parent.map { shows[$0].flatMap { $0 ? drafts[parent ?? 0].opens : false } } ?? true
      shows.append(mayShow.flatMap { isFree in draft.isVisible.map { $0 && isFree } })
      switch (draft.isVisible, mayShow) {
      case (true, false): addFault(row: row, parent: parent)
      case (false, true): addHidden(row: row)
      default: break
      }
    }
  }

  private mutating func addFault(row: Int, parent: Int?) {
    let above = parent.map { "row \($0), which is \(drafts[$0].opens == false ? "collapsed" : "hidden")" } ?? "another"
    faults.append(
      Diagnostic(
        section: section, row: row, key: CellDescriptorKey.isVisible.rawValue,
        problem: "is true, but the cell stands under \(above)",
        action: "write false, or expand and show every row above it"))
  }

  private mutating func addHidden(row: Int) {
    hiddenRows.insert(row)
    diagnostics.append(
      Diagnostic(
        section: section, row: row, key: CellDescriptorKey.isVisible.rawValue,
        problem: "is false, but no collapsed row above hides the cell",
        action: "kept as a cell that never shows"))
  }
}

/// The direct children of the cells of a section, found without searching.
struct Children {
  private let nextSibling: [Int?]
  private let first: [Int?]

  /// Derives the children from the nesting. O(n).
  init(nesting: Nesting) {
    var first = [Int?](repeating: nil, count: nesting.parents.count)
    var next = first
    for position in nesting.parents.indices.reversed() {
      guard let parent = nesting.parents[position] else { continue }
      next[position] = first[parent]
      first[parent] = position
    }
    self.first = first
    nextSibling = next
  }

  /// The positions of the cells directly under one, in order. O(k) for k children.
  func positions(under position: Int) -> [Int] {
    var positions: [Int] = []
    var current = first[position]
    while let child = current {
      positions.append(child)
      current = nextSibling[child]
    }
    return positions
  }
}
