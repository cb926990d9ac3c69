import TestSupport
import Testing

@testable import FormState

@Suite("The graph of entries")
struct EntryGraphTests {
  /// Lines of entries in memory; counts how often each entry is read.
  private final class Lines {
    private(set) var entries: [EntryAddress: LineEntry] = [:]
    private(set) var reads: [EntryAddress: Int] = [:]

    /// Adds entries one after the other.
    func append(_ count: Int, to start: EntryAddress?, _ device: String) throws -> EntryAddress {
      var last = start
      for _ in 0..<count {
        let revision = (last?.revision ?? 0) + 1
        var chain = try last?.chain ?? JournalChain(of: #require(MergeForm.stream))
        chain.append("\(device) \(revision)")
        let address = EntryAddress(revision: revision, chain: chain)
        let entry = JournalEntry(revision: revision, action: .markSaved, time: .now, changes: [])
        entries[address] = LineEntry(entry, at: address, after: last)
        last = address
      }
      return try #require(last)
    }

    /// Adds a merge of heads.
    func join(_ heads: [EntryAddress]) throws -> EntryAddress {
      let heads = heads.sorted()
      let main = try #require(heads.last)
      let merge = JournalEntry(
        revision: main.revision + 1, action: .merge(MergeRecord(heads: heads.dropLast())), time: .now, changes: [])
      var chain = main.chain
      chain.append(heads.map(\.chain.description).joined())
      let address = EntryAddress(revision: merge.revision, chain: chain)
      entries[address] = LineEntry(merge, at: address, after: main)
      return address
    }

    func remove(_ address: EntryAddress) { entries[address] = nil }

    func graph(_ tips: [EntryAddress]) throws -> EntryGraph {
      reads = [:]
      return try EntryGraph(tips: tips) { address in
        reads[address, default: 0] += 1
        return entries[address]
      }
    }
  }

  @Test("The cut is where two lines part, and only the entries after it are read, each once", arguments: [10, 1_000])
  func cut(length: Int) throws {
    let lines = Lines()
    let common = try lines.append(length, to: nil, "north")
    let north = try lines.append(100, to: common, "north")
    let south = try lines.append(80, to: common, "south")
    let graph = try lines.graph([south, north])
    #expect(graph.cut == common)
    #expect(graph.heads == [south, north])
    #expect(graph.main == north)
    #expect(graph.count == 180)
    #expect(graph.runCount == 2)
    #expect(lines.reads.count == 180)
    #expect(lines.reads.values.allSatisfy { $0 == 1 })
  }

  @Test("One line has nothing to join, and an earlier entry of it is no head")
  func oneLine() throws {
    let lines = Lines()
    let early = try lines.append(5, to: nil, "north")
    let late = try lines.append(5, to: early, "north")
    for tips in [[late], [early, late], [late, early]] {
      let graph = try lines.graph(tips)
      #expect(graph.heads == [late])
      #expect(!graph.isForked)
    }
  }

  @Test("Who builds on a merge knew all that it joins, and nothing made beside it")
  func knowledge() throws {
    let lines = Lines()
    let common = try lines.append(3, to: nil, "north")
    let north = try lines.append(2, to: common, "north")
    let south = try lines.append(4, to: common, "south")
    let merge = try lines.join([north, south])
    let east = try lines.append(1, to: merge, "east")
    let further = try lines.append(2, to: north, "north")
    let graph = try lines.graph([east, further])
    #expect(graph.cut == common)
    #expect(graph.heads == [further, east])
    func position(_ address: EntryAddress) throws -> Int { try #require(graph.position(of: address)) }
    #expect(try graph.knows(position(east), position(south)))
    #expect(try graph.knows(position(east), position(north)))
    #expect(try graph.knows(position(further), position(north)))
    #expect(try !graph.knows(position(further), position(south)))
    #expect(try !graph.knows(position(east), position(further)))
    #expect(try !graph.knows(position(north), position(north)))
    #expect(try graph.has(position(north), position(north)))
  }

  @Test("A merge that all build upon is the cut")
  func cutAtMerge() throws {
    let lines = Lines()
    let common = try lines.append(2, to: nil, "north")
    let merge = try lines.join([lines.append(2, to: common, "north"), lines.append(2, to: common, "south")])
    let graph = try lines.graph([lines.append(1, to: merge, "north"), lines.append(1, to: merge, "south")])
    #expect(graph.cut == merge)
    #expect(graph.count == 2)
  }

  @Test("Lines without a common entry part at the beginning")
  func noCommonEntry() throws {
    let lines = Lines()
    let graph = try lines.graph([lines.append(2, to: nil, "north"), lines.append(3, to: nil, "south")])
    #expect(graph.cut == nil)
    #expect(graph.count == 5)
  }

  @Test("Who knew whom is as walking from entry to entry says", arguments: 0..<20)
  func againstWalks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = Lines()
    var heads = [try lines.append(2, to: nil, "d0")]
    for step in 0..<40 {
      let head = heads[Int.random(in: 0..<heads.count, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0: heads.append(try lines.append(1, to: head, "d\(step)"))
      case 1 where heads.count > 2:
        let other = heads[Int.random(in: 0..<heads.count, using: &random)]
        // Two heads that are not before one another.
        guard !walk(head, lines).contains(other), !walk(other, lines).contains(head) else { continue }
        let merge = try lines.join([head, other])
        heads.append(try lines.append(1, to: merge, "m\(step)"))
      default: heads.append(try lines.append(1 + Int.random(in: 0..<3, using: &random), to: head, "e\(step)"))
      }
    }
    let graph = try lines.graph(heads)
    let all = Set(heads).union(heads.flatMap { walk($0, lines) })
    #expect(graph.heads == heads.filter { head in !heads.contains { walk($0, lines).contains(head) } }.sorted())
    for (later, node) in graph.nodes.enumerated() {
      let before = walk(node.line.address, lines)
      for (earlier, other) in graph.nodes.enumerated() {
        #expect(graph.knows(later, earlier) == before.contains(other.line.address))
      }
    }
    // All others are before or after the cut, and none after it is.
    func isCut(_ address: EntryAddress) -> Bool {
      all.allSatisfy { $0 == address || walk(address, lines).contains($0) || walk($0, lines).contains(address) }
    }
    #expect(try lines.graph(graph.heads).cut == all.filter(isCut).max())
  }

  /// The entries before one.
  private func walk(_ address: EntryAddress, _ lines: Lines) -> Set<EntryAddress> {
    var found: Set<EntryAddress> = []
    var next = lines.entries[address]?.parents ?? []
    while let parent = next.popLast() {
      if found.insert(parent).inserted { next += lines.entries[parent]?.parents ?? [] }
    }
    return found
  }

  @Test("A missing entry, and one that does not follow, are named")
  func obstacles() throws {
    let lines = Lines()
    let common = try lines.append(2, to: nil, "north")
    let south = try lines.append(1, to: common, "south")
    let middle = try lines.append(2, to: common, "north")
    let north = try lines.append(2, to: middle, "north")
    lines.remove(middle)
    #expect(throws: MergeObstacle.missing(middle)) { try lines.graph([north, south]) }
    let odd = EntryAddress(revision: 9, chain: south.chain)
    let entry = JournalEntry(revision: 9, action: .markSaved, time: .now, changes: [])
    #expect(throws: MergeObstacle.malformed(odd)) {
      try EntryGraph(tips: [odd, south]) { address in
        address == odd ? LineEntry(entry, at: odd, after: common) : lines.entries[address]
      }
    }
  }

  /// A checkpoint begins a compacted journal: what is before it is missing.
  @Test("A compacted journal lacks what is before its checkpoint")
  func compacted() throws {
    let lines = Lines()
    let common = try lines.append(4, to: nil, "north")
    let north = try lines.append(1, to: common, "north")
    let south = try lines.append(1, to: common, "south")
    let checkpoint = JournalEntry(revision: 5, action: .checkpoint, time: .now, changes: [])
    #expect(throws: MergeObstacle.missing(north)) {
      try EntryGraph(tips: [north, south]) { address in
        address == north ? LineEntry(checkpoint, at: north, after: nil) : lines.entries[address]
      }
    }
  }
}
