/// What a person did: the intent, before it is known what it does to the state.
@nonexhaustive
public enum FormAction: Hashable, Sendable {
  /// Selected a row: an expandable cell toggles, an option is chosen, anything else stays unchanged.
  case tap(CellReference)
  /// Gave a cell a value; text that spells a number, a date or a switch's position is read as one.
  case set(CellReference, CellValue)
  /// Emptied a cell; its default does not come back.
  case clear(CellReference)
  /// Chose an option; the cell above it takes it as its value and collapses.
  case choose(CellReference)
  /// Showed the cells below a cell.
  case expand(CellReference)
  /// Hid the cells below a cell.
  case collapse(CellReference)
  /// Expanded every expandable cell of the form.
  case expandAll
  /// Collapsed every expandable cell of the form.
  case collapseAll
  /// Put the rows of the section with a key away.
  case fold(section: String)
  /// Showed the rows of the section with a key again.
  case unfold(section: String)
  /// Folded the section with a key, or unfolded it: what a tap on its header means.
  case toggleFold(section: String)
  /// Unfolded the section of a cell and expanded every cell above it, so that it shows.
  case reveal(CellReference)
  /// Took a cell and those below it, or with `nil` the whole response, back to the definition.
  case reset(CellReference?)
  /// Left text in a cell's control that is no value yet, or with `nil` discarded it; a draft never counts as an answer.
  case draft(CellReference, String?)
  /// Added an instance of a repeat before another one, or with `nil` after the last. The number of the new instance is
  /// the next one of the response, unless it is done again and has one.
  case add(CellReference, before: CellReference? = nil, number: Int? = nil)
  /// Removed an instance of a repeat with all that was done in it: the one that is named, or in which the named cell
  /// stands.
  case remove(CellReference)
  /// Moved an instance of a repeat before another one of the same repeat, or with `nil` after the last.
  case move(CellReference, before: CellReference?)
  /// Took the last undo step back.
  case undo(UndoScope)
  /// Did the step again that was reverted last.
  case redo(UndoScope)
  /// Took back what an entry of the journal did, or the whole step that it is part of, wherever in the journal it
  /// stands. It is refused where a later entry stands on it.
  case revert(Int, only: Bool = false)
  /// Went back to what the response was at a revision, with everything that an undo takes along.
  case restore(to: Int)
  /// Marked the values as saved; what changes from now on differs from what was saved.
  case markSaved
  /// Declared the response finished; its values are refused until it is reopened.
  case complete
  /// Took a completed response up again.
  case reopen
  /// Moved to another version of the form.
  case upgrade(VersionMove)
  /// Re-evaluated the rules that use the clock or random values, and those whose results are out of date; and set what
  /// rules set when the response is opened. It is no step that an undo reverts.
  case recalculate
  /// Reported that something is wrong with a cell, or with `nil` with the response as a whole: a server refuses the
  /// answer, a check that takes its time has failed. It is no step that an undo reverts, and a completed response
  /// takes it too.
  ///
  /// On a cell it stays until the cell holds something else or its reporter withdraws it, on the response until the
  /// latter.
  case reportFault(String, on: CellReference? = nil, from: String? = nil)
  /// Withdrew all that a reporter, or with `nil` nobody in particular, has reported on a cell, or with `nil` on the
  /// response and all of its cells.
  case withdrawFaults(from: String? = nil, on: CellReference? = nil)
  /// Stands for the older entries of a journal that was compacted. Only a journal holds it: it cannot be applied.
  case checkpoint

  /// The names of actions, as the journal and files write them.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    case tap, set, clear, choose, expand, collapse, expandAll, collapseAll, fold, unfold, toggleFold, reveal, reset
    case draft, add, remove, move, undo, redo, revert, restore, markSaved, complete, reopen, upgrade, recalculate
    case reportFault, withdrawFaults, checkpoint
  }

  /// The name of the action.
  public var kind: Kind {
    switch self {
    case .tap: .tap
    case .set: .set
    case .clear: .clear
    case .choose: .choose
    case .expand: .expand
    case .collapse: .collapse
    case .expandAll: .expandAll
    case .collapseAll: .collapseAll
    case .fold: .fold
    case .unfold: .unfold
    case .toggleFold: .toggleFold
    case .reveal: .reveal
    case .reset: .reset
    case .draft: .draft
    case .add: .add
    case .remove: .remove
    case .move: .move
    case .undo: .undo
    case .redo: .redo
    case .revert: .revert
    case .restore: .restore
    case .markSaved: .markSaved
    case .complete: .complete
    case .reopen: .reopen
    case .upgrade: .upgrade
    case .recalculate: .recalculate
    case .reportFault: .reportFault
    case .withdrawFaults: .withdrawFaults
    case .checkpoint: .checkpoint
    }
  }

  /// The cell that the action is about; `nil` if it is about a section or the whole response.
  public var cell: CellReference? {
    switch self {
    case .tap(let cell), .set(let cell, _), .clear(let cell), .choose(let cell), .expand(let cell),
      .collapse(let cell), .reveal(let cell), .draft(let cell, _), .add(let cell, _, _), .remove(let cell),
      .move(let cell, _):
      cell
    case .reset(let cell), .reportFault(_, let cell, _), .withdrawFaults(_, let cell): cell
    case .expandAll, .collapseAll, .fold, .unfold, .toggleFold, .undo, .redo, .revert, .restore, .markSaved, .complete,
      .reopen, .upgrade, .recalculate, .checkpoint:
      nil
    }
  }

  /// The key of the section that the action is about; `nil` if it is not about a section.
  public var section: String? {
    switch self {
    case .fold(let section), .unfold(let section), .toggleFold(let section): section
    default: nil
    }
  }

  /// The value that the action gives; the text of a draft; `nil` for all but ``set(_:_:)`` and ``draft(_:_:)``.
  public var value: CellValue? {
    switch self {
    case .set(_, let value): value
    case .draft(_, let text): text.map(CellValue.text)
    default: nil
    }
  }

  /// What an undo or redo takes along; `nil` for all other actions.
  public var scope: UndoScope? {
    switch self {
    case .undo(let scope), .redo(let scope): scope
    default: nil
    }
  }

  /// The instance before which one is added or moved; `nil` for after the last, and for all other actions.
  public var before: CellReference? {
    switch self {
    case .add(_, let before, _), .move(_, let before): before
    default: nil
    }
  }

  /// The number of the instance that is added, where it has one already; `nil` for all other actions.
  public var number: Int? {
    if case .add(_, _, let number) = self { number } else { nil }
  }

  /// The revision that the action reverts or goes back to; `nil` for all but ``revert(_:only:)`` and
  /// ``restore(to:)``.
  public var revision: Int? {
    switch self {
    case .revert(let revision, _), .restore(let revision): revision
    default: nil
    }
  }

  /// Whether the action takes a single entry back, and not the step that it is part of.
  public var isOfOneEntry: Bool {
    if case .revert(_, only: true) = self { true } else { false }
  }

  /// What is wrong, as the action reports it; `nil` for all other actions.
  public var message: String? {
    if case .reportFault(let message, _, _) = self { message } else { nil }
  }

  /// Who reports or withdraws something; `nil` where nobody is named, and for all other actions.
  public var reporter: String? {
    switch self {
    case .reportFault(_, _, let reporter), .withdrawFaults(let reporter, _): reporter
    default: nil
    }
  }

  /// Where an upgrade takes what the response holds; `nil` for all other actions.
  package var move: VersionMove? {
    if case .upgrade(let move) = self { move } else { nil }
  }

  /// Puts an action together from its parts, as a journal or a file holds them.
  ///
  /// - Returns: `nil` if a part that the kind needs is missing, or one that it has no use for is there.
  package init?(
    kind: Kind, cell: CellReference? = nil, section: String? = nil, value: CellValue? = nil, scope: UndoScope? = nil,
    move: VersionMove? = nil, before: CellReference? = nil, number: Int? = nil, message: String? = nil,
    reporter: String? = nil, revision: Int? = nil, isOfOneEntry: Bool = false
  ) {
    if (revision != nil) != kind.goesBack || isOfOneEntry && kind != .revert { return nil }
    if (message != nil) != (kind == .reportFault) || reporter != nil && !kind.isAboutReports { return nil }
    if scope != nil && kind != .undo && kind != .redo || (move != nil) != (kind == .upgrade) { return nil }
    if before != nil && kind != .add && kind != .move || number != nil && kind != .add { return nil }
    if let move, cell == nil, section == nil, value == nil {
      self = .upgrade(move)
      return
    }
    switch (kind, cell, section, value) {
    case (.tap, let cell?, nil, nil): self = .tap(cell)
    case (.set, let cell?, nil, let value?): self = .set(cell, value)
    case (.clear, let cell?, nil, nil): self = .clear(cell)
    case (.choose, let cell?, nil, nil): self = .choose(cell)
    case (.expand, let cell?, nil, nil): self = .expand(cell)
    case (.collapse, let cell?, nil, nil): self = .collapse(cell)
    case (.expandAll, nil, nil, nil): self = .expandAll
    case (.collapseAll, nil, nil, nil): self = .collapseAll
    case (.fold, nil, let section?, nil): self = .fold(section: section)
    case (.unfold, nil, let section?, nil): self = .unfold(section: section)
    case (.toggleFold, nil, let section?, nil): self = .toggleFold(section: section)
    case (.reveal, let cell?, nil, nil): self = .reveal(cell)
    case (.reset, let cell, nil, nil): self = .reset(cell)
    case (.draft, let cell?, nil, nil): self = .draft(cell, nil)
    case (.draft, let cell?, nil, .text(let text)?): self = .draft(cell, text)
    case (.add, let cell?, nil, nil): self = .add(cell, before: before, number: number)
    case (.remove, let cell?, nil, nil): self = .remove(cell)
    case (.move, let cell?, nil, nil): self = .move(cell, before: before)
    case (.undo, nil, nil, nil): self = .undo(scope ?? .everything)
    case (.redo, nil, nil, nil): self = .redo(scope ?? .everything)
    case (.revert, nil, nil, nil): self = .revert(revision ?? 0, only: isOfOneEntry)
    case (.restore, nil, nil, nil): self = .restore(to: revision ?? 0)
    case (.markSaved, nil, nil, nil): self = .markSaved
    case (.complete, nil, nil, nil): self = .complete
    case (.reopen, nil, nil, nil): self = .reopen
    case (.recalculate, nil, nil, nil): self = .recalculate
    case (.reportFault, let cell, nil, nil): self = .reportFault(message ?? "", on: cell, from: reporter)
    case (.withdrawFaults, let cell, nil, nil): self = .withdrawFaults(from: reporter, on: cell)
    case (.checkpoint, nil, nil, nil): self = .checkpoint
    default: return nil
    }
  }
}

extension FormAction {
  /// The action with other references to the cell and to the instance before which it puts one.
  package func mapReferences<Failure>(
    _ change: (CellReference) throws(Failure) -> CellReference
  ) throws(Failure) -> FormAction {
    guard let cell else { return self }
    let changed = try change(cell)
    var next: CellReference?
    if let before { next = try change(before) }
    return FormAction(
      kind: kind, cell: changed, section: section, value: value, scope: scope, move: move, before: next, number: number,
      message: message, reporter: reporter)
      ?? self
  }

  /// The action with the keys of its cell and section canonically composed, as forms have theirs.
  package var withCanonicalKeys: FormAction {
    let composed = mapReferences { $0.withCanonicalKey }
    return section.flatMap { FormAction(kind: kind, section: $0.canonicalKey) } ?? composed
  }
}

extension FormAction.Kind {
  /// Whether an action of the kind names a section.
  package var isAboutSection: Bool {
    switch self {
    case .fold, .unfold, .toggleFold: true
    default: false
    }
  }

  /// Whether an action of the kind names a cell; those may that are ``canBeAboutResponse``.
  package var isAboutCell: Bool {
    switch self {
    case .tap, .set, .clear, .choose, .expand, .collapse, .reveal, .reset, .draft, .add, .remove, .move, .reportFault,
      .withdrawFaults:
      true
    case .expandAll, .collapseAll, .fold, .unfold, .toggleFold, .undo, .redo, .revert, .restore, .markSaved, .complete,
      .reopen, .upgrade, .recalculate, .checkpoint:
      false
    }
  }

  /// Whether an action of the kind is about the whole response where it names no cell.
  package var canBeAboutResponse: Bool { self == .reset || isAboutReports }

  /// Whether an action of the kind says what somebody outside of the form found wrong, or no longer does.
  package var isAboutReports: Bool { self == .reportFault || self == .withdrawFaults }

  /// Whether an action of the kind reverts what another one did.
  package var isAboutUndo: Bool { self == .undo || self == .redo }

  /// Whether an action of the kind reverts what entries below the last step did.
  package var goesBack: Bool { self == .revert || self == .restore }

  /// Whether an action of the kind can lead to another version of the form.
  package var canCrossVersions: Bool { self == .upgrade || isAboutUndo }

  /// Whether an action of the kind is a step that an undo can take back.
  ///
  /// Saving, completing, reopening and reporting are none: they say something about the answers and leave them as they
  /// are.
  package var isUndoable: Bool {
    switch self {
    case .undo, .markSaved, .complete, .reopen, .recalculate, .reportFault, .withdrawFaults, .checkpoint: false
    default: true
    }
  }

  /// Whether an action of the kind can be part of the same undo step as the action before it.
  package var continuesSteps: Bool { isUndoable && !isAboutUndo && !goesBack && self != .upgrade }

  /// Whether an action of the kind is something new, which puts what was undone before out of use.
  package var abandonsRedo: Bool { isUndoable && self != .redo }
}

/// Which cell an action is about.
@nonexhaustive
public enum CellReference: Hashable, Sendable, CustomStringConvertible {
  /// The cell with a key, whether it shows or not. In a form with repeats also an address: `name:7` is the cell `name`
  /// in the instance with the number 7, and `passenger[2]/name` the one in the second passenger.
  case key(String)
  /// The cell with a key in the instance with a number; or, where the instance is one of the repeat with that key, the
  /// instance.
  case instance(String, number: Int)
  /// The cell that shows at a row path when the action is applied.
  case rowPath(RowPath)

  /// The reference as messages write it: the key, or `[section,row]`.
  public var description: String {
    switch self {
    case .key(let key): key
    case .instance(let key, let number): "\(key):\(number)"
    case .rowPath(let path): path.description
    }
  }

  /// The reference with its key canonically composed, as forms have theirs.
  package var withCanonicalKey: CellReference {
    switch self {
    case .key(let key): .key(key.canonicalKey)
    case .instance(let key, let number): .instance(key.canonicalKey, number: number)
    case .rowPath: self
    }
  }
}

extension CellReference: ExpressibleByStringLiteral {
  /// The cell with a key, as in `.set("first-name", "Ada")`.
  public init(stringLiteral key: String) { self = .key(key) }
}
