/// Rules that wait to run, in a binary heap: the next one is found, and another one put where it belongs, in O(log *n*).
struct RuleQueue {
  private var heap: [RuleSnapshot] = []

  /// A queue of nothing.
  init() {}

  /// Adds a rule; one that waits already will run once all the same.
  mutating func insert(_ rule: RuleSnapshot) {
    heap.append(rule)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].runs(before: heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the next rule out, however often it was added; `nil` when none waits.
  mutating func popNext() -> RuleSnapshot? {
    guard let next = popFirst() else { return nil }
    while let same = heap.first, same.isSame(as: next) { _ = popFirst() }
    return next
  }

  private mutating func popFirst() -> RuleSnapshot? {
    guard !heap.isEmpty else { return nil }
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var parent = 0
    while let child = firstChild(of: parent), heap[child].runs(before: heap[parent]) {
      heap.swapAt(parent, child)
      parent = child
    }
    return first
  }

  /// The one of the two below a place that runs first; `nil` when there is none.
  private func firstChild(of parent: Int) -> Int? {
    let (left, right) = (2 * parent + 1, 2 * parent + 2)
    guard left < heap.count else { return nil }
    return right < heap.count && heap[right].runs(before: heap[left]) ? right : left
  }
}
