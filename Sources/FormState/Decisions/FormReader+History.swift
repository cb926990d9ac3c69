/// The history and the other versions of the form, as decisions read them.
extension FormReader {
  /// The changes that revert the last undo step, or restore the last undone one; `nil` if there is none.
  func reversal(_ direction: UndoDirection, scope: UndoScope, at moment: RuleMoment) throws -> Reversal? {
    guard let step = try journal.step(direction, scope: scope, in: { _ in state }) else { return nil }
    var reversal = Reversal(start: step.start, entry: step.entry, target: step.target, changes: [])
    guard let former = step.formerVersion, let move = try journal.entry(at: step.target).action.move else {
      reversal.changes = placed(step.changes)
      return reversal
    }
    reversal.upgrade = try Upgrade(
      reverting: step.changes, changedSince: try journal.fields(changedAfter: step.entry), in: state,
      from: try current(), to: try other(former), upgrade: move, nextInstance: try nextInstanceCounter(), at: moment)
    return reversal
  }

  /// The changes of entries of the journal.
  ///
  /// - Throws: ``ActionError/Code/unknownRevision``, ``ActionError/Code/beforeUpgrade``.
  func journal(_ selection: JournalSpan.Selection) throws -> JournalSpan {
    let (changes, revisions, later) = try journal.changes(of: selection)
    return JournalSpan(changes: placed(changes), revisions: revisions, state: state, later: later)
  }

  /// The first change of a field by the entries after one; `nil` if none of them changed it.
  func firstChange(of identity: StateChange.Identity, after entry: Int) throws -> StateChange? {
    try journal.firstChange(of: identity, after: entry)
  }

  /// The change of the response to another version of its form.
  ///
  /// - Throws: ``ActionError/Code/noSuchVersion``, ``ActionError/Code/alreadyInVersion``.
  func upgrade(by move: UpgradeRecord, at moment: RuleMoment) throws -> Upgrade {
    let (current, next) = (try current(), try nextInstanceCounter())
    if move.settlesSetAside(in: version) { return Upgrade(settling: state, in: current, by: move, nextInstance: next) }
    return try Upgrade(
      upgrading: state, from: current, to: try other(move.version), by: move, nextInstance: next, at: moment)
  }

  private func current() throws -> Upgrade.Version {
    Upgrade.Version(version, try source?.definition(ofVersion: version) ?? index)
  }

  private func other(_ number: Int) throws -> Upgrade.Version {
    guard number != version else { throw ActionError.alreadyInVersion(number) }
    let found = try source.map { try $0.definition(ofVersion: number) } ?? definition(number)
    guard let found else { throw ActionError.noSuchVersion(number) }
    return Upgrade.Version(number, found)
  }
}
