import FormState
import Foundation

@testable import FormStateInterchange

/// A collector in memory, which reads batches as the real one does and answers honestly.
struct HonestCollector {
  /// The chains of each response after its revisions, from the first on.
  private(set) var chains: [StreamName: [JournalChain]] = [:]
  private var definitions: Set<String> = []

  /// How many entries it has.
  var entryCount: Int { chains.values.reduce(0) { $0 + $1.count } }

  /// Loses everything, like a collector that was restored from an old copy.
  mutating func forget() { self = HonestCollector() }

  /// Takes a batch.
  ///
  /// - Returns: the answers as JSON Lines.
  /// - Throws: `JSONLinesError` if the batch is damaged.
  mutating func answers(to batch: Data) throws -> String {
    var lines = batch.split(separator: UInt8(ascii: "\n"))[...]
    var reader = PushBatchReader(source: "batch") { _ in lines.popFirst() }
    var answers = ""
    while let element = try reader.next() {
      switch element {
      case .definition(let definition): definitions.insert(definition.digest)
      case .part(let part):
        let answer = PushAnswer(stream: part.stream, outcome: take(part))
        answers += PushAnswerDocument.line(for: answer) + "\n"
      }
    }
    return answers
  }

  private mutating func take(_ part: PushedPart) -> PushAnswer.Outcome {
    if let missing = part.definitions.values.sorted().first(where: { !definitions.contains($0) }) {
      return .needsDefinition(digest: missing)
    }
    let known = chains[part.stream, default: []]
    guard part.after <= known.count else { return .sendFrom(revision: known.count + 1) }
    guard part.after == 0 || known[part.after - 1] == part.start else { return .sendFrom(revision: 1) }
    guard part.last > known.count else { return .had(revision: part.last, chain: part.chain.description) }
    chains[part.stream] = known.prefix(part.after) + part.entries.map(\.chain)
    return .took(revision: part.last, chain: part.chain.description)
  }
}
