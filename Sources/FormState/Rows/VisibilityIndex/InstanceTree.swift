/// The instances of a repeat in one place, in their order: a counted B-tree.
///
/// Its entries stand in leaves that are all equally deep, and each node knows what its entries come to. So adding,
/// removing and changing an instance, and finding it by its place in the order, by a row or by an offset are O(log k)
/// each for k instances. A copy shares all nodes that stay unchanged.
struct InstanceTree: Sendable {
  /// What instances of a repeat are ordered by.
  struct Key: Hashable, Comparable, Sendable {
    let rank: Int64
    let number: Int

    static func < (left: Key, right: Key) -> Bool { (left.rank, left.number) < (right.rank, right.number) }
  }

  /// An instance.
  struct Entry: Sendable {
    /// Its place in the order.
    var key: Key
    /// Whether it is relevant; a surplus instance is not, and shows no rows.
    var isRelevant: Bool
    /// What its rows come to, should it be relevant.
    private(set) var inside: RowSums
    /// Its level once something in it is otherwise than in a fresh instance; otherwise none. An array has room for one
    /// elsewhere.
    private var own: [VisibilityLevel]

    /// Creates an instance.
    ///
    /// - Parameters:
    ///   - key: its place in the order.
    ///   - isRelevant: whether it is relevant.
    ///   - fresh: what an instance is like in which nothing was done.
    ///   - own: its level in an array, where it is another one; such an array can be shared.
    init(_ key: Key, isRelevant: Bool, fresh: VisibilityLevel, own: [VisibilityLevel] = []) {
      self.init(key, isRelevant: isRelevant, inside: (own.first ?? fresh).sums, own: own)
    }

    /// Creates an instance whose rows come to so much.
    init(_ key: Key, isRelevant: Bool, inside: RowSums, own: [VisibilityLevel] = []) {
      self.key = key
      self.isRelevant = isRelevant
      self.inside = inside
      self.own = own
    }

    /// Its number.
    var number: Int { key.number }

    /// What its rows come to.
    var sums: RowSums { isRelevant ? inside : RowSums(all: inside.all) }

    /// Whether something in it is otherwise than in a fresh instance.
    var hasOwnLevel: Bool { !own.isEmpty }

    /// Which of its cells show.
    func level(fresh: VisibilityLevel) -> VisibilityLevel { own.first ?? fresh }

    /// Changes what is in it.
    mutating func changeLevel(fresh: VisibilityLevel, _ body: (inout VisibilityLevel) -> Void) {
      if own.isEmpty { own = [fresh] }
      body(&own[0])
      inside = own[0].sums
    }
  }

  private var root = InstanceNode()

  /// Creates a tree without instances.
  init() {}

  /// Creates a tree of instances in any order. O(k log k), and O(k) for those in order.
  init(_ entries: [Entry]) {
    root = InstanceNode(sorted: entries.sorted { $0.key < $1.key })
  }

  /// The number of instances. O(1).
  var count: Int { root.count }

  /// What the rows of all instances come to. O(1).
  var sums: RowSums { root.sums }

  /// Adds an instance. O(log k).
  mutating func insert(_ entry: Entry) {
    guard let right = root.insert(entry) else { return }
    root = InstanceNode(children: [root, right])
  }

  /// Takes an instance out; `nil` if there is none. O(log k).
  mutating func remove(_ key: Key) -> Entry? {
    let entry = root.remove(key)
    while root.children.count == 1, let child = root.children.first { root = child }
    return entry
  }

  /// Changes an instance, which keeps its place in the order. O(log k) besides what is done to it.
  ///
  /// - Returns: whether there is one.
  @discardableResult
  mutating func change(_ key: Key, _ body: (inout Entry) -> Void) -> Bool { root.change(key, body) }

  /// An instance, how many there are before it, and what those come to; `nil` if there is none. O(log k).
  func find(_ key: Key) -> (entry: Entry, index: Int, before: RowSums)? {
    var node = root
    var index = 0
    var before = RowSums()
    while !node.children.isEmpty {
      let position = node.child(for: key)
      for child in node.children[..<position] {
        index += child.count
        before += child.sums
      }
      node = node.children[position]
    }
    let position = node.position(of: key)
    guard let entry = node.entries.element(at: position), entry.key == key else { return nil }
    for other in node.entries[..<position] { before += other.sums }
    return (entry, index + position, before)
  }

  /// The instance before which so many stand; `nil` if there is none. O(log k).
  func entry(atIndex index: Int) -> Entry? {
    guard index >= 0 else { return nil }
    var node = root
    var rest = index
    while !node.children.isEmpty {
      var next: InstanceNode?
      for child in node.children {
        if rest < child.count {
          next = child
          break
        }
        rest -= child.count
      }
      guard let next else { return nil }
      node = next
    }
    return node.entries.element(at: rest)
  }

  /// The instance of the row before which so many stand that show, and how many of these are its own. O(log k).
  func entry(ofShownRow row: Int) -> (entry: Entry, rest: Int)? { entry(at: row) { $0.shown } }

  /// The instance of the row before which so many stand, kept ones included, and how many of these are its own. O(log
  /// k).
  func entry(ofRow row: Int) -> (entry: Entry, rest: Int)? { entry(at: row) { $0.all } }

  /// The instance that covers an offset, and how far below its upper edge the offset is. O(log k).
  func entry(atOffset offset: Double) -> (entry: Entry, rest: Double)? { entry(at: offset) { $0.height } }

  private func entry<Size: Comparable & AdditiveArithmetic>(
    at place: Size, _ size: (RowSums) -> Size
  ) -> (entry: Entry, rest: Size)? {
    guard place >= .zero else { return nil }
    var node = root
    var rest = place
    while !node.children.isEmpty {
      guard let child = Self.part(of: node.children, at: &rest, { size($0.sums) }) else { return nil }
      node = child
    }
    return Self.part(of: node.entries, at: &rest, { size($0.sums) }).map { ($0, rest) }
  }

  /// The part that covers a place; where rounding has left a little too much, the last one that has a size.
  private static func part<Part, Size: Comparable & AdditiveArithmetic>(
    of parts: [Part], at rest: inout Size, _ size: (Part) -> Size
  ) -> Part? {
    var last: Part?
    var lastSize = Size.zero
    for part in parts {
      let size = size(part)
      guard size > .zero else { continue }
      if rest < size { return part }
      rest -= size
      (last, lastSize) = (part, size)
    }
    rest += lastSize
    return last
  }

  /// Iterates over all instances in order. O(k).
  func visit(_ body: (Entry) -> Void) { root.visit(body) }

  /// The runs of neighbouring rows that show. O(r log n) for r runs.
  ///
  /// - Parameters:
  ///   - base: the number of rows before the instances, kept ones included.
  ///   - templates: what a fresh instance is like.
  ///   - cell: the ordinal of the repeat.
  ///   - runs: where they are put.
  func appendVisibleRuns(
    from base: Int, _ templates: RepeatTemplates, of cell: Int, to runs: inout [Range<Int>]
  ) {
    guard let fresh = templates[cell]?.fresh else { return }
    root.visitShown(from: base) { first, sums in
      runs.append(first..<first.clampedSum(sums.all))
    } partly: { first, entry in
      let level = entry.level(fresh: fresh)
      level.appendVisibleRuns(in: 0..<level.layout.leafCount, from: first, templates, to: &runs)
    }
  }

  /// The inconsistencies of the tree; empty if it is consistent. O(k), for tests.
  func faults() -> [String] { root.faults(isRoot: true) }
}
