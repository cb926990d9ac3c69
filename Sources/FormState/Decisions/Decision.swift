/// What an action means: what it does to the state, calculated before anything is written.
package struct Decision: Hashable, Sendable {
  /// The action with its cell named by key, so that it can be replayed wherever the rows stand then.
  package let action: FormAction
  /// What the action does to the state, in order, at most once to each field; empty if everything is already as the
  /// action wants it.
  package let changes: [PlacedChange]
  /// Of undo and redo, what is reverted or done again; `nil` for all other actions.
  package let reversal: Reversal?
  /// Where the action leads to another version of the form, which is something even where nothing else changes. The
  /// changes have no places then, since there are two forms that they could stand in.
  package let crossing: Crossing?
  /// When, in which time zone and by which chance rules ran; `nil` where none asked for that.
  package let moment: RuleMoment?

  /// Decides what an action means.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - reader: the state before it; only read.
  ///   - isInJournal: whether the action was done before and is decided again, as a proof of its journal.
  ///   - moment: what rules read that ask the clock or chance.
  /// - Throws: ``ActionError`` when the action is refused; what the reader throws.
  /// - Complexity: a handful of reads for an action on one cell, plus one per direct child of each ancestor whose
  ///   title is a summary; for actions on the whole form, the number of cells that change.
  package init(
    _ action: FormAction, reader: any StateReader, isInJournal: Bool = false, moment: RuleMoment = .now()
  ) throws {
    var draft = DecisionDraft(reader: reader, isInJournal: isInJournal, moment: moment)
    self.action = try draft.decide(action.withCanonicalKeys)
    if draft.crossing == nil {
      let derived = try DerivedChanges(
        of: draft, isRecalculation: self.action == .recalculate, reader: reader, moment: moment)
      (changes, self.moment) = (derived.changes.withInstancesInOrder, derived.moment)
    } else {
      (changes, self.moment) = (draft.changes, draft.crossing?.asksZone == true ? moment : nil)
    }
    reversal = draft.reversal
    crossing = draft.crossing
    // A new version says nothing of the answers; a completed response moves to it and stays completed.
    if crossing == nil, let first = changes.first(where: { $0.change.field.role == .answer }), try reader.isCompleted()
    {
      throw ActionError.completed(cell: first.change.subject.description)
    }
  }
}

/// The changes of a draft, what rules make of them, and the titles that sum them up.
private struct DerivedChanges {
  let changes: [PlacedChange]
  /// What rules have read of the clock, chance or time zone; `nil` where none asked.
  let moment: RuleMoment?

  init(
    of draft: DecisionDraft, isRecalculation: Bool, reader: any StateReader, moment: RuleMoment
  ) throws {
    let done = draft.changes
    // A completed response stays unchanged.
    let recalculatesAll = try isRecalculation && !reader.isCompleted()
    guard recalculatesAll || done.contains(where: { $0.change.field.isReadByRules }) else {
      (changes, self.moment) = (PlacedChange.net(done), nil)
      return
    }
    // What asked the clock or chance is reverted as it was, and not asked again.
    var recalculation = Recalculation(
      reader: reader, after: done, moment: draft.bringsBack ? nil : moment, in: moment.zone,
      at: moment.time, nextNumber: draft.nextNumber,
      // What is reverted brings back what was set; a response that starts over has nothing set.
      setsCells: !draft.bringsBack && !draft.leavesNothing)
    if recalculatesAll { try recalculation.runAll(try reader.rules()) } else { try recalculation.run(after: done) }
    let derived = PlacedChange.net(done + recalculation.changes)
    var titles = TitleRecalculation(reader: reader, after: derived)
    try titles.run(after: derived, leavesNothing: draft.leavesNothing)
    let outdated = try reader.outdatedReports(after: derived, besides: done)
    let rest = titles.changes + outdated
    changes = rest.isEmpty ? derived : PlacedChange.net(derived + rest)
    self.moment = recalculation.hasAskedMoment && !changes.isEmpty ? moment : nil
  }
}

/// What takes an undo step back, or does it again.
package struct Reversal: Hashable, Sendable {
  /// The last revision of what is reverted: of a step, or for a redo of an undo.
  package var entry: Int
  /// The last revision of the step itself, as it was first done.
  package var target: Int
  /// What it does to the state, in order; nothing where it leads to another version of the form.
  package var changes: [PlacedChange]
  /// Where it takes an upgrade back, or does it again.
  package var crossing: Crossing?

  /// Creates a reversal.
  package init(entry: Int, target: Int, changes: [PlacedChange], crossing: Crossing? = nil) {
    self.entry = entry
    self.target = target
    self.changes = changes
    self.crossing = crossing
  }

  /// Determines what takes state changes back.
  ///
  /// Each field goes back to what it was before the first of the changes, from whatever it is now: after steps have
  /// been passed over, that need not be what the last of the changes made of it.
  ///
  /// - Parameters:
  ///   - changes: the changes, in the order in which they happened.
  ///   - state: the state as it is now, at least where the changes touch it.
  ///   - scope: which fields to take back.
  /// - Returns: the changes that take them back, without those that would do nothing.
  /// - Complexity: O(k) for k changes.
  package static func changes(
    reverting changes: [PlacedChange], in state: ResponseState, scope: UndoScope
  ) -> [PlacedChange] {
    var seen: Set<StateChange.Identity> = []
    let covers = scope.covering(changes.map(\.change))
    let first = changes.filter { covers($0.change) && seen.insert($0.change.identity).inserted }
    return settled(first.map { $0.with($0.change.reverting(in: state)) }, \.change)
  }

  /// The changes that do something, and nothing where none does.
  ///
  /// What was reported is told along with them even where it is now what it was then: that says that it is to stay.
  package static func settled<Change>(_ changes: [Change], _ change: (Change) -> StateChange) -> [Change] {
    guard changes.contains(where: { !change($0).isEmpty }) else { return [] }
    return changes.filter { !change($0).isEmpty || change($0).field == .reportedFaults }
  }
}

/// What undo and redo take along.
@nonexhaustive
public enum UndoScope: String, CaseIterable, Hashable, Sendable, Codable {
  /// Everything that a step did: values, drafts, disclosure and folds.
  case everything
  /// Values and drafts alone. Steps that only opened, closed or folded something are passed over and stay unchanged.
  case values

  /// Whether a change of a field is taken along.
  package func covers(_ field: StateChange.Field) -> Bool {
    switch field.role {
    case .answer, .derived, .report: true
    case .opening: self == .everything
    case .note: false
    }
  }

  /// Tells which changes of a step are taken along: those of fields that are, all of an instance that comes or goes
  /// with it, and all of a step that brings back or discards what was set aside.
  package func covering(_ changes: some Sequence<StateChange>) -> (StateChange) -> Bool {
    if changes.contains(where: { $0.subject.setAsideFrom != nil }) { return { _ in true } }
    let instances = Set(changes.lazy.filter { $0.field == .instance }.map(\.subject.instance))
    return { covers($0.field) || instances.contains($0.subject.instance) }
  }
}

/// Whether a step is reverted or done again.
public enum UndoDirection: Hashable, Sendable {
  /// Takes the last step back.
  case undo
  /// Does the step again that was reverted last.
  case redo
}
