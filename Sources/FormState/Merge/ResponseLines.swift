/// Everything that is known of a response: the entries of all lines into which its copies have parted.
///
/// The journal of a response follows one line. What others did meanwhile is beside it, and a merge at its end joins it.
package struct ResponseLines: Sendable {
  /// What a response with these lines shows.
  package struct Joined: Sendable {
    /// The journal: the main line, and a merge of the others at its end if there are any.
    package var journal: [JournalEntry]
    /// The entries that are not in it.
    package var others: [LineEntry]
    /// The last entries of lines that the journal does not follow.
    package var heads: [EntryAddress]
    /// Why the lines wait beside each other; `nil` if they are joined.
    package var obstacle: MergeObstacle?
    /// The first revision at which lines part; `nil` for a single line.
    package var forkedAt: Int?
  }

  private var lines: [EntryAddress: LineEntry] = [:]
  /// The last entry of the journal, without a merge that nobody has built upon.
  private let own: EntryAddress?

  /// Reads the lines of one copy.
  ///
  /// - Parameters:
  ///   - stream: the name of the response.
  ///   - journal: the journal, from revision 1 or from a checkpoint.
  ///   - others: the entries of other lines.
  ///   - digests: the digests of the form's definitions, by the numbers of their versions.
  /// - Throws: ``JournalLine/UnknownVersion`` if an entry has no canonical line, and therefore no address;
  ///   ``MergeObstacle/malformed(_:)`` if an entry of another line has another address than it says.
  /// - Complexity: O(n) for n entries and changes.
  package init(
    of stream: StreamName, journal: [JournalEntry], others: [LineEntry] = [], digests: [Int: String]
  ) throws {
    var chain = JournalLines(after: JournalChain(of: stream), version: nil, digests: digests)
    var (last, own): (EntryAddress?, EntryAddress?)
    for entry in journal {
      _ = try chain.append(entry)
      let address = EntryAddress(revision: entry.revision, chain: chain.chain)
      lines[address] = LineEntry(entry, at: address, after: last)
      own = entry.action.merge != nil && entry.revision == journal.last?.revision ? last : address
      last = address
    }
    self.own = own
    for line in others {
      let former = line.previous.flatMap { lines[$0]?.entry.version }
      let text = try JournalLine.text(of: line.entry, after: former, digests: digests)
      var chain = line.previous?.chain ?? JournalChain(of: stream)
      chain.append(line.entry.redacted ?? LineDigest(of: text))
      if let known = line.entry.chain { chain = known }
      // What follows a checkpoint's former entries cannot be checked here.
      let isCheckable = line.previous.map { lines[$0] != nil } ?? true
      guard chain == line.address.chain || !isCheckable else { throw MergeObstacle.malformed(line.address) }
      lines[line.address] = line
    }
    if let last, last != own { lines[last] = nil }
  }

  /// Takes over the lines of another copy.
  ///
  /// What was emptied there is emptied here. Of a checkpoint and the entry that it replaces the own one stays.
  ///
  /// - Returns: the number of new entries of persons.
  /// - Complexity: O(n) for n entries.
  package mutating func formUnion(_ other: ResponseLines) -> Int {
    var count = 0
    let replaced = other.ancestors(of: lines.values.filter { $0.entry.action == .checkpoint }.map(\.address))
    for (address, line) in other.lines where !replaced.contains(address) {
      guard let known = lines[address] else {
        lines[address] = line
        if line.entry.action.merge == nil { count += 1 }
        continue
      }
      let isEmptied = line.entry.redacted != nil && known.entry.redacted == nil
      let isBegin = line.entry.action == .checkpoint || known.entry.action == .checkpoint
      if isEmptied, !isBegin { lines[address] = line }
    }
    return count
  }

  /// The entries before some.
  private func ancestors(of addresses: [EntryAddress]) -> Set<EntryAddress> {
    var found: Set<EntryAddress> = []
    var next = addresses.flatMap { lines[$0]?.parents ?? [] }
    while let address = next.popLast() {
      if found.insert(address).inserted { next += lines[address]?.parents ?? [] }
    }
    return found
  }

  /// The lines without merges that nobody has built upon, and their last entries in order.
  private var withoutUnbuiltMerges: (lines: [EntryAddress: LineEntry], heads: [EntryAddress]) {
    var lines = lines
    while true {
      let followed = Set(lines.values.lazy.flatMap(\.parents))
      let heads = lines.values.filter { !followed.contains($0.address) }
      let merges = heads.filter { $0.entry.action.merge != nil }
      guard !merges.isEmpty else { return (lines, heads.map(\.address).sorted()) }
      for merge in merges { lines[merge.address] = nil }
    }
  }

  /// Joins the lines.
  ///
  /// - Parameters:
  ///   - digests: the digests of the form's definitions, by the numbers of their versions.
  ///   - definition: returns the definition of a version; `nil` for an unknown number.
  /// - Throws: what `definition` throws.
  /// - Complexity: O(n) for n entries and changes, and what the merge takes, see ``MergeEntry``.
  package func joined(
    digests: [Int: String], definition: (Int) throws -> FormIndex?
  ) throws -> Joined {
    let (lines, heads) = withoutUnbuiltMerges
    func rest(besides path: [LineEntry]) -> [LineEntry] {
      let own = Set(path.map(\.address))
      return lines.values.filter { !own.contains($0.address) }.sorted { $0.address < $1.address }
    }
    guard heads.count > 1 else {
      let path = path(to: heads.last)
      return Joined(journal: path.map(\.entry), others: rest(besides: path), heads: [], obstacle: nil)
    }
    do {
      let graph = try EntryGraph(tips: heads) { line(at: $0) }
      try verify(mergesOf: graph, definition)
      let path = path(to: graph.main)
      let forkedAt = (graph.cut?.revision ?? 0) + 1
      guard let merge = try merge(graph, after: path, definition) else {
        return Joined(journal: path.map(\.entry), others: rest(besides: path), heads: [], forkedAt: nil)
      }
      return Joined(
        journal: path.map(\.entry) + [merge.entry], others: rest(besides: path), heads: graph.heads.dropLast(),
        forkedAt: forkedAt)
    } catch let obstacle as MergeObstacle {
      let path = path(to: own)
      let heads = heads.filter { head in !path.contains { $0.address == head } }
      return Joined(
        journal: path.map(\.entry), others: rest(besides: path), heads: heads, obstacle: obstacle,
        forkedAt: path.last.map { $0.address.revision + 1 })
    }
  }

  // MARK: - Reading

  /// The entries of a journal up to one, oldest first.
  private func path(to address: EntryAddress?) -> [LineEntry] {
    var path: [LineEntry] = []
    var next = address
    while let address = next, let line = lines[address] {
      path.append(line)
      next = line.previous
    }
    return path.reversed()
  }

  /// An entry with the step that it takes back.
  private func line(at address: EntryAddress) -> LineEntry? {
    guard let line = lines[address] else { return nil }
    guard let target = line.entry.target else { return line }
    var step: [JournalEntry] = []
    var start = target
    for entry in sequence(first: line, next: { $0.previous.flatMap { lines[$0] } }).lazy.map(\.entry) {
      if entry.revision == target { start = entry.step }
      if (start...target).contains(entry.revision) { step.append(entry) }
      if entry.revision <= start { break }
    }
    return LineEntry(
      line.entry, at: address, after: line.previous, device: line.device, undoing: step.reversed())
  }

  // MARK: - Merging

  private func merge(
    _ graph: EntryGraph, after path: [LineEntry], _ definition: (Int) throws -> FormIndex?
  ) throws -> MergeEntry? {
    var state = ResponseState()
    var nextInstance = 1
    for change in path.lazy.flatMap(\.entry.changes) {
      state.apply(change)
      guard change.field == .instance else { continue }
      nextInstance = max(nextInstance, InstanceNumber.counter(of: change.subject.instance) + 1)
    }
    var (version, versionAtCut): (Int?, Int?)
    for line in path {
      version = line.entry.version ?? version
      if line.address == graph.cut { versionAtCut = version }
    }
    guard let number = version, let index = try definition(number) else { throw MergeObstacle.versions }
    let reader = FormReader(index, version: number, state: state, nextInstance: nextInstance)
    return try MergeEntry(joining: graph, reader: reader, versionAtCut: versionAtCut)
  }

  /// Checks that the merges that people built upon are the ones that follow from what they join.
  private func verify(mergesOf graph: EntryGraph, _ definition: (Int) throws -> FormIndex?) throws {
    for node in graph.nodes {
      guard let record = node.line.entry.action.merge, let previous = node.line.previous else { continue }
      let joined = try EntryGraph(tips: [previous] + record.heads) { line(at: $0) }
      let merge = try merge(joined, after: path(to: previous), definition)
      guard let merge, joined.main == previous, merge.entry.isSpelled(like: node.line.entry) else {
        throw MergeObstacle.differs(node.line.address)
      }
    }
  }
}

extension JournalEntry {
  /// Whether two merges say the same.
  fileprivate func isSpelled(like other: JournalEntry) -> Bool {
    action == other.action && changes == other.changes && time == other.time && moment == other.moment
      && salt == other.salt
  }
}
