/// A readable entry of a journal.
package struct HistoryEntry: Hashable, Sendable {
  /// The revision after it.
  package let revision: Int
  /// The time, as ISO 8601 text in UTC.
  package let time: String
  /// The author; `nil` if unknown.
  package let author: String?
  /// The name of the action, as in a menu: “Set First name”.
  package let did: String
  /// Its changes, a sentence each, except for implied ones.
  package var changes: [String] { sentences.map(\.text) }
  /// The same, with whether the definition hides the cell: what rules keep for themselves, such as an identifier.
  package let sentences: [Sentence]
  /// The number of its other changes in the journal, including implied ones.
  package let furtherChanges: Int
  /// Whether it is permanently unreachable after an undo; `nil` if it is reachable.
  package let note: String?

  /// A change in words.
  package struct Sentence: Hashable, Sendable {
    package let text: String
    /// Whether the definition hides the cell or one above it, so no person ever sees it.
    package let isHidden: Bool

    package init(text: String, isHidden: Bool) { (self.text, self.isHidden) = (text, isHidden) }
  }

  package init(
    revision: Int, time: String, author: String?, did: String, sentences: [Sentence], furtherChanges: Int, note: String?
  ) {
    (self.revision, self.time, self.author, self.did) = (revision, time, author, did)
    (self.sentences, self.furtherChanges, self.note) = (sentences, furtherChanges, note)
  }
}
