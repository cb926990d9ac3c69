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
    /// The last entry of the journal, without a merge that nobody has built upon; `nil` without entries.
    package let main: EntryAddress?
    /// The first revision at which lines part; `nil` for a single line.
    package var forkedAt: Int?
    /// The last revision up to which the journal is the former one, but for a merge at its end.
    package fileprivate(set) var common = 0
  }

  private var lines: [EntryAddress: LineEntry] = [:]
  /// The merges that people built upon and that are still to be compared with what follows from the other entries.
  private var unproven: Set<EntryAddress> = []
  /// The last entry of the journal, without a merge that nobody has built upon.
  private let own: EntryAddress?
  /// The digests of the form's definitions, by the numbers of their versions.
  private let digests: [Int: String]

  /// Reads the lines of one copy.
  ///
  /// - Parameters:
  ///   - stream: the name of the response.
  ///   - journal: the journal, from revision 1 or from a checkpoint.
  ///   - others: the entries of other lines.
  ///   - digests: the digests of the form's definitions, by the numbers of their versions.
  ///   - known: the lines of another copy, after whose entries some of these may go on.
  /// - Throws: ``JournalLine/UnknownVersion`` if an entry has no canonical line, and therefore no address;
  ///   ``MergeObstacle/malformed(_:)`` if an entry of another line has another address than it says.
  /// - Complexity: O(n log n) for n entries and changes.
  package init(
    of stream: StreamName, journal: [JournalEntry], others: [LineEntry] = [], digests: [Int: String],
    beside known: ResponseLines? = nil
  ) throws {
    self.digests = digests
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
    for line in others.sorted(by: { $0.address < $1.address }) {
      let before = line.previous.flatMap { lines[$0] ?? known?.lines[$0] }
      let former = before?.entry.version
      let text = try JournalLine.text(of: line.entry, after: former, digests: digests)
      var chain = line.previous?.chain ?? JournalChain(of: stream)
      chain.append(line.entry.redacted ?? LineDigest(of: text))
      if let known = line.entry.chain { chain = known }
      // What follows a checkpoint's former entries cannot be checked here.
      let isCheckable = line.previous == nil || before != nil
      guard chain == line.address.chain || !isCheckable else { throw MergeObstacle.malformed(line.address) }
      lines[line.address] = line
    }
    if let last, last != own { lines[last] = nil }
  }

  /// Takes over the lines of another copy.
  ///
  /// What was emptied there is emptied here. Of a checkpoint and the entry that it replaces the own one stays.
  ///
  /// - Returns: the new entries of persons, in order.
  /// - Complexity: O(n log n) for n entries.
  package mutating func formUnion(_ other: ResponseLines) -> [LineEntry] {
    var (new, first): ([LineEntry], Int) = ([], .max)
    let replaced = other.ancestors(of: lines.values.filter { $0.entry.action == .checkpoint }.map(\.address))
    for (address, line) in other.lines where !replaced.contains(address) {
      guard let known = lines[address] else {
        lines[address] = line
        if line.entry.action.merge == nil { new.append(line) }
        first = min(first, address.revision)
        continue
      }
      let isEmptied = line.entry.redacted != nil && known.entry.redacted == nil
      let isBegin = line.entry.action == .checkpoint || known.entry.action == .checkpoint
      if isEmptied, !isBegin { lines[address] = line }
    }
    prove(from: first)
    return new.sorted { $0.address < $1.address }
  }

  /// Lets the next joining compare merges that people built upon with what follows from the other entries.
  ///
  /// What a merge says decides nothing: who made it may have other rules, or lie.
  ///
  /// - Parameter revision: the first revision of these merges.
  package mutating func prove(from revision: Int = 1) {
    for (address, line) in lines where address.revision >= revision && line.entry.action.merge != nil {
      unproven.insert(address)
    }
  }

  /// The first entry that another copy must have for these to go on after it; `nil` if none is missing.
  ///
  /// - Parameter known: the lines of the other copy; `nil` if it does not exist.
  /// - Complexity: O(n) for n entries.
  package func firstMissing(beside known: ResponseLines?) -> EntryAddress? {
    lines.values.lazy.compactMap(\.previous).filter { lines[$0] == nil && known?.lines[$0] == nil }.min()
  }

  /// The first entry that is not here though another one follows it; what a checkpoint replaced is no gap.
  ///
  /// - Complexity: O(n) for n entries.
  package var firstGap: EntryAddress? {
    let beginning = lines.values.lazy.filter { $0.entry.action == .checkpoint }.map(\.address.revision).max() ?? 0
    return lines.values.lazy.compactMap(\.previous).filter { lines[$0] == nil && $0.revision >= beginning }.min()
  }

  /// The entries that cleared a sensitive answer, in order.
  package var clears: [LineEntry] { lines.values.filter(\.entry.empties).sorted { $0.address < $1.address } }

  /// Empties the entries that the author of a clear had, and what others, who did not know of it, repeat of them.
  ///
  /// - Complexity: O(n log n) for n entries and changes.
  package mutating func empty(before clear: EntryAddress, by emptying: EntryEmptying) {
    let known = ancestors(of: [clear])
    for line in known.compactMap({ lines[$0] }) {
      replace(line, with: emptying.emptied(line.entry, digest: digest(of: line)))
    }
    var knowing: Set = [clear]
    var others: [LineEntry] = []
    for line in lines.values.sorted(by: { $0.address < $1.address }) where !known.contains(line.address) {
      if line.address == clear || line.parents.contains(where: knowing.contains) {
        knowing.insert(line.address)
      } else {
        others.append(line)
      }
    }
    let given = Set(others.flatMap { emptying.given(by: $0.entry) })
    var left: [EntryAddress: [StateChange.Identity: FieldContent]] = [:]
    for line in others {
      var contents = line.previous.flatMap { left[$0] } ?? [:]
      replace(
        line, with: emptying.emptied(line.entry, after: &contents, keeping: given, digest: digest(of: line)))
      left[line.address] = contents
    }
  }

  private func digest(of line: LineEntry) -> LineDigest {
    JournalLine.digest(of: line.entry, after: line.previous.flatMap { lines[$0]?.entry.version }, digests)
  }

  private mutating func replace(_ line: LineEntry, with entry: JournalEntry?) {
    guard let entry else { return }
    lines[line.address] = LineEntry(entry, at: line.address, after: line.previous)
  }

  /// The entries that were emptied, with their canonical lines.
  ///
  /// - Throws: nothing for lines that were read by ``init(of:journal:others:digests:beside:)``.
  /// - Complexity: O(n) for n entries, and changes of emptied ones.
  package func emptied() throws(JournalLine.UnknownVersion) -> [(line: LineEntry, text: String)] {
    var emptied: [(LineEntry, String)] = []
    for line in lines.values where line.entry.redacted != nil {
      let former = line.previous.flatMap { lines[$0]?.entry.version }
      emptied.append((line, try JournalLine.text(of: line.entry, after: former, digests: digests)))
    }
    return emptied
  }

  /// The counter of the next instance after those of all lines.
  package var nextInstance: Int {
    lines.values.lazy.flatMap(\.entry.changes).reduce(1) { next, change in
      change.field == .instance ? max(next, InstanceNumber.counter(of: change.subject.instance) + 1) : next
    }
  }

  /// The upgrades in all lines.
  package var upgrades: [UpgradeRecord] { lines.values.compactMap(\.entry.action.move) }

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
  /// - Parameter definition: returns the definition of a version; `nil` for an unknown number.
  /// - Throws: what `definition` throws.
  /// - Complexity: O(n) for n entries and changes, and what the merge takes, see ``MergeEntry``.
  package func joined(definition: (Int) throws -> FormIndex?) throws -> Joined {
    var (joined, path) = try follow(definition)
    joined.common = zip(self.path(to: own), path).prefix { $0.address == $1.address }.last?.0.address.revision ?? 0
    return joined
  }

  /// What a response with these lines shows, and the entries of the line that its journal follows.
  private func follow(_ definition: (Int) throws -> FormIndex?) throws -> (Joined, [LineEntry]) {
    let (lines, heads) = withoutUnbuiltMerges
    let merges = unproven.compactMap { lines[$0] }
    func rest(besides path: [LineEntry]) -> [LineEntry] {
      let own = Set(path.map(\.address))
      return lines.values.filter { !own.contains($0.address) }.sorted { $0.address < $1.address }
    }
    func followed(_ path: [LineEntry]) -> (Joined, [LineEntry]) {
      (Joined(journal: path.map(\.entry), others: rest(besides: path), heads: [], main: path.last?.address), path)
    }
    do {
      for merge in merges { try prove(merge, definition) }
      guard heads.count > 1 else { return followed(path(to: heads.last)) }
      let graph = try EntryGraph(tips: heads) { line(at: $0) }
      for node in graph.nodes where !unproven.contains(node.line.address) { try verify(node.line, definition) }
      let path = path(to: graph.main)
      guard let merge = try merge(graph, after: path, definition) else { return followed(path) }
      let joined = Joined(
        journal: path.map(\.entry) + [merge.entry], others: rest(besides: path), heads: graph.heads.dropLast(),
        main: graph.main, forkedAt: (graph.cut?.revision ?? 0) + 1)
      return (joined, path)
    } catch let obstacle as MergeObstacle {
      let path = shownPath(heads, obstacle)
      let heads = heads.filter { head in !path.contains { $0.address == head } }
      let waiting = Joined(
        journal: path.map(\.entry), others: rest(besides: path), heads: heads, obstacle: obstacle,
        main: path.last?.address, forkedAt: path.last.map { $0.address.revision + 1 })
      return (waiting, path)
    }
  }

  /// What a response shows while its lines wait: what it showed, or of a new one the last line, up to a merge that
  /// others would not make.
  private func shownPath(_ heads: [EntryAddress], _ obstacle: MergeObstacle) -> [LineEntry] {
    guard own == nil else { return path(to: own) }
    let path = path(to: heads.last)
    guard case .differs(let merge) = obstacle else { return path }
    return Array(path.prefix { $0.address != merge })
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
    return LineEntry(line.entry, at: address, after: line.previous, undoing: step.reversed())
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

  /// Checks a merge that arrived, unless entries that it joins are missing: those who bring them prove it.
  private func prove(_ line: LineEntry, _ definition: (Int) throws -> FormIndex?) throws {
    do {
      try verify(line, definition)
    } catch MergeObstacle.missing {
    }
  }

  /// Checks that a merge that people built upon is the one that follows from what it joins.
  private func verify(_ line: LineEntry, _ definition: (Int) throws -> FormIndex?) throws {
    guard let record = line.entry.action.merge, let previous = line.previous else { return }
    let joined = try EntryGraph(tips: [previous] + record.heads) { self.line(at: $0) }
    let merge = try merge(joined, after: path(to: previous), definition)
    guard joined.main == previous, merge?.entry.isSpelled(like: line.entry, joining: joined) == true else {
      throw MergeObstacle.differs(line.address)
    }
  }
}

extension JournalEntry {
  /// Whether two merges of some entries say the same, as far as that can still be known.
  ///
  /// Of an emptied merge it cannot: those who had all of it compared it. Where a merged entry was emptied, what rules
  /// made of the merge, and its salt, may differ.
  fileprivate func isSpelled(like other: JournalEntry, joining graph: EntryGraph) -> Bool {
    guard other.redacted == nil, time == other.time, moment == other.moment else { return other.redacted != nil }
    if action == other.action, changes == other.changes, salt == other.salt { return true }
    return graph.nodes.contains { $0.line.entry.redacted != nil } && personalChanges == other.personalChanges
  }

  /// The changes of what people say.
  private var personalChanges: [StateChange] { changes.filter(\.field.traits.isPersonal) }
}
