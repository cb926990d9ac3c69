/// The position of an instance among its siblings.
package struct SiblingPosition: Hashable, Sendable {
  /// The repeat, in its instance.
  package let cell: CellPlace
  /// The number of instances before it.
  package let index: Int
  /// The number of instances.
  package let count: Int
  /// Whether it counts: it is not surplus by the repeat's `count` rule.
  package let isCounted: Bool
  /// The number of the instance before it; `nil` for the first one.
  package let previous: Int?
  /// The number of the instance after it; `nil` for the last one.
  package let next: Int?
  /// The number of the instance after the next one; `nil` if there is none.
  package let nextButOne: Int?
}

/// The instances of a repeat beside each other.
extension VisibilityIndex {
  /// The position of an instance among its siblings; `nil` for an unknown instance.
  ///
  /// - Complexity: O(log n) for n rows.
  package func siblingPosition(ofInstance number: Int) -> SiblingPosition? {
    guard let standing = instances.record(of: number), let step = instances.steps(to: number)?.last,
      let beside = instances(ofRepeat: standing.cell, in: standing.place.parent), let found = beside.find(step.key)
    else { return nil }
    let index = found.before.count
    func neighbour(after places: Int) -> Int? { beside.item(at: index + places)?.item.key.number }
    return SiblingPosition(
      cell: place(ofOrdinal: standing.cell, instance: standing.place.parent), index: index, count: beside.count,
      isCounted: found.item.isRelevant, previous: neighbour(after: -1), next: neighbour(after: 1),
      nextButOne: neighbour(after: 2))
  }

  /// The number of instances of a repeat that count. O(k) for k instances.
  package func countedInstances(ofRepeatAt place: CellPlace) -> Int {
    guard let ordinal = ordinal(of: place) else { return 0 }
    var count = 0
    instances(ofRepeat: ordinal, in: place.instance)?.root.visit { instance, _ in count += instance.isRelevant ? 1 : 0 }
    return count
  }

  /// The number of instances of a repeat, whether they count or not. O(log n) for n rows.
  package func instanceCount(ofRepeatAt place: CellPlace) -> Int {
    ordinal(of: place).flatMap { instances(ofRepeat: $0, in: place.instance) }?.count ?? 0
  }

  private func instances(ofRepeat ordinal: Int, in instance: Int) -> InstanceTree? {
    location(ofInstance: instance)?.level.instances[ordinal]
  }
}
