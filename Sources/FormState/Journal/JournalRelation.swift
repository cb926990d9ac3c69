/// How the journal of a response relates to that of a copy of it.
///
/// Copies go on by themselves, in two files; when they meet, either one is what the other was, or each has something
/// that the other has not.
package enum JournalRelation: Equatable {
  /// Both tell the same.
  case same
  /// The other one is a beginning of this one.
  case behind
  /// This one is a beginning of the other one, which continues with these entries.
  case ahead([JournalEntry])
  /// They part: the first revision at which they differ, or at which they cannot be compared since one was compacted
  /// there.
  case forked(at: Int)

  /// Compares two journals; where one was compacted, by the state at its checkpoint and what follows.
  ///
  /// - Parameters:
  ///   - journal: the journal, from revision 1 or from a checkpoint.
  ///   - other: that of the copy, with the numbers that versions have in the first one.
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

  /// The revision of the checkpoint that a journal begins with; 0 where it begins with the first entry.
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
  /// Whether two entries say that the same was done.
  ///
  /// What an entry was abandoned by follows from what comes after it; and where one store does not have the version in
  /// which it was done, it cannot say which that was.
  fileprivate func tellsTheSame(as other: JournalEntry) -> Bool {
    var (one, two) = (self, other)
    one.abandonedBy = nil
    two.abandonedBy = nil
    if one.version == nil || two.version == nil { (one.version, two.version) = (nil, nil) }
    return one == two
  }
}

extension StreamName {
  /// The name of the copy that has parted from the response of this name with an entry.
  ///
  /// It follows from both, so that the same copy is known again however often it is met.
  ///
  /// - Parameter entry: the first entry of the copy that the response does not have.
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
