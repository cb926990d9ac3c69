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

/// The nesting of a section in few bytes per cell, for as long as a screen shows the form.
package struct CompactNesting: Sendable {
  private let levels: [UInt8]
  private let parents: [Int32]
  /// Which cells have options directly under them.
  private let questions: Set<Int32>
  /// The cells, if they are read on demand.
  private let stored: StoredCells?

  /// Derives the nesting of a section's cells. O(n) for n cells; O(1) if they are in a file, which stores it.
  package init(of section: FormSection) {
    stored = section.cells.source
    guard stored == nil else {
      (levels, parents, questions) = ([], [], [])
      return
    }
    let nesting = Nesting(of: section)
    levels = nesting.levels.map { UInt8(clamping: $0) }
    parents = nesting.parents.map { Int32(clamping: $0 ?? -1) }
    questions = Set(zip(section.cells, parents).lazy.filter { $0.0.kind == .option }.map(\.1))
  }

  /// Whether a cell has options directly under it; avoids searching the cells under any other.
  func holdsOptions(at position: Int) -> Bool {
    stored?.holdsOptions(at: position) ?? questions.contains(Int32(clamping: position))
  }

  /// The number of ancestors of a cell; `nil` for an unknown cell.
  package func level(of position: Int) -> Int? {
    stored?.level(of: position) ?? levels.element(at: position).map(Int.init)
  }

  /// The position of a cell's parent; `nil` at the top level, and for an unknown cell.
  package func parent(of position: Int) -> Int? {
    if let stored { return stored.parent(of: position) }
    guard let parent = parents.element(at: position), parent >= 0 else { return nil }
    return Int(parent)
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
    // Only the counts are read: copying each cell would cost more than the rest.
    guard cells.indices.contains(position), cells[position].additionalRows > 0 else { return [] }
    let end = min(cells.count, position + 1 + min(cells[position].additionalRows, cells.count))
    var positions: [Int] = []
    var next = position + 1
    while next < end {
      positions.append(next)
      next += 1 + max(0, min(cells[next].additionalRows, cells.count))
    }
    return positions
  }
}
