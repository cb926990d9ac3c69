import FormState

/// Actions on a response that are decided in memory, each on what those before it have done, so that each is accepted where they are
/// applied in their order.
struct PlannedActions {
  /// The form that the response fills in.
  let form: FormDefinition
  /// The same, laid out.
  let index: FormIndex
  /// The response as the actions so far leave it.
  let reader: FormReader
  /// When the actions are done; `nil` where each is done when it is decided.
  private let moment: RuleMoment?
  /// What to apply, in this order.
  private(set) var actions: [FormAction] = []

  /// Begins with a response as it is.
  ///
  /// - Parameters:
  ///   - contents: the response; a fresh one for one that has not begun.
  ///   - index: its definition with all options of its lists, laid out.
  ///   - moment: when all of them are done; each when it is decided where left out.
  init(_ contents: ResponseContents, _ index: FormIndex, at moment: RuleMoment? = nil) throws {
    form = index.form
    self.index = index
    self.moment = moment
    reader = FormReader(index, state: contents.state, stacks: UndoStacks(journal: [], base: 0))
    // What a form works out at first is there before anybody answers.
    guard contents.revision == 0 else { return }
    for change in try decision(.recalculate).changes { reader.apply(change.change) }
  }

  /// Does an action; `false` where it is refused or nothing comes of it.
  mutating func act(_ action: FormAction) throws -> Bool {
    do {
      let decision = try decision(action)
      guard !decision.changes.isEmpty else { return false }
      for change in decision.changes { reader.apply(change.change) }
    } catch is ActionError {
      return false
    }
    actions.append(action)
    return true
  }

  /// Why an action is refused; `nil` where it would be done.
  func refusal(of action: FormAction) throws -> ActionError? {
    do {
      _ = try decision(action)
      return nil
    } catch let error as ActionError {
      return error
    }
  }

  private func decision(_ action: FormAction) throws -> Decision {
    try Decision(action, reader: reader, moment: moment ?? .now())
  }
}
