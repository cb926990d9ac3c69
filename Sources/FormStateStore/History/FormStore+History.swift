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
  /// Whether an undo has put it out of use permanently; `nil` where it is in use.
  package let note: String?
}

extension FormStore {
  /// How many changes of an entry are told, unless somebody asks for more: a step may have changed a million cells.
  package static let mostToldChanges = 20

  /// The entries of a journal in words, newest first.
  ///
  /// - Parameters:
  ///   - key: the response; one that has not begun has none.
  ///   - revision: the revision before which to end.
  ///   - limit: the most entries to read.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k changes of the entries, in a journal of n changes.
  package func history(of key: ResponseKey, before revision: Int = .max, limit: Int) throws -> [HistoryEntry] {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let revisions = try Int.fetchAll(
        db, sql: "SELECT seq FROM formstate_action WHERE response_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
        arguments: [location.responseID, revision, max(0, limit)])
      return try Self.history(at: revisions, location, in: db)
    }
  }

  /// Some entries of a journal in words, in the order of the revisions; unknown revisions are left out.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k changes of the entries, in a journal of n changes.
  package func history(of key: ResponseKey, at revisions: [Int]) throws -> [HistoryEntry] {
    try read { db in try Self.history(at: revisions, try ResponseLocation.find(key, in: db), in: db) }
  }

  private static func history(
    at revisions: [Int], _ location: ResponseLocation, in db: Database
  ) throws -> [HistoryEntry] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch'), author, target, abandoned_by
        FROM formstate_action
        WHERE response_id = ? AND seq = ?
        """)
    let names = StepNames(db: db, location: location)
    let sentences = ChangeSentences(db: db, location: location)
    return try revisions.compactMap { revision in
      guard let row = try Row.fetchOne(statement, arguments: [location.responseID, revision]) else { return nil }
      let told = try sentences.all(after: revision - 1, through: revision, limit: mostToldChanges + 1).map(\.text)
      return HistoryEntry(
        revision: revision, time: try row.decode(atIndex: 0), author: try row.decode(atIndex: 1),
        did: try names.sentence(of: revision, target: try row.decode(atIndex: 2)),
        changes: Array(told.prefix(mostToldChanges)),
        furtherChanges: told.count > mostToldChanges ? try furtherChanges(at: revision, location, in: db) : 0,
        note: try row.decode(Int?.self, atIndex: 3).map { "abandoned at revision \($0)" })
    }
  }

  /// The number of changes of an entry beyond those that are told.
  private static func furtherChanges(at revision: Int, _ location: ResponseLocation, in db: Database) throws -> Int {
    let count = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM formstate_state_change WHERE response_id = ? AND seq = ?",
      arguments: [location.responseID, revision])
    return max(1, (count ?? 0) - mostToldChanges)
  }
}
