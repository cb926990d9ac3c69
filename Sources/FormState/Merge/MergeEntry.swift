/// A merge of lines as an entry of the journal, on the main head.
///
/// It follows from the heads, so everybody who has them computes the same one, byte for byte. What persons said is in
/// their own entries; a merge only shows what stands.
struct MergeEntry: Hashable, Sendable {
  /// The main head, on which it is.
  package let main: EntryAddress
  /// The entry.
  package let entry: JournalEntry
  /// All questions that are open after it.
  package let questions: OpenQuestions

  /// Its changes of the state of the main head, in order.
  package var changes: [StateChange] { entry.changes }

  init(main: EntryAddress, entry: JournalEntry, questions: OpenQuestions) {
    (self.main, self.entry, self.questions) = (main, entry, questions)
  }

  /// The address: the chain goes on from the main head with its line.
  ///
  /// - Parameters:
  ///   - version: the number of the version in force.
  ///   - digests: the digests of the form's definitions, by the numbers of their versions.
  /// - Throws: ``JournalLine/UnknownVersion``.
  /// - Complexity: O(n) for n bytes of the line.
  package func address(digests: [Int: String]) throws(JournalLine.UnknownVersion) -> EntryAddress {
    var chain = main.chain
    chain.append(try JournalLine.text(of: entry, after: entry.version, digests: digests))
    return EntryAddress(revision: entry.revision, chain: chain)
  }
}
