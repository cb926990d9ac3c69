/// The instances of a response in order, by their numbers and by their repeats.
package struct InstanceRoster: Sendable {
  /// An instance of a repeat.
  package struct Instance: Hashable, Sendable {
    /// Its number, which is never reused in the response.
    package let number: Int
    /// Its repeat, in the instance around it.
    package let cell: CellPlace
    /// Its sort key among the instances of the repeat.
    let rank: Int64
  }

  private var byNumber: [Int: Instance] = [:]
  /// By repeat, in its instance; ordered by rank.
  private var lists: [CellPlace: [Instance]] = [:]

  /// Creates an empty roster.
  init() {}

  /// The instances of a state, for repeats of the version in force. O(k log k) for k instances.
  package init(_ state: ResponseState, of form: FormDefinition) {
    var lookup = CellLookup(form)
    for (subject, place) in state.instances where subject.setAsideFrom == nil {
      guard let cell = lookup.place(ofCell: subject.key) else { continue }
      let instance = Instance(number: subject.instance, cell: cell.within(place.parent), rank: place.rank)
      byNumber[instance.number] = instance
      lists[instance.cell, default: []].append(instance)
    }
    for (cell, list) in lists { lists[cell] = list.sorted { $0.isBefore($1) } }
  }

  /// Whether there is no instance. O(1).
  var isEmpty: Bool { byNumber.isEmpty }

  /// The instance with a number; `nil` if there is none. O(1).
  package func instance(_ number: Int) -> Instance? { byNumber[number] }

  /// The instances of a repeat, in order; the repeat is named with the instance around it. O(1).
  package func instances(of cell: CellPlace) -> [Instance] { lists[cell] ?? [] }

  /// All instances, in no particular order. O(k) for k instances.
  var all: some Collection<Instance> { byNumber.values }

  /// The position of an instance among those of its repeat, from 0; `nil` if there is none. O(log k) for k of them.
  package func position(of number: Int) -> Int? {
    guard let instance = byNumber[number], let list = lists[instance.cell] else { return nil }
    return list.orderedPosition(of: instance)
  }

  /// Moves an instance to a place, or removes it for `nil`. O(k) for k instances of the repeat.
  ///
  /// - Parameters:
  ///   - number: its number.
  ///   - cell: its repeat, in any instance.
  ///   - place: its place; `nil` if it is no longer in this repeat. An instance that an upgrade moved to another repeat
  ///     stays there.
  package mutating func set(_ number: Int, of cell: CellPlace, to place: InstancePlace?) {
    if place == nil, let former = byNumber[number], former.cell.within(0) != cell.within(0) { return }
    if let former = byNumber.removeValue(forKey: number), var list = lists.removeValue(forKey: former.cell) {
      list.removeOrdered(former)
      if !list.isEmpty { lists[former.cell] = list }
    }
    guard let place else { return }
    let instance = Instance(number: number, cell: cell.within(place.parent), rank: place.rank)
    byNumber[number] = instance
    var list = lists.removeValue(forKey: instance.cell) ?? []
    list.insertOrdered(instance)
    lists[instance.cell] = list
  }
}

extension InstanceRoster {
  /// Sorts cells by the order of the form, and in repeats by the order of the instances. O(k log k) for k cells.
  package func inOrder(_ places: some Sequence<CellPlace>) -> [CellPlace] {
    places.map { (place: $0, steps: steps(to: $0)) }
      .sorted { $0.steps.lexicographicallyPrecedes($1.steps) }.map(\.place)
  }

  /// The steps from the top of the form to a cell: its section, for each repeat around it the position of its instance,
  /// and its own position.
  private func steps(to place: CellPlace) -> [Int64] {
    var steps = [Int64(place.position)]
    var number = place.instance
    // An instance has a higher number than the one around it; in a manipulated file without that order the walk still
    // ends.
    while let instance = instance(number) {
      steps = [Int64(instance.cell.position), instance.rank, Int64(instance.number)] + steps
      number = instance.cell.instance < number ? instance.cell.instance : 0
    }
    return [Int64(place.section)] + steps
  }
}

extension InstanceRoster.Instance {
  /// Whether it is before another instance of its repeat.
  func isBefore(_ other: Self) -> Bool { (rank, number) < (other.rank, other.number) }
}

/// The instances of one repeat, in order.
extension [InstanceRoster.Instance] {
  /// The position of an instance, or where it would be inserted. O(log k).
  func orderedPosition(of instance: Element) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].isBefore(instance) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Inserts an instance in order. O(k).
  mutating func insertOrdered(_ instance: Element) { insert(instance, at: orderedPosition(of: instance)) }

  /// Removes an instance, if it exists. O(k).
  mutating func removeOrdered(_ instance: Element) {
    let position = orderedPosition(of: instance)
    if element(at: position) == instance { remove(at: position) }
  }
}
