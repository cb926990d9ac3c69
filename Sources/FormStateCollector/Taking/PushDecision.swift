import FormState

/// A place in the journals of a stream: the revision, and the chain up to it.
struct ChainPosition: Hashable {
  let seq: Int
  let chain: JournalChain
}

/// What a collector has of a stream, as far as a decision about a part needs it.
struct KnownStream {
  /// A line of the stream: a journal as one or more devices have it.
  struct Line: Hashable {
    let number: Int
    let tip: ChainPosition
  }

  /// The lines, in the order in which they arrived.
  var lines: [Line] = []
  /// The known ones among the positions of the part, with the lines in which their entries arrived; a checkpoint counts
  /// for the chain that it names.
  var positions: [ChainPosition: Int] = [:]
  /// The known ones among the entries of the part, by the chains of their own lines.
  var entries: Set<ChainPosition> = []
  /// Whether the stream was forgotten, so nothing of it is taken again.
  var isForgotten = false
}

/// What becomes of a part of a batch: pure, so any order and repetition of parts can be tested.
struct PushDecision: Equatable {
  /// Where new entries go.
  enum Place: Equatable {
    /// To the end of a line.
    case extends(line: Int)
    /// In a line of their own, which begins after a position of another one.
    case forks(line: Int, after: ChainPosition)
    /// In a line of their own, which begins with them: the first of its stream, or one that shares nothing.
    case begins
    /// Before the checkpoint with which a line begins.
    case precedes(line: Int)
  }

  /// Where the new entries go; `nil` if there are none.
  let place: Place?
  /// The number of leading entries that belong to the place before it: they are known, or precede a checkpoint.
  let knownCount: Int
  /// The entries to store, as positions in the part.
  let newEntries: [Int]
  /// The answer to the device.
  let answer: PushAnswer.Outcome

  /// Decides about a part.
  ///
  /// - Parameters:
  ///   - part: the part, which has proven itself whole.
  ///   - known: what the collector has of its stream.
  /// - Complexity: O(n) for n entries.
  init(_ part: PushedPart, _ known: KnownStream) {
    let end = ChainPosition(seq: part.last, chain: part.chain)
    guard !known.isForgotten else {
      self.init(nil, 0, [], .refused(reason: "the response was deleted from the collector"))
      return
    }
    let missing = part.entries.indices.filter { index in
      // A checkpoint of known entries says nothing new.
      let isReplaceable = part.entries[index].ownChain != part.entries[index].chain
      return !known.entries.contains(part.key(ofEntry: index))
        && !(isReplaceable && known.positions[part.position(afterEntry: index)] != nil)
    }
    // The last entry after which the collector knows how its journals go on.
    let lastKnown = part.entries.indices.last { known.positions[part.position(afterEntry: $0)] != nil }
    let knownCount = lastKnown.map { $0 + 1 } ?? 0
    let start = part.position(beforeEntry: knownCount)
    if lastKnown == nil, !part.beginsJournal, known.positions[start] == nil {
      self.init(nil, 0, [], .sendFrom(revision: Self.firstMissing(known, before: part)))
      return
    }
    let (tail, before) = (missing.filter { $0 >= knownCount }, missing.filter { $0 < knownCount })
    let tookAnswer = PushAnswer.Outcome.took(revision: end.seq, chain: end.chain.description)
    guard !tail.isEmpty else {
      let line = known.positions[end] ?? 0
      let had = PushAnswer.Outcome.had(revision: end.seq, chain: end.chain.description)
      self.init(before.isEmpty ? nil : .precedes(line: line), knownCount, before, before.isEmpty ? had : tookAnswer)
      return
    }
    if let line = known.lines.first(where: { $0.tip == start }) {
      self.init(.extends(line: line.number), knownCount, missing, tookAnswer)
    } else if known.lines.isEmpty {
      self.init(.begins, knownCount, missing, tookAnswer)
    } else {
      let line = known.positions[start]
      self.init(
        line.map { .forks(line: $0, after: start) } ?? .begins, knownCount, missing,
        .forked(at: start.seq + 1, revision: end.seq, chain: end.chain.description))
    }
  }

  private init(_ place: Place?, _ knownCount: Int, _ newEntries: [Int], _ answer: PushAnswer.Outcome) {
    self.place = place
    self.knownCount = knownCount
    self.newEntries = newEntries
    self.answer = answer
  }

  /// The revision from which to send again, if the entries before a part are unknown: after the longest line that ends
  /// before it. If the part begins just there, its journal is another one, and all of it is needed.
  private static func firstMissing(_ known: KnownStream, before part: PushedPart) -> Int {
    let ends = known.lines.map(\.tip.seq).filter { $0 < part.after }
    return (ends.max() ?? 0) + 1
  }
}

extension PushedPart {
  /// Whether no entry comes before it: it begins with the first one, or with a checkpoint.
  var beginsJournal: Bool { after == 0 || beginsWithCheckpoint }

  /// The position after an entry.
  func position(afterEntry index: Int) -> ChainPosition {
    ChainPosition(seq: entries[index].revision, chain: entries[index].chain)
  }

  /// The position before an entry.
  func position(beforeEntry index: Int) -> ChainPosition {
    index > 0 ? position(afterEntry: index - 1) : ChainPosition(seq: after, chain: start)
  }

  /// What identifies an entry: its revision and the chain of its own line.
  func key(ofEntry index: Int) -> ChainPosition {
    ChainPosition(seq: entries[index].revision, chain: entries[index].ownChain)
  }
}
