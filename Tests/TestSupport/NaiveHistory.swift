import FormState

/// What can be undone and redone, kept the slow and obvious way: as two arrays of steps, each with the whole state before it.
public struct NaiveHistory {
  /// A step, or an undo, that can be taken back.
  struct Step {
    /// The state before it.
    var before: ResponseState
    /// What it changed, as `field of subject`.
    var subjects: Set<String>
    /// The revision of its last entry.
    var revision: Int
  }

  /// The state after each revision.
  public private(set) var states: [Int: ResponseState] = [0: ResponseState()]
  /// The last revision.
  public private(set) var revision = 0
  private var undoable: [Step] = []
  private var redoable: [Step] = []

  /// Begins with a fresh response.
  public init() {}

  /// The state after the last revision.
  public var state: ResponseState { states[revision] ?? ResponseState() }

  /// Notes something new that was done; with several revisions, as one step.
  public mutating func act(_ new: [ResponseState], isUndoable: Bool = true) {
    let before = state
    var subjects: Set<String> = []
    for after in new {
      subjects.formUnion(state.changes(to: after).map(Self.name))
      append(after)
    }
    guard isUndoable, !new.isEmpty else { return }
    undoable.append(Step(before: before, subjects: subjects, revision: revision))
    redoable = []
  }

  /// Takes the last step back that does anything, or does it again; `false` when there is none.
  public mutating func revert(_ direction: UndoDirection, scope: UndoScope) -> Bool {
    let steps = direction == .undo ? undoable : redoable
    for (place, step) in steps.enumerated().reversed() {
      let after = Self.reverting(step, in: state, scope: scope)
      guard after != state else { continue }
      let undone = Step(
        before: state, subjects: Set(state.changes(to: after).map(Self.name)), revision: revision + 1)
      let isTop = place == steps.count - 1
      append(after)
      if direction == .undo {
        if isTop { undoable.removeLast() }
        redoable.append(undone)
      } else {
        if isTop { redoable.removeLast() }
        undoable.append(undone)
      }
      return true
    }
    return false
  }

  /// Whether there is a step that does anything.
  public func canRevert(_ direction: UndoDirection, scope: UndoScope) -> Bool {
    (direction == .undo ? undoable : redoable).contains { Self.reverting($0, in: state, scope: scope) != state }
  }

  /// Forgets what was before a revision.
  public mutating func compact(to revision: Int) {
    states = states.filter { $0.key >= revision }
    undoable.removeAll { $0.revision <= revision }
    redoable.removeAll { $0.revision <= revision }
  }

  private mutating func append(_ state: ResponseState) {
    revision += 1
    states[revision] = state
  }

  private static func reverting(_ step: Step, in state: ResponseState, scope: UndoScope) -> ResponseState {
    let values: Set<StateChange.Field> = [.value, .title, .draft]
    let fields = scope == .values ? values : values.union([.disclosure, .fold])
    var result = state
    for change in state.changes(to: step.before) where fields.contains(change.field) {
      if step.subjects.contains(name(change)) { result.apply(change) }
    }
    return result
  }

  private static func name(_ change: StateChange) -> String { "\(change.field) of \(change.subject)" }
}
