import FormState

/// What a session knows of its response, for its next action: the screen's state, and the instances that rules have
/// read.
struct SessionMemory: ResponseMemory, Sendable {
  let snapshot: Locked<SessionSnapshot>
  /// The revision of the screen and of the response.
  let revision: Int

  func known<Result>(_ look: (KnownInstances) -> Result?) -> Result? {
    snapshot.withLock { $0.revision == revision ? look($0.instances) : nil }
  }

  func note(_ note: (inout KnownInstances) -> Void) {
    snapshot.withLock { $0.remember(at: revision, note) }
  }

  func state(of subject: StateSubject) -> CellState? {
    snapshot.withLock { $0.revision == revision ? $0.state.cells[subject] ?? CellState() : nil }
  }
}
