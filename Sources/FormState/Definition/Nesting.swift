/// Who stands under whom in a section's preorder list of cells.
public struct Nesting: Hashable, Sendable {
  /// The position of each cell's parent; `nil` for a cell at the top level of the section.
  public private(set) var parents: [Int?] = []
  /// The number of ancestors of each cell.
  public private(set) var levels: [Int] = []

  /// Derives the nesting from how many descendants follow each cell.
  ///
  /// Counts that overlap or run past the end, which ``FormDefinition/definitionFaults()`` reports, are cut off at the
  /// end of the enclosing range, so that any list of counts yields some nesting.
  ///
  /// - Parameter additionalRows: the count of descendants of each cell, in preorder.
  /// - Complexity: O(n) for n cells.
  public init<Counts: Collection>(additionalRows: Counts) where Counts.Element == Int {
    parents.reserveCapacity(additionalRows.count)
    levels.reserveCapacity(additionalRows.count)
    var open: [(position: Int, end: Int)] = []
    for (position, count) in additionalRows.enumerated() {
      while let last = open.last, last.end <= position { open.removeLast() }
      parents.append(open.last?.position)
      levels.append(open.count)
      guard count > 0 else { continue }
      let enclosingEnd = open.last?.end ?? additionalRows.count
      // Subtracting cannot overflow, adding to a hostile count could.
      let end = count > enclosingEnd - position - 1 ? enclosingEnd : position + 1 + count
      open.append((position, end))
    }
  }

  /// Derives the nesting of a section's cells. O(n) for n cells.
  public init(of section: FormSection) {
    self.init(additionalRows: section.cells.lazy.map(\.additionalRows))
  }
}
