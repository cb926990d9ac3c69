/// An action of a person: the intent, independent of its effect on the state.
@nonexhaustive
public enum FormAction: Hashable, Sendable {
  /// Selected a row: an expandable cell toggles, an option is chosen, anything else stays unchanged.
  case tap(CellReference)
  /// Set the value of a cell; text is parsed as a number, a date or a switch's position.
  case set(CellReference, CellValue)
  /// Cleared a cell; its default does not return.
  case clear(CellReference)
  /// Chose an option; the cell above it gets its value and collapses.
  case choose(CellReference)
  /// Showed the cells below a cell.
  case expand(CellReference)
  /// Hid the cells below a cell.
  case collapse(CellReference)
  /// Expanded every expandable cell of the form.
  case expandAll
  /// Collapsed every expandable cell of the form.
  case collapseAll
  /// Folded the section with a key, which hides its rows.
  case fold(section: String)
  /// Unfolded the section with a key.
  case unfold(section: String)
  /// Folded or unfolded the section with a key, like a tap on its header.
  case toggleFold(section: String)
  /// Unfolded the section of a cell and expanded every cell above it, which makes it visible.
  case reveal(CellReference)
  /// Reset a cell and those below it, or for `nil` the whole response, to the definition.
  case reset(CellReference?)
  /// Kept text in a cell's control that is not a value yet, or for `nil` discarded it. A draft never counts as an
  /// answer: the device keeps it beside the response, so no journal has it, and no undo reverts it. Discarding the
  /// draft that shows a refused answer is a ``reset(_:)``.
  case draft(CellReference, String?)
  /// Added an instance of a repeat before another one, or for `nil` after the last. The new instance gets the next
  /// number of the response, unless the action is redone and has one: a whole one, or a small one as people read it.
  case add(CellReference, before: CellReference? = nil, number: Int? = nil)
  /// Removed an instance of a repeat with all of its contents: the named one, or the one around the named cell.
  case remove(CellReference)
  /// Moved an instance of a repeat before another one of the same repeat, or for `nil` after the last.
  case move(CellReference, before: CellReference?)
  /// Reverted the last undo step.
  case undo(UndoScope)
  /// Restored the last undone step.
  case redo(UndoScope)
  /// Reverted an entry of the journal, or its whole step, anywhere in the journal. Refused if a later entry depends on
  /// it.
  case revert(Int, only: Bool = false)
  /// Restored the response at a revision, including everything that an undo affects.
  case restore(to: Int)
  /// Marked the values as saved; later changes count as unsaved.
  case markSaved
  /// Completed the response; entries are refused until it is reopened.
  case complete
  /// Reopened a completed response.
  case reopen
  /// Upgraded the response to another version of the form.
  case upgrade(UpgradeRecord)
  /// Re-evaluated the rules that use the clock or random values, and those whose results are out of date; and ran the
  /// rules that set values when the response is opened. Undo does not affect it.
  case recalculate
  /// Reported a fault of a cell, or for `nil` of the response as a whole: a server refuses the answer, or a slow check
  /// has failed. Undo does not affect it, and it is accepted for a completed response too.
  ///
  /// A fault of a cell stays until the cell's value changes or its reporter withdraws it, one of the response until it
  /// is withdrawn.
  case reportFault(String, on: CellReference? = nil, from: String? = nil)
  /// Withdrew all faults of a reporter, or for `nil` the unnamed ones, from a cell, or for `nil` from the response and
  /// all of its cells.
  case withdrawFaults(from: String? = nil, on: CellReference? = nil)
  /// Settled an open question of a cell or of an instance, or for `nil` that of the completion: took the alternative
  /// with a number, from 1, which is the one that shows.
  case settle(CellReference?, taking: Int)
  /// Joined the lines into which copies of the response had parted. It is only in journals.
  case merge(MergeRecord)
  /// Represents the older entries of a compacted journal. It is only in journals and cannot be applied.
  case checkpoint
  /// Stands for an action with a sensitive answer that was cleared since. It is only in journals.
  case emptied(CellReference)

  /// The names of actions in the journal and in files.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    case tap, set, clear, choose, expand, collapse, expandAll, collapseAll, fold, unfold, toggleFold, reveal, reset
    case draft, add, remove, move, undo, redo, revert, restore, markSaved, complete, reopen, upgrade, recalculate
    case reportFault, withdrawFaults, settle, merge, checkpoint, emptied

    /// Whether a journal has actions of the kind: all but drafts, which a device keeps beside the response.
    package var isJournaled: Bool { self != .draft }
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
    case .settle: .settle
    case .merge: .merge
    case .checkpoint: .checkpoint
    case .emptied: .emptied
    }
  }

  /// The cell of the action; `nil` for a section or the whole response.
  public var cell: CellReference? {
    switch self {
    case .tap(let cell), .set(let cell, _), .clear(let cell), .choose(let cell), .expand(let cell),
      .collapse(let cell), .reveal(let cell), .draft(let cell, _), .add(let cell, _, _), .remove(let cell),
      .move(let cell, _), .emptied(let cell):
      cell
    case .reset(let cell), .reportFault(_, let cell, _), .withdrawFaults(_, let cell), .settle(let cell, _): cell
    case .expandAll, .collapseAll, .fold, .unfold, .toggleFold, .undo, .redo, .revert, .restore, .markSaved, .complete,
      .reopen, .upgrade, .recalculate, .merge, .checkpoint:
      nil
    }
  }

  /// The key of the section of the action; `nil` if it does not have one.
  package var section: String? {
    switch self {
    case .fold(let section), .unfold(let section), .toggleFold(let section): section
    default: nil
    }
  }

  /// The value of the action, or the text of a draft; `nil` for all but ``set(_:_:)`` and ``draft(_:_:)``.
  package var value: CellValue? {
    switch self {
    case .set(_, let value): value
    case .draft(_, let text): text.map(CellValue.text)
    default: nil
    }
  }

  /// The scope of an undo or redo; `nil` for all other actions.
  package var scope: UndoScope? {
    switch self {
    case .undo(let scope), .redo(let scope): scope
    default: nil
    }
  }

  /// The instance before which one is added or moved; `nil` for the end, and for all other actions.
  package var before: CellReference? {
    switch self {
    case .add(_, let before, _), .move(_, let before): before
    default: nil
    }
  }

  /// The number of the added instance, if it already has one; `nil` for all other actions.
  package var number: Int? {
    if case .add(_, _, let number) = self { number } else { nil }
  }

  /// The revision that the action reverts or restores; `nil` for all but ``revert(_:only:)`` and ``restore(to:)``.
  package var revision: Int? {
    switch self {
    case .revert(let revision, _), .restore(let revision): revision
    default: nil
    }
  }

  /// Whether the action reverts a single entry, and not its step.
  package var isOfOneEntry: Bool {
    if case .revert(_, only: true) = self { true } else { false }
  }

  /// The reported message; `nil` for all other actions.
  package var message: String? {
    if case .reportFault(let message, _, _) = self { message } else { nil }
  }

  /// The reporter; `nil` if unnamed, and for all other actions.
  package var reporter: String? {
    switch self {
    case .reportFault(_, _, let reporter), .withdrawFaults(let reporter, _): reporter
    default: nil
    }
  }

  /// The move of an upgrade; `nil` for all other actions.
  package var move: UpgradeRecord? {
    if case .upgrade(let move) = self { move } else { nil }
  }

  /// The lines that a merge joined; `nil` for all other actions.
  package var merge: MergeRecord? {
    if case .merge(let merge) = self { merge } else { nil }
  }

  /// The number of the alternative that the action takes; `nil` for all but ``settle(_:taking:)``.
  package var alternative: Int? {
    if case .settle(_, let number) = self { number } else { nil }
  }

  /// Creates an action from its parts in a journal or a file.
  ///
  /// - Returns: `nil` if a part that the kind needs is missing, or there is one that it does not use.
  package init?(
    kind: Kind, cell: CellReference? = nil, section: String? = nil, value: CellValue? = nil, scope: UndoScope? = nil,
    move: UpgradeRecord? = nil, before: CellReference? = nil, number: Int? = nil, message: String? = nil,
    reporter: String? = nil, revision: Int? = nil, isOfOneEntry: Bool = false, merge: MergeRecord? = nil,
    alternative: Int? = nil
  ) {
    var parts: Parts = cell == nil ? [] : .cell
    if section != nil { parts.insert(.section) }
    if value != nil { parts.insert(.value) }
    if scope != nil { parts.insert(.scope) }
    if move != nil { parts.insert(.upgrade) }
    if before != nil { parts.insert(.before) }
    if number != nil { parts.insert(.instance) }
    if message != nil { parts.insert(.message) }
    if reporter != nil { parts.insert(.from) }
    if revision != nil { parts.insert(.revision) }
    if isOfOneEntry { parts.insert(.only) }
    if merge != nil { parts.insert(.merge) }
    if alternative != nil { parts.insert(.alternative) }
    guard parts.isSuperset(of: kind.parts.required), kind.parts.allowed.isSuperset(of: parts) else { return nil }
    if let move {
      self = .upgrade(move)
      return
    }
    if let merge {
      self = .merge(merge)
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
    case (.settle, let cell, nil, nil): self = .settle(cell, taking: alternative ?? 1)
    case (.checkpoint, nil, nil, nil): self = .checkpoint
    case (.emptied, let cell?, nil, nil): self = .emptied(cell)
    default: return nil
    }
  }
}

extension FormAction {
  /// The action with other references to its cell and to the instance before which it inserts one.
  package func mapReferences<Failure>(
    _ change: (CellReference) throws(Failure) -> CellReference
  ) throws(Failure) -> FormAction {
    guard let cell else { return self }
    let changed = try change(cell)
    var next: CellReference?
    if let before { next = try change(before) }
    return FormAction(
      kind: kind, cell: changed, section: section, value: value, scope: scope, move: move, before: next, number: number,
      message: message, reporter: reporter, alternative: alternative)
      ?? self
  }

  /// The action with the keys of its cell and section canonically composed, as in forms.
  var withCanonicalKeys: FormAction {
    let composed = mapReferences { $0.withCanonicalKey }
    return section.flatMap { FormAction(kind: kind, section: $0.canonicalKey) } ?? composed
  }
}

extension FormAction.Kind {
  /// Whether an action of the kind names a section.
  package var isAboutSection: Bool { parts.required.contains(.section) }

  /// Whether an action of the kind is an undo or redo.
  package var isAboutUndo: Bool { self == .undo || self == .redo }

  /// Whether an action of the kind reverts entries below the last step.
  var goesBack: Bool { self == .revert || self == .restore }

  /// Whether an action of the kind can lead to another version of the form.
  package var canCrossVersions: Bool { self == .upgrade || isAboutUndo }

  /// Whether an action of the kind is a step that an undo can revert.
  ///
  /// Saving, completing, reopening and reporting are not: they are statements about the answers, and leave them
  /// unchanged.
  package var isUndoable: Bool {
    switch self {
    case .undo, .markSaved, .complete, .reopen, .recalculate, .reportFault, .withdrawFaults, .merge, .checkpoint: false
    default: true
    }
  }

  /// Whether an action of the kind can be part of the same undo step as the action before it.
  package var continuesSteps: Bool { isUndoable && !isAboutUndo && !goesBack && self != .upgrade }

  /// Whether an action of the kind is new, which makes undone steps unreachable.
  package var abandonsRedo: Bool { isUndoable && self != .redo || self == .merge }
}

/// A reference to a cell.
@nonexhaustive
public enum CellReference: Hashable, Sendable, CustomStringConvertible {
  /// The cell with a key, visible or not. In a form with repeats also an address: `name:7` is the cell `name` in the
  /// instance with the number 7, and `passenger[2]/name` the one in the second passenger.
  case key(String)
  /// The cell with a key in the instance with a number; or the instance itself, if it is one of the repeat with that
  /// key. A number from a row or a query is a whole one, which no other instance ever has; a small one is what people
  /// read, and is refused if several instances have it.
  case instance(String, number: Int)
  /// The visible cell at a row path when the action is applied.
  case rowPath(RowPath)

  /// The reference as text: the key, or `[section,row]`. That of an instance is full, as in `name:7k3fq2xd`, so it
  /// stays right whatever others add; a counter alone stays one, as in `name:7`.
  public var description: String {
    switch self {
    case .key(let key): key
    case .instance(let key, let number): "\(key):\(InstanceNumber(number)?.description ?? String(number))"
    case .rowPath(let path): path.description
    }
  }

  /// The reference to a cell, in an instance of a repeat; 0 outside of repeats.
  package init(_ key: String, in instance: Int) {
    self = instance == 0 ? .key(key) : .instance(key, number: instance)
  }

  /// The reference with its key canonically composed, as in forms.
  package var withCanonicalKey: CellReference {
    switch self {
    case .key(let key): .key(key.canonicalKey)
    case .instance(let key, let number): .instance(key.canonicalKey, number: number)
    case .rowPath: self
    }
  }
}

extension CellReference: ExpressibleByStringInterpolation {
  /// The cell with a key or address, as in `.set("first-name", "Ada")` and `.set("child[\(position)]/name", "Ada")`.
  public init(stringLiteral key: String) { self = .key(key) }
}
