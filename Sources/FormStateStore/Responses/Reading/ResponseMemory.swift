import FormState

/// What is known of a response already, for the next action at the same revision.
protocol ResponseMemory {
  /// The revision that this is known of.
  var revision: Int { get }
  /// Looks something up; `nil` where nobody has read it.
  func known<Result>(_ look: (KnownInstances) -> Result?) -> Result?
  /// Keeps in mind what was read.
  func note(_ note: (inout KnownInstances) -> Void)
  /// The state of a cell; `nil` where it has to be read from the file. O(1).
  func state(of subject: StateSubject) -> CellState?
}

extension ResponseMemory {
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
}

/// What the actions of one transaction have read of instances: each action starts from what the one before it left, so
/// that a group that adds many instances does not read all of them for each.
final class TransactionMemory: ResponseMemory {
  private(set) var revision = -1
  private var instances = KnownInstances()

  func known<Result>(_ look: (KnownInstances) -> Result?) -> Result? { look(instances) }

  func note(_ note: (inout KnownInstances) -> Void) { note(&instances) }

  func state(of subject: StateSubject) -> CellState? { nil }

  /// Turns to a revision, and forgets what was read at any other.
  func begin(at revision: Int) {
    guard revision != self.revision else { return }
    self.revision = revision
    instances = KnownInstances()
  }

  /// Takes along what an action changed.
  func follow(_ changes: [PlacedChange], to revision: Int) {
    self.revision = revision
    guard !instances.isEmpty else { return }
    for placed in changes where placed.change.subject.setAsideFrom == nil {
      let place = placed.position.map { CellPlace(section: placed.section, position: $0) }
      instances.take(placed.change, ofCellAt: place)
    }
  }
}
