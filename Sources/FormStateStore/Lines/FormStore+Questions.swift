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
    /// The answer as a person reads it; `nil` for none, and for a removed instance.
    public let text: String?
    /// Its author; `nil` if unknown.
    public let author: String?
    /// When it was said, by the clock of its author's device.
    public let time: Timestamp
  }

  /// The response.
  public let key: ResponseKey
  /// What the question is about.
  public let kind: Kind
  /// The cell, or the instance; `nil` for the response.
  let subject: StateSubject?
  /// Its address as a person writes it; `nil` for the response.
  public let address: String?
  /// What was said, first what shows; `FormAction.settle(_:taking:)` takes one by its number, from 1. Of a
  /// line it is the last entry.
  public let alternatives: [Alternative]
  /// Why a line waits; `nil` for all other questions.
  public let waits: String?
}

extension FormStore {
  /// What waits for a person after copies were joined.
  ///
  /// - Parameters:
  ///   - form: the key of a form; `nil` for all.
  ///   - response: the key of responses; `nil` for all.
  /// - Returns: the questions by form and response, in the order of instances and cells.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(r) for r responses, by an index, and O(k log k) for k touched fields of those with questions.
  public func questions(ofForm form: String? = nil, response: String? = nil) throws -> [ResponseQuestion] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT DISTINCT form, response
          FROM conflict
          WHERE (?1 IS NULL OR form = ?1) AND (?2 IS NULL OR response = ?2)
          ORDER BY form, response
          """, arguments: [form, response])
      return try rows.flatMap { row in
        try Self.questions(
          about: ResponseKey(form: try row.decode(atIndex: 0), response: try row.decode(atIndex: 1)), in: db)
      }
    }
  }

  private static func questions(about key: ResponseKey, in db: Database) throws -> [ResponseQuestion] {
    let location = try ResponseLocation.find(key, in: db)
    let form = try DefinitionRepository(db: db).form(of: location.version)
    let words = QuestionWords(
      readable: ReadableValues(db: db, location: location),
      sensitive: try SensitiveCells(ofVersion: location.version, in: db), version: location.version.number)
    let state = try StateTables(db: db, location: location).state()
    let open = try OpenQuestions(in: state, of: FormIndex(form)).inOrder.map { identity, question in
      ResponseQuestion(
        key: key, kind: identity.kindOfQuestion, subject: identity.field == .completion ? nil : identity.subject,
        address: identity.field == .completion ? nil : identity.subject.description(naming: state.instanceNames),
        alternatives: try question.alternatives.map { said in
          ResponseQuestion.Alternative(
            text: try words.text(of: said.content, identity), author: said.author, time: said.time)
        }, waits: nil)
    }
    let lines = try Row.fetchAll(
      db,
      sql: """
        SELECT entry.author, entry.time, head.waits
        FROM formstate_head AS head
        JOIN formstate_line_entry AS entry ON entry.response_id = head.response_id AND entry.chain = head.chain
        WHERE head.response_id = ? AND head.waits IS NOT NULL
        ORDER BY entry.revision, entry.chain
        """, arguments: [location.responseID])
    return try open
      + lines.map { row in
        let time = Timestamp(milliseconds: try row.decode(atIndex: 1))
        guard let time else { throw StoreError.damaged("an entry of another line has an impossible time") }
        let last = ResponseQuestion.Alternative(text: nil, author: try row.decode(atIndex: 0), time: time)
        return ResponseQuestion(
          key: key, kind: .line, subject: nil, address: nil, alternatives: [last], waits: try row.decode(atIndex: 2))
      }
  }
}

/// What persons said, in words.
private struct QuestionWords {
  let readable: ReadableValues
  let sensitive: SensitiveCells
  let version: Int

  func text(of content: FieldContent?, _ identity: StateChange.Identity) throws -> String? {
    let key = identity.subject.key
    switch identity.field {
    case .completion: return content == nil ? "in progress" : "completed"
    case .instance: return content.map { _ in "stays" }
    default:
      guard let value = content?.value else { return nil }
      if sensitive.contains(key) { return SensitiveCells.mask }
      return try readable.text(
        of: value, ofCell: key, inVersion: identity.subject.setAsideFrom ?? version, .stored)
    }
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
