import FormState
import GRDB

/// Writes the entries of a response's other lines as parts of a batch.
struct OtherLineParts {
  let db: Database
  let location: ResponseLocation

  /// How many entries a part has at most, since a reader takes a part at once.
  private static let mostEntries = 5000

  /// The parts, each with consecutive entries of one line, in an order in which each goes on after what is known.
  ///
  /// - Parameter heads: the chains of entries that are known, with all before them.
  /// An entry whose beginning was compacted away, and whose line nobody could check, is left out with what follows it.
  ///
  /// - Complexity: O(k log k) for k entries and changes of other lines.
  func parts(ofResponse key: ResponseKey, besides heads: Set<String>) throws -> [PushBatch.Part] {
    let digests = try OutboxReader.digests(ofForm: location.version.formID, in: db)
    let lines = try StoredLines(db: db, location: location).entries()
    let versions = Dictionary(lines.map { ($0.address, $0.entry.version) }) { first, _ in first }
    let journal = StoredJournal(db: db, location: location)
    let known = Self.known(of: lines, upTo: heads)
    var written: [Run] = []
    // The run that ends with an entry, and the runs that were left out.
    var (open, leftOut): ([EntryAddress: Int], Set<EntryAddress>) = ([:], [])
    for line in lines where !known.contains(line.address) {
      let former = try line.previous.flatMap { try versions[$0] ?? journal.version(at: $0.revision) }
      guard line.previous.map({ !leftOut.contains($0) }) ?? true,
        let text = text(of: line, after: former, digests)
      else {
        leftOut.insert(line.address)
        continue
      }
      if let place = line.previous.flatMap({ open.removeValue(forKey: $0) }), written[place].hasRoom(for: text) {
        written[place].append(line, text)
        open[line.address] = place
      } else {
        open[line.address] = written.count
        written.append(Run(line, text))
      }
    }
    return written.map { $0.part(of: location.stream ?? .random(), key, digests) }
  }

  /// The entries of other lines up to some.
  private static func known(of lines: [LineEntry], upTo heads: Set<String>) -> Set<EntryAddress> {
    var known: Set<EntryAddress> = []
    for line in lines.reversed() where heads.contains(line.address.chain.description) || known.contains(line.address) {
      known.insert(line.address)
      if let previous = line.previous { known.insert(previous) }
    }
    return known
  }

  /// The canonical line of an entry; `nil` if it does not lead to the entry's chain.
  private func text(of line: LineEntry, after former: Int?, _ digests: [Int: String]) -> String? {
    let isCheckpoint = line.entry.action == .checkpoint
    return [former, line.entry.version].lazy.compactMap { former -> String? in
      guard let text = try? JournalLine.text(of: line.entry, after: former, digests: digests) else { return nil }
      var chain = line.previous?.chain ?? JournalChain(of: location.stream ?? .random())
      chain.append(line.entry.redacted ?? LineDigest(of: text))
      return isCheckpoint || chain == line.address.chain ? text : nil
    }.first
  }

  /// Consecutive entries of one line.
  private struct Run {
    private var lines: [LineEntry]
    private var texts: [String]
    private var byteCount: Int

    init(_ line: LineEntry, _ text: String) {
      (lines, texts, byteCount) = ([line], [text], text.utf8.count)
    }

    func hasRoom(for text: String) -> Bool {
      lines.count < OtherLineParts.mostEntries && byteCount + text.utf8.count <= OutboxReader.mostBytes
    }

    mutating func append(_ line: LineEntry, _ text: String) {
      lines.append(line)
      texts.append(text)
      byteCount += text.utf8.count
    }

    func part(of stream: StreamName, _ key: ResponseKey, _ digests: [Int: String]) -> PushBatch.Part {
      let named = lines.reduce(into: Set<Int>()) { $0.formUnion($1.entry.versions) }
      let first = lines[0]
      let start = first.entry.action == .checkpoint ? nil : first.previous?.chain ?? JournalChain(of: stream)
      return PushBatch.Part(
        stream: stream, key: key.exchanged(for: stream), definitions: digests.filter { named.contains($0.key) },
        after: first.address.revision - 1, chainBefore: start, lines: texts,
        chain: lines.last?.address.chain ?? first.address.chain, outcome: nil)
    }
  }
}
