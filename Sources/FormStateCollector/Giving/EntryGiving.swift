#if Collect
import FormState
import FormStateInterchange
import Foundation

/// Writes the entries that a device lacks as a batch.
struct EntryGiving {
  let connection: PostgresConnection
  /// What the device gets.
  let scopes: [ResponseScope]
  /// The most entries of an answer; the device asks again.
  var mostEntries = PushBatchReader.mostEntries
  /// The most bytes of several entries.
  var mostBytes = 8 << 20

  /// Answers the question: of the streams, in its order, all entries that are not the device's or before them.
  /// A stream that is unknown, or not within the scopes, has none.
  ///
  /// - Parameter sink: receives the next bytes of the batch.
  /// - Throws: ``PostgresError``; what the sink throws.
  /// - Complexity: O(n log m) for n entries of the streams with several lines, and of what is written of the others.
  func answer(to question: EntriesQuestion, _ sink: @escaping (Data) throws -> Void) throws {
    try connection.transaction(isolation: .repeatableRead) {
      let definitions = CollectedDefinitions(connection: connection)
      var (known, entryCount, byteCount) = (Set(question.definitions), 0, 0)
      var writer = PushBatchWriter(to: sink)
      try writer.begin(device: nil)
      let heads = question.streams.reduce(into: [StreamName: [EntryAddress]]()) { $0[$1.stream] = $1.heads }
      for stream in try GivenStream.read(question.streams.map(\.stream), within: scopes, from: connection) {
        let lacking = try LackingEntries(of: stream, besides: heads[stream.stream] ?? [], in: connection)
        let given = lacking.prefix(
          entries: mostEntries - entryCount, bytes: mostBytes - byteCount, orOne: entryCount == 0)
        let digests = stream.definitions.values.sorted()
        for part in try given.parts(of: stream, in: connection) {
          let versions = try definitions.versions(of: stream.key.form, digests.filter { !known.contains($0) })
          let lackingForms = digests.filter { known.insert($0).inserted }.reduce(into: [String: FormDefinition]()) {
            $0[$1] = versions.form($1)
          }
          try writer.write(part, definitions: lackingForms)
        }
        entryCount += given.entries.count
        byteCount += given.byteCount
        guard given.entries.count == lacking.entries.count else { break }
      }
      try writer.finish()
    }
  }
}

/// The entries of a stream that a device lacks, each after the one that it follows.
struct LackingEntries {
  /// An entry without its body.
  struct Entry {
    let seq: Int
    let ownChain: JournalChain
    let before: JournalChain
    let chain: JournalChain
    let isCheckpoint: Bool
    let byteCount: Int

    var address: EntryAddress { EntryAddress(revision: seq, chain: chain) }
    var previous: EntryAddress { EntryAddress(revision: seq - 1, chain: before) }
  }

  private(set) var entries: [Entry]

  /// Finds the entries.
  ///
  /// - Parameter heads: the entries that the device has with all before them; others than those here count for nothing.
  init(of stream: GivenStream, besides heads: [EntryAddress], in connection: PostgresConnection) throws {
    // Of a single line, what comes before the device's entries need not be read.
    let first = stream.heads.count == 1 ? heads.map(\.revision).min() ?? 1 : 1
    var places = try Self.places(of: stream.stream, from: first, in: connection)
    if first > 1, !heads.contains(where: { places[$0] != nil }) {
      places = try Self.places(of: stream.stream, from: 1, in: connection)
    }
    var known: Set<EntryAddress> = []
    var open = heads
    while let address = open.popLast() {
      guard let entry = places[address], known.insert(address).inserted else { continue }
      open.append(entry.previous)
    }
    entries = places.values.filter { !known.contains($0.address) }.sorted { $0.address < $1.address }
  }

  /// The entries from a revision on by their addresses; a checkpoint gives way to the entry that it replaces.
  private static func places(
    of stream: StreamName, from first: Int, in connection: PostgresConnection
  ) throws -> [EntryAddress: Entry] {
    let rows = try connection.execute(
      """
      SELECT seq, chain, prev, leads_to, kind = 'checkpoint', octet_length(body)::bigint
      FROM formstate_entry
      WHERE stream = $1 AND seq >= $2
      """, [.text(stream.description), .integer(Int64(first))])
    var places: [EntryAddress: Entry] = [:]
    for row in rows {
      let entry = Entry(
        seq: try row.number(0), ownChain: try JournalChain(stored: row[1]), before: try JournalChain(stored: row[2]),
        chain: try JournalChain(stored: row[3]), isCheckpoint: try row[4], byteCount: try row.number(5))
      if !entry.isCheckpoint || places[entry.address] == nil { places[entry.address] = entry }
    }
    return places
  }

  /// The bytes of their lines.
  var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

  /// As many of the first entries as there is room for.
  ///
  /// - Parameter orOne: whether there is always room for one.
  func prefix(entries most: Int, bytes mostBytes: Int, orOne: Bool) -> LackingEntries {
    var (count, byteCount) = (0, 0)
    for entry in entries {
      byteCount += entry.byteCount
      let hasRoom = count < most && byteCount <= mostBytes
      guard hasRoom || (orOne && count == 0) else { break }
      count += 1
    }
    var some = self
    some.entries = Array(entries.prefix(count))
    return some
  }

  /// The entries as parts of a batch, each with consecutive ones of a line.
  func parts(of stream: GivenStream, in connection: PostgresConnection) throws -> [PushBatch.Part] {
    guard let first = entries.first, let last = entries.last else { return [] }
    var lines: [JournalChain: String] = [:]
    for row in try connection.execute(
      "SELECT chain, body FROM formstate_entry WHERE stream = $1 AND seq BETWEEN $2 AND $3",
      [.text(stream.stream.description), .integer(Int64(first.seq)), .integer(Int64(last.seq))])
    {
      lines[try JournalChain(stored: row[0])] = try row[1]
    }
    var (runs, open): ([[Entry]], [EntryAddress: Int]) = ([], [:])
    for entry in entries {
      let place = entry.isCheckpoint ? nil : open.removeValue(forKey: entry.previous)
      if let place { runs[place].append(entry) } else { runs.append([entry]) }
      open[entry.address] = place ?? runs.count - 1
    }
    return runs.map { run in
      PushBatch.Part(
        stream: stream.stream, key: stream.key, definitions: stream.definitions, after: run[0].seq - 1,
        chainBefore: run[0].isCheckpoint ? nil : run[0].before, lines: run.compactMap { lines[$0.ownChain] },
        chain: run[run.count - 1].chain, outcome: nil)
    }
  }
}
#endif
