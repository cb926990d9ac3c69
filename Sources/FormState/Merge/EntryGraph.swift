/// The entries of the lines of a response after their cut, and what the author of each had.
///
/// The *heads* are the entries with nothing after them, and the *main* head is the greatest. The *cut* is the last
/// entry that all others are before or after: mostly the one at which the lines part. What is before it everybody knew.
///
/// Consecutive entries form a *run*: the author of each had what the author of the first one had, and the entries
/// between. So whether one author had another's entry is one comparison, and only runs keep what was known.
struct EntryGraph: Sendable {
  /// An entry after the cut, by its position in ``nodes``.
  struct Node: Sendable {
    let line: LineEntry
    let run: Int
    /// The position in its run.
    let place: Int
    /// The position of the entry before it in its journal; `nil` at the cut.
    let previous: Int?
  }

  /// The last entry that all others are before or after; `nil` for the beginning of the response.
  let cut: EntryAddress?
  /// The heads in order; the last one is the main head.
  let heads: [EntryAddress]
  /// The entries after the cut, in order: each is after everything that its author had.
  let nodes: [Node]
  /// By run, how many entries of each earlier run the author of its first entry had.
  private let known: [[Int]]
  private let positions: [EntryAddress: Int]

  /// Reads the lines back to their cut.
  ///
  /// - Parameters:
  ///   - tips: the last entries of all lines; those that others are after are no heads.
  ///   - read: returns an entry; `nil` if it is missing. It is called once for each entry after the cut, and for no
  ///     other, unless a tip is no head.
  /// - Throws: ``MergeObstacle``; what `read` throws.
  /// - Complexity: O(n h + r²) for n entries after the cut in r runs, and h lines at a time.
  init(tips: [EntryAddress], read: (EntryAddress) throws -> LineEntry?) throws {
    let graph = try EntryGraph(backFrom: tips, read: read)
    // The way back from an earlier entry may lead past the cut.
    self = graph.heads.count == Set(tips).count ? graph : try EntryGraph(backFrom: graph.heads, read: read)
  }

  /// Reads the lines back from all of some tips, heads or not.
  init(backFrom tips: [EntryAddress], read: (EntryAddress) throws -> LineEntry?) throws {
    var lines: [LineEntry] = []
    // In order. An entry is read after all that are after it, so what is left when one is left is the cut.
    var frontier = Array(Set(tips)).sorted()
    var isWhole = false
    while let next = frontier.last, frontier.count > 1 || isWhole {
      frontier.removeLast()
      guard let line = try read(next) else { throw MergeObstacle.missing(next) }
      guard line.follows else { throw MergeObstacle.malformed(next) }
      if line.previous == nil {
        guard next.revision == 1 else { throw MergeObstacle.missing(next) }
        // Lines without a common entry part at the beginning.
        isWhole = true
      }
      lines.append(line)
      for parent in line.parents { frontier.insert(inOrder: parent) }
    }
    self.init(lines.reversed(), cut: frontier.last)
  }

  private init(_ lines: some Sequence<LineEntry>, cut: EntryAddress?) {
    var nodes: [Node] = []
    var positions: [EntryAddress: Int] = [:]
    var known: [[Int]] = []
    var ends: [Int] = []
    var isHead: [Bool] = []
    for line in lines {
      let parents = line.parents.compactMap { positions[$0] }
      for parent in parents { isHead[parent] = false }
      let previous = line.previous.flatMap { positions[$0] }
      positions[line.address] = nodes.count
      if parents.count == 1, let parent = parents.first, ends[nodes[parent].run] == parent {
        let run = nodes[parent].run
        ends[run] = nodes.count
        nodes.append(Node(line: line, run: run, place: nodes[parent].place + 1, previous: previous))
      } else {
        var counts = [Int](repeating: 0, count: known.count)
        for parent in parents.map({ nodes[$0] }) {
          for (run, count) in known[parent.run].enumerated() { counts[run] = max(counts[run], count) }
          counts[parent.run] = max(counts[parent.run], parent.place + 1)
        }
        ends.append(nodes.count)
        nodes.append(Node(line: line, run: known.count, place: 0, previous: previous))
        known.append(counts)
      }
      isHead.append(true)
    }
    self.cut = cut
    self.nodes = nodes
    self.known = known
    self.positions = positions
    let heads = nodes.indices.filter { isHead[$0] }.map { nodes[$0].line.address }
    self.heads = heads.isEmpty ? [cut].compactMap { $0 } : heads
  }

  /// The main head; `nil` without entries.
  package var main: EntryAddress? { heads.last }

  /// Whether there is something to join.
  var isForked: Bool { heads.count > 1 }

  /// The number of entries after the cut.
  package var count: Int { nodes.count }

  /// The number of runs.
  var runCount: Int { known.count }

  /// The position of an entry; `nil` for one that is not after the cut.
  func position(of address: EntryAddress) -> Int? { positions[address] }

  /// Whether the author of an entry had another one. O(1).
  func knows(_ later: Int, _ earlier: Int) -> Bool {
    let (one, other) = (nodes[later], nodes[earlier])
    if one.run == other.run { return other.place < one.place }
    return other.run < one.run && known[one.run][other.run] > other.place
  }

  /// Whether the author of an entry had another one, or made it. O(1).
  func has(_ later: Int, _ earlier: Int) -> Bool { later == earlier || knows(later, earlier) }

  /// The positions of the entries of a journal after the cut, from an entry backwards.
  func path(to position: Int) -> some Sequence<Int> {
    sequence(first: position) { nodes[$0].previous }
  }
}

extension LineEntry {
  /// Whether its revision follows from the entries before it.
  fileprivate var follows: Bool {
    guard let previous else { return action != nil }
    return previous.revision == address.revision - 1 && parents.allSatisfy { $0 <= previous }
  }
}

extension [EntryAddress] {
  /// Inserts an address in order, unless it is there. O(log n) comparisons.
  fileprivate mutating func insert(inOrder address: EntryAddress) {
    let position = partitioningIndex { !($0 < address) }
    if element(at: position) != address { insert(address, at: position) }
  }
}
