/// A question that a merge leaves open: persons said different things of one subject, and none knew the other's.
///
/// The response shows one of the alternatives meanwhile. The next answer to the subject settles the question. It is the
/// content of a field of the state, a text, which is stored, journalled and verified like any other: a JSON array of
/// five texts for each alternative in turn, what it says, its author, its time and the address of its entry.
package struct OpenQuestion: Hashable, Sendable {
  /// One of the things said.
  package struct Alternative: Hashable, Sendable {
    /// The content of the field; `nil` for an untouched one, and for a removed instance.
    package let content: FieldContent?
    /// The entry that said it.
    package let origin: EntryAddress
    /// Its author; `nil` if unknown.
    package let author: String?
    /// Its claimed time.
    package let time: Timestamp

    package init(
      _ content: FieldContent?, by author: String?, at time: Timestamp, in origin: EntryAddress
    ) {
      (self.content, self.author) = (content?.withoutType, author)
      (self.time, self.origin) = (time, origin)
    }
  }

  /// The alternatives, at least two; the first one shows.
  ///
  /// Of an instance that was removed and answered, the first one is that it stays, with the first answer in it that no
  /// remover knew. Of the completion it is that the response is in progress, with the entry that reopened it, or the
  /// first answer that the one who completed it did not know.
  package let alternatives: [Alternative]

  /// The maximum number of alternatives; of more, those of the greatest entries are kept.
  package static let mostAlternatives = 64

  /// Creates a question.
  init(shown: Alternative, others: some Collection<Alternative>) {
    alternatives = [shown] + others.suffix(Self.mostAlternatives - 1)
  }

  /// The alternative that shows.
  package var shown: Alternative { alternatives[0] }

  /// The others, in the order of their entries.
  package var others: ArraySlice<Alternative> { alternatives.dropFirst() }

  /// Reads the content of a field; `nil` if there is none, or it is something else.
  package init?(_ content: FieldContent?) {
    guard let text = content?.text else { return nil }
    self.init(text: text)
  }

  /// Reads a text in the notation of ``text``; `nil` for any other.
  package init?(text: String) {
    guard let words = ChoiceText.values(of: text), words.count.isMultiple(of: 5) else { return nil }
    self.init(stride(from: 0, to: words.count, by: 5).map { Alternative(words[$0..<$0 + 5]) })
    guard self.text.isSpelled(like: text) else { return nil }
  }

  /// Collects alternatives; `nil` if there are too few or too many, or one is `nil`.
  package init?(_ alternatives: [Alternative?]) {
    guard (2...Self.mostAlternatives).contains(alternatives.count), !alternatives.contains(nil) else { return nil }
    self.alternatives = alternatives.compactMap { $0 }
  }

  /// What tells the question from another one about the same subject: which entries said what.
  package var identity: String { alternatives.map(\.origin.shortForm).joined(separator: " ") }

  /// The text.
  package var text: String { ChoiceText.text(of: alternatives.flatMap(\.words)) }

  /// The content of the field.
  package var content: FieldContent { .text(text) }
}

extension OpenQuestion.Alternative {
  /// Reads five texts; `nil` for others.
  fileprivate init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    guard let time = Timestamp(isoText: words[2]), time.isoText == words[2], let revision = Int(words[3]),
      revision > 0, String(revision) == words[3], let chain = JournalChain(words[4])
    else { return nil }
    let content: FieldContent?
    switch words[0] {
    case "": content = nil
    case "null": content = .cleared
    case let text:
      guard let original = OriginalAnswer(text: text) else { return nil }
      content = .value(original.value)
    }
    self.init(
      content, by: words[1].isEmpty ? nil : words[1], at: time, in: EntryAddress(revision: revision, chain: chain))
  }

  fileprivate var words: [String] {
    let said =
      switch content {
      case nil: ""
      case .cleared: "null"
      case let content?: content.value.map { OriginalAnswer($0).text } ?? "null"
      }
    return [said, author ?? "", time.isoText, String(origin.revision), origin.chain.description]
  }
}

/// The open questions of a response, by the fields that they are about: values of cells, instances and the completion.
package struct OpenQuestions: Hashable, Sendable {
  private(set) var byField: [StateChange.Identity: OpenQuestion] = [:]

  init() {}

  /// The open questions in a state.
  ///
  /// - Complexity: O(n) for n touched cells.
  package init(in state: ResponseState, of index: FormIndex) {
    for change in state.changes where change.field.asksAbout != nil {
      guard let question = OpenQuestion(change.after) else { continue }
      byField[change.identity.about(index)] = question
    }
  }

  package var isEmpty: Bool { byField.isEmpty }

  /// The fields and their questions, by instance, key and field.
  package var inOrder: [(identity: StateChange.Identity, question: OpenQuestion)] {
    byField.sorted { StateChange.Identity.precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
  }

  subscript(identity: StateChange.Identity) -> OpenQuestion? {
    get { byField[identity] }
    set { byField[identity] = newValue }
  }

  /// Removes questions.
  mutating func removeAll(where isGone: (StateChange.Identity) -> Bool) {
    for identity in byField.keys where isGone(identity) { byField[identity] = nil }
  }
}

extension StateChange.Field {
  /// Whether the field has an open question.
  package var asksAboutSubject: Bool { asksAbout != nil }

  /// Of a field with an open question, the field that it is about, unless its subject is an instance; `nil` for others.
  var asksAbout: StateChange.Field? {
    switch self {
    case .alternatives: .value
    case .responseAlternatives: .completion
    default: nil
    }
  }
}

extension StateChange.Identity {
  /// The field with the open question about this one.
  var question: StateChange.Identity {
    StateChange.Identity(field == .completion ? .responseAlternatives : .alternatives, of: subject)
  }

  /// Orders fields by instance, key, version and field.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    left.subject != right.subject
      ? StateSubject.utf8Order(left.subject, right.subject) : left.field.rawValue < right.field.rawValue
  }
}
