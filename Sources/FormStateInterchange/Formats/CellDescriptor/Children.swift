import FormState

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
