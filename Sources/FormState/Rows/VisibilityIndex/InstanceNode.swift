/// A node of an ``InstanceTree``: a leaf with entries, or a node whose children are all equally deep.
struct InstanceNode: Sendable {
  /// Maximum number of entries or children.
  private static let capacity = 32

  /// Of a leaf: its instances in order.
  private(set) var entries: [InstanceTree.Entry] = []
  /// Of any other node: the nodes below it in order.
  private(set) var children: [InstanceNode] = []
  /// The number of instances below.
  private(set) var count = 0
  /// The totals of their rows.
  private(set) var sums = RowSums()
  /// The first of their keys; `nil` for an empty node.
  private var first: InstanceTree.Key?

  /// Creates a leaf without instances.
  init() {}

  /// Creates a leaf.
  private init(entries: [InstanceTree.Entry]) {
    self.entries = entries
    recount()
  }

  /// Creates a node over others that are equally deep.
  init(children: [InstanceNode]) {
    self.children = children
    recount()
  }

  /// Creates a tree from sorted instances. O(k).
  init(sorted entries: [InstanceTree.Entry]) {
    // With some room left, so the first additions do not split every node.
    var nodes = Self.groups(of: entries, Self.capacity * 3 / 4).map(InstanceNode.init(entries:))
    while nodes.count > 1 {
      nodes = Self.groups(of: nodes, Self.capacity * 3 / 4).map(InstanceNode.init(children:))
    }
    self = nodes.first ?? InstanceNode()
  }

  private static func groups<Element>(of elements: [Element], _ size: Int) -> [[Element]] {
    stride(from: 0, to: elements.count, by: size).map { Array(elements[$0..<min($0 + size, elements.count)]) }
  }

  /// The child for a key. O(log m) for m children; only for a node that has some.
  func child(for key: InstanceTree.Key) -> Int {
    max(0, Self.count(of: children) { child in child.first.map { $0 <= key } ?? false } - 1)
  }

  /// The position of a key among the entries, or where it would be inserted. O(log m) for m entries.
  func position(of key: InstanceTree.Key) -> Int {
    Self.count(of: entries) { $0.key < key }
  }

  /// The number of leading elements that satisfy a condition.
  private static func count<Element>(of elements: [Element], where isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(elements[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds an instance; returns the node to insert after this one if it was split.
  mutating func insert(_ entry: InstanceTree.Entry) -> InstanceNode? {
    if children.isEmpty {
      entries.insert(entry, at: position(of: entry.key))
    } else {
      let position = child(for: entry.key)
      if let right = children[position].insert(entry) { children.insert(right, at: position + 1) }
    }
    defer { recount() }
    if entries.count > Self.capacity {
      let right = InstanceNode(entries: Array(entries[(entries.count / 2)...]))
      entries.removeSubrange((entries.count / 2)...)
      return right
    }
    if children.count > Self.capacity {
      let right = InstanceNode(children: Array(children[(children.count / 2)...]))
      children.removeSubrange((children.count / 2)...)
      return right
    }
    return nil
  }

  /// Removes an instance; `nil` if there is none.
  mutating func remove(_ key: InstanceTree.Key) -> InstanceTree.Entry? {
    var removed: InstanceTree.Entry?
    if children.isEmpty {
      let position = position(of: key)
      guard entries.element(at: position)?.key == key else { return nil }
      removed = entries.remove(at: position)
    } else {
      let position = child(for: key)
      removed = children[position].remove(key)
      guard removed != nil else { return nil }
      joinChildren(at: position)
    }
    recount()
    return removed
  }

  /// Merges a small child with a neighbour, unless the result would be full.
  private mutating func joinChildren(at position: Int) {
    if children[position].count == 0 {
      children.remove(at: position)
      return
    }
    for left in [position - 1, position] where left >= 0 && left + 1 < children.count {
      guard children[left].width + children[left + 1].width <= Self.capacity * 3 / 4 else { continue }
      let right = children.remove(at: left + 1)
      children[left].entries += right.entries
      children[left].children += right.children
      children[left].recount()
      return
    }
  }

  private var width: Int { entries.count + children.count }

  /// Changes an instance; returns whether it exists.
  mutating func change(_ key: InstanceTree.Key, _ body: (inout InstanceTree.Entry) -> Void) -> Bool {
    if children.isEmpty {
      let position = position(of: key)
      guard entries.element(at: position)?.key == key else { return false }
      body(&entries[position])
    } else {
      guard children[child(for: key)].change(key, body) else { return false }
    }
    recount()
    return true
  }

  private mutating func recount() {
    sums = RowSums()
    if children.isEmpty {
      count = entries.count
      first = entries.first?.key
      for entry in entries { sums += entry.sums }
    } else {
      count = 0
      first = children.first?.first
      for child in children {
        count += child.count
        sums += child.sums
      }
    }
  }

  /// Iterates over all instances in order.
  func visit(_ body: (InstanceTree.Entry) -> Void) {
    for child in children { child.visit(body) }
    entries.forEach(body)
  }

  /// Visits the instances with visible rows: as many as possible at once if all of their rows are visible.
  ///
  /// - Parameters:
  ///   - base: the number of rows before them, kept ones included.
  ///   - wholly: receives the first row of wholly visible instances, and their totals.
  ///   - partly: receives the first row of a partly visible instance, and the instance.
  func visitShown(
    from base: Int, wholly: (Int, RowSums) -> Void, partly: (Int, InstanceTree.Entry) -> Void
  ) {
    guard sums.shown > 0 else { return }
    if sums.shown == sums.all { return wholly(base, sums) }
    var next = base
    for child in children {
      child.visitShown(from: next, wholly: wholly, partly: partly)
      next = next.clampedSum(child.sums.all)
    }
    for entry in entries {
      let sums = entry.sums
      if sums.shown > 0 {
        if sums.shown == sums.all { wholly(next, sums) } else { partly(next, entry) }
      }
      next = next.clampedSum(sums.all)
    }
  }

  /// The inconsistencies of the node; empty if it is consistent. For tests.
  func faults(isRoot: Bool) -> [String] {
    var faults = children.flatMap { $0.faults(isRoot: false) }
    var recounted = self
    recounted.recount()
    if recounted.count != count || recounted.sums != sums || recounted.first != first {
      faults.append("a node counts \(count) and \(sums), not \(recounted.count) and \(recounted.sums)")
    }
    if !entries.isEmpty && !children.isEmpty { faults.append("a node has entries and children") }
    if width > Self.capacity { faults.append("a node is \(width) wide") }
    if !isRoot && width == 0 { faults.append("a node is empty") }
    if Set(children.map(\.depth)).count > 1 { faults.append("children are not equally deep") }
    var keys: [InstanceTree.Key] = []
    visit { keys.append($0.key) }
    if zip(keys, keys.dropFirst()).contains(where: { $0 >= $1 }) { faults.append("instances are not in order") }
    return faults
  }

  private var depth: Int { 1 + (children.first?.depth ?? 0) }
}
