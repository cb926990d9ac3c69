import FormState
import TestSupport
import Testing

@testable import FormStateStore

extension RandomLife {
  /// Reverts a random revision, or restores one, and perhaps undoes that.
  func goBack() throws {
    guard revision > 0 else { return }
    let wanted = author.number(in: max(0, revision - 12)...revision)
    let before = now
    if author.happens(onceIn: 2) {
      guard try isDone(.restore(to: wanted)) else { return }
      if let then = moments[wanted] {
        #expect(then.version == before.version, place("restored \(wanted) across an upgrade"))
        #expect(Self.answers(of: try state()) == Self.answers(of: then.state), place("restored \(wanted)"))
      }
    } else {
      let last = try store.journal(of: key).last
      guard try isDone(.revert(wanted, only: author.happens(onceIn: 3))) else { return }
      // Reverting the last step is an undo.
      if let last, last.revision == wanted, last.step == wanted, last.action.kind.isUndoable,
        !last.action.kind.isAboutUndo,
        let former = moments[wanted - 1]
      {
        #expect(Self.answers(of: try state()) == Self.answers(of: former.state), place("reverted the last step"))
      }
    }
    try lookAround()
    guard author.happens(onceIn: 2) else { return }
    try store.undo(of: key)
    try lookAround()
    #expect(Self.answers(of: now.state) == Self.answers(of: before.state), place("undid going back"))
  }

  /// Applies an action that may be refused; `false` if it is refused or has no effect.
  private func isDone(_ action: FormAction) throws -> Bool {
    do {
      return try store.screenChange(applying: action, to: key).revision > revision
    } catch is ActionError {
      return false
    }
  }

  private func state() throws -> ResponseState { try store.contents(of: key).state }

  /// The part of a state that undo restores, except the values of rules with the clock.
  private static func answers(of state: ResponseState) -> Set<StateChange> {
    Set(state.changes.filter { [.answer, .opening].contains($0.field.role) })
  }
}
