/// Holds an entry of a journal against what its action, decided again, does to the state before it.
package struct EntryProof {
  let entry: JournalEntry
  let reader: FormReader

  /// Prepares to prove an entry.
  ///
  /// - Parameters:
  ///   - entry: an entry that is no checkpoint.
  ///   - reader: the response as it stood before the entry, with the definition that was in force.
  package init(_ entry: JournalEntry, reader: FormReader) {
    self.entry = entry
    self.reader = reader
  }

  /// What the entry says that its action does not do, as a sentence that tells no values; `nil` if nothing.
  ///
  /// - Complexity: as the action itself, see ``Decision/init(_:reader:)``.
  package func fault() -> String? {
    // Which numbers were given before, a compacted journal does not tell; they only grow, so any that are passed may
    // have been.
    let added = entry.changes.lazy.filter { $0.field == .instance && $0.before == nil }.map(\.subject.instance).min()
    if let added { reader.passNumbers(before: added) }
    let decision: Decision
    do {
      // What was calculated by another moment than the entry says is noticed by what it did.
      let moment = entry.moment ?? RuleMoment(time: entry.time, zone: .utc, seed: 0)
      decision = try Decision(entry.action, reader: reader, isInJournal: true, moment: moment)
    } catch ActionError.Code.unknownCell, ActionError.Code.unknownSection {
      return "revision \(entry.revision) is about something that its version of the form does not have"
    } catch {
      return "revision \(entry.revision) says “\(entry.action.kind.rawValue)”, which would have been refused there"
    }
    if let fault = reversalFault(decision.reversal) { return fault }
    if let version = entry.version, version != decision.crossing?.version ?? reader.version {
      return "revision \(entry.revision) says that version \(version) is in force, but it is version "
        + "\(decision.crossing?.version ?? reader.version)"
    }
    if let fault = changesFault(decision.changes.map(\.change), mayBeNone: decision.crossing != nil) { return fault }
    if (decision.moment == nil) != (entry.moment == nil) {
      return "revision \(entry.revision) "
        + (entry.moment == nil
          ? "does not say by which moment its rules were evaluated" : "names a moment that none of its rules asks for")
    }
    guard decision.action == entry.action else {
      return "revision \(entry.revision) does not say its action as FormState writes it down"
    }
    return nil
  }

  private func reversalFault(_ reversal: Reversal?) -> String? {
    guard let reversal else { return nil }
    guard entry.reverts == reversal.entry else {
      return "revision \(entry.revision) says that it takes back revision \(entry.reverts ?? 0), "
        + "but it is revision \(reversal.entry) that was to be taken back"
    }
    guard entry.target == reversal.target else {
      return "revision \(entry.revision) names revision \(entry.target ?? 0) as the step that it is about, "
        + "but it is revision \(reversal.target)"
    }
    return nil
  }

  private func changesFault(_ decided: [StateChange], mayBeNone: Bool) -> String? {
    if entry.changes.isEmpty && !mayBeNone { return "revision \(entry.revision) changes nothing" }
    var left = Dictionary(decided.map { ($0.identity, $0) }) { first, _ in first }
    for change in entry.changes {
      guard let expected = left.removeValue(forKey: change.identity) else {
        return "revision \(entry.revision) changes \(Self.words(change)), which its action does not"
      }
      guard expected.after == change.after else {
        return "at revision \(entry.revision), \(Self.words(change)) does not become what its action makes of it"
      }
    }
    // The first of them in the order of the decision, so that the sentence is the same each time.
    guard let missing = decided.first(where: { left[$0.identity] != nil }) else { return nil }
    return "revision \(entry.revision) lacks the change of \(Self.words(missing)) that its action makes"
  }

  private static func words(_ change: StateChange) -> String {
    change.field.scope == .response
      ? "the \(change.field.rawValue)" : "the \(change.field.rawValue) of “\(change.subject)”"
  }
}
