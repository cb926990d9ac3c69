/// How the journal of a response relates to that of a copy of it.
///
/// Copies in two files develop independently. When they meet, either one is an earlier state of the other, or each has
/// entries that the other lacks.
package enum JournalRelation: Equatable {
  /// Both have the same entries.
  case same
  /// The other one is an earlier state of this one.
  case behind
  /// This one is an earlier state of the other one, which continues with these entries.
  case ahead([JournalEntry])
  /// They diverge at this revision, or cannot be compared there because one was compacted.
  case forked(at: Int)

  /// Compares two journals; if one is compacted, by the state at its checkpoint and the entries after it.
  ///
  /// - Parameters:
  ///   - journal: the journal, from revision 1 or from a checkpoint.
  ///   - other: the copy's journal, with the version numbers of the first one.
  /// - Complexity: O(k) for k entries and changes.
  package init(of journal: [JournalEntry], to other: [JournalEntry]) {
    let last = journal.last?.revision ?? 0
    let otherLast = other.last?.revision ?? 0
    let start = max(Self.base(of: journal), Self.base(of: other))
    guard start <= min(last, otherLast), Self.state(of: journal, at: start) == Self.state(of: other, at: start) else {
      self = .forked(at: start)
      return
    }
    let pairs = zip(journal.drop { $0.revision <= start }, other.drop { $0.revision <= start })
    if let parting = pairs.first(where: { !$0.tellsTheSame(as: $1) }) {
      self = .forked(at: parting.0.revision)
    } else if otherLast > last {
      self = .ahead(Array(other.drop { $0.revision <= last }))
    } else {
      self = otherLast < last ? .behind : .same
    }
  }

  /// The revision of a journal's checkpoint; 0 if it begins with the first entry.
  private static func base(of journal: [JournalEntry]) -> Int {
    journal.first.flatMap { $0.action == .checkpoint ? $0.revision : nil } ?? 0
  }

  private static func state(of journal: [JournalEntry], at revision: Int) -> ResponseState {
    var state = ResponseState()
    for entry in journal.prefix(while: { $0.revision <= revision }) {
      for change in entry.changes { state.apply(change) }
    }
    return state
  }
}

extension JournalEntry {
  /// Whether two entries record the same action.
  ///
  /// The abandoning revision is not compared, since it follows from later entries; nor is a version that one store does
  /// not have.
  fileprivate func tellsTheSame(as other: JournalEntry) -> Bool {
    var (one, two) = (self, other)
    one.abandonedBy = nil
    two.abandonedBy = nil
    if one.version == nil || two.version == nil { (one.version, two.version) = (nil, nil) }
    if let mine = redacted, let others = other.redacted, mine != others { return false }
    guard redacted != nil || other.redacted != nil else { return one == two }
    let removed = Set((changes + other.changes).lazy.filter(\.isRemoved).map(\.identity))
    let isEmptied = [action.kind, other.action.kind].contains(.emptied)
    return one.emptied(of: removed, isEmptied) == two.emptied(of: removed, isEmptied)
  }

  /// The entry without what was removed from it or from its copy.
  private func emptied(of removed: Set<StateChange.Identity>, _ isEmptied: Bool) -> JournalEntry {
    var emptied = self
    (emptied.redacted, emptied.salt) = (nil, nil)
    emptied.changes = changes.map { change in
      removed.contains(change.identity)
        ? StateChange(change.field, of: change.subject, before: nil, after: nil) : change
    }
    // An option says what was chosen, and the question is among the changes.
    if isEmptied { emptied.action = .checkpoint }
    if case .reportFault(_, let cell?, let reporter) = action {
      emptied.action = .reportFault(SensitiveCells.mask, on: cell, from: reporter)
    }
    return emptied
  }
}

extension StreamName {
  /// The name of the copy that diverged from the response of this name with an entry.
  ///
  /// It follows from both, so the same copy is recognized whenever it is merged.
  ///
  /// - Parameter entry: the copy's first entry that the response does not have.
  package func branch(at entry: JournalEntry) -> StreamName {
    var input = DigestInput()
    input.add("formstate-branch-1")
    input.add(description)
    input.add(entry.revision)
    input.add(entry.action.kind.rawValue)
    input.add(entry.time.isoText)
    input.add(entry.author ?? "")
    for change in entry.changes {
      input.add(change.field.rawValue)
      input.add(change.subject.key)
      input.add(change.subject.instance)
      input.add(change.after?.value)
    }
    return StreamName(String(input.hexadecimalText().prefix(32))) ?? self
  }
}
