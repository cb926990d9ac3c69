/// The instances of a repeat in one place, in order: a counted B-tree.
///
/// Its entries are in leaves that are all equally deep, and each node has the totals of its entries. Adding, removing
/// and changing an instance, and finding one by its position, a row or an offset, are O(log k) each for k instances. A
/// copy shares all unchanged nodes.
struct InstanceTree: Sendable {
  /// The sort key of instances.
  struct Key: Hashable, Comparable, Sendable {
    let rank: Int64
    let number: Int

    static func < (left: Key, right: Key) -> Bool { (left.rank, left.number) < (right.rank, right.number) }
  }

  /// An instance.
  struct Entry: Sendable {
    /// Its sort key.
    var key: Key
    /// Whether it is relevant; a surplus instance is not, and has no visible rows.
    var isRelevant: Bool
    /// The totals of its rows, if it is relevant.
    private(set) var inside: RowSums
    /// Its level if it differs from a fresh instance, empty if it does not. An array stores it elsewhere.
    private var own: [VisibilityLevel]

    /// Creates an instance.
    ///
    /// - Parameters:
    ///   - key: its sort key.
    ///   - isRelevant: whether it is relevant.
    ///   - fresh: the level of an untouched instance.
    ///   - own: its own level in an array, if it differs; the array can be shared.
    init(_ key: Key, isRelevant: Bool, fresh: VisibilityLevel, own: [VisibilityLevel] = []) {
      self.init(key, isRelevant: isRelevant, inside: (own.first ?? fresh).sums, own: own)
    }

    /// Creates an instance with the totals of its rows.
    init(_ key: Key, isRelevant: Bool, inside: RowSums, own: [VisibilityLevel] = []) {
      self.key = key
      self.isRelevant = isRelevant
      self.inside = inside
      self.own = own
    }

    /// Its number.
    var number: Int { key.number }

    /// The totals of its rows.
    var sums: RowSums { isRelevant ? inside : RowSums(all: inside.all) }

    /// Whether it differs from a fresh instance.
    var hasOwnLevel: Bool { !own.isEmpty }

    /// Its level.
    func level(fresh: VisibilityLevel) -> VisibilityLevel { own.first ?? fresh }

    /// Changes its level.
    mutating func changeLevel(fresh: VisibilityLevel, _ body: (inout VisibilityLevel) -> Void) {
      if own.isEmpty { own = [fresh] }
      body(&own[0])
      inside = own[0].sums
    }
  }

  private var root = InstanceNode()

  /// Creates a tree without instances.
  init() {}

  /// Creates a tree from instances in any order. O(k log k), and O(k) for sorted ones.
  init(_ entries: [Entry]) {
    root = InstanceNode(sorted: entries.sorted { $0.key < $1.key })
  }

  /// The number of instances. O(1).
  var count: Int { root.count }

  /// The totals of the rows of all instances. O(1).
  var sums: RowSums { root.sums }

  /// Adds an instance. O(log k).
  mutating func insert(_ entry: Entry) {
    guard let right = root.insert(entry) else { return }
    root = InstanceNode(children: [root, right])
  }

  /// Removes an instance; `nil` if there is none. O(log k).
  mutating func remove(_ key: Key) -> Entry? {
    let entry = root.remove(key)
    while root.children.count == 1, let child = root.children.first { root = child }
    return entry
  }

  /// Changes an instance, which keeps its sort key. O(log k) plus the change itself.
  ///
  /// - Returns: whether it exists.
  @discardableResult
  mutating func change(_ key: Key, _ body: (inout Entry) -> Void) -> Bool { root.change(key, body) }

  /// An instance, the number of instances before it, and their totals; `nil` if there is none. O(log k).
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

  /// The instance at an index; `nil` if there is none. O(log k).
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

  /// The instance with a visible row, by the row's number, and the row's number within the instance. O(log k).
  func entry(ofShownRow row: Int) -> (entry: Entry, rest: Int)? { entry(at: row) { $0.shown } }

  /// The instance with a row, kept ones included, by the row's number, and the row's number within the instance. O(log
  /// k).
  func entry(ofRow row: Int) -> (entry: Entry, rest: Int)? { entry(at: row) { $0.all } }

  /// The instance at an offset, and the offset within the instance. O(log k).
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

  /// The part that covers a position; if rounding exceeds the total, the last one with a size.
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

  /// The runs of adjacent visible rows. O(r log n) for r runs.
  ///
  /// - Parameters:
  ///   - base: the number of rows before the instances, kept ones included.
  ///   - templates: the templates of fresh instances.
  ///   - cell: the ordinal of the repeat.
  ///   - runs: receives the runs.
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
