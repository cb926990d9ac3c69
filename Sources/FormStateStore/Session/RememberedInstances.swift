import FormState

/// What the rules of a session have read of instances before, for the next action at the same revision.
struct RememberedInstances: InstanceMemory, Sendable {
  let screen: Locked<Screen>
  /// The revision that the screen shows, and the response is at.
  let revision: Int

  func known<Result>(_ look: (KnownInstances) -> Result?) -> Result? {
    screen.withLock { $0.revision == revision ? look($0.instances) : nil }
  }

  func note(_ note: (inout KnownInstances) -> Void) {
    screen.withLock { $0.remember(at: revision, note) }
  }
}
