import FormState
import Foundation

@testable import FormStateCollector
@testable import FormStateInterchange

/// A journal of a made-up response: what a device has.
struct MadeJournal {
  let stream: StreamName
  /// The first revision that it has, which is a checkpoint unless it is 1.
  var first = 1
  /// The lines of its entries, from that of revision 1; those before ``first`` are only hashed.
  var words: [String] = []

  var last: Int { words.count }

  /// The line of an entry.
  private func line(_ revision: Int, before: JournalChain) -> (text: String, own: JournalChain, chain: JournalChain) {
    var chain = before
    let text =
      #"{"revision":\#(revision),"time":"2026-11-26T10:00:00.000Z","author":"\#(words[revision - 1])","#
      + #""action":{"action":"markSaved"},"changes":[]}"#
    chain.append(text)
    return (text, chain, chain)
  }

  /// The chain up to a revision.
  func chain(at revision: Int) -> JournalChain {
    (1...max(1, revision)).prefix(revision).reduce(JournalChain(of: stream)) { line($1, before: $0).chain }
  }

  /// A part with some of its entries, as a batch has it.
  ///
  /// - Parameters:
  ///   - after: the revision before the first entry.
  ///   - last: the last revision.
  func part(after: Int, through last: Int) throws -> PushedPart {
    var lines: [String] = []
    var chain = chain(at: after)
    let beginsWithCheckpoint = first > 1 && after < first
    if beginsWithCheckpoint { chain = self.chain(at: first) }
    let start = beginsWithCheckpoint ? first - 1 : after
    if beginsWithCheckpoint {
      lines.append(
        #"{"revision":\#(first),"chain":"\#(chain)","time":"2026-11-26T10:00:00.000Z","#
          + #""action":{"action":"checkpoint"},"changes":[]}"#)
    }
    let head =
      beginsWithCheckpoint ? "" : #","chain":"\#(self.chain(at: after))""#
    for revision in (start + 1 + lines.count)..<(max(last, first) + 1) {
      let (text, _, next) = line(revision, before: chain)
      lines.append(text)
      chain = next
    }
    let text =
      [
        #"{"formstate-batch":1}"#,
        #"{"stream":"\#(stream)","form":"f","response":"r","definitions":{},"after":\#(start)\#(head)}"#,
      ] + lines + [#"{"entries":\#(lines.count),"chain":"\#(chain)"}"#, #"{"parts":1}"#]
    var rest = text[...]
    var reader = PushBatchReader(source: "made") { _ in rest.popFirst().map { Data($0.utf8) } }
    guard case .part(let part)? = try reader.next() else { throw CocoaError(.featureUnsupported) }
    return part
  }
}

/// A collector in memory that follows decisions, and knows nothing else of how they are made.
struct MadeCollector {
  /// A stored entry.
  struct Stored: Hashable {
    let position: ChainPosition
    let own: ChainPosition
    let line: Int
  }

  private(set) var entries: Set<Stored> = []
  private(set) var tips: [Int: ChainPosition] = [:]

  func known(of part: PushedPart) -> KnownStream {
    var known = KnownStream(lines: tips.sorted { $0.key < $1.key }.map { .init(number: $0.key, tip: $0.value) })
    let range = part.after...part.last
    for entry in entries where range.contains(entry.position.seq) {
      known.positions[entry.position] = entry.line
      known.entries.insert(entry.own)
    }
    return known
  }

  /// Takes a part as the decision says.
  mutating func take(_ part: PushedPart) -> PushAnswer.Outcome {
    let decision = PushDecision(part, known(of: part))
    var line: Int?
    switch decision.place {
    case .extends(let number)?: line = number
    case .forks?, .begins?: line = (tips.keys.max() ?? 0) + 1
    case nil: break
    }
    if let line {
      for index in decision.tail { store(part, index, line) }
      tips[line] = ChainPosition(seq: part.last, chain: part.chain)
    }
    if let backfill = decision.backfill { for index in backfill.entries { store(part, index, backfill.line) } }
    return decision.answer
  }

  private mutating func store(_ part: PushedPart, _ index: Int, _ line: Int) {
    let entry = part.entries[index]
    let own = ChainPosition(seq: entry.revision, chain: entry.ownChain)
    // A database refuses an entry twice.
    precondition(!entries.contains { $0.own == own })
    entries.insert(Stored(position: ChainPosition(seq: entry.revision, chain: entry.chain), own: own, line: line))
  }
}
