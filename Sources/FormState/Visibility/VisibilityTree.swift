/// A segment tree over positions, some of which are hidden by intervals that may overlap.
///
/// Each node counts the intervals that were laid over the whole of its range at that node, and the positions under it
/// that no interval hides. Laying or lifting an interval of any length, finding the n-th visible position, and
/// counting visible positions before one each touch O(log n) nodes. This is the iterative tree with lazy intervals
/// that are never pushed down of <https://codeforces.com/blog/entry/18051>, its size rounded up to a power of two so
/// that the n-th visible position is one descent.
struct VisibilityTree: Sendable {
  /// The number of positions.
  let count: Int
  /// The number of leaves: a power of two, at least `count`. Leaf p is node `size + p`; node n has the children 2n
  /// and 2n + 1.
  private let size: Int
  private var hiding: [Int32]
  private var visible: [Int32]

  /// Builds a tree. O(n + k log n) for n positions and k intervals.
  init(count: Int, hiddenIntervals: some Sequence<Range<Int>>) {
    self.count = count
    var size = 1
    while size < count { size *= 2 }
    self.size = size
    hiding = [Int32](repeating: 0, count: 2 * size)
    visible = [Int32](repeating: 0, count: 2 * size)
    for interval in hiddenIntervals { layOut(interval, change: 1) }
    for position in 0..<size {
      visible[size + position] = position < count && hiding[size + position] == 0 ? 1 : 0
    }
    for node in stride(from: size - 1, to: 0, by: -1) { recount(node) }
  }

  /// The number of visible positions. O(1).
  var visibleCount: Int { Int(visible[1]) }

  /// Hides an interval once more, whatever hides parts of it already. O(log n).
  mutating func hide(_ interval: Range<Int>) { change(interval, by: 1) }

  /// Takes back one ``hide(_:)`` of the same interval. O(log n).
  mutating func show(_ interval: Range<Int>) { change(interval, by: -1) }

  /// Whether nothing hides a position. O(log n).
  func isVisible(_ position: Int) -> Bool {
    guard (0..<count).contains(position) else { return false }
    var node = size + position
    while node > 0 {
      if hiding[node] > 0 { return false }
      node /= 2
    }
    return true
  }

  /// How many visible positions stand before one. O(log n).
  func visibleCount(before position: Int) -> Int {
    guard position < count else { return visibleCount }
    guard position > 0 else { return 0 }
    var node = 1
    var width = size
    var start = 0
    var result = 0
    while node < size {
      if hiding[node] > 0 { return result }
      width /= 2
      node *= 2
      if position >= start + width {
        result += Int(visible[node])
        start += width
        node += 1
      }
    }
    return result
  }

  /// The visible position before which just as many visible ones stand. O(log n).
  ///
  /// - Returns: `nil` when there are not so many.
  func position(ofVisible rank: Int) -> Int? {
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
    return node - size
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

  private mutating func recountAncestors(of leaf: Int) {
    var node = leaf / 2
    while node > 0 {
      recount(node)
      node /= 2
    }
  }

  private mutating func recount(_ node: Int) {
    if hiding[node] > 0 {
      visible[node] = 0
    } else if node >= size {
      visible[node] = node - size < count ? 1 : 0
    } else {
      visible[node] = visible[2 * node] + visible[2 * node + 1]
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
      if recounted.visible[node] != visible[node] {
        faults.append("node \(node) counts \(visible[node]), not \(recounted.visible[node])")
      }
      if hiding[node] < 0 { faults.append("node \(node) is hidden \(hiding[node]) times") }
    }
    return faults
  }
}
