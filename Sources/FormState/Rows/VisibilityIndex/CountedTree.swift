/// Items in order, some of which are hidden by intervals that may overlap: a counted, copy-on-write B-tree.
///
/// Each node has the sums of the items below it, and the number of intervals that cover all of it. An item is found by
/// any of these sums: by its place, by one of its rows, or by an offset. Hiding an interval of any length, finding,
/// changing, inserting and removing an item, and summing up what is before one each touch O(log n) nodes. A copy shares
/// all unchanged nodes. Pages of items are built when they are needed, if the items have a source of them.
struct CountedTree<Item: CountedItem>: Sendable {
  private(set) var root: CountedNode<Item>
  private let pages: Item.Pages?

  /// Creates a tree over pages that are not built. O(p + k log p) for p pages and k intervals.
  ///
  /// - Parameters:
  ///   - sums: the sums of each page by its number, considering only what hides a part of the page.
  ///   - intervals: the intervals that hide whole pages.
  ///   - pages: builds pages.
  init(sums: [RowSums], hiding intervals: [Range<Int>], pages: Item.Pages) {
    root = CountedNode(over: sums.enumerated().filter { $1.count > 0 }.map { CountedNode(page: $0, $1) })
    self.pages = pages
    for interval in intervals { root.hide(interval, by: 1, nil) }
  }

  /// Creates a tree over items in order. O(n).
  init(_ items: [Item] = []) {
    root = CountedNode(over: items, hasRoom: true)
    pages = nil
  }

  /// The sums of all items. O(1).
  var sums: RowSums { root.sums }

  /// The sums of what is before a place. O(log n).
  func sums(before place: Int) -> RowSums {
    guard place < root.inside.count else { return sums }
    return withUnsafePointer(to: root) { root in
      var cursor = CountedCursor(root, at: place)
      cursor.descend { $0.count }
      if let page = cursor.node.pointee.unbuiltPage, let pages,
        let sums = Item.sums(onPage: page, before: cursor.rest, of: pages)
      {
        return cursor.before.followed(by: sums, isVisible: cursor.isVisible)
      }
      return cursor.find(pages) { $0.count }?.before ?? RowSums()
    }
  }

  /// The item at a place; `nil` for an unknown place. O(log n).
  func item(at place: Int) -> CountedCursor<Item, Int>.Found? { find(place) { $0.count } }

  /// The item at a distance from the start along any metric; `nil` before the first and after the last. O(log n).
  @inline(__always)
  func find<Distance: RowDistance>(
    _ distance: Distance, by metric: (RowSums) -> Distance
  ) -> CountedCursor<Item, Distance>.Found? {
    guard distance >= .zero, distance < metric(sums) else { return nil }
    return withUnsafePointer(to: root) { root in
      var cursor = CountedCursor(root, at: distance)
      return cursor.find(pages, by: metric)
    }
  }

  /// Changes the item at a place; returns what the change returns, `nil` for an unknown place. O(log n) plus the change
  /// itself.
  @discardableResult
  mutating func change<Result>(at place: Int, _ body: (inout Item) -> Result) -> Result? {
    guard place >= 0, place < root.inside.count else { return nil }
    return root.change(at: place, pages, body)
  }

  /// Hides an interval of places once more, even if parts of it are hidden already, or reverts that. O(log n).
  mutating func setHidden(_ hides: Bool, _ interval: Range<Int>) {
    let interval = interval.clamped(to: 0..<root.inside.count)
    guard !interval.isEmpty else { return }
    root.hide(interval, by: hides ? 1 : -1, pages)
  }

  /// Inserts an item of one place. O(log n).
  mutating func insert(_ item: Item, at place: Int) {
    guard let right = root.insert(item, at: place) else { return }
    root = CountedNode(over: [root, right])
  }

  /// Removes an item of one place. O(log n).
  mutating func remove(at place: Int) -> Item {
    let item = root.remove(at: place)
    while root.children.count == 1, let child = root.children.first { root = child }
    return item
  }

  /// Visits what has visible rows in an interval of places, see ``CountedNode``. O(r log n) for r runs of rows.
  func visitShown(
    in interval: Range<Int>, from allRows: Int, wholly: (Range<Int>) -> Void, partly: (Item, RowSums) -> Void
  ) {
    root.visitShown(in: interval, from: RowSums(all: allRows), pages, wholly: wholly, partly: partly)
  }

  /// The inconsistencies of the tree; empty if it is consistent. O(n), for tests.
  func faults() -> [String] { root.faults(pages) }
}

/// The way down a tree to an item, only for the lifetime of the tree.
///
/// It points to nodes, since copying one, with the references it has, costs more than the step to it.
struct CountedCursor<Item: CountedItem, Distance: RowDistance> {
  /// An item of a tree.
  struct Found {
    let item: Item
    /// The sums of what is before it.
    let before: RowSums
    /// Whether nothing hides it.
    let isVisible: Bool
    /// The distance within it.
    let rest: Distance
  }

  private(set) var node: UnsafePointer<CountedNode<Item>>
  private(set) var before = RowSums()
  private(set) var isVisible: Bool
  private(set) var rest: Distance

  init(_ root: UnsafePointer<CountedNode<Item>>, at distance: Distance) {
    node = root
    isVisible = root.pointee.hiding == 0
    rest = distance
  }

  /// Descends to a leaf or a page that is not built.
  @inline(__always)
  mutating func descend(by metric: (RowSums) -> Distance) {
    while !node.pointee.children.isEmpty {
      let index = node.pointee.child(at: rest, by: metric)
      node.pointee.children.withUnsafeBufferPointer { node = $0.baseAddress.map { $0 + index } ?? node }
      enter(node.pointee, behind: node.pointee.start, metric)
    }
  }

  /// Descends to the item, building its page.
  @inline(__always)
  mutating func find(_ pages: Item.Pages?, by metric: (RowSums) -> Distance) -> Found? {
    descend(by: metric)
    guard node.pointee.unbuiltPage != nil else { return findInLeaf(by: metric) }
    let page = node.pointee.built(from: pages)
    return withUnsafePointer(to: page) { page in
      node = page
      rest = rest.clamped(below: metric(page.pointee.inside))
      descend(by: metric)
      return findInLeaf(by: metric)
    }
  }

  @inline(__always)
  private mutating func findInLeaf(by metric: (RowSums) -> Distance) -> Found? {
    guard let (index, start) = node.pointee.item(at: rest, isVisible: isVisible, by: metric) else { return nil }
    let item = node.pointee.items[index]
    enter(item, behind: start, metric)
    return Found(item: item, before: before, isVisible: isVisible, rest: rest)
  }

  @inline(__always)
  private mutating func enter<Part: Counted>(_ part: Part, behind start: RowSums, _ metric: (RowSums) -> Distance) {
    before = before.followed(by: start, isVisible: isVisible)
    rest = (rest - metric(start)).clamped(below: metric(part.sums(isReached: isVisible)))
    isVisible = isVisible && part.hiding == 0
  }
}
