import FormState

/// Actions on a response that are decided in memory, each on what those before it have done, so that each is accepted
/// where they are applied in their order.
package struct PlannedActions {
  /// The form that the response fills in.
  let form: FormDefinition
  /// The same, laid out.
  let index: FormIndex
  /// The response as the actions so far leave it.
  let reader: FormReader
  /// When the actions are done; `nil` where each is done when it is decided.
  private let moment: RuleMoment?
  /// What to do, in this order.
  package private(set) var actions: [FormAction] = []
  /// What they do, and before them what the form calculates at first.
  package private(set) var decisions: [Decision] = []

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
    reader = FormReader(
      index, state: contents.state, stacks: UndoStacks(journal: [], base: 0), nextInstance: contents.nextInstance ?? 1)
    // What a form calculates at first is there before anybody answers.
    if contents.revision == 0 { take(try decision(.recalculate)) }
  }

  /// Takes note of a decision; `false` where nothing comes of it.
  @discardableResult
  private mutating func take(_ decision: Decision) -> Bool {
    guard !decision.changes.isEmpty else { return false }
    for change in decision.changes { reader.apply(change.change) }
    decisions.append(decision)
    return true
  }

  /// Does an action; `false` where it is refused or nothing comes of it.
  mutating func act(_ action: FormAction) throws -> Bool {
    do {
      guard take(try decision(action)) else { return false }
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
