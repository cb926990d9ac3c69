/// Rules that wait to run, each once, in a binary heap: the next one is found, and another one put where it belongs, in
/// O(log *n*).
struct RuleQueue {
  /// When the rules run; those themselves stand elsewhere, since they are large and the heap moves what it holds.
  private var heap: [RuleTurn] = []
  private var rules: [RuleTurn: RuleSnapshot] = [:]

  /// A queue of nothing.
  init() {}

  /// Adds a rule, unless it waits already.
  mutating func insert(_ rule: RuleSnapshot) {
    let turn = rule.turn
    guard rules.updateValue(rule, forKey: turn) == nil else { return }
    heap.append(turn)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the next rule out; `nil` when none waits.
  mutating func popNext() -> RuleSnapshot? {
    guard !heap.isEmpty else { return nil }
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var parent = 0
    while let child = firstChild(of: parent), heap[child] < heap[parent] {
      heap.swapAt(parent, child)
      parent = child
    }
    return rules.removeValue(forKey: first)
  }

  /// The one of the two below a place that runs first; `nil` when there is none.
  private func firstChild(of parent: Int) -> Int? {
    let (left, right) = (2 * parent + 1, 2 * parent + 2)
    guard left < heap.count else { return nil }
    return right < heap.count && heap[right] < heap[left] ? right : left
  }
}

/// When a rule runs: by its rank, then down the form, at a place by its kind and number.
struct RuleTurn: Hashable, Comparable {
  private let rank: Int
  private let section: Int
  private let position: Int
  private let kind: Int
  private let number: Int

  init(rank: Int, place: RulePlace, kind: FormRule.Kind, number: Int) {
    self.rank = rank
    section = place.section
    position = place.position ?? -1
    self.kind = kind.order
    self.number = number
  }

  static func < (left: RuleTurn, right: RuleTurn) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.section != right.section { return left.section < right.section }
    if left.position != right.position { return left.position < right.position }
    return (left.kind, left.number) < (right.kind, right.number)
  }
}
