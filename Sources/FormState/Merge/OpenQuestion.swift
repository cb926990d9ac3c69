/// A question that a merge leaves open: persons said different things of one subject, and none knew the other's.
///
/// The response shows one of the alternatives meanwhile. The next answer to the subject settles the question.
package struct OpenQuestion: Hashable, Sendable {
  /// One of the things said.
  package struct Alternative: Hashable, Sendable {
    /// The content of the field; `nil` for an untouched one, and for a removed instance.
    package let content: FieldContent?
    /// The entry that said it.
    package let origin: EntryAddress
    /// Its author; `nil` if unknown.
    package let author: String?
    /// Its device; `nil` if unknown.
    package let device: String?
    /// Its claimed time.
    package let time: Timestamp
  }

  /// The field and its subject: the value of a cell, an instance that was removed and answered, or the completion.
  package let identity: StateChange.Identity
  /// The alternative that shows. Of an instance it is that it stays, with the first answer in it that no remover knew.
  /// Of the completion it is that the response is in progress, with the entry that reopened it, or the first answer
  /// that the one who completed it did not know.
  package let shown: Alternative
  /// The others, in the order of their entries.
  package let others: [Alternative]
}

/// The open questions of a response, by their fields.
package struct OpenQuestions: Hashable, Sendable {
  package private(set) var byField: [StateChange.Identity: OpenQuestion] = [:]

  package init() {}

  package var isEmpty: Bool { byField.isEmpty }

  /// The questions by instance, key and field.
  package var inOrder: [OpenQuestion] {
    byField.values.sorted { left, right in
      left.identity.subject != right.identity.subject
        ? StateSubject.utf8Order(left.identity.subject, right.identity.subject)
        : left.identity.field.rawValue < right.identity.field.rawValue
    }
  }

  package subscript(identity: StateChange.Identity) -> OpenQuestion? {
    get { byField[identity] }
    set { byField[identity] = newValue }
  }

  /// Removes the questions in instances that no longer exist.
  mutating func removeAll(where isGone: (StateChange.Identity) -> Bool) {
    for identity in byField.keys where isGone(identity) { byField[identity] = nil }
  }
}
