/// Rules that wait to run, each once per instance, in a binary heap: finding the next one and inserting one are O(log
/// *n*).
struct RuleQueue {
  /// The turns of the rules; the rules themselves are elsewhere, since they are large and the heap moves its elements.
  private var heap: [RuleTurn] = []
  private var rules: [RuleTurn: RuleSnapshot] = [:]

  /// Creates an empty queue.
  init() {}

  /// Adds a rule, unless it already waits in the instance.
  mutating func insert(_ rule: RuleSnapshot, in instance: InstancePath? = nil) {
    let turn = rule.turn(in: instance)
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

  /// Removes the next rule, with its instance; `nil` if none waits.
  mutating func popNext() -> (rule: RuleSnapshot, instance: InstancePath?)? {
    guard !heap.isEmpty else { return nil }
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var parent = 0
    while let child = firstChild(of: parent), heap[child] < heap[parent] {
      heap.swapAt(parent, child)
      parent = child
    }
    return rules.removeValue(forKey: first).map { ($0, first.instance) }
  }

  /// The child of a position that runs first; `nil` if there is none.
  private func firstChild(of parent: Int) -> Int? {
    let (left, right) = (2 * parent + 1, 2 * parent + 2)
    guard left < heap.count else { return nil }
    return right < heap.count && heap[right] < heap[left] ? right : left
  }
}

/// The turn of a rule: by its rank, then in the order of the form, at a place by its kind and number, then from
/// instance to instance.
///
/// Rules of a cycle along the instances of a repeat run from instance to instance first.
struct RuleTurn: Hashable, Comparable {
  // As small as possible: the heap moves them.
  private let rank: Int32
  private let section: Int32
  private let position: Int32
  private let kind: Int8
  private let level: Int8
  private let number: Int32
  private let cycle: Int32
  private let order: Int32
  /// The instance; `nil` outside of repeats.
  let instance: InstancePath?

  init(
    rank: Int, place: RulePlace, kind: FormRule.Kind, number: Int, cycle: RuleCycle? = nil,
    in instance: InstancePath? = nil
  ) {
    self.rank = Int32(clamping: rank)
    section = Int32(clamping: place.section)
    position = Int32(clamping: place.position ?? -1)
    self.kind = Int8(clamping: kind.order)
    self.number = Int32(clamping: number)
    self.cycle = Int32(clamping: cycle?.number ?? 0)
    order = Int32(clamping: cycle?.order ?? 0)
    level = Int8(clamping: cycle?.level ?? 0)
    self.instance = instance
  }

  static func < (left: RuleTurn, right: RuleTurn) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.cycle != right.cycle { return left.cycle < right.cycle }
    if left.cycle != 0 {
      let (one, other) = (left.instance?.prefix(Int(left.level)), right.instance?.prefix(Int(left.level)))
      if let one, let other, one != other { return one < other }
      if left.order != right.order { return left.order < right.order }
    }
    if left.section != right.section { return left.section < right.section }
    if left.position != right.position { return left.position < right.position }
    if (left.kind, left.number) != (right.kind, right.number) {
      return (left.kind, left.number) < (right.kind, right.number)
    }
    guard let one = left.instance, let other = right.instance else { return false }
    return one < other
  }

  static func == (left: RuleTurn, right: RuleTurn) -> Bool {
    left.position == right.position && left.section == right.section && left.kind == right.kind
      && left.number == right.number && left.instance?.number == right.instance?.number
  }

  // Everything else follows from that.
  func hash(into hasher: inout Hasher) {
    hasher.combine(section)
    hasher.combine(position)
    hasher.combine(kind)
    hasher.combine(number)
    if let instance { hasher.combine(instance.number) }
  }
}
