/// The state of a response as it was read from a file, with what follows from it. A copy shares everything.
package struct LoadedState: Sendable {
  /// The touched state.
  package var state: ResponseState
  /// The places of its instances of repeats.
  package var roster: InstanceRoster
  /// The instances that rules have read.
  package var instances = KnownInstances()

  /// Creates what follows from a state. O(k log k) for k instances.
  package init(_ state: ResponseState, of form: FormDefinition) {
    self.state = state
    roster = InstanceRoster(state, of: form)
  }

  /// Creates a state with what is known to follow from it.
  package init(_ state: ResponseState, _ roster: InstanceRoster, _ instances: KnownInstances) {
    self.state = state
    self.roster = roster
    self.instances = instances
  }
}
