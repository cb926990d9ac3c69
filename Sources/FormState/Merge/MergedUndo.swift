extension Reversal {
  /// The changes that take back a step on a response whose lines were joined after it: its own line keeps the step, and
  /// a merge pushes none.
  ///
  /// A field goes back only as far as the step's content is still said of it. Beside another person's answer that one
  /// stays, and what others have changed since is left alone. A question of more than two alternatives stays open.
  ///
  /// - Parameters:
  ///   - changes: the changes of the step, in order.
  ///   - questions: the open questions.
  ///   - state: the current state.
  ///   - index: the definition.
  /// - Returns: the changes without their consequences, see ``Decision/consequences(of:reader:moment:)``; empty if
  ///   nothing is left of the step.
  /// - Complexity: O(k) for k changes.
  package static func changes(
    reverting changes: [StateChange], beside questions: OpenQuestions, in state: ResponseState, of index: FormIndex
  ) -> [StateChange] {
    let covers = UndoScope.everything.covering(changes)
    var net: [StateChange.Identity: StateChange] = [:]
    var order: [StateChange.Identity] = []
    for change in changes where covers(change) {
      if net[change.identity] == nil { order.append(change.identity) }
      net[change.identity, default: change].after = change.after
    }
    var isWhole = true
    var taken: [StateChange] = []
    // Results of the clock and of chance come last: they come back if all that they follow from does.
    for kind in [false, true] {
      for identity in order {
        guard let change = net[identity], let register = index.register(of: identity), (register == .result) == kind
        else { continue }
        let current = state[identity.field, of: identity.subject]
        let former = isWhole || !kind ? former(of: change, register, current: current, questions[identity]) : nil
        if register.isAnswer, former != .some(change.before) { isWhole = false }
        guard let former, former != current else { continue }
        taken.append(StateChange(identity.field, of: identity.subject, before: current, after: former))
      }
    }
    return taken
  }

  /// The content to which a field goes back; `nil` if it stays.
  private static func former(
    of change: StateChange, _ kind: RegisterKind, current: FieldContent?, _ question: OpenQuestion?
  ) -> FieldContent?? {
    switch kind {
    case .answer:
      let said = question.map { [current] + $0.others.map(\.content) } ?? [current]
      guard said.contains(change.after) else { return nil }
      let rest = said.filter { $0 != change.after }
      return rest.count > 1 ? nil : .some(rest.isEmpty ? change.before : rest[0])
    case .choices:
      let (before, after) = (change.before?.value?.chosenValues ?? [], change.after?.value?.chosenValues ?? [])
      if current == change.after { return .some(change.before) }
      let kept = (current?.value?.chosenValues ?? []).filter { before.contains($0) || !after.contains($0) }
      let back = before.filter { !after.contains($0) && !kept.contains($0) }
      return .some(kept.isEmpty && back.isEmpty ? .cleared : .value(.choices(kept + back)))
    case .instance where change.before == nil: return .some(nil)
    case .instance where change.after == nil: return current == nil ? .some(change.before) : nil
    case .instance, .kept, .result, .reports: return current == change.after ? .some(change.before) : nil
    case .touched, .completion: return nil
    }
  }
}
