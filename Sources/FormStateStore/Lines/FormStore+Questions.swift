import FormState
import GRDB

/// What waits for a person after copies of a response were joined: different things that persons said at the same time,
/// or a line that cannot be joined yet.
public struct ResponseQuestion: Hashable, Sendable {
  /// What a question is about.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The answer of a cell.
    case answer
    /// Whether an instance of a repeat stays, which one person removed and another answered in.
    case instance
    /// Whether the response is completed.
    case completion
    /// When a line of another copy can be joined.
    case line
  }

  /// One of the things said.
  public struct Alternative: Hashable, Sendable {
    /// The answer as a person reads it, “•••” of a sensitive cell; `nil` for none, and for a removed instance.
    public let text: String?
    /// Its author; `nil` if unknown.
    public let author: String?
    /// When it was said, by the clock of its author's device.
    public let time: Timestamp
    /// The entry that said it.
    let origin: EntryAddress
  }

  /// The response.
  public let key: ResponseKey
  /// What the question is about.
  public let kind: Kind
  /// The cell, or the instance; `nil` for the response.
  let subject: StateSubject?
  /// Its address as a person writes it; `nil` for the response.
  public let address: String?
  /// The title of the cell, or of the repeat; `nil` for the response, and for a cell that the version in force lacks.
  public let title: String?
  /// What was said, first what shows; `FormAction.settle(_:taking:)` takes one by its number, from 1. Of a
  /// line it is the last entry.
  public let alternatives: [Alternative]
  /// Why a line waits; `nil` for all other questions.
  public let waits: String?
}

extension ResponseQuestion {
  /// The cell or the instance for `FormAction.settle(_:taking:)`; `nil` for the completion.
  package var reference: CellReference? { subject.map { CellReference($0.key, in: $0.instance) } }

  /// What tells it from another question about the same subject.
  package var identity: String { alternatives.map(\.origin.shortForm).joined(separator: " ") }
}

extension FormStore {
  /// What waits for a person after copies were joined.
  ///
  /// - Parameters:
  ///   - form: the key of a form; `nil` for all.
  ///   - response: the key of responses; `nil` for all.
  /// - Returns: the questions by form and response, in the order of instances and cells.
  /// - Throws: ``StoreError/Code/unknownForm``; ``StoreError/Code/unknownResponse`` if none of the forms has it.
  /// - Complexity: O(r) for r responses, by an index, and O(k log k) for k touched fields of those with questions.
  public func questions(ofForm form: String? = nil, response: String? = nil) throws -> [ResponseQuestion] {
    try read { db in
      try Self.keysWithQuestions(ofForm: form, response: response, in: db).flatMap { try questions(about: $0, in: db) }
    }
  }

  /// The responses with questions, in alphabetical order.
  static func keysWithQuestions(ofForm form: String?, response: String?, in db: Database) throws -> [ResponseKey] {
    try requireAny(ofForm: form, response: response, in: db)
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT form, response
        FROM conflict
        WHERE (?1 IS NULL OR form = ?1) AND (?2 IS NULL OR response = ?2)
        ORDER BY form, response
        """, arguments: [form, response])
    return try rows.map { ResponseKey(form: try $0.decode(atIndex: 0), response: try $0.decode(atIndex: 1)) }
  }

  /// Checks that a form exists, and a response of it or of any form.
  private static func requireAny(ofForm form: String?, response: String?, in db: Database) throws {
    if let form {
      let key = ResponseKey(form: form, response: response ?? ResponseKey.standardResponse)
      _ = try response == nil ? ResponseLocation.find(key, in: db) : require(key, in: db)
    } else if let response {
      let forms = try String.fetchAll(db, sql: "SELECT key FROM formstate_form ORDER BY key")
      let found = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM formstate_response WHERE key = ?)", arguments: [response])
      guard found != true, let first = forms.first else { return }
      // The form with the nearest key says which one was meant.
      let keys = try String.fetchAll(db, sql: "SELECT DISTINCT key FROM formstate_response")
      let nearest = keys.nearest(to: response)
      let owner = try forms.first { try responseKeys(ofForm: $0, in: db).contains { $0 == nearest } }
      throw StoreError.unknownResponse(form: owner ?? first, key: response, nearest: nearest)
    }
  }

  /// What waits for a person in a response.
  ///
  /// - Complexity: O(k log k) for k touched fields.
  func questions(about key: ResponseKey, in db: Database) throws -> [ResponseQuestion] {
    let location = try ResponseLocation.find(key, in: db)
    let definition = try definitions.definition(of: location.version, in: db)
    let state = try StateTables(db: db, location: location).state()
    let open = OpenQuestions(in: state, of: definition.index).inOrder
    let readable = ReadableValues(db: db, location: location, definition: definition)
    let sensitive = try SensitiveCells(ofVersion: location.version, in: db)
    let words = QuestionWords(key: key, open, of: definition.form, in: state) { value, subject in
      if sensitive.contains(subject.key) { return SensitiveCells.mask }
      return try readable.text(
        of: value, ofCell: subject.key, inVersion: subject.setAsideFrom ?? location.version.number, .stored)
    }
    return try words.questions() + Self.waitingLines(of: key, at: location, in: db)
  }

  private static func waitingLines(
    of key: ResponseKey, at location: ResponseLocation, in db: Database
  ) throws -> [ResponseQuestion] {
    let lines = try Row.fetchAll(
      db,
      sql: """
        SELECT entry.author, entry.time, head.waits, entry.revision, entry.chain
        FROM formstate_head AS head
        JOIN formstate_line_entry AS entry ON entry.response_id = head.response_id AND entry.chain = head.chain
        WHERE head.response_id = ? AND head.waits IS NOT NULL
        ORDER BY entry.revision, entry.chain
        """, arguments: [location.responseID])
    return try lines.map { row in
      guard let time = Timestamp(milliseconds: try row.decode(atIndex: 1)),
        let chain = JournalChain(try row.decode(String.self, atIndex: 4))
      else {
        throw StoreError.damaged("an entry of another line has an impossible time or place")
      }
      let last = ResponseQuestion.Alternative(
        text: nil, author: try row.decode(atIndex: 0), time: time,
        origin: EntryAddress(revision: try row.decode(atIndex: 3), chain: chain))
      return ResponseQuestion(
        key: key, kind: .line, subject: nil, address: nil, title: nil, alternatives: [last],
        waits: try row.decode(atIndex: 2))
    }
  }
}

/// Puts the open questions of a response into words.
struct QuestionWords {
  let key: ResponseKey
  private let open: [(identity: StateChange.Identity, question: OpenQuestion)]
  private let titles: [String: Question]
  private let names: InstanceNames
  private let speech: Speech
  private let text: (CellValue, StateSubject) throws -> String

  /// Prepares the words.
  ///
  /// - Parameters:
  ///   - open: the questions, in order.
  ///   - form: the form, in the language of the words.
  ///   - state: the state that has the questions.
  ///   - speech: the words about instances and the completion.
  ///   - text: returns the readable text of an answer.
  /// - Complexity: O(k log k) for k questions.
  init(
    key: ResponseKey, _ open: [(identity: StateChange.Identity, question: OpenQuestion)], of form: FormDefinition,
    in state: ResponseState, speech: Speech = .english, text: @escaping (CellValue, StateSubject) throws -> String
  ) {
    (self.key, self.open, self.speech, self.text) = (key, open, speech, text)
    titles = open.isEmpty ? [:] : form.questionsAndRepeats(withKeys: Set(open.map(\.identity.subject.key)))
    names = state.instanceNames
  }

  func questions() throws -> [ResponseQuestion] {
    try open.map { identity, question in
      let subject = identity.field == .completion ? nil : identity.subject
      return ResponseQuestion(
        key: key, kind: identity.kindOfQuestion, subject: subject,
        address: subject?.description(naming: names),
        title: subject.flatMap { $0.setAsideFrom == nil ? titles[$0.key]?.title : nil },
        alternatives: try question.alternatives.map { said in
          ResponseQuestion.Alternative(
            text: try words(of: said.content, identity), author: said.author, time: said.time, origin: said.origin)
        }, waits: nil)
    }
  }

  private func words(of content: FieldContent?, _ identity: StateChange.Identity) throws -> String? {
    switch identity.field {
    case .completion: Wording(content == nil ? .saidInProgress : .saidCompleted).text(in: speech)
    case .instance: content.map { _ in Wording(.saidStays).text(in: speech) }
    default: try content?.value.map { try text($0, identity.subject) }
    }
  }
}

extension QuestionWords {
  /// Prepares the words of a screen, in the language of its form.
  init(
    key: ResponseKey, _ open: [(identity: StateChange.Identity, question: OpenQuestion)], shownIn form: FormDefinition,
    _ state: ResponseState, speech: Speech
  ) {
    let questions = form.questionsAndRepeats(withKeys: Set(open.map(\.identity.subject.key)))
    self.init(key: key, open, of: form, in: state, speech: speech) { value, subject in
      guard let question = questions[subject.key] else { return value.plainText }
      return question.cell.isSensitive ? SensitiveCells.mask : form.readableText(of: value, to: question)
    }
  }
}

extension ShownForm {
  /// The open question about a cell or an instance, or for `nil` about the completion; `nil` if there is none.
  ///
  /// - Complexity: O(1) if there is none, otherwise O(d) for the d cells around it and its options.
  package func question(
    about subject: StateSubject?, isInstance: Bool = false, of key: ResponseKey, in speech: Speech
  ) -> ResponseQuestion? {
    let content = subject.map { state[.alternatives, of: $0] } ?? state[.responseAlternatives, of: .response]
    guard let open = OpenQuestion(content) else { return nil }
    let identity = StateChange.Identity(
      subject == nil ? .completion : isInstance ? .instance : .value, of: subject ?? .response)
    return try? QuestionWords(key: key, [(identity, open)], shownIn: form, state, speech: speech).questions().first
  }
}

extension StateChange.Identity {
  fileprivate var kindOfQuestion: ResponseQuestion.Kind {
    switch field {
    case .instance: .instance
    case .completion: .completion
    default: .answer
    }
  }
}
