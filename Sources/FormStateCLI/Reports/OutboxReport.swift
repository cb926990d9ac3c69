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

  var json: OrderedJSON {
    .object([
      ("file", OrderedJSON(file)), ("partCount", .integer(partCount)), ("entryCount", .integer(entryCount)),
      ("answers", .array(answers.map(Self.json))), ("destinations", .array(destinations.map(Self.json))),
    ])
  }

  static func json(of answer: TakenAnswer) -> OrderedJSON {
    .object([
      ("form", OrderedJSON(answer.key?.form)), ("response", OrderedJSON(answer.key?.response)),
      ("stream", .string(answer.answer.stream.description)), ("answer", .string(answer.answer.name)),
      ("revision", OrderedJSON(answer.answer.revision)), ("problem", OrderedJSON(answer.problem)),
    ])
  }

  static func json(of destination: Destination) -> OrderedJSON {
    let status = destination.status
    return .object([
      ("name", .string(destination.name)), ("waitingResponseCount", .integer(status.responseCount)),
      ("waitingEntryCount", .integer(status.entryCount)), ("oldest", OrderedJSON(status.oldest?.isoText)),
      (
        "refused",
        .array(
          status.refused.map { .object(OrderedJSON.members(of: $0.key) + [("reason", .string($0.reason))]) })
      ),
    ])
  }
}
#endif
