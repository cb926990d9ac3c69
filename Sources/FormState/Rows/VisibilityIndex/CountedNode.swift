/// A part of a counted tree: a node, or an item of a leaf.
protocol Counted: Sendable {
  /// Its sums, unless it is hidden.
  var inside: RowSums { get }
  /// The number of intervals that hide it.
  var hiding: Int32 { get set }
}

extension Counted {
  /// Its sums, considering only what hides it as a whole.
  var sums: RowSums { sums(isReached: true) }

  /// Its sums, if something around it hides it or not.
  @inline(__always)
  func sums(isReached: Bool) -> RowSums { isReached && hiding == 0 ? inside : inside.hidden }
}

/// An item of a counted tree.
protocol CountedItem: Counted {
  /// What pages are built from; `Never` for trees that are built as a whole.
  associatedtype Pages: Sendable = Never

  /// Builds a page.
  static func page(_ number: Int, of pages: Pages) -> CountedNode<Self>

  /// The sums of a page up to a place, if they are known without building the page.
  static func sums(onPage number: Int, before place: Int, of pages: Pages) -> RowSums?
}

extension CountedItem where Pages == Never {
  static func page(_ number: Int, of pages: Never) -> CountedNode<Self> {}
  static func sums(onPage number: Int, before place: Int, of pages: Never) -> RowSums? {}
}

/// A node of a counted tree: a leaf with items, a page that is not built, or a node over others.
struct CountedNode<Item: CountedItem>: Counted {
  private(set) var inside: RowSums
  /// The sums of the nodes before it below the same node.
  private(set) var start = RowSums()
  var hiding: Int32 = 0
  /// The number of the page if it is not built, otherwise -1.
  private var unbuilt: Int32 = -1
  /// Of a leaf: its items in order.
  private(set) var items: [Item] = []
  /// Of any other node: the nodes below it in order.
  private(set) var children: [CountedNode] = []

  /// The maximum number of items or children: few enough to sum them up again at each change.
  private static var capacity: Int { 16 }

  /// Creates a page that is built when it is needed.
  init(page: Int, _ inside: RowSums) {
    self.inside = inside
    unbuilt = Int32(page)
  }

  private init(items: [Item] = [], children: [CountedNode] = []) {
    inside = RowSums()
    (self.items, self.children) = (items, children)
    recount()
  }

  /// Creates a node over items in order. O(n) for n items.
  ///
  /// - Parameter hasRoom: whether nodes have some room left, so the first additions do not split each of them.
  init(over items: [Item], hasRoom: Bool = false) {
    self.init(over: Self.groups(of: items, hasRoom).map { CountedNode(items: $0) }, hasRoom: hasRoom)
  }

  /// Creates a node over equally deep ones. O(n) for n of them.
  init(over nodes: [CountedNode], hasRoom: Bool = false) {
    var nodes = nodes
    while nodes.count > 1 { nodes = Self.groups(of: nodes, hasRoom).map { CountedNode(children: $0) } }
    self = nodes.first ?? CountedNode()
  }

  private static func groups<Part>(of parts: [Part], _ hasRoom: Bool) -> [[Part]] {
    let size = hasRoom ? capacity * 3 / 4 : capacity
    return stride(from: 0, to: parts.count, by: size).map { Array(parts[$0..<min($0 + size, parts.count)]) }
  }

  /// The number of the page; `nil` if it is built.
  var unbuiltPage: Int? { unbuilt < 0 ? nil : Int(unbuilt) }

  /// The same node, built if it was not.
  @inline(__always)
  func built(from pages: Item.Pages?) -> CountedNode {
    guard let page = unbuiltPage, let pages else { return self }
    return Item.page(page, of: pages)
  }

  private mutating func build(from pages: Item.Pages?) {
    guard unbuilt >= 0 else { return }
    let page = built(from: pages)
    (items, children, unbuilt) = (page.items, page.children, -1)
  }

  /// Sums up again what is below the node, from a changed child on.
  private mutating func recount(from child: Int = 0) {
    inside = child > 0 ? children[child].start : RowSums()
    for index in child..<children.count {
      children[index].start = inside
      inside += children[index].sums
    }
    for item in items { inside += item.sums }
  }

  /// The child that covers a distance; 0 for a leaf.
  @inline(__always)
  func child<Distance: RowDistance>(at distance: Distance, by metric: (RowSums) -> Distance) -> Int {
    max(0, children.partitioningIndex { metric($0.start) > distance } - 1)
  }

  /// The item that covers a distance, and the sums before it; `nil` if the distance exceeds all items.
  @inline(__always)
  func item<Distance: RowDistance>(
    at distance: Distance, isVisible: Bool = true, by metric: (RowSums) -> Distance
  ) -> (index: Int, before: RowSums)? {
    var before = RowSums()
    for index in items.indices {
      var after = before
      after += items[index].sums(isReached: isVisible)
      if distance < metric(after) { return (index, before) }
      before = after
    }
    return nil
  }
}

// MARK: - Changes

extension CountedNode {
  /// Changes the item at a place. O(log n) plus the change itself.
  mutating func change<Result>(
    at place: Int, _ pages: Item.Pages?, _ body: (inout Item) -> Result
  ) -> Result? {
    build(from: pages)
    guard !children.isEmpty else {
      defer { recount() }
      return item(at: place) { $0.count }.map { body(&items[$0.index]) }
    }
    let index = child(at: place) { $0.count }
    let before = children[index].inside
    defer { if children[index].inside != before { recount(from: index) } }
    return children[index].change(at: place - children[index].start.count, pages, body)
  }

  /// Hides an interval of places once more, or for -1 once less. O(log n).
  ///
  /// Pages are only built if their source is given; otherwise what covers a part of a page is left out.
  mutating func hide(_ interval: Range<Int>, by change: Int32, _ pages: Item.Pages?) {
    guard interval.lowerBound > 0 || interval.upperBound < inside.count else {
      hiding += change
      return
    }
    guard unbuilt < 0 || pages != nil else { return }
    build(from: pages)
    let first = child(at: interval.lowerBound) { $0.count }
    var index = first
    while index < children.count, children[index].start.count < interval.upperBound {
      let start = children[index].start.count
      children[index].hide((interval.lowerBound - start)..<(interval.upperBound - start), by: change, pages)
      index += 1
    }
    var start = 0
    for index in items.indices {
      let end = start + items[index].inside.count
      if interval.overlaps(start..<end) { items[index].hiding += change }
      start = end
    }
    recount(from: first)
  }

  /// Inserts an item of one place; returns the node to insert after this one if it was split. O(log n).
  mutating func insert(_ item: Item, at place: Int) -> CountedNode? {
    defer { recount() }
    guard !children.isEmpty else {
      items.insert(item, at: place)
      return Self.split(&items).map { CountedNode(items: $0) }
    }
    let index = child(at: place) { $0.count }
    if let right = children[index].insert(item, at: place - children[index].start.count) {
      children.insert(right, at: index + 1)
    }
    return Self.split(&children).map { CountedNode(children: $0) }
  }

  private static func split<Part>(_ parts: inout [Part]) -> [Part]? {
    guard parts.count > capacity else { return nil }
    let half = parts.count / 2
    defer { parts.removeSubrange(half...) }
    return Array(parts[half...])
  }

  /// Removes an item of one place. O(log n).
  mutating func remove(at place: Int) -> Item {
    defer { recount() }
    guard !children.isEmpty else { return items.remove(at: place) }
    let index = child(at: place) { $0.count }
    let removed = children[index].remove(at: place - children[index].start.count)
    joinChildren(at: index)
    return removed
  }

  /// Merges a small child with a neighbour, unless the result would be nearly full.
  private mutating func joinChildren(at index: Int) {
    if children[index].width == 0 {
      children.remove(at: index)
      return
    }
    for left in [index - 1, index] where left >= 0 && left + 1 < children.count {
      guard children[left].width + children[left + 1].width <= Self.capacity * 3 / 4 else { continue }
      let right = children.remove(at: left + 1)
      children[left].items += right.items
      children[left].children += right.children
      children[left].recount()
      return
    }
  }

  private var width: Int { items.count + children.count }
}

// MARK: - Traversal

extension CountedNode {
  /// The number of leading items that satisfy a condition. O(log n) calls for each level.
  func count(where isBefore: (Item) -> Bool) -> Int {
    guard !children.isEmpty else { return items.partitioningIndex { !isBefore($0) } }
    let index = max(0, children.partitioningIndex { !$0.begins(isBefore) } - 1)
    return children[index].start.count + children[index].count(where: isBefore)
  }

  private func begins(_ condition: (Item) -> Bool) -> Bool {
    children.first.map { $0.begins(condition) } ?? items.first.map(condition) ?? false
  }

  /// Iterates over the items of built pages, with their places. O(n).
  func visit(from place: Int = 0, _ body: (Item, _ place: Int) -> Void) {
    var next = place
    for child in children {
      child.visit(from: next, body)
      next += child.inside.count
    }
    for item in items {
      body(item, next)
      next += item.inside.count
    }
  }

  /// Visits what has visible rows in an interval: as much as possible at once if all of its rows are visible.
  ///
  /// - Parameters:
  ///   - interval: the places.
  ///   - start: the number of places and of all rows before the node.
  ///   - wholly: receives adjacent visible rows, by their numbers among all rows.
  ///   - partly: receives an item that only a part of the rows of is visible, and the same as `start` before it.
  func visitShown(
    in interval: Range<Int>, from start: RowSums, _ pages: Item.Pages?, wholly: (Range<Int>) -> Void,
    partly: (Item, RowSums) -> Void
  ) {
    guard interval.overlaps(start.count..<(start.count + inside.count)), sums.shown > 0 else { return }
    if inside.shown == inside.all, interval.lowerBound <= start.count, start.count + inside.count <= interval.upperBound
    {
      return wholly(start.all..<start.all.clampedSum(inside.all))
    }
    let node = built(from: pages)
    let children = node.children[node.child(at: interval.lowerBound - start.count, by: { $0.count })...]
    for child in children.prefix(while: { start.count + $0.start.count < interval.upperBound }) {
      let start = start.followed(by: child.start, isVisible: false)
      child.visitShown(in: interval, from: start, pages, wholly: wholly, partly: partly)
    }
    var next = start
    for item in node.items {
      let sums = item.sums
      if interval.overlaps(next.count..<(next.count + sums.count)), sums.shown > 0 {
        if sums.shown == sums.all { wholly(next.all..<next.all.clampedSum(sums.all)) } else { partly(item, next) }
      }
      next += sums.hidden
    }
  }

  /// The inconsistencies of the node; empty if it is consistent. O(n), for tests.
  func faults(_ pages: Item.Pages?, isRoot: Bool = true) -> [String] {
    let node = built(from: pages)
    var faults = node.children.flatMap { $0.faults(pages, isRoot: false) }
    var recounted = node
    recounted.recount()
    if recounted.inside != inside || recounted.children.map(\.start) != node.children.map(\.start) {
      faults.append("a node sums up \(inside), not \(recounted.inside)")
    }
    if hiding < 0 || node.items.contains(where: { $0.hiding < 0 }) { faults.append("a node is hidden less than never") }
    if !node.items.isEmpty && !node.children.isEmpty { faults.append("a node has items and children") }
    if node.width > Self.capacity { faults.append("a node is \(node.width) wide") }
    if !isRoot && node.width == 0 { faults.append("a node is empty") }
    return faults
  }
}
