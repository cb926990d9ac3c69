/// The layout of one level of a form: outside of repeats, or in the template of one and in none within it.
///
/// The headers and cells of a form are numbered consecutively from 0: the number is a cell's ordinal, on any level. The
/// leaves of a level are its own cells, and after each of its repeats one leaf for all of that repeat's instances: its
/// slot.
final class LevelLayout: Sendable {
  /// The slot of a repeat's instances among the cells of the level.
  struct RepeatSlot: Sendable {
    /// The ordinal of the repeat.
    let cell: Int
    /// The ordinals of the cells of its template.
    let template: Range<Int>
    /// The leaf of all of its instances.
    let leaf: Int
  }

  /// The ordinal of the level's first cell.
  let base: Int
  /// The repeats of the level that have a template, in order.
  let slots: [RepeatSlot]
  /// The number of leaves.
  let leafCount: Int

  private init(base: Int, leafCount: Int, slots: [RepeatSlot]) {
    self.base = base
    self.leafCount = leafCount
    self.slots = slots
  }

  /// Creates the layout of some cells.
  ///
  /// - Parameters:
  ///   - ordinals: the ordinals of the cells, and of those within the repeats among them.
  ///   - templates: the ordinals of the cells of each repeat's template.
  /// - Complexity: O(r) for r repeats.
  convenience init(ordinals: Range<Int>, templates: [Range<Int>]) {
    var slots: [RepeatSlot] = []
    var leavesLess = 0
    for template in templates where !template.isEmpty {
      let leaf = template.lowerBound - ordinals.lowerBound - leavesLess
      slots.append(RepeatSlot(cell: template.lowerBound - 1, template: template, leaf: leaf))
      leavesLess += template.count - 1
    }
    self.init(base: ordinals.lowerBound, leafCount: ordinals.count - leavesLess, slots: slots)
  }

  /// The leaf of a cell of the level; for a cell of a template, or within it, the slot. O(log r) for r repeats.
  func leaf(of ordinal: Int) -> Int {
    let number = slotCount { $0.template.lowerBound <= ordinal }
    guard number > 0 else { return ordinal - base }
    let slot = slots[number - 1]
    return ordinal < slot.template.upperBound ? slot.leaf : ordinal - slot.template.upperBound + slot.leaf + 1
  }

  /// The ordinal of a leaf's cell; for a slot, that of the first cell of the template. O(log r) for r repeats.
  func ordinal(of leaf: Int) -> Int {
    let number = slotCount { $0.leaf <= leaf }
    guard number > 0 else { return base + leaf }
    let slot = slots[number - 1]
    return leaf == slot.leaf ? slot.template.lowerBound : leaf - slot.leaf - 1 + slot.template.upperBound
  }

  /// The leaves of neighbouring cells. O(log r) for r repeats.
  func leaves(of ordinals: Range<Int>) -> Range<Int> {
    let first = max(0, min(leaf(of: ordinals.lowerBound), leafCount))
    return first..<max(first, min(leaf(of: ordinals.upperBound), leafCount))
  }

  /// The leaves of a number of descendants of a cell. O(log r) for r repeats.
  func descendants(_ count: Int, of leaf: Int) -> Range<Int> {
    let first = ordinal(of: leaf) + 1
    return leaves(of: first..<(first + count))
  }

  /// The slot at a leaf; `nil` for a cell. O(log r) for r repeats.
  func slot(atLeaf leaf: Int) -> (number: Int, slot: RepeatSlot)? {
    let number = slotCount { $0.leaf <= leaf } - 1
    guard number >= 0, slots[number].leaf == leaf else { return nil }
    return (number, slots[number])
  }

  /// The slot of a repeat of the level; `nil` if there is none. O(log r) for r repeats.
  func slot(ofRepeat cell: Int) -> (number: Int, slot: RepeatSlot)? {
    let number = slotCount { $0.cell <= cell } - 1
    guard number >= 0, slots[number].cell == cell else { return nil }
    return (number, slots[number])
  }

  /// The slot whose template contains a cell; `nil` for a cell of the level. O(log r) for r repeats.
  func slot(holding ordinal: Int) -> RepeatSlot? {
    let number = slotCount { $0.template.lowerBound <= ordinal } - 1
    guard number >= 0, slots[number].template.contains(ordinal) else { return nil }
    return slots[number]
  }

  /// The number of leading slots that satisfy a condition.
  func slotCount(where isBefore: (RepeatSlot) -> Bool) -> Int {
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(slots[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
