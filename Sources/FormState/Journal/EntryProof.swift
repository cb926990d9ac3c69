/// Compares an entry of a journal with the effect of its action, decided again for the state before it.
package struct EntryProof {
  let entry: JournalEntry
  let reader: FormReader

  /// Prepares to verify an entry.
  ///
  /// - Parameters:
  ///   - entry: an entry that is not a checkpoint.
  ///   - reader: the response before the entry, with the definition in force.
  package init(_ entry: JournalEntry, reader: FormReader) {
    self.entry = entry
    self.reader = reader
  }

  /// The mismatch between the entry and its action, as a sentence without values; `nil` if there is none.
  ///
  /// - Complexity: as the action itself, see ``Decision/init(_:reader:)``.
  package func fault() -> String? {
    // A compacted journal does not record which counters were used before; they only grow, so any skipped ones may have
    // been.
    let added = entry.changes.lazy.filter { $0.field == .instance && $0.before == nil }.map(\.subject.instance).min()
    if let added { reader.passCounters(before: InstanceNumber.counter(of: added)) }
    let decision: Decision
    do {
      // A result calculated for another moment than the entry's shows in the changes.
      let moment = entry.moment ?? RuleMoment(time: entry.time, zone: .utc, seed: 0)
      decision = try Decision(entry.action, reader: reader, isInJournal: true, moment: moment)
    } catch let error as ActionError where [.unknownCell, .unknownSection].contains(error.code) {
      return "revision \(entry.revision) refers to something that its version of the form does not have"
    } catch {
      return "revision \(entry.revision) has the action “\(entry.action.kind.rawValue)”, which would have been refused"
    }
    if let fault = reversalFault(decision.reversal) { return fault }
    if let version = entry.version, version != decision.upgrade?.version ?? reader.version {
      return "revision \(entry.revision) names version \(version) as the one in force instead of version "
        + "\(decision.upgrade?.version ?? reader.version)"
    }
    if let fault = changesFault(decision.changes.map(\.change), mayBeNone: decision.upgrade != nil) { return fault }
    if (decision.moment == nil) != (entry.moment == nil) {
      return "revision \(entry.revision) "
        + (entry.moment == nil
          ? "does not record the moment at which its rules were evaluated" : "has a moment that none of its rules uses")
    }
    guard decision.action == entry.action else {
      return "revision \(entry.revision) does not have its action in FormState's notation"
    }
    return nil
  }

  private func reversalFault(_ reversal: Reversal?) -> String? {
    guard let reversal else { return nil }
    guard entry.reverts == reversal.entry else {
      return "revision \(entry.revision) reverts revision \(entry.reverts ?? 0), "
        + "but the one to revert is revision \(reversal.entry)"
    }
    guard entry.target == reversal.target else {
      return "revision \(entry.revision) names revision \(entry.target ?? 0) as its step, "
        + "but that is revision \(reversal.target)"
    }
    return nil
  }

  private func changesFault(_ decided: [StateChange], mayBeNone: Bool) -> String? {
    if entry.changes.isEmpty && !mayBeNone { return "revision \(entry.revision) changes nothing" }
    var left = Dictionary(decided.map { ($0.identity, $0) }) { first, _ in first }
    for change in entry.changes {
      guard let expected = left.removeValue(forKey: change.identity) else {
        return "revision \(entry.revision) changes \(Self.words(change)), but its action does not"
      }
      guard expected.after == change.after else {
        return "at revision \(entry.revision), \(Self.words(change)) differs from the result of its action"
      }
    }
    // The first in the order of the decision, to make the sentence deterministic.
    if let missing = decided.first(where: { left[$0.identity] != nil }) {
      return "revision \(entry.revision) lacks the change of \(Self.words(missing)) by its action"
    }
    // The log shows them in their order.
    let moved = zip(entry.changes, decided).first { $0.identity != $1.identity }?.0
    return moved.map { "at revision \(entry.revision), \(Self.words($0)) is in another place than its action put it" }
  }

  private static func words(_ change: StateChange) -> String {
    change.field.scope == .response
      ? "the \(change.field.rawValue)" : "the \(change.field.rawValue) of “\(change.subject)”"
  }
}
