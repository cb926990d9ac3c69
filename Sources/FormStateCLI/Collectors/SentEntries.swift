#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import FormStateSync

/// The entries that a collector acknowledged.
struct SentEntries {
  /// How many there are.
  private(set) var count = 0
  /// The responses about which an answer of the collector changes nothing.
  private(set) var ignored: [SyncReport.Skipped] = []
  private var streams: Set<StreamName> = []

  /// How many responses they are of.
  var responseCount: Int { streams.count }

  /// Notes the answers to a batch.
  mutating func note(_ answers: [TakenAnswer], to batch: PushBatch) {
    let parts = Dictionary(grouping: batch.parts, by: \.stream)
    for answer in answers {
      if let problem = answer.problem {
        let name = answer.key.map { "\($0.form) \($0.response)" } ?? answer.answer.stream.description
        ignored.append(
          SyncReport.Skipped(name: name, reason: "\(problem), so an answer of the collector changes nothing"))
        continue
      }
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
