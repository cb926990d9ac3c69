import Foundation

@testable import FormState
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

  /// Compares an inventory with what it has.
  ///
  /// - Returns: the answer as JSON Lines.
  /// - Throws: `JSONLinesError` if the inventory is damaged.
  func answer(toInventory data: Data) throws -> String {
    let statements = try InventoryDocument.read(data, source: "inventory")
    let own = TipInventory(
      chains.compactMap { stream, chains in
        chains.last.map { JournalTip(stream: stream, revision: chains.count, chain: $0) }
      })
    var answer = InventoryAnswer(comparedCount: statements.count)
    for statement in statements where !own.agrees(with: statement) {
      switch statement {
      case .sum(let prefix, _, _): answer.differing.append(prefix)
      case .tips(_, let tips):
        for tip in tips where chains[tip.stream]?.element(at: tip.revision - 1) != tip.chain {
          let count = min(chains[tip.stream]?.count ?? 0, tip.revision - 1)
          answer.missing.append(PushAnswer(stream: tip.stream, outcome: .sendFrom(revision: count + 1)))
        }
      }
    }
    return try answer.lines()
  }

  /// Loses all but the first entries of each response, and the definitions of others.
  mutating func putBack(toEntries count: Int) {
    chains = chains.compactMapValues { count == 0 ? nil : Array($0.prefix(count)) }
  }

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
        answers += try PushAnswerDocument.line(for: answer) + "\n"
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
