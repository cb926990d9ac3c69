/// The parents and levels in a section's preorder list of cells.
package struct Nesting: Hashable, Sendable {
  /// The position of each cell's parent; `nil` for a cell at the top level of the section.
  package private(set) var parents: [Int?] = []
  /// The number of ancestors of each cell.
  package private(set) var levels: [Int] = []

  /// Derives the nesting from the numbers of descendants.
  ///
  /// Counts that overlap or run past the end, which ``FormDefinition/definitionFaults()`` reports, are cut off at the
  /// end of the enclosing range, so any list of counts has a nesting.
  ///
  /// - Parameter additionalRows: the number of descendants of each cell, in preorder.
  /// - Complexity: O(n) for n cells.
  package init(additionalRows: [Int]) {
    self.init(count: additionalRows.count) { additionalRows[$0] }
  }

  /// Derives the nesting of a section's cells. O(n) for n cells.
  package init(of section: FormSection) {
    self = section.cells.withUnsafeBufferPointer { cells in
      Nesting(count: cells.count) { cells[$0].additionalRows }
    }
  }

  @inline(__always)
  private init(count cellCount: Int, additionalRows: (Int) -> Int) {
    parents.reserveCapacity(cellCount)
    levels.reserveCapacity(cellCount)
    var open: [(position: Int, end: Int)] = []
    for position in 0..<cellCount {
      let count = additionalRows(position)
      while let last = open.last, last.end <= position { open.removeLast() }
      parents.append(open.last?.position)
      levels.append(open.count)
      guard count > 0 else { continue }
      let enclosingEnd = open.last?.end ?? cellCount
      // Subtracting cannot overflow, adding to a hostile count could.
      let end = count > enclosingEnd - position - 1 ? enclosingEnd : position + 1 + count
      open.append((position, end))
    }
  }
}

extension FormSection {
  /// The options directly under a cell, in order; empty for an unknown cell. O(k) for k cells directly under it.
  package func optionsDirectly(under position: Int) -> [FormCell] {
    positionsDirectly(under: position).compactMap(cells.element(at:)).filter { $0.kind == .option }
  }

  /// Whether an option is directly under a cell. O(k) for k cells directly under it.
  func hasOptionsDirectly(under position: Int) -> Bool {
    positionsDirectly(under: position).contains { cells[$0].kind == .option }
  }

  /// The positions of the cells directly under a cell, in order; empty for an unknown cell. O(k) for k of them.
  func positionsDirectly(under position: Int) -> [Int] {
    guard cells.indices.contains(position), cells.additionalRows(at: position) > 0 else { return [] }
    let end = min(cells.count, position + 1 + min(cells.additionalRows(at: position), cells.count))
    var positions: [Int] = []
    var next = position + 1
    while next < end {
      positions.append(next)
      next += 1 + max(0, min(cells.additionalRows(at: next), cells.count))
    }
    return positions
  }
}
