import FormState
import GRDB

/// The entries of other lines of a response, beside its journal in the file.
struct StoredLines {
  let db: Database
  let location: ResponseLocation

  /// The entries, in order.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  /// - Complexity: O(k log n) for k entries and changes, plus the journal if there are any.
  func entries() throws -> [LineEntry] {
    let columns = StoredEntry.columns.replacing("entry.abandoned_by", with: "NULL")
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns), entry.chain, entry.previous
        FROM formstate_line_entry AS entry
        WHERE response_id = ?
        ORDER BY revision, chain
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    let keys = KeyNumbers(db)
    var entries: [LineEntry] = []
    while let row = try rows.next() {
      // SQLite would convert a value of the wrong type in a row that is not copied.
      let entry = try StoredEntry.entry(row.copy(), keys)
      let count = StoredEntry.columnCount
      let previous = try row.decode(String?.self, atIndex: count + 1).map {
        EntryAddress(revision: entry.revision - 1, chain: try chain($0))
      }
      entries.append(
        LineEntry(
          entry, at: EntryAddress(revision: entry.revision, chain: try chain(try row.decode(atIndex: count))),
          after: previous))
    }
    return entries
  }

  private func chain(_ text: String) throws -> JournalChain {
    guard let chain = JournalChain(text) else {
      throw StoreError.damaged("formstate_line_entry has an impossible chain")
    }
    return chain
  }

  /// Whether there are any. O(1).
  var areThere: Bool {
    get throws {
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM formstate_line_entry WHERE response_id = ?)"),
        arguments: [location.responseID]) ?? false
    }
  }

  /// Writes the entries of other lines of an imported response.
  ///
  /// - Throws: ``StoreError/Code/unfitJournal`` if they and the journal do not follow from each other.
  /// - Complexity: as joining them, see ``ResponseLines``.
  func take(
    _ others: [LineEntry], besides journal: [JournalEntry], definition: (Int) throws -> FormIndex?
  ) throws {
    do {
      guard var lines = try lines(others, with: journal) else { return }
      lines.prove()
      if let gap = lines.firstGap { throw StoreError.unfitLines(after: gap) }
      let joined = try lines.joined(definition: definition)
      guard joined.journal == journal else {
        throw StoreError.unfitJournal(
          revision: journal.last?.revision ?? 0, problem: "it is not what follows from the response's lines")
      }
      if let obstacle = joined.obstacle, joined.heads.isEmpty { throw obstacle }
      try replace(with: joined)
    } catch let error as JournalLine.UnknownVersion {
      throw StoreError.unfitJournal(revision: 0, problem: error.description)
    } catch let obstacle as MergeObstacle {
      throw StoreError.unfitJournal(revision: 0, problem: "its lines do not fit: \(obstacle.meaning)")
    }
  }

  /// The inconsistencies of the lines with the journal, as a sentence each.
  func faults(
    besides journal: [JournalEntry], definition: (Int) throws -> FormIndex?
  ) throws -> [String] {
    guard try areThere || journal.last?.action.merge != nil else { return [] }
    do {
      guard var lines = try lines(entries(), with: journal) else { return [] }
      lines.prove()
      if lines.firstGap != nil { return ["an entry of another line follows one that is not there"] }
      let joined = try lines.joined(definition: definition)
      guard joined.journal == journal else { return ["the journal is not what follows from the response's lines"] }
      if let obstacle = joined.obstacle, joined.heads.isEmpty { throw obstacle }
      return try headFaults(joined)
    } catch let error as JournalLine.UnknownVersion {
      return [error.description]
    } catch let obstacle as MergeObstacle {
      return ["the entries of another line do not fit: \(obstacle.meaning)"]
    }
  }

  /// The entries of other lines and a journal; `nil` for a response that has not begun.
  private func lines(_ others: [LineEntry], with journal: [JournalEntry]) throws -> ResponseLines? {
    guard let stream = location.stream else { return nil }
    let digests = try OutboxReader.digests(ofForm: location.version.formID, in: db)
    return try ResponseLines(of: stream, journal: journal, others: others, digests: digests)
  }

  /// Compares the stored heads with the last entries of other lines, and why they wait.
  private func headFaults(_ joined: ResponseLines.Joined) throws -> [String] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT chain, waits FROM formstate_head WHERE response_id = ?", arguments: [location.responseID])
    var stored: [String: String?] = [:]
    for row in rows { stored[try row.decode(atIndex: 0)] = .some(try row.decode(atIndex: 1)) }
    return stored == heads(of: joined) ? [] : ["formstate_head does not list the last entries of the other lines"]
  }

  /// The chains of the last entries of other lines, and why each waits.
  private func heads(of joined: ResponseLines.Joined) -> [String: String?] {
    let followed = Set(joined.others.flatMap(\.parents))
    let waiting = Set(joined.obstacle == nil ? [] : joined.heads.map(\.chain.description))
    var expected: [String: String?] = [:]
    for line in joined.others where !followed.contains(line.address) {
      let chain = line.address.chain.description
      expected[chain] = .some(waiting.contains(chain) ? joined.obstacle?.meaning : nil)
    }
    return expected
  }

  /// Replaces the entries and heads.
  ///
  /// - Complexity: O(k log n) for k entries and changes.
  func replace(with joined: ResponseLines.Joined) throws {
    for table in ["formstate_head", "formstate_line_entry"] {
      try run("DELETE FROM \(table) WHERE response_id = ?", [location.responseID])
    }
    for line in joined.others { try insert(line) }
    for (chain, waits) in heads(of: joined) {
      try run(
        "INSERT INTO formstate_head (response_id, chain, waits) VALUES (?, ?, ?)", [location.responseID, chain, waits])
    }
  }

  func insert(_ line: LineEntry) throws {
    let (entry, keys) = (line.entry, KeyNumbers(db))
    let action = try StoredAction(entry.action, leadingTo: entry.changes, EntryMarks(entry))
    let changes = try StoredChanges.text(of: entry.changes, keys) { _ in (nil, nil) }
    try run(
      """
      INSERT INTO formstate_line_entry (
        response_id, chain, previous, revision, time, author, version, kind, subject, instance, payload, moment,
        group_name, step_start, target, reverts, changes
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ?), ?, ?, ?)
      -- An emptied entry takes the place of what it was; to replace the row would delete its head.
      ON CONFLICT DO UPDATE SET
        kind = excluded.kind, subject = excluded.subject, instance = excluded.instance, payload = excluded.payload,
        changes = excluded.changes
      """,
      [
        location.responseID, line.address.chain.description, line.previous?.chain.description,
        entry.revision, entry.time.milliseconds, entry.author, entry.version, action.kind.rawValue,
        try action.subject.map(keys.number(of:)), action.instance, action.payload, entry.moment?.description,
        entry.group, entry.step, entry.revision, entry.target, entry.reverts, changes,
      ])
  }

  private func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }
}
