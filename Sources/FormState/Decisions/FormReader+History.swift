/// The history and the other versions of the form, as decisions read them.
extension FormReader {
  /// The changes that revert the last undo step, or restore the last undone one; `nil` if there is none.
  package func reversal(_ direction: UndoDirection, scope: UndoScope, at moment: RuleMoment) throws -> Reversal? {
    if let source { return try source.reversal(direction, scope: scope, at: moment) }
    guard let (step, changes) = stacks.reversal(direction, scope: scope, in: state) else { return nil }
    guard let former = step.formerVersion, let move = stacks.move(of: step) else {
      return Reversal(start: step.start, entry: step.entry, target: step.target, changes: changes.map(placed))
    }
    let upgrade = try Upgrade(
      reverting: changes, changedSince: Set(stacks.changes(after: step.entry).map(\.identity)), in: state,
      from: Upgrade.Version(version, index), to: try other(former), upgrade: move, nextInstance: nextInstance,
      at: moment)
    return Reversal(start: step.start, entry: step.entry, target: step.target, changes: [], upgrade: upgrade)
  }

  /// The changes of entries of the journal.
  ///
  /// - Throws: ``ActionError/Code/unknownRevision``, ``ActionError/Code/beforeUpgrade``.
  package func journal(_ selection: JournalSpan.Selection) throws -> JournalSpan {
    if let source { return try source.journal(selection) }
    let (changes, revisions, later) = try stacks.changes(of: selection)
    return JournalSpan(changes: changes.map(placed), revisions: revisions, state: state, later: later)
  }

  /// The first change of a field by the entries after one; `nil` if none of them changed it.
  package func firstChange(of identity: StateChange.Identity, after entry: Int) throws -> StateChange? {
    if let source { return try source.firstChange(of: identity, after: entry) }
    return stacks.changes(after: entry).first { $0.identity == identity }
  }

  /// The change of the response to another version of its form.
  ///
  /// - Throws: ``ActionError/Code/noSuchVersion``, ``ActionError/Code/alreadyInVersion``.
  package func upgrade(by move: UpgradeRecord, at moment: RuleMoment) throws -> Upgrade {
    if let source { return try source.upgrade(by: move, at: moment) }
    let current = Upgrade.Version(version, index)
    if move.settlesSetAside(in: version) {
      return Upgrade(settling: state, in: current, by: move, nextInstance: nextInstance)
    }
    return try Upgrade(
      upgrading: state, from: current, to: try other(move.version), by: move, nextInstance: nextInstance, at: moment)
  }

  private func other(_ number: Int) throws -> Upgrade.Version {
    guard number != version else { throw ActionError.alreadyInVersion(number) }
    guard let index = try definition(number) else { throw ActionError.noSuchVersion(number) }
    return Upgrade.Version(number, index)
  }
}
