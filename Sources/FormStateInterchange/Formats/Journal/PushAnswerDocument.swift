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
  ///
  /// - Throws: nothing today; a later answer may have no notation.
  package static func line(for answer: PushAnswer) throws -> String { try JSONLine.text(of: AnswerLine(answer)) }

  /// Reads the answer of a line.
  static func answer(_ root: PropertyValue, number: Int, source: String) throws(JSONLinesError) -> PushAnswer {
    let line = try JSONLine.read(root, number: number, source: source, into: AnswerLine()) { fields, line in
      let required = line.kind.map(AnswerLine.required(for:)) ?? []
      for part in required where fields.members[part.name] == nil {
        fields.addFault(part.name, "is missing", part.remedy)
      }
      if line.reason == "" { fields.addFault("reason", "is empty", "give the reason") }
    }
    guard let stream = line.stream, let outcome = line.outcome else {
      throw JSONLinesError(source: source, line: number, problem: "is no answer")
    }
    return PushAnswer(stream: stream, outcome: outcome)
  }
}

extension AnswerLine {
  fileprivate init(_ answer: PushAnswer) {
    (stream, kind, revision) = (answer.stream, answer.kind, answer.revision)
    switch answer.outcome {
    case .took(_, let chain), .had(_, let chain): self.chain = JournalChain(chain)
    case .forked(let place, _, let chain): (self.place, self.chain) = (place, JournalChain(chain))
    case .sendFrom: break
    case .needsDefinition(let digest): definition = digest
    case .refused(let reason): self.reason = reason
    }
  }

  /// What the answer says; `nil` if something is missing.
  fileprivate var outcome: PushAnswer.Outcome? {
    switch (kind, revision, chain?.description) {
    case (.took?, let revision?, let chain?): .took(revision: revision, chain: chain)
    case (.had?, let revision?, let chain?): .had(revision: revision, chain: chain)
    case (.forked?, let revision?, let chain?): place.map { .forked(at: $0, revision: revision, chain: chain) }
    case (.sendFrom?, let revision?, _): .sendFrom(revision: revision)
    case (.needsDefinition?, _, _): definition.map { .needsDefinition(digest: $0) }
    case (.refused?, _, _): reason.map { .refused(reason: $0) }
    default: nil
    }
  }
}
