import FormState

/// Undo and redo in the slow and obvious way: two arrays of steps, each with the whole state before it.
public struct NaiveHistory {
  /// A step, or an undo, that can be reversed.
  struct Step {
    /// The state before it.
    var before: ResponseState
    /// Its changes, as `field of subject`.
    var subjects: Set<String>
    /// The cells whose reports it left although their answers changed.
    var kept: Set<StateSubject> = []
    /// The revision of its last entry.
    var revision: Int
  }

  /// The state after each revision, without drafts, which no journal has.
  public private(set) var states: [Int: ResponseState] = [0: ResponseState()]
  /// The last revision.
  public private(set) var revision = 0
  /// The drafts that the device keeps.
  private var drafts: [StateSubject: FieldContent] = [:]
  /// Recalculates what follows from the answers of a state.
  private let derived: (ResponseState) -> ResponseState
  /// Removes the reports on cells with a new value from a state, except for some cells.
  private let current: (ResponseState, ResponseState, (StateSubject) -> Bool) -> ResponseState
  private var undoable: [Step] = []
  private var redoable: [Step] = []

  /// Begins with a fresh response.
  ///
  /// - Parameters:
  ///   - derived: recalculates what follows from the answers of a state; nothing for a form without rules.
  ///   - current: removes the reports on cells with a new value from a state, except for some cells.
  public init(
    derived: @escaping (ResponseState) -> ResponseState = { $0 },
    current: @escaping (ResponseState, ResponseState, (StateSubject) -> Bool) -> ResponseState = { after, _, _ in after
    }
  ) {
    self.derived = derived
    self.current = current
  }

  /// The state after the last revision, with the drafts.
  public var state: ResponseState {
    var state = journaled
    for (subject, text) in drafts { state.apply(StateChange(.draft, of: subject, before: nil, after: text)) }
    return state
  }

  private var journaled: ResponseState { states[revision] ?? ResponseState() }

  private static func withoutDrafts(_ state: ResponseState) -> ResponseState {
    var state = state
    for (subject, cell) in state.cells {
      state.apply(StateChange(.draft, of: subject, before: cell[.draft], after: nil))
    }
    return state
  }

  /// Notes something new that was done; with several revisions, as one step.
  public mutating func act(_ new: [ResponseState], isUndoable: Bool = true) {
    let before = journaled
    let first = revision
    var subjects: Set<String> = []
    for next in new {
      drafts = next.cells.compactMapValues { $0[.draft] }
      let after = Self.withoutDrafts(next)
      guard after != journaled else { continue }
      subjects.formUnion(journaled.changes(to: after).map(Self.name))
      append(after)
    }
    guard isUndoable, revision > first else { return }
    undoable.append(Step(before: before, subjects: subjects, revision: revision))
    redoable = []
  }

  /// Undoes the last step with an effect, or redoes it; `false` if there is none.
  package mutating func revert(_ direction: UndoDirection, scope: UndoScope) -> Bool {
    let steps = direction == .undo ? undoable : redoable
    for (place, step) in steps.enumerated().reversed() {
      let after = reverting(step, in: journaled, scope: scope)
      guard after != journaled else { continue }
      let subjects = Set(journaled.changes(to: after).map(Self.name))
      let undone = Step(
        before: journaled, subjects: subjects, kept: kept(in: after), revision: revision + 1)
      append(after)
      let left = Self.left(of: steps, afterTaking: subjects, at: place, scope: scope)
      if direction == .undo {
        (undoable, redoable) = (left, redoable + [undone])
      } else {
        (undoable, redoable) = (undoable + [undone], left)
      }
      return true
    }
    return false
  }

  /// The cells whose reports stay although their answers change.
  private func kept(in after: ResponseState) -> Set<StateSubject> {
    let bare = current(after, journaled) { _ in false }
    return Set(after.cells.keys.filter { after[.reportedFaults, of: $0] != bare[.reportedFaults, of: $0] })
  }

  /// The remaining steps: without the undone and the skipped ones, or with values alone, with the skipped ones and the
  /// rest of the step.
  private static func left(
    of steps: [Step], afterTaking subjects: Set<String>, at place: Int, scope: UndoScope
  ) -> [Step] {
    guard scope == .values else { return Array(steps[..<place]) }
    var left = steps
    let didMore = left[place].subjects.contains { $0.hasPrefix("disclosure") || $0.hasPrefix("fold") }
    left[place].subjects.subtract(subjects)
    left[place].kept = left[place].kept.filter { !subjects.contains(reports(on: $0)) }
    if place == left.count - 1 && !didMore { left.removeLast() }
    return left
  }

  /// Whether there is a step with an effect.
  package func canRevert(_ direction: UndoDirection, scope: UndoScope) -> Bool {
    (direction == .undo ? undoable : redoable).contains { reverting($0, in: journaled, scope: scope) != journaled }
  }

  /// Forgets the steps before a revision.
  public mutating func compact(to revision: Int) {
    states = states.filter { $0.key >= revision }
    undoable.removeAll { $0.revision <= revision }
    redoable.removeAll { $0.revision <= revision }
  }

  private mutating func append(_ state: ResponseState) {
    revision += 1
    states[revision] = state
  }

  private func reverting(_ step: Step, in state: ResponseState, scope: UndoScope) -> ResponseState {
    let values: Set<StateChange.Field> = [.value, .title, .original, .reportedFaults]
    let fields = scope == .values ? values : values.union([.disclosure, .fold])
    var result = state
    for change in state.changes(to: step.before) where fields.contains(change.field) {
      // A report that stayed and was withdrawn since does not come back.
      let staysReported =
        change.field == .reportedFaults && change.before != nil && step.kept.contains(change.subject)
      if staysReported || step.subjects.contains(Self.name(change)) { result.apply(change) }
    }
    return current(derived(result), state) { subject in
      step.subjects.contains(Self.reports(on: subject)) || step.kept.contains(subject)
    }
  }

  private static func reports(on subject: StateSubject) -> String {
    "\(StateChange.Field.reportedFaults) of \(subject)"
  }

  private static func name(_ change: StateChange) -> String { "\(change.field) of \(change.subject)" }
}
