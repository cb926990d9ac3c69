import FormState

/// What is already known of a response, for the next action at the same revision.
protocol ResponseMemory {
  /// The revision of this knowledge.
  var revision: Int { get }
  /// Looks something up; `nil` if it is unknown.
  func known<Result>(_ look: (KnownInstances) -> Result?) -> Result?
  /// Stores what was read.
  func note(_ note: (inout KnownInstances) -> Void)
  /// The state of a cell; `nil` if it must be read from the file. O(1).
  func state(of subject: StateSubject) -> CellState?
}

extension ResponseMemory {
  /// The instances of a repeat; `nil` if unknown.
  func instances(of cell: CellPlace) -> [InstanceRoster.Instance]? {
    known { $0.instances(of: cell) }
  }

  /// The instance with a number; `nil` if unknown.
  func instance(_ number: Int) -> InstanceRoster.Instance? {
    known { $0.instance(number) }
  }

  /// What rules read of a cell in each instance; `nil` if unknown.
  func contents(ofCellAt place: CellPlace) -> [Int: InstanceContents]? {
    known { $0.contents(ofCellAt: place) }
  }
}

/// The instances that the actions of one transaction have read: each action starts from the state after the previous
/// one, so a group that adds many instances does not read all of them each time.
final class TransactionMemory: ResponseMemory {
  private(set) var revision = -1
  private var instances = KnownInstances()

  func known<Result>(_ look: (KnownInstances) -> Result?) -> Result? { look(instances) }

  func note(_ note: (inout KnownInstances) -> Void) { note(&instances) }

  func state(of subject: StateSubject) -> CellState? { nil }

  /// Begins at a revision, and discards what was read at any other.
  func begin(at revision: Int) {
    guard revision != self.revision else { return }
    self.revision = revision
    instances = KnownInstances()
  }

  /// Applies the changes of an action.
  func follow(_ changes: [PlacedChange], to revision: Int) {
    self.revision = revision
    guard !instances.isEmpty else { return }
    for placed in changes where placed.change.subject.setAsideFrom == nil {
      let place = placed.position.map { CellPlace(section: placed.section, position: $0) }
      instances.take(placed.change, ofCellAt: place)
    }
  }
}
