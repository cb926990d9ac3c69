/// What clearing a sensitive answer removes from the entries before it.
///
/// The entries stay, with their times, authors and all that they did to other cells. The contents of the cell go, and
/// so does what rules made of them: a rule can copy them only into sensitive cells, see `SectionCheck`, so these lose
/// whatever a rule may have put there. The clear states again what they still hold, so the journal leads to the same
/// state as before.
package struct EntryEmptying {
  /// The keys that the cell has had in the versions of the form.
  private let cleared: Set<String>
  private let instance: Int
  /// The other sensitive cells, and those of them in which rules set values.
  private let others: (all: Set<String>, set: Set<String>)
  /// The options of sensitive questions, each with the key of its question.
  private let questions: [String: String]

  /// Prepares to empty entries.
  ///
  /// - Parameters:
  ///   - cell: the cleared cell.
  ///   - sensitive: the sensitive cells of all versions of the form.
  ///   - ruled: the keys of those in which rules set values.
  ///   - upgrades: the upgrades of the response.
  /// - Complexity: O(n) for n sensitive cells and destinations of the upgrades.
  package init(
    clearing cell: StateSubject, of sensitive: SensitiveCells, setByRules ruled: Set<String>, upgrades: [UpgradeRecord]
  ) {
    instance = cell.instance
    var cleared: Set<String> = [cell.key]
    let renamed = upgrades.flatMap { $0.cells.compactMap { old, new in new.map { (old.key, $0) } } }
    var count = 0
    // An upgrade may have been undone, so keys are followed both ways.
    while count < cleared.count {
      count = cleared.count
      for (old, new) in renamed where cleared.contains(old) || cleared.contains(new) { cleared.formUnion([old, new]) }
    }
    self.cleared = cleared
    others = (sensitive.keys.subtracting(cleared), ruled.subtracting(cleared))
    questions = sensitive.questions
  }

  /// Whether the contents of a field are removed.
  private func removes(_ field: StateChange.Field, of subject: StateSubject) -> Bool {
    if cleared.contains(subject.key) {
      guard subject.instance == instance else { return false }
      return field.traits.isPersonal || field == .faults || field == .reportedFaults
    }
    guard others.all.contains(subject.key) else { return false }
    return switch field {
    case .calculated, .title, .faults: true
    case .value, .saved, .original: others.set.contains(subject.key)
    default: false
    }
  }

  private func removes(_ change: StateChange) -> Bool { removes(change.field, of: change.subject) }

  /// An entry without the contents; `nil` if it has none of them.
  ///
  /// - Parameter digest: the digest of its line; not used for an entry that was emptied before.
  /// - Complexity: O(k) for k changes.
  package func emptied(_ entry: JournalEntry, digest: @autoclosure () -> LineDigest) -> JournalEntry? {
    var emptied = entry
    emptied.changes = entry.changes.map { change in
      guard removes(change) else { return change }
      return StateChange(change.field, of: change.subject, before: nil, after: nil)
    }
    emptied.action = self.emptied(entry.action)
    return replaced(entry, by: emptied, digest: digest)
  }

  /// What is left of an entry, with the digest of its former line; `nil` if that is all of it.
  private func replaced(_ entry: JournalEntry, by left: JournalEntry, digest: () -> LineDigest) -> JournalEntry? {
    guard left != entry else { return nil }
    var emptied = left
    emptied.salt = nil
    emptied.redacted = entry.redacted ?? digest()
    return emptied
  }

  /// What an entry gives the cleared cell, by somebody who did not know that it was cleared.
  package func given(by entry: JournalEntry) -> [FieldContent] {
    entry.changes.filter { isGiven($0, by: entry) }.compactMap(\.after)
  }

  private func isGiven(_ change: StateChange, by entry: JournalEntry) -> Bool {
    let gives: Set<FormAction.Kind> = [.set, .choose, .tap, .settle]
    return change.field == .value && gives.contains(entry.action.kind) && cleared.contains(change.subject.key)
  }

  /// An entry of somebody who did not know of the clear, without what it repeats of the contents; `nil` if it repeats
  /// none.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - contents: what is left of the contents before the entry, and afterwards what is after it.
  ///   - given: what people gave the cell meanwhile, which stays.
  ///   - digest: the digest of its line; not used for an entry that was emptied before.
  /// - Complexity: O(k) for k changes.
  package func emptied(
    _ entry: JournalEntry, after contents: inout [StateChange.Identity: FieldContent], keeping given: Set<FieldContent>,
    digest: @autoclosure () -> LineDigest
  ) -> JournalEntry? {
    var emptied = entry
    emptied.changes = entry.changes.map { change in
      guard removes(change) else { return change }
      let stays = change.after.map { isGiven(change, by: entry) || given.contains($0) || $0 == .cleared } ?? true
      // A clear says nothing of what was before, since its own author emptied that.
      let before = change.before == nil ? nil : contents[change.identity]
      let left = StateChange(change.field, of: change.subject, before: before, after: stays ? change.after : nil)
      contents[change.identity] = left.after
      return left
    }
    return replaced(entry, by: emptied, digest: digest)
  }

  /// Whether an entry has any of the contents, more than that there are none. O(k) for k changes.
  package func hasContents(_ entry: JournalEntry) -> Bool {
    entry.changes.contains { removes($0) && [$0.before, $0.after].contains { $0?.value != nil } }
      || emptied(entry.action) != entry.action
  }

  /// An action without what it says of the contents.
  private func emptied(_ action: FormAction) -> FormAction {
    guard let subject = action.cell?.subject else { return action }
    func emptied(_ key: String) -> FormAction {
      .emptied(CellReference(key, in: subject.instance))
    }
    switch action {
    case .set: return removes(.value, of: subject) ? emptied(subject.key) : action
    case .reportFault(_, let cell, let reporter):
      // Undo passes it over, so it stays what it is.
      return removes(.value, of: subject) ? .reportFault(SensitiveCells.mask, on: cell, from: reporter) : action
    case .choose, .tap:
      // The key of an option says what was chosen.
      guard let question = question(ofOption: subject.key) else { return action }
      return removes(.value, of: StateSubject(question, instance: subject.instance)) ? emptied(question) : action
    default: return action
    }
  }

  private func question(ofOption key: String) -> String? {
    questions[key] ?? cleared.union(others.set).first { key.hasPrefix(FormCell.optionKey(question: $0, value: "")) }
  }

  /// The changes of the clear, for a journal without the contents.
  ///
  /// - Parameters:
  ///   - changes: the changes of its decision.
  ///   - state: the state after them.
  /// - Complexity: O(t log t) for t touched fields.
  package func changes(of changes: [StateChange], leavingOf state: ResponseState) -> [StateChange] {
    var known: Set<StateChange.Identity> = []
    let stated = changes.map { change in
      known.insert(change.identity)
      guard removes(change) else { return change }
      return StateChange(change.field, of: change.subject, before: nil, after: change.after)
    }
    return stated
      + state.changes.inOrder.filter { $0.field.role != .device && removes($0) && !known.contains($0.identity) }
  }
}
