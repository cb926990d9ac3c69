import FormState
import GRDB

/// Compares the rows of a journal with those that FormState would write for its entries, and the views' texts with the
/// ones that were read.
///
/// Reading a journal ignores some columns: only the views use the revision with the whole text, and numbers with gaps
/// are an order too.
struct JournalRowProof {
  let db: Database
  let location: ResponseLocation
  private let most: Int
  private(set) var faults: [String] = []

  /// Checks a journal.
  ///
  /// - Parameters:
  ///   - entries: its entries, each consistent with the previous ones.
  ///   - positions: the journal position after each.
  ///   - readable: creates the readable values.
  ///   - most: the maximum number of faults.
  /// - Complexity: O(k log n) for k entries and changes.
  init(
    of entries: [JournalEntry], positions: [JournalPosition], _ readable: ReadableValues, most: Int,
    at location: ResponseLocation, in db: Database
  ) throws {
    self.db = db
    self.location = location
    self.most = most
    try lookAtEntries(entries, positions)
    try lookAtChanges(entries, readable)
  }

  private var base: Int { location.compactedTo ?? 0 }

  private mutating func lookAtEntries(_ entries: [JournalEntry], _ positions: [JournalPosition]) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT undo_top, redo_top, \(StoredAction.columns)
        FROM formstate_action AS action
        WHERE response_id = ?
        ORDER BY seq
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    for (entry, expected) in zip(entries, positions) {
      guard faults.count < most, let row = try rows.next() else { return }
      let undoTop = try row.decode(Int?.self, atIndex: 0) ?? entry.revision
      // Compacted steps can neither be undone nor redone.
      guard top(undoTop) == expected.undoTop, top(try row.decode(atIndex: 1)) == expected.redoTop else {
        faults.append("revision \(entry.revision) does not match the journal's undo and redo steps")
        continue
      }
      // The JSON notation of a move may differ between systems; its contents are verified.
      guard entry.action.move == nil else { continue }
      if try StoredAction(row: row, from: 2) != StoredAction(entry.action, leadingTo: entry.changes, chain: entry.chain)
      {
        faults.append("revision \(entry.revision) does not store its action in FormState's notation")
      }
    }
  }

  private func top(_ stored: Int?) -> Int? { stored.flatMap { $0 > base ? $0 : nil } }

  /// The last part of a text that is stored in several changes.
  private struct LastPart {
    let revision: Int
    let ordinal: Int
    let text: String?
  }

  private mutating func lookAtChanges(_ entries: [JournalEntry], _ readable: ReadableValues) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredChange.columns), change.ordinal, change.before_readable, change.after_readable
        FROM formstate_state_change AS change
        WHERE response_id = ?
        ORDER BY seq, ordinal
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    var wholeAt: [StateChange.Identity: Int] = [:]
    var lastParts: [StateChange.Identity: LastPart] = [:]
    for (entry, versions) in Self.withVersions(entries, from: location.version.number) {
      for (ordinal, (change, touches)) in StoredChange.rows(of: entry.changes).enumerated() {
        guard faults.count < most, let row = try rows.next() else { return }
        let stored = try StoredChange(row: row)
        let storedOrdinal: Int = try row.decode(atIndex: StoredChange.columnCount)
        if storedOrdinal != ordinal {
          report("has the number \(storedOrdinal) among the changes, but it is number \(ordinal)", change, entry)
        }
        try compareReadable(in: row, with: readable, versions, change, entry)
        guard stored.identity == change.identity, stored.touches == touches else {
          report("is not stored in FormState's notation", change, entry)
          continue
        }
        guard let part = stored.part else {
          let expected = StoredChange(change)
          if stored.before != expected.before || stored.after != expected.after {
            report("is not stored in FormState's notation", change, entry)
          }
          wholeAt[change.identity] = entry.revision
          try compare(lastParts.removeValue(forKey: change.identity), of: change.identity)
          continue
        }
        let (whole, recorded) = (wholeAt[change.identity] ?? 0, max(part.wholeAt, base))
        if recorded != whole {
          report("builds on revision \(recorded), but the last whole text is at \(whole)", change, entry)
        }
        lastParts[change.identity] = LastPart(
          revision: entry.revision, ordinal: storedOrdinal, text: change.after?.text)
      }
    }
    for (identity, part) in lastParts.sorted(by: { $0.value.revision < $1.value.revision }) {
      try compare(part, of: identity)
    }
  }

  /// Entries, each with the numbers of the versions in force before and after it; 0 for an unknown one.
  private static func withVersions(
    _ entries: [JournalEntry], from last: Int
  ) -> [(entry: JournalEntry, versions: (Int, Int))] {
    var version = entries.lazy.compactMap(\.version).first ?? last
    return entries.map { entry in
      defer { version = entry.version ?? version }
      return (entry, (version, entry.version ?? 0))
    }
  }

  private mutating func compareReadable(
    in row: Row, with readable: ReadableValues, _ versions: (Int, Int), _ change: StateChange, _ entry: JournalEntry
  ) throws {
    let expected = try readable.texts(of: change, inVersions: versions)
    for (index, expected) in [(1, expected.before), (2, expected.after)] {
      let read: String? = try row.decode(atIndex: StoredChange.columnCount + index)
      if read != expected { report(ReadableProof.problem(read, expected), change, entry) }
    }
  }

  private mutating func report(_ problem: String, _ change: StateChange, _ entry: JournalEntry) {
    faults.append("at revision \(entry.revision), the \(change.field.rawValue) of “\(change.subject)” \(problem)")
  }

  /// Compares the views' text with the one that was read. Every part is in the last one.
  private mutating func compare(_ part: LastPart?, of identity: StateChange.Identity) throws {
    guard let part else { return }
    let statement = try db.cachedStatement(
      sql: "SELECT value_after FROM formstate_change WHERE response_id = ? AND seq = ? AND ordinal = ?")
    let recorded = try String.fetchOne(statement, arguments: [location.responseID, part.revision, part.ordinal])
    if recorded.map({ Array($0.utf8) }) != part.text.map({ Array($0.utf8) }) {
      faults.append(
        "at revision \(part.revision), the view history has another \(identity.field.rawValue) of "
          + "“\(identity.subject)” than the journal")
    }
  }
}
