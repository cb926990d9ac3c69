#if Collect
import FormState
import FormStateInterchange

/// All lines of a stream, as its entries make them.
struct RebuiltStream {
  let stream: StreamName
  let form: String
  let lines: [RebuiltLine]

  /// Makes the lines.
  ///
  /// - Parameters:
  ///   - contents: the entries, stored or not, and what belongs to them.
  ///   - definitions: the definitions of the database.
  /// - Throws: ``PushedEntryError`` for an entry that cannot be read, and ``MissingReceipt``.
  /// - Complexity: O(n) for n changes of the entries of all lines.
  init(_ stream: StreamName, _ contents: StoredContents, _ definitions: CollectedDefinitions) throws {
    self.stream = stream
    form = contents.receipts.values.first?.key.form ?? ""
    let tree = StreamTree(contents.entries)
    // First, since without one the form is not known either.
    let receipts = try tree.lines.map { try Self.receipt(of: $0, contents) }
    try definitions.load(Self.definitions(namedIn: contents.entries), of: form)
    let versions = try definitions.versions(of: form, [])
    let main = contents.choice.main(of: tree)
    lines = try tree.lines.enumerated().map { index, line in
      RebuiltLine(
        line, read: try versions.entries(of: line.entries.map(\.pushed), after: nil), digests: versions.digests,
        receipt: receipts[index], isFirst: index == 0, isMain: line.number == main)
    }
  }

  /// The entries that are not stored yet, with the lines in which they arrive.
  var newEntries: [(pushed: PushedEntry, entry: JournalEntry, line: Int)] {
    lines.flatMap { line in
      line.entries[line.sharedCount...].compactMap { stored, entry in
        stored.isNew ? (stored.pushed, entry, stored.line) : nil
      }
    }
  }

  /// The digests in entries, among which are those of all definitions that they name.
  private static func definitions(namedIn entries: [StreamEntry]) -> [String] {
    var digests: Set<String> = []
    for entry in entries where !entry.isNew {
      for match in entry.pushed.line.matches(of: /"([0-9a-f]{64})"/) { digests.insert(String(match.1)) }
    }
    return digests.sorted()
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
}

extension StoredContents.Choice {
  /// The number of the line that counts; `nil` for none.
  fileprivate func main(of tree: StreamTree) -> Int? {
    switch self {
    case .first: return tree.lines.first?.number
    case .none: return nil
    case .line(let end):
      let chosen = tree.lines.first { line in line.entries.contains { $0.position == end } }
      return (chosen ?? tree.lines.first)?.number
    }
  }
}

/// Nothing says which device sent the last entry of a line.
struct MissingReceipt: Error {}
#endif
