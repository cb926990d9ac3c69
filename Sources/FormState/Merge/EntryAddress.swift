/// The address of an entry in all copies of a response: its revision, and the chain of its journal up to it.
package struct EntryAddress: Hashable, Sendable {
  /// The revision after the entry.
  package let revision: Int
  /// The chain up to the entry.
  package let chain: JournalChain

  package init(revision: Int, chain: JournalChain) {
    self.revision = revision
    self.chain = chain
  }
}

extension EntryAddress {
  /// A short text, by which entries of one response differ.
  package var shortForm: String { "\(revision)/\(chain.description.prefix(16))" }
}

extension EntryAddress: Comparable {
  /// Orders entries by revision, then by the bytes of their chains: an entry is after everything that its author had.
  package static func < (left: EntryAddress, right: EntryAddress) -> Bool {
    left.revision != right.revision
      ? left.revision < right.revision : left.chain.bytes.lexicographicallyPrecedes(right.chain.bytes)
  }
}

/// An entry of one of the lines into which copies of a response part, with the entries before it.
package struct LineEntry: Hashable, Sendable {
  /// The address.
  package let address: EntryAddress
  /// The entry before it in its journal; `nil` for the first one.
  package let previous: EntryAddress?
  /// The action of a person; or a merge that somebody has built upon, as computed here and not as sent.
  package let entry: JournalEntry
  /// Of an undo or redo, the entries of the step that was first made; empty if unknown, and for all others.
  package let step: [JournalEntry]

  package init(
    _ entry: JournalEntry, at address: EntryAddress, after previous: EntryAddress?, undoing step: [JournalEntry] = []
  ) {
    self.address = address
    self.previous = previous
    self.entry = entry
    self.step = step
  }

  /// The action; `nil` for a merge.
  package var action: JournalEntry? { entry.action.merge == nil ? entry : nil }

  /// The entries that it follows: the one before it in its journal, and the other heads of a merge.
  package var parents: [EntryAddress] { (previous.map { [$0] } ?? []) + (entry.action.merge?.heads ?? []) }

  /// Its changes of the state.
  var changes: [StateChange] { entry.changes }

  /// Its claimed time.
  var time: Timestamp { entry.time }
}

/// Why lines of a response cannot be joined for now: they wait beside each other.
package enum MergeObstacle: Error, Hashable, Sendable {
  /// An entry after the cut is missing: the journal was compacted.
  case missing(EntryAddress)
  /// An entry does not follow the one before it.
  case malformed(EntryAddress)
  /// Lines have moved on to another version of the form.
  case versions
  /// A merge that somebody built upon is not the one that follows from its lines: another build made it.
  case differs(EntryAddress)
  /// Two persons gave an instance the same number.
  case number(Int)
  /// A rule fails on the combined answers.
  case refused(ActionError)

  /// The revision of the entry that it is about; `nil` for none.
  package var revision: Int? {
    switch self {
    case .missing(let entry), .malformed(let entry), .differs(let entry): entry.revision
    case .versions, .number, .refused: nil
    }
  }

  /// What it means, as a clause.
  package var meaning: String {
    switch self {
    case .missing: "entries that both need were compacted"
    case .malformed: "an entry does not follow the one before it"
    case .versions: "a copy has moved on to another version of the form"
    case .differs: "a copy was joined by other rules than those of this program"
    case .number(let number): "two instances have the number \(number)"
    case .refused(let error): error.problem
    }
  }
}
