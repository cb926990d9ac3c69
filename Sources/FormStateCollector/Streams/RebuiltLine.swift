#if Collect
import FormState
import FormStateInterchange

/// A line as its entries make it.
struct RebuiltLine {
  let number: Int
  /// The chain of the first entry that no line before it has, as text.
  let name: String
  /// The revision of that entry; `nil` for the first line of its stream.
  let forkedAt: Int?
  /// Where it ends.
  let tip: ChainPosition
  /// Its entries, and how they read.
  let entries: [(stored: StreamEntry, entry: JournalEntry)]
  /// The number of leading entries that a line before it has too.
  let sharedCount: Int
  /// What its device said with the last entry.
  private(set) var receipt: Receipt
  /// Whether it is the one that counts.
  let isMain: Bool
  /// The digests of definitions, by the numbers that the entries use here.
  let digests: [Int: String]
  /// All of its state; none if another line has it.
  private(set) var changes = StateChanges()
  /// Whether the main line has its answers.
  private(set) var isMerged = false
  /// Why it cannot be joined with the other lines yet; `nil` if it is, or is the only one.
  var waits: String?
  /// The canonical line of the merge at its end that nobody has built upon; `nil` for none.
  private(set) var merge: String?
  /// The authors of its entries, and of those that are joined with it, each once.
  private(set) var authors: [String]
  /// The digest of the version in force at its end.
  private(set) var definition: String
  /// The time of the last entry.
  private(set) var updated: Timestamp?

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - line: its entries.
  ///   - read: these entries as they read.
  /// - Complexity: O(n) for n changes of the entries.
  init(
    _ line: StreamTree.Line, read: [JournalEntry], digests: [Int: String], receipt: Receipt, isFirst: Bool,
    isMain: Bool
  ) {
    // No other line has its last entry, so there is an own one.
    let own = line.entries[line.sharedCount]
    number = line.number
    name = own.pushed.ownChain.description
    forkedAt = isFirst ? nil : own.pushed.revision
    tip = line.entries[line.entries.count - 1].position
    entries = Array(zip(line.entries, read))
    sharedCount = line.sharedCount
    self.receipt = receipt
    self.isMain = isMain
    self.digests = digests
    authors = Self.authors(of: read)
    definition = read.last?.version.flatMap { digests[$0] } ?? ""
    updated = read.last?.time
  }

  /// Leaves its answers to the main line.
  mutating func leaveAnswers() {
    isMerged = true
    receipt.state = nil
  }

  /// Keeps a state of its own.
  mutating func keepAnswers() {
    for (_, entry) in entries { changes.apply(entry, digests: digests) }
  }

  /// Takes over the answers of all lines.
  mutating func take(_ joined: StreamJoin.JoinedLine, authors: Set<String>) {
    self.authors = Self.sorted(authors)
    merge = joined.merge
    updated = joined.journal.last?.time
    definition = joined.journal.last { $0.version != nil }?.version.flatMap { digests[$0] } ?? definition
    // What its device said is the state without the other lines.
    if merge != nil { receipt.state = nil }
    for entry in joined.journal { changes.apply(entry, digests: digests) }
  }

  /// The time of revision 1; `nil` if that is not here.
  var started: Timestamp? { entries.first.flatMap { $0.entry.revision == 1 ? $0.entry.time : nil } }
  /// The authors of entries, each once, in the order of their bytes.
  static func authors(of entries: [JournalEntry]) -> [String] {
    sorted(Set(entries.compactMap(\.author)))
  }

  private static func sorted(_ authors: Set<String>) -> [String] {
    authors.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func version(after entry: JournalEntry) -> String { entry.version.flatMap { digests[$0] } ?? "" }

  /// Where its entries are: a part for each run of one version from one line.
  var parts: [LinePart] {
    var parts: [LinePart] = []
    for (stored, entry) in entries {
      let (source, definition) = (stored.line, version(after: entry))
      if let last = parts.last, last.source == source, last.definition == definition {
        parts[parts.count - 1].last = entry.revision
      } else {
        parts.append(
          LinePart(first: entry.revision, last: entry.revision, source: source, definition: definition))
      }
    }
    return parts
  }
}

/// Which revisions of a line come from the entries of which line, in which version.
struct LinePart: Equatable {
  var first: Int
  var last: Int
  var source: Int
  var definition: String
}
#endif
