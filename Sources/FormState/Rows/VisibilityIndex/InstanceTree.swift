/// The instances of a repeat in one place, in order.
typealias InstanceTree = CountedTree<RepeatInstance>

/// The sort key of instances.
struct InstanceKey: Hashable, Comparable, Sendable {
  let rank: Int64
  let number: Int

  static func < (left: InstanceKey, right: InstanceKey) -> Bool {
    (left.rank, left.number) < (right.rank, right.number)
  }
}

/// An instance of a repeat. What hides it makes it irrelevant: a surplus instance has no visible rows.
struct RepeatInstance: CountedItem {
  /// Its sort key.
  var key: InstanceKey
  private(set) var inside: RowSums
  var hiding: Int32 = 0
  /// Its level if it differs from a fresh instance, empty if it does not. An array stores it elsewhere.
  private var own: [VisibilityLevel]

  /// Creates an instance.
  ///
  /// - Parameters:
  ///   - key: its sort key.
  ///   - fresh: the level of an untouched instance.
  ///   - own: its own level in an array, if it differs; the array can be shared.
  init(_ key: InstanceKey, fresh: VisibilityLevel, own: [VisibilityLevel] = []) {
    self.init(key, inside: (own.first ?? fresh).sums, own: own)
  }

  /// Creates an instance with the sums of its level.
  init(_ key: InstanceKey, inside: RowSums, own: [VisibilityLevel] = []) {
    self.key = key
    self.inside = inside.ofInstance
    self.own = own
  }

  /// Whether it is relevant.
  var isRelevant: Bool {
    get { hiding == 0 }
    set { hiding = newValue ? 0 : 1 }
  }

  /// Whether it differs from a fresh instance.
  var hasOwnLevel: Bool { !own.isEmpty }

  /// Its level.
  func level(fresh: VisibilityLevel) -> VisibilityLevel { own.first ?? fresh }

  /// Changes its level.
  mutating func changeLevel(fresh: VisibilityLevel, _ body: (inout VisibilityLevel) -> Void) {
    if own.isEmpty { own = [fresh] }
    body(&own[0])
    inside = own[0].sums.ofInstance
  }
}

extension RowSums {
  /// The sums of an instance with a level that has these.
  var ofInstance: RowSums {
    var sums = self
    sums.count = 1
    return sums
  }
}

/// Instances by their sort keys, each O(log k) for k instances.
extension CountedTree<RepeatInstance> {
  /// Creates a tree from instances in any order. O(k log k), and O(k) for sorted ones.
  init(sorting instances: [RepeatInstance]) { self.init(instances.sorted { $0.key < $1.key }) }

  /// The number of instances. O(1).
  var count: Int { sums.count }

  /// An instance, with the number and sums of those before it; `nil` if there is none.
  func find(_ key: InstanceKey) -> CountedCursor<RepeatInstance, Int>.Found? {
    guard let found = item(at: index(of: key)), found.item.key == key else { return nil }
    return found
  }

  /// Adds an instance.
  mutating func insert(_ instance: RepeatInstance) { insert(instance, at: index(of: instance.key)) }

  /// Removes an instance; `nil` if there is none.
  mutating func remove(_ key: InstanceKey) -> RepeatInstance? { find(key).flatMap { remove(at: $0.before.count) } }

  /// Changes an instance, which keeps its sort key; returns whether it exists.
  @discardableResult
  mutating func change(_ key: InstanceKey, _ body: (inout RepeatInstance) -> Void) -> Bool {
    change(at: index(of: key)) { instance in
      guard instance.key == key else { return false }
      body(&instance)
      return true
    } ?? false
  }

  private func index(of key: InstanceKey) -> Int { root.count { $0.key < key } }
}
