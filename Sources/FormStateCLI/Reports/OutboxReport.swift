#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// What an outbox command did, and what waits after it.
struct OutboxReport {
  /// A collector, with what waits for it.
  struct Destination {
    let name: String
    let status: OutboxStatus
  }

  /// The file that was written; `nil` for none.
  var file: String?
  /// The number of parts and entries in it.
  var partCount = 0
  var entryCount = 0
  /// The answers that were taken.
  var answers: [TakenAnswer] = []
  let destinations: [Destination]

  /// What waits for each collector, and what it refuses.
  var lines: [String] {
    destinations.flatMap { destination -> [String] in
      let name = "“\(TerminalText.plain(destination.name))”"
      let status = destination.status
      let refused = Self.refusedLines(status)
      guard let oldest = status.oldest else {
        return [refused.isEmpty ? "\(name) has everything." : "\(name) has everything else."] + refused
      }
      return ["\(Self.waiting(status)) for \(name), the oldest since \(oldest.isoText)."] + refused
    }
  }

  /// What waits, as a clause: `2 entries of 1 response wait`.
  static func waiting(_ status: OutboxStatus) -> String {
    let entries = Count.of(status.entryCount, "entry", "entries")
    return "\(entries) of \(Count.of(status.responseCount, "response")) \(status.entryCount == 1 ? "waits" : "wait")"
  }

  /// The responses that a collector refuses.
  static func refusedLines(_ status: OutboxStatus) -> [String] {
    status.refused.map { "\(name(of: $0.key)) is set aside: \(TerminalText.plain($0.reason))" }
  }

  /// How many answers there were of each kind, and those that need attention.
  var answerLines: [String] {
    let counts = Dictionary(grouping: answers.filter { $0.problem == nil }) { $0.answer.name }.mapValues(\.count)
    let summary = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return [summary.isEmpty ? "No answer changed anything." : "Answers: \(summary.joined(separator: ", "))."]
      + answers.compactMap(Self.line(about:))
  }

  /// What a person should know of an answer; `nil` for nothing.
  static func line(about answer: TakenAnswer) -> String? {
    let name = answer.key.map(Self.name) ?? answer.answer.stream.description
    if let problem = answer.problem { return "\(name): \(problem), so the answer changes nothing" }
    guard case .forked(let revision, _, _) = answer.answer.outcome else { return nil }
    return "\(name): another copy differs from revision \(revision) on; the collector keeps both"
  }

  private static func name(of key: ResponseKey) -> String {
    "\(TerminalText.plain(key.form)) \(TerminalText.plain(key.response))"
  }
}

extension OutboxReport: Shape {
  static let meaning = "What an outbox command did, and what waits after it."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("file", \.file, "The batch that was written; null for none.")
    m("partCount", \.partCount, "How many parts it has.")
    m("entryCount", \.entryCount, "How many entries it has.")
    m("answers", \.answers, "The answers that were taken.")
    m("destinations", \.destinations, "The collectors, with what waits for them afterwards.")
  }
}

extension OutboxReport.Destination: Shape {
  static let meaning = "A collector."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("name", \.name, "Its name.")
    m("waitingResponseCount", \.status.responseCount, "How many responses wait; refused ones do not count.")
    m("waitingEntryCount", \.status.entryCount, "How many entries wait.")
    m("oldest", \.status.oldest, "The time of the oldest of them; null if none wait.")
    m("refused", \.status.refused, "The responses that are set aside.")
  }
}

extension OutboxStatus.Refused: Shape {
  package static let meaning = "A response that a collector refuses."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("reason", \.reason, "The reason.")
  }
}

extension TakenAnswer: Shape {
  package static let meaning = "An answer of a collector."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.key?.form, "The form; null for a response that is not in this file.")
    m("response", \.key?.response, "The response; null for one that is not in this file.")
    m("stream", \.answer.stream, "The random name of the response.")
    m(
      "answer", \.answer.kind,
      "took; had: it was there already; forked: both histories are kept; sendFrom: earlier entries are missing; needsDefinition; refused: for good."
    )
    m("revision", \.answer.revision, "The revision that it names; null for none.")
    m("problem", \.problem, "Why it changes nothing; null if it counts.")
  }
}

extension PushAnswer.Kind: PrintedWord {}
#endif
