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

extension EntryAddress: Comparable {
  /// Orders entries by revision, then by the bytes of their chains: an entry is after everything that its author had.
  package static func < (left: EntryAddress, right: EntryAddress) -> Bool {
    left.revision != right.revision
      ? left.revision < right.revision : left.chain.bytes.lexicographicallyPrecedes(right.chain.bytes)
  }
}

/// An entry of one of the lines into which copies of a response part, with the entries before it.
package struct LineEntry: Hashable, Sendable {
  /// What an entry is.
  package enum Contents: Hashable, Sendable {
    /// An action of a person.
    case action(JournalEntry)
    /// A merge that somebody has built upon, as computed here and not as sent.
    case merge(MergeEntry)
  }

  /// The address.
  package let address: EntryAddress
  /// The entry before it in its journal; `nil` for the first one.
  package let previous: EntryAddress?
  /// The action or merge.
  package let contents: Contents
  /// The device that made it; `nil` if unknown.
  package let device: String?
  /// Of an undo or redo, the entries of the step that was first made; empty if unknown, and for all others.
  package let step: [JournalEntry]

  package init(
    _ contents: Contents, at address: EntryAddress, after previous: EntryAddress?, device: String? = nil,
    undoing step: [JournalEntry] = []
  ) {
    self.address = address
    self.previous = previous
    self.contents = contents
    self.device = device
    self.step = step
  }

  /// The action; `nil` for a merge.
  package var action: JournalEntry? {
    if case .action(let entry) = contents { entry } else { nil }
  }

  /// The entries that it follows: the one before it in its journal, and the other heads of a merge.
  var parents: [EntryAddress] {
    let others: [EntryAddress] = if case .merge(let merge) = contents { merge.others } else { [] }
    return (previous.map { [$0] } ?? []) + others
  }

  /// Its changes of the state.
  var changes: [StateChange] {
    switch contents {
    case .action(let entry): entry.changes
    case .merge(let merge): merge.changes
    }
  }

  /// Its claimed time.
  var time: Timestamp {
    switch contents {
    case .action(let entry): entry.time
    case .merge(let merge): merge.time
    }
  }
}

/// Why lines of a response cannot be joined for now: they wait beside each other.
package enum MergeObstacle: Error, Hashable, Sendable {
  /// An entry after the cut is missing: the journal was compacted.
  case missing(EntryAddress)
  /// An entry does not follow the one before it.
  case malformed(EntryAddress)
  /// Lines have moved on to another version of the form.
  case versions
  /// Two persons gave an instance the same number.
  case number(Int)
  /// A rule fails on the combined answers.
  case refused(ActionError)
}
