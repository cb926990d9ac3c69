import FormState
import FormStateInterchange

/// A stored entry of a stream, or one to store.
struct StreamEntry {
  let pushed: PushedEntry
  /// The line in which it arrived first.
  let line: Int
  /// Whether it is not stored yet.
  var isNew = false

  /// Where journals go on after it.
  var position: ChainPosition { ChainPosition(seq: pushed.revision, chain: pushed.chain) }
  /// Where it goes on from.
  fileprivate var before: ChainPosition { ChainPosition(seq: pushed.revision - 1, chain: pushed.before) }
}

/// The journals that the entries of a stream make: a line for each entry that no other follows.
///
/// It depends on the entries alone, and not on the order in which they arrived; only the numbers of lines do. A
/// checkpoint gives way to the entries that it replaces.
struct StreamTree {
  /// A line: a journal as one or more devices have it.
  struct Line {
    let number: Int
    /// Its entries, in order.
    let entries: [StreamEntry]
    /// The number of leading entries that a line with a lower number has too.
    let sharedCount: Int
  }

  /// The lines, in the order of their numbers.
  let lines: [Line]

  /// Finds the lines.
  ///
  /// - Complexity: O(n) for n entries of all lines.
  init(_ entries: [StreamEntry]) {
    var places: [ChainPosition: StreamEntry] = [:]
    for entry in entries where !entry.pushed.isCheckpoint || places[entry.position] == nil {
      places[entry.position] = entry
    }
    let followed = Set(places.values.map(\.before))
    let ends = places.values.filter { !followed.contains($0.position) }.sorted { $0.line < $1.line }
    var known: Set<ChainPosition> = []
    var lines: [Line] = []
    for end in ends {
      let journal = Self.journal(endingWith: end, in: places)
      let sharedCount = ends.count == 1 ? 0 : journal.prefix { known.contains($0.position) }.count
      if ends.count > 1 { known.formUnion(journal[sharedCount...].map(\.position)) }
      lines.append(Line(number: end.line, entries: journal, sharedCount: sharedCount))
    }
    self.lines = lines
  }

  /// The entries up to one, from the first of their journal.
  private static func journal(
    endingWith end: StreamEntry, in places: [ChainPosition: StreamEntry]
  ) -> [StreamEntry] {
    var journal = [end]
    while let first = journal.last, let before = places[first.before] { journal.append(before) }
    return journal.reversed()
  }
}
