import FormState

/// A response without a file: decided by the real code, kept as a journal.
public final class ResponseInMemory {
  /// The form.
  public let form: FormDefinition
  /// Its definition, laid out.
  package let index: FormIndex
  /// The entries.
  public private(set) var journal: [JournalEntry] = []
  /// The resulting state.
  public private(set) var state = ResponseState()
  /// The moment and time zone of the next actions.
  package var moment: RuleMoment

  private static let usualMoment = RuleMoment(
    time: Timestamp(isoText: "2026-11-22T09:00:00Z") ?? .now, zone: .current, seed: 7)

  /// Begins a response, as opening it does.
  package init(_ form: FormDefinition, at moment: RuleMoment? = nil) throws {
    self.form = form
    self.moment = moment ?? Self.usualMoment
    index = FormIndex(form)
    try apply(.recalculate)
  }

  /// The input of decisions. Read again from the journal, so numbers of removed instances are not reused.
  package var reader: FormReader { reader(of: index) }

  private func reader(of index: FormIndex) -> FormReader {
    let recorded = RecordedJournal()
    for entry in journal { _ = recorded.follow(entry) }
    let reader = FormReader(index, journal: recorded)
    for change in journal.lazy.flatMap(\.changes) { reader.apply(change) }
    return reader
  }

  /// Does an action.
  ///
  /// - Returns: its changes.
  /// - Throws: `ActionError` when the action is refused.
  @discardableResult
  public func apply(_ action: FormAction) throws -> [StateChange] {
    let decision = try Decision(action, reader: reader, moment: moment)
    let changes = decision.changes.map(\.change)
    guard !changes.isEmpty || decision.reversal != nil else { return [] }
    journal.append(
      JournalEntry(
        revision: journal.count + 1, action: decision.action, time: .now, moment: decision.moment, changes: changes,
        target: decision.reversal?.target, reverts: decision.reversal?.entry))
    for change in changes where !state.apply(change) { throw ResponseFault.notBefore(change) }
    return changes
  }

  /// Something that must never happen.
  public enum ResponseFault: Error {
    /// The state was not on the near side of a change.
    case notBefore(StateChange)
  }

  /// The state after recalculating all results of rules.
  public func reevaluatedState() throws -> ResponseState {
    // A value set by a rule counts as entered.
    let reader = reader(of: FormIndex(form.withoutSettings))
    // The titles of groups are not rules, and follow from the changes.
    let ruled = Set(form.sections.flatMap(\.cells).filter { $0.rule(.title) != nil }.map(\.key))
    var answers = state.withoutDerived
    for (subject, content) in state.contents(of: .title) where ruled.contains(subject.key) {
      answers.apply(StateChange(.title, of: subject, before: content, after: nil))
    }
    for change in state.changes(to: answers) { reader.apply(change) }
    for change in try Decision(.recalculate, reader: reader, moment: moment).changes { answers.apply(change.change) }
    return answers
  }
}

extension FormDefinition {
  /// The form without the rules that set cells when others change.
  fileprivate var withoutSettings: FormDefinition {
    var form = self
    for section in form.sections.indices {
      for cell in form.sections[section].cells.indices {
        form.sections[section].cells[cell].rules.removeAll { $0.kind == .set }
      }
    }
    return form
  }
}
