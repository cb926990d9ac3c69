import FormState
import TestSupport
import Testing

@testable import FormStateStore

extension RandomLife {
  /// Takes something back in the midst of the journal, or goes back to a revision, and undoes that again.
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
      // Of the last step, that is an undo.
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

  /// Does something that may be refused; `false` where it was, or where it came to nothing.
  private func isDone(_ action: FormAction) throws -> Bool {
    do {
      return try store.screenChange(applying: action, to: key).revision > revision
    } catch is ActionError {
      return false
    }
  }

  private func state() throws -> ResponseState { try store.contents(of: key).state }

  /// What undo takes along of a state, but for what rules made of the clock.
  private static func answers(of state: ResponseState) -> Set<StateChange> {
    Set(state.changes.filter { [.answer, .opening].contains($0.field.role) })
  }
}
