/// The state of a response in memory, with what follows from it. A copy shares everything.
package struct LoadedState: Sendable {
  /// The touched state.
  package private(set) var state: ResponseState
  /// The places of its instances of repeats.
  package private(set) var roster: InstanceRoster
  /// What rules have read of the instances.
  package var columns = InstanceColumns()

  /// Creates what follows from a state. O(k log k) for k instances.
  package init(_ state: ResponseState, of form: FormDefinition) {
    self.state = state
    roster = InstanceRoster(state, of: form)
  }

  /// Applies a change. O(1); O(k) for an instance, for k instances of its repeat.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - place: returns the place of a cell with a key, in no instance.
  package mutating func apply(_ change: StateChange, place: (String) -> CellPlace?) {
    state.apply(change)
    guard change.subject.setAsideFrom == nil, change.field == .instance || !columns.isEmpty else { return }
    let number = change.subject.instance
    let place = place(change.subject.key)
    let former = roster.instance(number)
    if change.field == .instance, let place {
      roster.set(number, of: place, to: change.after?.text.flatMap(InstancePlace.init))
    }
    columns.take(change, ofCellAt: place, from: former, to: roster.instance(number), in: state)
  }
}
