/// A segment tree over leaves, some of which are hidden by intervals that may overlap.
///
/// The weight of a leaf is its number of rows: one for a row, none for a header, which has a height but no row path,
/// any number for all instances of a repeat. Each node counts the intervals that cover exactly its range, the visible
/// rows under it, and their height. Adding or removing an interval of any length, finding the n-th visible row or the
/// leaf at an offset, and counting or measuring what is before a leaf each touch O(log n) nodes. This is the iterative
/// tree with lazy intervals that are never pushed down of <https://codeforces.com/blog/entry/18051>, its size rounded
/// up to a power of two, which makes finding the n-th visible row a single descent.
struct VisibilityTree: Sendable {
  private var weights: [Int32]
  private var leafHeights: [Double]
  /// The number of leaf nodes: a power of two, at least the number of leaves. Leaf p is node `size + p`; node n has the
  /// children 2n and 2n + 1.
  private let size: Int
  // Three arrays instead of one of nodes, so the data of one query is close together.
  private var hiding: [Int32]
  private var visible: [Int32]
  private var heights: [Double]

  /// Builds a tree. O(n + k log n) for n leaves and k intervals.
  ///
  /// - Parameters:
  ///   - weights: for each leaf, its number of rows.
  ///   - heights: for each leaf, its visible height; finite, 0 or more.
  ///   - hiddenIntervals: the intervals of hidden leaves.
  init(weights: [Int32], heights leafHeights: [Double], hiddenIntervals: some Sequence<Range<Int>>) {
    self.weights = weights
    self.leafHeights = leafHeights
    var size = 1
    while size < weights.count { size *= 2 }
    self.size = size
    hiding = [Int32](repeating: 0, count: 2 * size)
    visible = [Int32](repeating: 0, count: 2 * size)
    heights = [Double](repeating: 0, count: 2 * size)
    for interval in hiddenIntervals { layOut(interval, change: 1) }
    for node in stride(from: 2 * size - 1, to: 0, by: -1) { recount(node) }
  }

  /// The number of leaves. O(1).
  var count: Int { weights.count }

  /// The number of visible rows. O(1).
  var visibleCount: Int { Int(visible[1]) }

  /// The height of everything visible. O(1).
  var totalHeight: Double { heights[1] }

  /// The height of a visible leaf; 0 for an unknown one. O(1).
  func height(of leaf: Int) -> Double {
    leafHeights.indices.contains(leaf) ? leafHeights[leaf] : 0
  }

  /// Sets the height of a visible leaf. O(log n).
  mutating func setHeight(_ height: Double, of leaf: Int) {
    guard leafHeights.indices.contains(leaf), leafHeights[leaf] != height else { return }
    leafHeights[leaf] = height
    recount(size + leaf)
    recountAncestors(of: size + leaf)
  }

  /// The number of rows of a visible leaf; 0 for an unknown one. O(1).
  func weight(of leaf: Int) -> Int {
    weights.indices.contains(leaf) ? Int(weights[leaf]) : 0
  }

  /// Sets the number and total height of the rows of a leaf. O(log n).
  mutating func setWeight(_ weight: Int, height: Double, of leaf: Int) {
    guard weights.indices.contains(leaf) else { return }
    weights[leaf] = Int32(clamping: weight)
    leafHeights[leaf] = height
    recount(size + leaf)
    recountAncestors(of: size + leaf)
  }

  /// Hides an interval once more, even if parts of it are hidden already. O(log n).
  mutating func hide(_ interval: Range<Int>) { change(interval, by: 1) }

  /// Reverts one ``hide(_:)`` of the same interval. O(log n).
  mutating func show(_ interval: Range<Int>) { change(interval, by: -1) }

  /// Whether nothing hides a leaf. O(log n).
  func isVisible(_ leaf: Int) -> Bool {
    guard weights.indices.contains(leaf) else { return false }
    var node = size + leaf
    while node > 0 {
      if hiding[node] > 0 { return false }
      node /= 2
    }
    return true
  }

  /// The number of visible rows before a leaf. O(log n).
  func visibleCount(before leaf: Int) -> Int {
    var result = 0
    descend(to: leaf) { result += Int(visible[$0]) }
    return result
  }

  /// The visible height before a leaf. O(log n).
  func height(before leaf: Int) -> Double {
    var result = 0.0
    descend(to: leaf) { result += heights[$0] }
    return result
  }

  /// Descends to a leaf, past the largest nodes before it.
  @inline(__always)
  private func descend(to leaf: Int, past: (_ node: Int) -> Void) {
    guard leaf < weights.count else { return past(1) }
    guard leaf > 0 else { return }
    var node = 1
    var width = size
    var start = 0
    while node < size {
      if hiding[node] > 0 { return }
      width /= 2
      node *= 2
      if leaf >= start + width {
        past(node)
        start += width
        node += 1
      }
    }
  }

  /// The leaf of a visible row, by the row's number. O(log n).
  ///
  /// - Returns: the leaf, and the number of rows of the same leaf before the row; `nil` for an unknown row.
  func leaf(ofVisibleRow rank: Int) -> (leaf: Int, rest: Int)? {
    guard rank >= 0, rank < visibleCount else { return nil }
    var node = 1
    var rest = rank
    while node < size {
      node *= 2
      let left = Int(visible[node])
      if rest >= left {
        rest -= left
        node += 1
      }
    }
    return (node - size, rest)
  }

  /// The leaf at an offset from the top. O(log n).
  ///
  /// - Returns: the leaf, and the offset from its upper edge; `nil` above the first leaf and below the last one.
  func leaf(atOffset offset: Double) -> (leaf: Int, rest: Double)? {
    guard offset >= 0, offset < totalHeight else { return nil }
    var node = 1
    var rest = offset
    while node < size {
      node *= 2
      let left = heights[node]
      // If rounding exceeds the total, this is the last leaf with a height.
      if rest >= left && heights[node + 1] > 0 {
        rest -= left
        node += 1
      }
    }
    return (node - size, rest)
  }

  /// The runs of adjacent visible rows among leaves of one row each. O(r log² n) for r runs.
  func visibleRuns(in range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var rank = visibleCount(before: range.lowerBound)
    while let start = leaf(ofVisibleRow: rank)?.leaf, start < range.upperBound {
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
        hiding[low] += change
        if recounts { recount(low) }
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        hiding[high] += change
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
    if hiding[node] > 0 {
      visible[node] = 0
      heights[node] = 0
    } else if node >= size {
      let leaf = node - size
      guard leaf < weights.count else { return }
      visible[node] = weights[leaf]
      heights[node] = leafHeights[leaf]
    } else {
      // A large template with many instances may have more rows than can be counted.
      let (sum, overflows) = visible[2 * node].addingReportingOverflow(visible[2 * node + 1])
      visible[node] = overflows ? .max : sum
      heights[node] = heights[2 * node] + heights[2 * node + 1]
    }
  }
}

extension VisibilityTree {
  /// The inconsistencies of the tree; empty if it is consistent. O(n), for tests.
  func faults() -> [String] {
    var faults: [String] = []
    var recounted = self
    for node in (1..<(2 * size)).reversed() {
      recounted.recount(node)
      if recounted.visible[node] != visible[node] {
        faults.append("node \(node) counts \(visible[node]), not \(recounted.visible[node])")
      }
      if recounted.heights[node] != heights[node] {
        faults.append("node \(node) is \(heights[node]) tall, not \(recounted.heights[node])")
      }
      if hiding[node] < 0 { faults.append("node \(node) is hidden \(hiding[node]) times") }
    }
    return faults
  }
}
