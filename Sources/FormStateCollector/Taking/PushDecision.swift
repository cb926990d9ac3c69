import FormState
import FormStateInterchange

/// A place in the journals of a stream: the revision, and the chain up to it.
struct ChainPosition: Hashable {
  let seq: Int
  let chain: JournalChain

  func hash(into hasher: inout Hasher) {
    // Eight bytes of a SHA-256 differ as well as all of them do; hashing each took a tenth of the time of a batch.
    hasher.combine(chain.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
  }
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
  /// Where the entries after the known ones go.
  enum Place: Equatable {
    /// To the end of a line.
    case extends(line: Int)
    /// In a line of their own, which begins after a position of another one.
    case forks(line: Int, after: ChainPosition)
    /// In a line of their own, which begins with them: the first of its stream, or one that shares nothing.
    case begins
  }

  /// Where the tail goes; `nil` without one.
  let place: Place?
  /// The number of leading entries that the collector has, or that precede one that it has.
  let knownCount: Int
  /// The entries after the known ones: their positions in the part.
  var tail: Range<Int> { knownCount..<entryCount }
  /// Entries to store that precede the checkpoint with which a line begins, and that line; `nil` for none.
  let backfill: Backfill?
  /// The answer to the device.
  let answer: PushAnswer.Outcome
  private let entryCount: Int

  /// Entries before a checkpoint.
  struct Backfill: Equatable {
    let line: Int
    /// Their positions in the part.
    let entries: [Int]
  }

  /// Decides about a part.
  ///
  /// - Parameters:
  ///   - part: the part, which has proven itself whole.
  ///   - known: what the collector has of its stream.
  /// - Complexity: O(n) for n entries.
  init(_ part: PushedPart, _ known: KnownStream) {
    guard !known.isForgotten else {
      self.init(.refused(reason: "the response was deleted from the collector"))
      return
    }
    // The last entry after which the collector knows how its journals go on.
    let lastKnown = part.entries.indices.last { known.positions[part.position(afterEntry: $0)] != nil }
    let missing = part.entries.indices.prefix(lastKnown ?? 0).filter { !known.has(part.entries[$0], of: part) }
    let knowsStart = part.beginsJournal || known.knows(part.position(beforeEntry: 0))
    guard knowsStart || (lastKnown != nil && missing.isEmpty) else {
      // If the part begins where the longest line ends, its journal is another one, and all of it is needed.
      let first = known.lines.map(\.tip).firstMissing(before: part.after)
      self.init(.sendFrom(revision: lastKnown == nil ? first : 1))
      return
    }
    let knownCount = lastKnown.map { $0 + 1 } ?? 0
    let start = part.position(beforeEntry: knownCount)
    let filled = lastKnown.map { missing + (known.has(part.entries[$0], of: part) ? [] : [$0]) } ?? []
    let backfill = filled.isEmpty ? nil : known.positions[start].map { Backfill(line: $0, entries: filled) }
    let (revision, chain) = (part.last, part.chain.description)
    guard knownCount < part.entries.count else {
      let answer: PushAnswer.Outcome =
        backfill == nil ? .had(revision: revision, chain: chain) : .took(revision: revision, chain: chain)
      self.init(answer, knownCount: knownCount, backfill: backfill, of: part)
      return
    }
    let line = known.line(endingAt: start)
    let isFork = line == nil && !known.lines.isEmpty
    let fork = known.positions[start].map { Place.forks(line: $0, after: start) }
    let place = line.map(Place.extends) ?? fork ?? .begins
    self.init(
      isFork
        ? .forked(at: start.seq + 1, revision: revision, chain: chain) : .took(revision: revision, chain: chain),
      place, knownCount: knownCount, backfill: backfill, of: part)
  }

  private init(
    _ answer: PushAnswer.Outcome, _ place: Place? = nil, knownCount: Int = 0, backfill: Backfill? = nil,
    of part: PushedPart? = nil
  ) {
    self.answer = answer
    self.place = place
    self.knownCount = knownCount
    self.backfill = backfill
    entryCount = part?.entries.count ?? 0
  }
}

extension KnownStream {
  /// Whether a position is one at which journals of the collector go on.
  func knows(_ position: ChainPosition) -> Bool {
    positions[position] != nil || lines.contains { $0.tip == position }
  }

  /// The line that ends at a position; `nil` if none does.
  func line(endingAt position: ChainPosition) -> Int? { lines.first { $0.tip == position }?.number }

  /// Whether an entry of a part is stored, or is a checkpoint of stored ones.
  func has(_ entry: PushedEntry, of part: PushedPart) -> Bool {
    if entries.contains(ChainPosition(seq: entry.revision, chain: entry.ownChain)) { return true }
    return entry.ownChain != entry.chain && positions[ChainPosition(seq: entry.revision, chain: entry.chain)] != nil
  }
}

extension Sequence<ChainPosition> {
  /// The revision from which to send again, if these are the ends of lines and a device has more, up to a revision:
  /// after the longest line that ends before it.
  func firstMissing(before revision: Int) -> Int { (map(\.seq).filter { $0 < revision }.max() ?? 0) + 1 }
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
}
