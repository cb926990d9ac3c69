#if Collect
import FormState
import FormStateInterchange

/// The entries of a stream as they read, in the lines that they make.
struct ReadStream {
  let stream: StreamName
  let form: String
  let contents: StoredContents
  let tree: StreamTree
  /// The entries of each line.
  let entries: [[JournalEntry]]
  /// What devices said with the last entry of each line.
  let receipts: [Receipt]
  let versions: PushedVersions

  /// Reads entries.
  ///
  /// - Parameters:
  ///   - contents: the entries, stored or not, and what belongs to them.
  ///   - definitions: the definitions of the database.
  /// - Throws: ``PushedEntryError`` for an entry that cannot be read, and ``MissingReceipt``.
  /// - Complexity: O(n) for n changes of the entries of all lines.
  init(_ stream: StreamName, _ contents: StoredContents, _ definitions: CollectedDefinitions) throws {
    self.stream = stream
    self.contents = contents
    form = contents.receipts.values.first?.key.form ?? ""
    let tree = StreamTree(contents.entries)
    self.tree = tree
    // First, since without one the form is not known either.
    receipts = try tree.lines.map { try Self.receipt(of: $0, contents) }
    try definitions.load(Self.definitions(namedIn: contents.entries), of: form)
    let versions = try definitions.versions(of: form, [])
    self.versions = versions
    entries = try Self.entries(of: tree, versions)
  }

  /// The entries of each line as they read. One that several lines have is read once.
  private static func entries(of tree: StreamTree, _ versions: PushedVersions) throws -> [[JournalEntry]] {
    var known: [ChainPosition: JournalEntry] = [:]
    return try tree.lines.map { line in
      let shared = line.entries.prefix(line.sharedCount).compactMap { known[$0.position] }
      let inForce = shared.last?.version.flatMap { versions.digests[$0] }
      var own = try versions.entries(of: line.entries.dropFirst(shared.count).map(\.pushed), after: inForce)
      if let last = shared.last {
        // A step that goes on from a shared entry begins where that one's does.
        for index in own.indices.prefix(while: { own[$0].step <= last.revision }) { own[index].step = last.step }
      }
      if tree.lines.count > 1 {
        for (stored, entry) in zip(line.entries.dropFirst(shared.count), own) { known[stored.position] = entry }
      }
      return shared + own
    }
  }

  /// The digests in entries, among which are those of all definitions that they name.
  private static func definitions(namedIn entries: [StreamEntry]) -> [String] {
    var digests: Set<String> = []
    for entry in entries where !entry.isNew && namesDefinitions(entry.pushed.line) {
      for match in entry.pushed.line.matches(of: /"([0-9a-f]{64})"/) { digests.insert(String(match.1)) }
    }
    return digests.sorted()
  }

  /// Whether a line may name definitions: searching all others for digests would take as long as all the rest.
  private static func namesDefinitions(_ line: String) -> Bool {
    ["\"version\":\"", "\"setAsideFrom\":\"", "\"returning\":{"].contains(where: line.contains)
  }

  /// The receipt where a line ends, with the definitions that receipts before it name.
  private static func receipt(of line: StreamTree.Line, _ contents: StoredContents) throws -> Receipt {
    var definitions: [Int: String] = [:]
    for receipt in line.entries.compactMap({ contents.receipts[$0.position] }) {
      definitions.merge(receipt.definitions) { _, newer in newer }
    }
    guard let end = line.entries.last, var receipt = contents.receipts[end.position] else { throw MissingReceipt() }
    receipt.definitions = definitions
    return receipt
  }

  /// The lines as every copy of the response has them.
  ///
  /// - Throws: `JournalLine.UnknownVersion`, `MergeObstacle`.
  func lines() throws -> ResponseLines {
    try ResponseLines(of: stream, journal: [], others: lineEntries, digests: versions.digests)
  }

  /// The entries, each once, with the one that it follows.
  var lineEntries: [LineEntry] {
    var lines: [LineEntry] = []
    for (line, entries) in zip(tree.lines, entries) {
      var previous = line.entries.first.flatMap(Self.before)
      for (index, (stored, entry)) in zip(line.entries, entries).enumerated() {
        let address = EntryAddress(revision: stored.pushed.revision, chain: stored.pushed.chain)
        if index >= line.sharedCount { lines.append(LineEntry(entry, at: address, after: previous)) }
        previous = address
      }
    }
    return lines
  }

  /// The entry before the first one of a line; `nil` for the beginning of a journal.
  private static func before(_ entry: StreamEntry) -> EntryAddress? {
    guard entry.pushed.revision > 1, !entry.pushed.isCheckpoint else { return nil }
    return EntryAddress(revision: entry.pushed.revision - 1, chain: entry.pushed.before)
  }

  /// The definition of a version by its number in ``versions``; `nil` for an unknown one.
  func form(_ number: Int) -> FormIndex? { versions.digests[number].flatMap(versions.form).map(FormIndex.init) }

  /// The entries that lack, since a sensitive answer was cleared, something that they have here, as they are to be.
  ///
  /// Those of other lines that repeat the answer, and whose authors did not know that it was cleared, are emptied too:
  /// what a person clears must be nowhere.
  ///
  /// - Complexity: O(n log n) for n changes, for each clear.
  func emptied() throws -> [(pushed: PushedEntry, entry: JournalEntry)] {
    guard entries.contains(where: { $0.contains(where: \.empties) }), var lines = try? lines() else { return [] }
    let forms = versions.digests.values.compactMap(versions.form)
    let (sensitive, ruled) = (SensitiveCells(of: forms), Self.setByRules(in: forms))
    for clear in lines.clears {
      guard let cell = clear.entry.action.cell?.subject else { continue }
      lines.empty(
        before: clear.address,
        by: EntryEmptying(
          clearing: cell, of: sensitive, setByRules: ruled, upgrades: lines.upgrades))
    }
    let emptied = Dictionary(try lines.emptied().map { ($0.line.address.chain, $0) }) { first, _ in first }
    return contents.entries.compactMap { stored in
      guard let (line, text) = emptied[stored.pushed.chain], !stored.pushed.isCheckpoint, text != stored.pushed.line
      else {
        return nil
      }
      return (stored.pushed.replaced(by: text, line.entry.action.kind.rawValue), line.entry)
    }
  }

  /// The keys of sensitive cells in which rules set values.
  private static func setByRules(in forms: [FormDefinition]) -> Set<String> {
    Set(forms.lazy.flatMap(\.sections).flatMap(\.cells).filter(\.isSensitiveAndSetByRules).map(\.key))
  }
}

/// Nothing says which device sent the last entry of a line.
struct MissingReceipt: Error {}
#endif
