import FormState
import Foundation
import GRDB

/// Reads what a destination lacks of the journals.
struct OutboxReader {
  let db: Database
  /// The rowid of the destination; `nil` for a new one, which has nothing.
  let destinationID: Int64?

  /// A response of which the destination lacks entries, or takes none.
  struct Waiting {
    let key: ResponseKey
    let location: ResponseLocation
    /// The last revision that the destination has; 0 for none.
    var seq: Int
    /// The chain up to it.
    var chain: JournalChain
    /// The revision of the response.
    let last: Int
    /// Why the destination takes no more; `nil` if it does.
    let refusal: String?
    /// Whether the destination lacks entries of other lines, though their own devices may send them as well.
    let lacksOtherLines: Bool
    /// The last entries that it has of other lines.
    let heads: Set<String>

    /// Whether the next entry is the checkpoint with which the journal begins.
    var beginsWithCheckpoint: Bool { location.compactedTo.map { seq < $0 } ?? false }
    /// The number of entries that the destination lacks.
    var entryCount: Int { last - (beginsWithCheckpoint ? (location.compactedTo ?? 1) - 1 : seq) }
  }

  /// Passes on the responses of which the destination lacks entries, in the order in which they began.
  ///
  /// - Parameter body: receives the responses, refused ones included; returns whether to go on.
  /// - Complexity: O(r log n) for r responses.
  func forEachWaiting(_ body: (Waiting) throws -> Bool) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT
          version.id, version.form_id, version.number, version.digest,
          response.id, response.compacted_to, response.stream, form.key, response.key,
          coalesce(pushed.revision, 0), pushed.chain, pushed.refusal,
          -- A merge that nobody has built upon may still become another one.
          (SELECT max(revision) FROM formstate_entry WHERE response_id = response.id AND kind <> 'merge') AS last,
          EXISTS (
            SELECT 1
            FROM formstate_head AS head
            WHERE head.response_id = response.id
              AND head.chain NOT IN (SELECT value FROM json_each(coalesce(pushed.heads, '[]')))) AS lacks_other_lines,
          coalesce(pushed.heads, '[]')
        FROM formstate_response AS response
        CROSS JOIN formstate_form AS form ON form.id = response.form_id
        CROSS JOIN formstate_version AS version ON version.id = response.version_id
        LEFT JOIN formstate_pushed AS pushed
          ON pushed.destination_id = ?1 AND pushed.response_id = response.id
        WHERE last > coalesce(pushed.revision, 0) OR lacks_other_lines
        ORDER BY response.id
        """, arguments: [destinationID])
    while let row = try rows.next() {
      guard try body(try Self.waiting(row)) else { return }
    }
  }

  /// The greatest revision that all destinations have of a response; `nil` if there are no destinations.
  static func leastSent(of location: ResponseLocation, in db: Database) throws -> Int? {
    try Int.fetchOne(
      db,
      sql: """
        SELECT min(coalesce(pushed.revision, 0))
        FROM formstate_destination AS destination
        LEFT JOIN formstate_pushed AS pushed
          ON pushed.destination_id = destination.id AND pushed.response_id = ?
        """, arguments: [location.responseID])
  }

  private static func waiting(_ row: Row) throws -> Waiting {
    guard let stream = StreamName(bytes: Array(try row.decode(Data.self, atIndex: 6))) else {
      throw StoreError.damaged("a response has a name of another length than 16 bytes")
    }
    let location = ResponseLocation(
      responseID: try row.decode(atIndex: 4), version: try DefinitionRepository.version(of: row),
      compactedTo: try row.decode(Int?.self, atIndex: 5).map(ResponseLocation.checked), stream: stream)
    let seq = try ResponseLocation.checked(try row.decode(atIndex: 9))
    return Waiting(
      key: ResponseKey(form: try row.decode(atIndex: 7), response: try row.decode(atIndex: 8)), location: location,
      seq: seq, chain: try row.decode(String?.self, atIndex: 10).map(PushedPosition.chain) ?? JournalChain(of: stream),
      last: try ResponseLocation.checked(try row.decode(atIndex: 12)), refusal: try row.decode(atIndex: 11),
      lacksOtherLines: try row.decode(atIndex: 13),
      heads: Set(try JSONDecoder().decode([String].self, from: Data(try row.decode(String.self, atIndex: 14).utf8))))
  }

  /// The next entries of a response, as a part of a batch.
  ///
  /// - Parameters:
  ///   - waiting: the response, with the position of its last entry so far.
  ///   - limit: the maximum number of entries, 1 or more.
  /// - Throws: ``JournalLine/UnknownVersion`` if an entry cannot be sent.
  /// - Complexity: O(k log n) for k entries and changes, and O(t log t) for t touched fields at the end of the journal.
  func part(of waiting: Waiting, limit: Int) throws -> PushBatch.Part {
    let location = waiting.location
    let stream = location.stream ?? .random()
    let base = waiting.beginsWithCheckpoint ? (location.compactedTo ?? 1) - 1 : waiting.seq
    let entries = try StoredJournal(db: db, location: location).entries(
      after: base, through: base + min(limit, waiting.last - base))
    // Without this a gap would be asked for forever.
    for (entry, revision) in zip(entries, (base + 1)...) where entry.revision != revision {
      throw StoredJournal.missing(revision)
    }
    guard !entries.isEmpty else { throw StoredJournal.missing(base + 1) }
    let versions = try Self.digests(ofForm: location.version.formID, in: db)
    var lines = JournalLines(
      after: waiting.beginsWithCheckpoint ? JournalChain(of: stream) : waiting.chain,
      version: waiting.beginsWithCheckpoint ? nil : try version(at: base, of: location), digests: versions)
    let texts = try Self.texts(of: entries, &lines)
    let named = entries.prefix(texts.count).reduce(into: Set<Int>()) { $0.formUnion($1.versions) }
    let isLast = try base + texts.count == waiting.last && location.revision(in: db) == waiting.last
    return PushBatch.Part(
      stream: stream, key: waiting.key.exchanged(for: stream), definitions: versions.filter { named.contains($0.key) },
      after: base,
      chainBefore: waiting.beginsWithCheckpoint ? nil : waiting.chain, lines: texts, chain: lines.chain,
      outcome: isLast ? try outcome(at: location) : nil)
  }

  /// The most bytes of a part with several entries; a collector takes twice as many.
  static let mostBytes = 8 << 20

  /// The canonical lines of entries: of the first, and of as many more as a part may have.
  private static func texts(of entries: [JournalEntry], _ lines: inout JournalLines) throws -> [String] {
    var (texts, byteCount): ([String], Int) = ([], 0)
    for entry in entries {
      var longer = lines
      let text = try longer.append(entry)
      byteCount += text.utf8.count
      guard texts.isEmpty || byteCount <= mostBytes else { break }
      texts.append(text)
      lines = longer
    }
    return texts
  }

  /// The time of the next entry of a response; `nil` if there is none.
  func timeOfNext(_ waiting: Waiting) throws -> Timestamp? {
    let statement = try db.cachedStatement(
      sql: "SELECT time FROM formstate_entry WHERE response_id = ? AND revision > ? ORDER BY revision LIMIT 1")
    let time = try Int64.fetchOne(statement, arguments: [waiting.location.responseID, waiting.seq])
    return time.flatMap(Timestamp.init(milliseconds:))
  }

  private func outcome(at location: ResponseLocation) throws -> PushBatch.Outcome {
    let state = try StateTables(db: db, location: location).state()
    return PushBatch.Outcome(
      state: StateDigest.ofState(state, definition: location.version.digest), isCompleted: state.isCompleted)
  }

  /// The digests of a form's versions, by number.
  static func digests(ofForm formID: Int64, in db: Database) throws -> [Int: String] {
    let statement = try db.cachedStatement(sql: "SELECT number, digest FROM formstate_version WHERE form_id = ?")
    return try Row.fetchAll(statement, arguments: [formID]).reduce(into: [:]) { digests, row in
      digests[try row.decode(atIndex: 0)] = try row.decode(String.self, atIndex: 1)
    }
  }

  /// The number of the version in force after an entry; `nil` before the first.
  private func version(at revision: Int, of location: ResponseLocation) throws -> Int? {
    let statement = try db.cachedStatement(
      sql: "SELECT version FROM formstate_entry WHERE response_id = ? AND revision = ?")
    return try Int.fetchOne(statement, arguments: [location.responseID, revision])
  }

  /// Follows the journal of a response from a place that the destination knows to a later one.
  ///
  /// - Parameter each: receives each entry between them, with the chain up to it.
  /// - Returns: the chain there; `nil` if an entry between them has no canonical line.
  /// - Complexity: O(k log n) for k entries and changes; a few entries at a time are in memory.
  func chain(
    of location: ResponseLocation, after position: PushedPosition, through revision: Int,
    each: (JournalEntry, JournalChain) -> Void = { _, _ in }
  ) throws -> JournalChain? {
    let journal = StoredJournal(db: db, location: location)
    var lines = JournalLines(
      after: position.chain, version: try version(at: position.seq, of: location),
      digests: try Self.digests(ofForm: location.version.formID, in: db))
    do {
      for seq in stride(from: position.seq, to: revision, by: Self.entriesInMemory) {
        for entry in try journal.entries(after: seq, through: min(seq + Self.entriesInMemory, revision)) {
          _ = try lines.append(entry)
          each(entry, lines.chain)
        }
      }
    } catch is JournalLine.UnknownVersion {
      return nil
    }
    return lines.chain
  }

  /// How many entries are in memory while a journal is followed.
  private static let entriesInMemory = 256
}

/// A place in a journal, with the chain up to it.
struct PushedPosition: Hashable {
  var seq: Int
  var chain: JournalChain

  /// The place before the first entry that the journal has, which may be a checkpoint.
  static func start(of location: ResponseLocation) -> PushedPosition {
    PushedPosition(seq: (location.compactedTo ?? 1) - 1, chain: JournalChain(of: location.stream ?? .random()))
  }

  /// The place before the first entry of a response.
  static func nothing(of location: ResponseLocation) -> PushedPosition {
    PushedPosition(seq: 0, chain: JournalChain(of: location.stream ?? .random()))
  }

  /// Whether the journal still has the entry after it.
  func isWithin(_ location: ResponseLocation) -> Bool { location.compactedTo.map { seq >= $0 } ?? true }

  /// Reads a stored chain.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  static func chain(_ text: String) throws -> JournalChain {
    guard let chain = JournalChain(text) else { throw StoreError.damaged("formstate_pushed has an impossible chain") }
    return chain
  }
}
