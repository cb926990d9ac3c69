/// The instances of a response that rules have read, updated by its changes.
///
/// A rule that sums up instances reads all of them, whatever changed; this avoids reading them for each of several
/// actions.
package struct KnownInstances: Sendable {
  /// By repeat, in its instance: the instances, in order.
  private var lists: [CellPlace: [InstanceRoster.Instance]] = [:]
  /// All of them by their numbers.
  private var byNumber: [Int: InstanceRoster.Instance] = [:]
  /// By cell, in no instance: its contents in each instance.
  private var contents: [CellPlace: [Int: InstanceContents]] = [:]
  /// The results of conditions on them.
  package var conditions = ConditionResults()

  /// Creates an empty cache.
  package init() {}

  /// Whether nothing is known. O(1).
  package var isEmpty: Bool { lists.isEmpty && contents.isEmpty && conditions.isEmpty }

  /// The instances of a repeat, in order, with the repeat named in its instance; `nil` if unknown. O(1).
  package func instances(of cell: CellPlace) -> [InstanceRoster.Instance]? { lists[cell] }

  /// The instance with a number; `nil` if unknown. O(1).
  package func instance(_ number: Int) -> InstanceRoster.Instance? { byNumber[number] }

  /// The contents of a cell in each instance in which it was touched; `nil` if unknown. O(1).
  package func contents(ofCellAt place: CellPlace) -> [Int: InstanceContents]? { contents[place.within(0)] }

  /// Stores the instances of a repeat, in order.
  package mutating func note(_ instances: [InstanceRoster.Instance], of cell: CellPlace) {
    lists[cell] = instances
    for instance in instances { byNumber[instance.number] = instance }
  }

  /// Stores the contents of a cell in each instance.
  package mutating func note(_ contents: [Int: InstanceContents], ofCellAt place: CellPlace) {
    self.contents[place.within(0)] = contents
  }

  /// Applies a change.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - place: the place of its cell, in any instance; `nil` for a section.
  /// - Complexity: O(1); for an instance O(k) for k instances of its repeat.
  package mutating func take(_ change: StateChange, ofCellAt place: CellPlace?) {
    conditions.take(change)
    guard let place else { return }
    let number = change.subject.instance
    if change.field == .instance {
      if let former = instance(number, of: place, at: change.before) {
        byNumber[number] = nil
        lists[former.cell]?.removeOrdered(former)
      }
      if let next = instance(number, of: place, at: change.after), lists[next.cell] != nil {
        byNumber[number] = next
        lists[next.cell]?.insertOrdered(next)
      }
    } else if number > 0 {
      contents[place.within(0)]?[number, default: InstanceContents()].set(change.field, to: change.after)
    }
  }

  private func instance(_ number: Int, of place: CellPlace, at content: FieldContent?) -> InstanceRoster.Instance? {
    content?.text.flatMap(InstancePlace.init).map {
      InstanceRoster.Instance(number: number, cell: place.within($0.parent), rank: $0.rank)
    }
  }
}
