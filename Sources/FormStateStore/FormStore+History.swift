import FormState
import GRDB

/// An entry of a journal as a person reads it.
package struct HistoryEntry: Hashable, Sendable {
  /// The revision that it led to.
  package let revision: Int
  /// When, as ISO-8601 text in UTC.
  package let time: String
  /// Who did it; `nil` where nobody said.
  package let author: String?
  /// What was done, as a menu calls it: “Set First name”.
  package let did: String
  /// What that changed, a sentence each, but for what goes without saying.
  package let changes: [String]
  /// How many further changes the journal has of it, those counted that go without saying.
  package let furtherChanges: Int
  /// Whether an undo has put it out of use for good; `nil` where it is in use.
  package let note: String?
}

extension FormStore {
  /// The entries of a journal in words, newest first, as the view `history` has them.
  ///
  /// - Parameters:
  ///   - key: the response; one that has not begun has none.
  ///   - revision: the revision before which to end.
  ///   - limit: the most entries to read.
  ///   - mostChanges: how many changes of an entry to tell.
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(k log n) for k changes of the entries, in a journal of n changes.
  package func history(
    of key: ResponseKey, before revision: Int = .max, limit: Int, mostChanges: Int = 20
  ) throws -> [HistoryEntry] {
    try read { db in
      guard let response = try ResponseLocation.find(key, in: db).responseID else { return [] }
      let entries = try db.cachedStatement(
        sql: """
          SELECT revision, time, author, did, note
          FROM formstate_entry
          WHERE response_id = ? AND revision < ?
          ORDER BY revision DESC
          LIMIT ?
          """)
      let rows = try Row.fetchAll(entries, arguments: [response, revision, max(0, limit)])
      return try rows.map { row in
        let revision: Int = try row.decode(atIndex: 0)
        // A step may have changed a million cells; nobody reads, or counts, more than a few of them.
        let changes = try Self.changes(of: response, at: revision, limit: mostChanges, in: db)
        return HistoryEntry(
          revision: revision, time: try row.decode(atIndex: 1), author: try row.decode(atIndex: 2),
          did: try row.decode(atIndex: 3), changes: changes.told, furtherChanges: changes.more,
          note: try row.decode(atIndex: 4))
      }
    }
  }

  private static func changes(
    of response: Int64, at revision: Int, limit: Int, in db: Database
  ) throws -> (told: [String], more: Int) {
    let statement = try db.cachedStatement(
      sql: """
        SELECT changes
        FROM formstate_change_text
        WHERE response_id = ? AND seq = ? AND NOT goes_without_saying
        ORDER BY ordinal
        LIMIT ?
        """)
    let told = try String.fetchAll(statement, arguments: [response, revision, limit + 1])
    guard told.count > limit else { return (told, 0) }
    let count = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM formstate_state_change WHERE response_id = ? AND seq = ?",
      arguments: [response, revision])
    return (Array(told.prefix(limit)), max(1, (count ?? 0) - limit))
  }
}
