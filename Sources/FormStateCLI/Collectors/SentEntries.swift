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
    for answer in answers {
      if let problem = answer.problem {
        let name = answer.key.map { "\($0.form) \($0.response)" } ?? answer.answer.stream.description
        ignored.append(
          SyncReport.Skipped(name: name, reason: "\(problem), so an answer of the collector changes nothing"))
        continue
      }
      switch answer.answer.outcome {
      case .took(_, let chain), .had(_, let chain), .forked(_, _, let chain):
        // A response with several lines has a part for each.
        for part in batch.parts where part.stream == answer.answer.stream && part.chain.description == chain {
          count += part.lines.count
          streams.insert(part.stream)
        }
      case .sendFrom, .needsDefinition, .refused: break
      }
    }
  }
}
#endif
