import FormState

/// What the rules of a session have read of instances before, for the next action at the same revision.
struct RememberedInstances: Sendable {
  let screen: Locked<Screen>
  /// The revision that the screen shows, and the response is at.
  let revision: Int

  /// The instances of a repeat; `nil` where nobody has read them.
  func instances(of cell: CellPlace) -> [InstanceRoster.Instance]? {
    known { $0.instances(of: cell) }
  }

  /// The instance with a number; `nil` where nobody has read it.
  func instance(_ number: Int) -> InstanceRoster.Instance? {
    known { $0.instance(number) }
  }

  /// What rules read of a cell in each instance; `nil` where nobody has read that.
  func contents(ofCellAt place: CellPlace) -> [Int: InstanceContents]? {
    known { $0.contents(ofCellAt: place) }
  }

  private func known<Result>(_ look: (KnownInstances) -> Result?) -> Result? {
    screen.withLock { $0.revision == revision ? look($0.instances) : nil }
  }

  /// Keeps in mind what was read.
  func note(_ note: (inout KnownInstances) -> Void) {
    screen.withLock { $0.remember(at: revision, note) }
  }
}
