/// The effect of an action on the state, determined before anything is written.
package struct Decision: Hashable, Sendable {
  /// The action with its cell named by key, so it can be replayed wherever the rows are then.
  package let action: FormAction
  /// The changes by the action, in order, at most one for each field; empty if the state already is as the action
  /// requires.
  package let changes: [PlacedChange]
  /// The drafts that it keeps or discards on the device, which no journal has.
  package let drafts: [PlacedChange]
  /// Of undo and redo, what is reverted or redone; `nil` for all other actions.
  package let reversal: Reversal?
  /// The change to another version of the form, which is an effect even without other changes. The changes then have no
  /// places, since there are two forms.
  package let upgrade: Upgrade?
  /// The time, time zone and seed with which rules ran; `nil` if no rule used them.
  package let moment: RuleMoment?

  /// The numbers of the instances that the action removes.
  package var removedInstances: Set<Int> {
    Set(changes.lazy.filter { $0.change.field == .instance && $0.change.after == nil }.map(\.change.subject.instance))
  }

  /// Whether the action clears a sensitive cell, whose former contents must leave the file.
  package let erases: Bool

  /// Determines the effect of an action.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - reader: the state before it; only read.
  ///   - isInJournal: whether the action is already in a journal, and is decided again to verify it.
  ///   - moment: the moment for rules that use the clock or random values.
  /// - Throws: ``ActionError`` if the action is refused; what the reader throws.
  /// - Complexity: a handful of reads for an action on one cell, plus one per direct child of each ancestor whose title
  ///   is a summary; for actions on the whole form, the number of cells that change.
  package init(
    _ action: FormAction, reader: FormReader, isInJournal: Bool = false, moment: RuleMoment = .now()
  ) throws {
    var draft = DecisionDraft(reader: reader, isInJournal: isInJournal, moment: moment)
    self.action = try draft.decide(action.withCanonicalKeys)
    let all: [PlacedChange]
    if draft.upgrade == nil {
      let derived = try DerivedChanges(
        of: draft, isRecalculation: self.action == .recalculate, reader: reader, moment: moment)
      (all, self.moment) = (derived.changes.withInstancesInOrder, derived.moment)
    } else {
      (all, self.moment) = (draft.changes, draft.upgrade?.asksZone == true ? moment : nil)
    }
    changes = all.filter { $0.change.field.role != .device }
    drafts = all.filter { $0.change.field.role == .device }
    reversal = draft.reversal
    erases = draft.erases
    upgrade = draft.upgrade
    // A new version does not affect the answers; a completed response can be upgraded and stays completed.
    if upgrade == nil, reader.isCompleted(),
      let first = changes.first(where: { $0.change.field.role == .answer })
        ?? drafts.first(where: { $0.change.after != nil })
    {
      throw ActionError.completed(cell: first.change.subject.description(naming: reader.state.instanceNames))
    }
  }
}

extension Decision {
  /// The changes of a merge, or of an undo after one, with their consequences: rules are evaluated again, but those of
  /// kind *set* set nothing.
  ///
  /// - Parameters:
  ///   - stated: the changes from the current state; those of results of the clock and of chance say which are kept.
  ///   - reader: the response; only read.
  ///   - moment: the moment for rules that use the clock or random values.
  /// - Returns: the changes in order, and the moment if a rule used it.
  /// - Throws: ``ActionError`` if a rule fails; what the reader throws.
  /// - Complexity: as an action with these changes.
  static func consequences(
    of stated: [StateChange], reader: FormReader, moment: RuleMoment
  ) throws -> (changes: [PlacedChange], moment: RuleMoment?) {
    var draft = DecisionDraft(reader: reader, isInJournal: true, moment: moment)
    draft.join(reader.placed(stated))
    let derived = try DerivedChanges(of: draft, isRecalculation: false, reader: reader, moment: moment)
    return (derived.changes.withInstancesInOrder, derived.moment)
  }
}

/// The changes of a draft, the results of rules, and the resulting titles.
private struct DerivedChanges {
  let changes: [PlacedChange]
  /// The moment used by rules; `nil` if none used it.
  let moment: RuleMoment?

  init(
    of draft: DecisionDraft, isRecalculation: Bool, reader: FormReader, moment: RuleMoment
  ) throws {
    let done = draft.changes
    // A completed response stays unchanged.
    let recalculatesAll = isRecalculation && !reader.isCompleted()
    guard recalculatesAll || done.contains(where: { $0.change.field.isReadByRules }) else {
      (changes, self.moment) = (PlacedChange.net(done), nil)
      return
    }
    // Undo restores time-based and random values without re-evaluating them.
    let recalculation = try Recalculation.settled { settles in
      var recalculation = Recalculation(
        reader: reader, after: done, moment: draft.bringsBack ? nil : moment, in: moment.zone,
        at: moment.time, nextCounter: draft.nextCounter,
        // An undo restores values that rules set; a reset response has none.
        setsCells: !draft.bringsBack && !draft.leavesNothing && !draft.joinsLines, settles: settles,
        keeping: draft.joinsLines ? Set(done.lazy.map(\.change).filter { $0.field == .calculated }.map(\.subject)) : nil
      )
      if recalculatesAll { try recalculation.runAll(reader.rules()) } else { try recalculation.run(after: done) }
      return recalculation
    }
    let derived = PlacedChange.net(done + recalculation.changes)
    var titles = TitleRecalculation(reader: reader, after: derived)
    try titles.run(after: derived, leavesNothing: draft.leavesNothing)
    let outdated = reader.outdatedReports(after: derived, besides: done)
    let answered = reader.answeredQuestions(after: derived, besides: done)
    let rest = titles.changes + outdated + answered
    changes = rest.isEmpty ? derived : PlacedChange.net(derived + rest)
    self.moment = recalculation.hasAskedMoment && !changes.isEmpty ? moment : nil
  }
}

/// The undo or redo of a step.
package struct Reversal: Hashable, Sendable {
  /// The first revision of the reverted step, or for a redo of the undo.
  let start: Int
  /// The last revision of it.
  package var entry: Int
  /// The last revision of the original step.
  package var target: Int
  /// The changes of the state, in order; empty if it leads to another version of the form.
  var changes: [PlacedChange]
  /// The change to another version, if it undoes or redoes an upgrade.
  var upgrade: Upgrade?

  /// Creates a reversal.
  init(start: Int, entry: Int, target: Int, changes: [PlacedChange], upgrade: Upgrade? = nil) {
    self.start = start
    self.entry = entry
    self.target = target
    self.changes = changes
    self.upgrade = upgrade
  }

  /// Determines the changes that revert state changes.
  ///
  /// Each field gets its value before the first of the changes, whatever it is now: after steps were skipped, the
  /// current value may differ from the result of the last change.
  ///
  /// - Parameters:
  ///   - changes: the changes, in order.
  ///   - state: the current state, at least of the changed fields.
  ///   - scope: the fields to revert.
  /// - Returns: the changes that revert them, without those that have no effect.
  /// - Complexity: O(k) for k changes.
  static func changes(
    reverting changes: [StateChange], in state: ResponseState, scope: UndoScope
  ) -> [StateChange] {
    var seen: Set<StateChange.Identity> = []
    let covers = scope.covering(changes)
    let first = changes.filter { covers($0) && seen.insert($0.identity).inserted }
    return settled(first.map { $0.reverting(in: state) })
  }

  /// The changes that have an effect; empty if none has.
  ///
  /// Results of rules and titles are none by themselves: another step may have changed what they follow from. Changes
  /// of reports are included even without an effect, which records that the reports stay.
  private static func settled(_ changes: [StateChange]) -> [StateChange] {
    guard changes.contains(where: { !$0.isEmpty && !$0.followsFromOthers }) else { return [] }
    return changes.filter { !$0.isEmpty || $0.field == .reportedFaults }
  }
}

/// The scope of undo and redo.
@nonexhaustive
public enum UndoScope: String, CaseIterable, Hashable, Sendable, Codable {
  /// All effects of a step: values, disclosure and folding.
  case everything
  /// Only values. Steps that only opened, closed or folded something are skipped and stay unchanged.
  case values

  /// Whether a change of a field is included.
  package func covers(_ field: StateChange.Field) -> Bool {
    switch field.role {
    case .answer, .derived, .report: true
    case .opening: self == .everything
    case .note, .device: false
    }
  }

  /// Determines which changes of a step are included: those of fields in the scope, all of an added or removed
  /// instance, and all of a step that restores or discards contents that were set aside.
  func covering(_ changes: some Sequence<StateChange>) -> (StateChange) -> Bool {
    if changes.contains(where: { $0.subject.setAsideFrom != nil }) { return { _ in true } }
    let instances = Set(changes.lazy.filter { $0.field == .instance }.map(\.subject.instance))
    return { covers($0.field) || instances.contains($0.subject.instance) }
  }
}

/// The direction: undo or redo.
package enum UndoDirection: Hashable, Sendable {
  /// Reverts the last step.
  case undo
  /// Restores the last undone step.
  case redo
}
