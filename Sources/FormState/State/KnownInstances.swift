/// What rules have read of the instances of a response, kept up with what happens to it.
///
/// Who sums instances up reads all of them, whatever has changed; anyone who acts again and again need not read them
/// each time.
package struct KnownInstances: Sendable {
  /// By repeat, in the instance that it is in: the instances, in order.
  private var lists: [CellPlace: [InstanceRoster.Instance]] = [:]
  /// All of them by their numbers.
  private var byNumber: [Int: InstanceRoster.Instance] = [:]
  /// By cell, in no instance: what there is of it in each.
  private var contents: [CellPlace: [Int: InstanceContents]] = [:]
  /// What conditions gave of them.
  package var conditions = ConditionResults()

  /// Nothing is known.
  package init() {}

  /// Whether nothing is known. O(1).
  package var isEmpty: Bool { lists.isEmpty && contents.isEmpty && conditions.isEmpty }

  /// The instances of a repeat, in order, the repeat named in the instance that it is in; `nil` where they are not
  /// known. O(1).
  package func instances(of cell: CellPlace) -> [InstanceRoster.Instance]? { lists[cell] }

  /// The instance with a number; `nil` where it is not known. O(1).
  package func instance(_ number: Int) -> InstanceRoster.Instance? { byNumber[number] }

  /// What rules read of a cell in each instance, of those in which it was touched; `nil` where it is not known. O(1).
  package func contents(ofCellAt place: CellPlace) -> [Int: InstanceContents]? { contents[place.within(0)] }

  /// Notes the instances of a repeat, in order.
  package mutating func note(_ instances: [InstanceRoster.Instance], of cell: CellPlace) {
    lists[cell] = instances
    for instance in instances { byNumber[instance.number] = instance }
  }

  /// Notes what there is of a cell in each instance.
  package mutating func note(_ contents: [Int: InstanceContents], ofCellAt place: CellPlace) {
    self.contents[place.within(0)] = contents
  }

  /// Takes a change along.
  ///
  /// - Parameters:
  ///   - change: what changed.
  ///   - place: where its cell stands, in any instance; `nil` for a section.
  /// - Complexity: O(1); of an instance O(k) for k instances of its repeat.
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
