#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// What a push sent, and what waits after it.
struct PushReport {
  let collector: String
  let sent: SentEntries
  let status: OutboxStatus

  /// Whether a person who knows the report before should see this one.
  func isNews(after last: PushReport?) -> Bool {
    sent.count > 0 || !sent.notable.isEmpty || status.refused != last?.status.refused
  }

  /// What was sent, what a person should know, and what is set aside.
  var lines: [String] {
    let name = "“\(TerminalText.plain(collector))”"
    let entries = "\(Count.of(sent.count, "entry", "entries")) of \(Count.of(sent.responseCount, "response"))"
    let first = sent.count > 0 ? "Sent \(entries) to \(name)." : "Nothing waits for \(name)."
    return [first] + sent.notable.compactMap(OutboxReport.line(about:)) + OutboxReport.refusedLines(status)
  }
}

extension PushReport: Shape {
  static let meaning = "What was sent to a collector."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("entryCount", \.sent.count, "How many entries the collector acknowledged.")
    m("responseCount", \.sent.responseCount, "How many responses they are of.")
    m("answers", \.sent.notable, "The answers that need attention: forks, and those that change nothing.")
    m("destination", \.destination, "The collector, with what waits for it afterwards.")
  }

  private var destination: OutboxReport.Destination { OutboxReport.Destination(name: collector, status: status) }
}

/// The entries that a collector acknowledged.
struct SentEntries {
  /// How many there are.
  private(set) var count = 0
  /// The answers that a person should know of.
  private(set) var notable: [TakenAnswer] = []
  private var streams: Set<StreamName> = []

  /// How many responses they are of.
  var responseCount: Int { streams.count }

  /// Notes the answers to a batch.
  mutating func note(_ answers: [TakenAnswer], to batch: PushBatch) {
    let parts = Dictionary(grouping: batch.parts, by: \.stream)
    for answer in answers {
      let isFork = if case .forked = answer.answer.outcome { true } else { false }
      if answer.problem != nil || isFork { notable.append(answer) }
      guard answer.problem == nil else { continue }
      switch answer.answer.outcome {
      case .took(let revision, _), .had(let revision, _), .forked(_, let revision, _):
        for part in parts[answer.answer.stream] ?? [] where revision > part.after { add(part, upTo: revision) }
      case .sendFrom, .needsDefinition, .refused: break
      }
    }
  }

  private mutating func add(_ part: PushBatch.Part, upTo revision: Int) {
    count += min(revision, part.last) - part.after
    streams.insert(part.stream)
  }
}
#endif
