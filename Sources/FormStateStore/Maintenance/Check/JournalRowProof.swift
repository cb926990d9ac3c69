import FormState
import GRDB

/// Compares the rows of a journal with those that FormState would write for its entries.
struct JournalRowProof {
  private(set) var faults: [String] = []

  /// Checks a journal.
  ///
  /// - Parameters:
  ///   - entries: its entries, each consistent with the previous ones.
  ///   - positions: the journal position after each.
  ///   - readable: creates the readable values.
  ///   - most: the maximum number of faults.
  ///   - keys: the numbers of the keys that the check already knows.
  /// - Complexity: O(k log n) for k entries and changes.
  init(
    of entries: [JournalEntry], positions: [JournalPosition], _ readable: ReadableValues, most: Int,
    at location: ResponseLocation, keys: KeyNumbers, in db: Database
  ) throws {
    let journal = StoredJournal(db: db, location: location)
    var version = entries.lazy.compactMap(\.version).first ?? location.version.number
    let statement = try db.cachedStatement(
      sql: """
        SELECT revision, undo_top, redo_top, subject, instance, payload, changes
        FROM formstate_entry
        WHERE response_id = ?
        ORDER BY revision
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    for (entry, expected) in zip(entries, positions) where faults.count < most {
      // SQLite would convert a value of the wrong type in a row that is not copied.
      guard let row = try rows.next()?.copy() else { return }
      if try journal.position(in: row) != expected {
        faults.append("revision \(entry.revision) does not match the journal's undo and redo steps")
      }
      let versions = (version, entry.version ?? 0)
      version = entry.version ?? version
      try compareAction(of: entry, with: row, keys)
      try compareChanges(of: entry, with: try row.decode(atIndex: 6), keys) {
        try readable.texts(of: $0, inVersions: versions)
      }
    }
  }

  private mutating func compareAction(of entry: JournalEntry, with row: Row, _ keys: KeyNumbers) throws {
    let expected = try StoredAction(entry.action, leadingTo: entry.changes, EntryMarks(entry))
    let stored = StoredAction(
      kind: expected.kind, subject: try row.decode(Int64?.self, atIndex: 3).map(keys.key(of:)),
      instance: try row.instance(atIndex: 4), payload: try row.decode(atIndex: 5))
    guard stored != expected || !Self.areSame(stored.payload, expected.payload) else { return }
    faults.append("revision \(entry.revision) does not store its action in FormState's notation")
  }

  private mutating func compareChanges(
    of entry: JournalEntry, with stored: String, _ keys: KeyNumbers,
    readable: (StateChange) throws -> (before: String?, after: String?)
  ) throws {
    let expected = try StoredChanges.text(of: entry.changes, keys, readable: readable)
    guard !Self.areSame(stored, expected) else { return }
    let different = try entry.changes.first { change in
      // A touched mark is a part of the change before it, so it may be followed by another number.
      let text = try StoredChanges.text(of: [change], keys, readable: readable).dropFirst().dropLast(2)
      return change.field != .touched && !stored.contains(text)
    }
    let subject = different.map { ": see the \($0.field.rawValue) of “\($0.subject)”" } ?? ""
    faults.append(
      "revision \(entry.revision) does not store its changes in FormState's notation, or as a person reads them"
        + subject)
  }

  /// Whether texts have the same bytes: those of equal characters may differ.
  private static func areSame(_ left: String?, _ right: String?) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
  }
}
