import TestSupport

@testable import FormState

/// A device, or a collector that never acts: it knows some entries, with all that are before them.
struct MergeDevice {
  let name: String
  /// How much its clock is ahead.
  let skew: Int64
  var known: Set<Int> = []
  /// The last entry that it made.
  var last: Int?
  /// The time of its clock.
  var clock: Int64 = 0

  init(_ name: String, skew: Int64 = 0) { (self.name, self.skew) = (name, skew) }

  /// The steps that it can undo: those after its last entry; of a device that made none those of the main head.
  func stack(in world: MergeWorld) -> [Int] {
    (last ?? world.heads(of: known).last).map { world.entries[$0].stack } ?? []
  }

  /// Does an action, decided by the real code on what the device sees.
  ///
  /// - Parameter isSaid: whether it counts even if nothing changes.
  /// - Returns: whether there is an entry.
  @discardableResult
  mutating func act(_ action: FormAction, in world: MergeWorld, seed: UInt64, isSaid: Bool = false) throws -> Bool {
    let response = try world.response(of: known)
    let reader = FormReader(MergeForm.index, version: 1, state: response.state)
    let moment = RuleMoment(time: .now.earlier(by: clock), zone: .utc, seed: seed)
    let decision: Decision
    do {
      decision = try Decision(action, reader: reader, moment: moment)
    } catch is ActionError {
      return false
    }
    let changes = decision.changes.map(\.change)
    guard !changes.isEmpty || isSaid else { return false }
    let stack = stack(in: world)
    let next = decision.action.kind.isUndoable ? stack + [world.entries.count] : stack
    try append(decision.action, changes, decision.moment, stack: next, in: world)
    return true
  }

  /// Takes back its last step.
  @discardableResult
  mutating func undo(in world: MergeWorld) throws -> Bool {
    var stack = stack(in: world)
    let response = try world.response(of: known)
    guard let step = stack.popLast(), !response.state.isCompleted else { return false }
    let target = world.entries[step]
    let reader: FormReader
    let changes: [StateChange]
    if response.merge == nil, let address = response.address, let journal = world.journal(upTo: address),
      journal.position(at: .max).undoTop == target.line.address.revision,
      try journal.entry(at: target.line.address.revision) == target.line.action
    {
      reader = FormReader(MergeForm.index, version: 1, state: response.state, journal: journal)
      changes = try Decision(.undo(.everything), reader: reader).changes.map(\.change)
    } else {
      let stated = Reversal.changes(
        reverting: target.line.changes, beside: response.questions, in: response.state, of: MergeForm.index)
      guard !stated.isEmpty else { return false }
      reader = FormReader(MergeForm.index, version: 1, state: response.state)
      changes = try Decision.consequences(of: stated, reader: reader, moment: .unused).changes.map(\.change)
    }
    guard !changes.isEmpty else { return false }
    try append(.undo(.everything), changes, nil, stack: stack, undoing: step, in: world)
    return true
  }

  private mutating func append(
    _ action: FormAction, _ changes: [StateChange], _ moment: RuleMoment?, stack: [Int], undoing: Int? = nil,
    in world: MergeWorld
  ) throws {
    clock += 1
    let author = MergeWorld.Author(name: name, clock: clock + skew, stack: stack)
    let number = try world.append(
      action, changes: changes, to: known, by: author, moment: moment, undoing: undoing)
    known.insert(number)
    last = number
  }

  /// Takes entries whose author's knowledge it has, in their order.
  mutating func take(_ others: Set<Int>, in world: MergeWorld, untilLost isLost: () -> Bool) {
    for entry in others.subtracting(known).sorted() {
      if isLost() { return }
      if world.entries[entry].past.isSubset(of: known) { known.insert(entry) }
    }
  }
}

extension Timestamp {
  /// A fixed moment, so that nothing depends on when a test runs.
  fileprivate func earlier(by clock: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_796_000_000_000 + clock * 1_000) ?? self
  }
}
