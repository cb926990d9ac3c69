import FormState
import Foundation

/// The answers of a collector as JSON Lines, one for each part of a batch.
///
/// ```json
/// {"stream":"d23f…","answer":"took","revision":20,"chain":"5a83…"}
/// {"stream":"77c0…","answer":"sendFrom","revision":8}
/// ```
public enum PushAnswerDocument {
  static let limits = DocumentLimits(maximumBytes: 1 << 16, maximumDepth: 8, maximumNodes: 64)
  private static let known = ["stream", "answer", "revision", "chain", "at", "definition", "reason"]

  /// The names of the answers.
  private enum Name: String, CaseIterable {
    case took, had, forked, sendFrom, needsDefinition, refused
  }

  /// Reads answers.
  ///
  /// - Parameters:
  ///   - data: the document in UTF-8; lines may end in CR LF, blank ones are skipped.
  ///   - source: its name, for messages.
  /// - Throws: ``JSONLinesError`` for the first line that cannot be understood.
  /// - Complexity: O(n) in the size of the document.
  public static func read(_ data: Data, source: String) throws -> [PushAnswer] {
    try JSONLine.lines(of: data).map { number, line in
      try answer(
        JSONLine.root(line, number: number, source: source, limits: limits, expecting: "an answer"), number: number,
        source: source)
    }
  }

  /// Writes an answer as a line, without its line end.
  package static func line(for answer: PushAnswer) -> String {
    var json = JSONWriter(isPretty: false)
    json.beginObject()
    json.member("stream", answer.stream.description)
    json.member("answer", answer.name)
    if let revision = answer.revision { json.member("revision", revision) }
    switch answer.outcome {
    case .took(_, let chain), .had(_, let chain): json.member("chain", chain)
    case .forked(let place, _, let chain):
      json.member("chain", chain)
      json.member("at", place)
    case .sendFrom: break
    case .needsDefinition(let digest): json.member("definition", digest)
    case .refused(let reason): json.member("reason", reason)
    }
    json.endObject()
    return json.text
  }

  /// Reads the answer of a line.
  static func answer(_ root: PropertyValue, number: Int, source: String) throws(JSONLinesError) -> PushAnswer {
    try JSONLine.object(root, number: number, source: source, known: known) { $0.answer() }
  }

  fileprivate static func outcome(_ fields: inout DocumentFields) -> PushAnswer.Outcome? {
    let names = Name.allCases.map(\.rawValue)
    let action = "write one of \(names.joined(separator: ", "))"
    let name = fields.requiredText("answer", action)
    switch Name(rawValue: name) {
    case .took: return .took(revision: fields.answeredRevision(), chain: fields.answeredChain())
    case .had: return .had(revision: fields.answeredRevision(), chain: fields.answeredChain())
    case .forked:
      return .forked(
        at: fields.answeredRevision("at"), revision: fields.answeredRevision(), chain: fields.answeredChain())
    case .sendFrom: return .sendFrom(revision: fields.answeredRevision())
    case .needsDefinition:
      return .needsDefinition(digest: fields.requiredText("definition", "name the definition by its digest"))
    case .refused:
      let reason = fields.requiredText("reason", "give the reason")
      if reason.isEmpty, fields.faults.isEmpty { fields.addFault("reason", "is empty", "give the reason") }
      return .refused(reason: reason)
    case nil:
      if fields.faults.isEmpty { fields.addFault("answer", "is no answer", action) }
      return nil
    }
  }
}

extension DocumentFields {
  fileprivate mutating func answer() -> PushAnswer? {
    let stream = answeredStream()
    guard let outcome = PushAnswerDocument.outcome(&self), let stream else { return nil }
    return PushAnswer(stream: stream, outcome: outcome)
  }

  /// The name of a response, which must be there; `nil` after a fault.
  mutating func answeredStream() -> StreamName? {
    let text = requiredText("stream", "name the response by its 32 digits")
    let stream = StreamName(text)
    if stream == nil, faults.isEmpty { addFault("stream", "is not 32 hexadecimal digits", "write the response's name") }
    return stream
  }

  /// A revision that must be there; 0 after a fault.
  mutating func answeredRevision(_ name: String = "revision") -> Int {
    if case .integer(let number)? = members[name], (1...Int64(Int32.max)).contains(number) { return Int(number) }
    addFault(name, members[name] == nil ? "is missing" : "is no revision", "write a whole number, 1 or more")
    return 0
  }

  /// A chain that must be there; empty after a fault.
  mutating func answeredChain() -> String {
    let text = requiredText("chain", "write the chain up to the revision")
    if JournalChain(text) == nil, !text.isEmpty { addFault("chain", "is not a chain", "write 64 hexadecimal digits") }
    return text
  }
}
