import FormState

/// Actions on a response that are decided in memory, each on the result of those before it, so each is accepted when
/// they are applied in order.
package struct PlannedActions {
  /// The form that the response fills in.
  let form: FormDefinition
  /// The same, laid out.
  let index: FormIndex
  /// The response as the actions so far leave it.
  let reader: FormReader
  /// The moment of the actions.
  private let moment: RuleMoment
  /// The actions, in order.
  package private(set) var actions: [FormAction] = []
  /// Their changes, preceded by the form's initial calculations.
  package private(set) var decisions: [Decision] = []

  /// Begins with the current response.
  ///
  /// - Parameters:
  ///   - contents: the response; a fresh one for one that has not begun.
  ///   - index: its definition with all options of its lists, laid out.
  ///   - moment: the moment of all actions.
  init(_ contents: ResponseContents, _ index: FormIndex, at moment: RuleMoment = .now()) throws {
    form = index.form
    self.index = index
    self.moment = moment
    reader = FormReader(
      index, state: contents.state, nextInstance: contents.nextInstance ?? 1)
    // The initial calculations of a form precede every answer.
    if contents.revision == 0 { take(try decision(.recalculate)) }
  }

  /// Records a decision; `false` if it has no effect.
  @discardableResult
  private mutating func take(_ decision: Decision) -> Bool {
    guard !decision.changes.isEmpty else { return false }
    for change in decision.changes { reader.apply(change.change) }
    decisions.append(decision)
    return true
  }

  /// Applies an action; `false` if it is refused or has no effect.
  mutating func act(_ action: FormAction) throws -> Bool {
    do {
      let decision = try decision(action)
      guard take(decision) else { return false }
      // An added instance has its number, by which later actions name it.
      actions.append(action.kind == .add ? decision.action : action)
    } catch is ActionError {
      return false
    }
    return true
  }

  /// Why an action is refused; `nil` if it is accepted.
  func refusal(of action: FormAction) throws -> ActionError? {
    do {
      _ = try decision(action)
      return nil
    } catch let error as ActionError {
      return error
    }
  }

  /// Why the response does not match an action, although the action was planned if possible.
  enum Obstacle: CustomStringConvertible {
    /// The action is refused.
    case refused(ActionError)
    /// Rules replace its value as soon as other answers are entered.
    case replaced

    var description: String {
      switch self {
      case .refused(let refusal): refusal.description
      case .replaced: "a rule replaces it when other answers are entered"
      }
    }
  }

  /// Why the response does not match an action that enters an answer; `nil` if it does.
  func obstacle(to action: FormAction) throws -> Obstacle? {
    do {
      return try decision(action).changes.contains { $0.change.field == .value } ? .replaced : nil
    } catch let error as ActionError {
      return .refused(error)
    }
  }

  private func decision(_ action: FormAction) throws -> Decision {
    try Decision(action, reader: reader, moment: moment)
  }
}

extension PlannedActions {
  /// An answer that the actions change.
  package struct ChangedAnswer: Hashable, Sendable {
    /// The name of its question, with the number of its instance.
    package let name: String
    /// The readable answer before; `nil` for none.
    package let before: String?
    /// The readable answer after; `nil` for none.
    package let after: String?
  }

  /// The answers that differ from those of a response, in the order in which they change.
  ///
  /// - Complexity: O(n + k) for n cells and k changes.
  package func changedAnswers(since contents: ResponseContents) -> [ChangedAnswer] {
    let questions = Dictionary(form.questions.map { ($0.cell.key, $0) }) { first, _ in first }
    var seen: Set<StateSubject> = []
    let names = reader.state.instanceNames
    let changes = decisions.lazy.flatMap(\.changes).map(\.change)
    return changes.filter { $0.field == .value || $0.field == .calculated }.compactMap { change in
      let subject = change.subject
      guard seen.insert(subject).inserted, let question = questions[subject.key] else { return nil }
      let before = contents.state.value(of: question.cell, in: subject.instance, index.fresh)
      let after = reader.state.value(of: question.cell, in: subject.instance, index.fresh)
      guard before != after else { return nil }
      func text(_ value: CellValue?) -> String? {
        value.map { question.cell.isSensitive ? SensitiveCells.mask : question.readableText(of: $0) }
      }
      return ChangedAnswer(
        name: subject.instance == 0 ? question.name : "\(question.name) (\(names.spelling(of: subject.instance)))",
        before: text(before),
        after: text(after))
    }
  }
}
