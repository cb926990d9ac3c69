/// A segment tree over leaves, some of which are hidden by intervals that may overlap.
///
/// A leaf is a row, or something between rows that has a height and no row path. Each node counts the intervals that were
/// laid over the whole of its range at that node, the rows under it that no interval hides, and the height of whatever
/// under it is not hidden. Laying or lifting an interval of any length, finding the n-th visible row or the leaf at an
/// offset, and counting or measuring what stands before a leaf each touch O(log n) nodes. This is the iterative tree with
/// lazy intervals that are never pushed down of <https://codeforces.com/blog/entry/18051>, its size rounded up to a power
/// of two so that the n-th visible row is one descent.
struct VisibilityTree: Sendable {
  /// Something that takes a place from top to bottom.
  struct Leaf: Sendable {
    /// Whether it is counted as a row.
    var isRow: Bool
    /// How tall it is while it shows; finite, 0 or more.
    var height: Double
  }

  private struct Node: Sendable {
    var hiding: Int32 = 0
    var visible: Int32 = 0
    var height: Double = 0
  }

  private var leaves: [Leaf]
  /// The number of leaf nodes: a power of two, at least the number of leaves. Leaf p is node `size + p`; node n has the
  /// children 2n and 2n + 1.
  private let size: Int
  private var nodes: [Node]

  /// Builds a tree. O(n + k log n) for n leaves and k intervals.
  init(leaves: [Leaf], hiddenIntervals: some Sequence<Range<Int>>) {
    self.leaves = leaves
    var size = 1
    while size < leaves.count { size *= 2 }
    self.size = size
    nodes = [Node](repeating: Node(), count: 2 * size)
    for interval in hiddenIntervals { layOut(interval, change: 1) }
    for node in stride(from: 2 * size - 1, to: 0, by: -1) { recount(node) }
  }

  /// The number of leaves. O(1).
  var count: Int { leaves.count }

  /// The number of visible rows. O(1).
  var visibleCount: Int { Int(nodes[1].visible) }

  /// The height of whatever is not hidden. O(1).
  var totalHeight: Double { nodes[1].height }

  /// How tall a leaf is while it shows; 0 for one that there is not. O(1).
  func height(of leaf: Int) -> Double {
    leaves.indices.contains(leaf) ? leaves[leaf].height : 0
  }

  /// Changes how tall a leaf is while it shows. O(log n).
  mutating func setHeight(_ height: Double, of leaf: Int) {
    guard leaves.indices.contains(leaf), leaves[leaf].height != height else { return }
    leaves[leaf].height = height
    recount(size + leaf)
    recountAncestors(of: size + leaf)
  }

  /// Hides an interval once more, whatever hides parts of it already. O(log n).
  mutating func hide(_ interval: Range<Int>) { change(interval, by: 1) }

  /// Takes back one ``hide(_:)`` of the same interval. O(log n).
  mutating func show(_ interval: Range<Int>) { change(interval, by: -1) }

  /// Whether nothing hides a leaf. O(log n).
  func isVisible(_ leaf: Int) -> Bool {
    guard leaves.indices.contains(leaf) else { return false }
    var node = size + leaf
    while node > 0 {
      if nodes[node].hiding > 0 { return false }
      node /= 2
    }
    return true
  }

  /// How many visible rows stand before a leaf. O(log n).
  func visibleCount(before leaf: Int) -> Int {
    var result = 0
    descend(to: leaf) { result += Int(nodes[$0].visible) }
    return result
  }

  /// The height of whatever is not hidden and stands before a leaf. O(log n).
  func height(before leaf: Int) -> Double {
    var result = 0.0
    descend(to: leaf) { result += nodes[$0].height }
    return result
  }

  /// Goes down to a leaf, past the largest nodes that stand before it.
  private func descend(to leaf: Int, past: (_ node: Int) -> Void) {
    guard leaf < leaves.count else { return past(1) }
    guard leaf > 0 else { return }
    var node = 1
    var width = size
    var start = 0
    while node < size {
      if nodes[node].hiding > 0 { return }
      width /= 2
      node *= 2
      if leaf >= start + width {
        past(node)
        start += width
        node += 1
      }
    }
  }

  /// The visible row before which just as many visible ones stand. O(log n).
  ///
  /// - Returns: `nil` when there are not so many.
  func leaf(ofVisibleRow rank: Int) -> Int? {
    guard rank >= 0, rank < visibleCount else { return nil }
    var node = 1
    var rest = rank
    while node < size {
      node *= 2
      let left = Int(nodes[node].visible)
      if rest >= left {
        rest -= left
        node += 1
      }
    }
    return node - size
  }

  /// The leaf that covers an offset from the top. O(log n).
  ///
  /// - Returns: `nil` above the first leaf and below the last one.
  func leaf(atOffset offset: Double) -> Int? {
    guard offset >= 0, offset < totalHeight else { return nil }
    var node = 1
    var rest = offset
    while node < size {
      node *= 2
      let left = nodes[node].height
      // Where rounding has left a little too much, the last leaf with a height is meant.
      if rest >= left && nodes[node + 1].height > 0 {
        rest -= left
        node += 1
      }
    }
    return node - size
  }

  /// The runs of neighbouring visible rows among some leaves, which are all rows. O(r log² n) for r runs.
  func visibleRuns(in range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var rank = visibleCount(before: range.lowerBound)
    while let start = leaf(ofVisibleRow: rank), start < range.upperBound {
      var low = start + 1
      var high = range.upperBound
      while low < high {
        let middle = (low + high + 1) / 2
        if visibleCount(before: middle) - rank == middle - start { low = middle } else { high = middle - 1 }
      }
      runs.append(start..<low)
      rank += low - start
    }
    return runs
  }

  private mutating func change(_ interval: Range<Int>, by change: Int32) {
    guard !interval.isEmpty else { return }
    layOut(interval, change: change, recounts: true)
    recountAncestors(of: size + interval.lowerBound)
    recountAncestors(of: size + interval.upperBound - 1)
  }

  /// Adds to the counts of the O(log n) nodes whose ranges make up the interval.
  private mutating func layOut(_ interval: Range<Int>, change: Int32, recounts: Bool = false) {
    var low = size + interval.lowerBound
    var high = size + interval.upperBound
    while low < high {
      if low % 2 == 1 {
        nodes[low].hiding += change
        if recounts { recount(low) }
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        nodes[high].hiding += change
        if recounts { recount(high) }
      }
      low /= 2
      high /= 2
    }
  }

  private mutating func recountAncestors(of leafNode: Int) {
    var node = leafNode / 2
    while node > 0 {
      recount(node)
      node /= 2
    }
  }

  private mutating func recount(_ node: Int) {
    if nodes[node].hiding > 0 {
      nodes[node].visible = 0
      nodes[node].height = 0
    } else if node >= size {
      let leaf = node - size
      guard leaf < leaves.count else { return }
      nodes[node].visible = leaves[leaf].isRow ? 1 : 0
      nodes[node].height = leaves[leaf].height
    } else {
      nodes[node].visible = nodes[2 * node].visible + nodes[2 * node + 1].visible
      nodes[node].height = nodes[2 * node].height + nodes[2 * node + 1].height
    }
  }
}

extension VisibilityTree {
  /// What is inconsistent in the tree; empty when it is sound. O(n), for tests.
  func faults() -> [String] {
    var faults: [String] = []
    var recounted = self
    for node in (1..<(2 * size)).reversed() {
      recounted.recount(node)
      let (found, expected) = (nodes[node], recounted.nodes[node])
      if expected.visible != found.visible {
        faults.append("node \(node) counts \(found.visible), not \(expected.visible)")
      }
      if expected.height != found.height {
        faults.append("node \(node) is \(found.height) tall, not \(expected.height)")
      }
      if found.hiding < 0 { faults.append("node \(node) is hidden \(found.hiding) times") }
    }
    return faults
  }
}
