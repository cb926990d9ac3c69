import FormState
import GRDB

extension FormStore {
  /// Default maximum number of listed changes of an entry: a step may have changed a million cells.
  static let maximumListedChanges = 20

  /// The entries of a journal in words, newest first.
  ///
  /// - Parameters:
  ///   - key: the response; the result is empty for one that has not begun.
  ///   - revision: the revision after the last entry.
  ///   - limit: the maximum number of entries.
  ///   - language: the language of the sentences; `nil` for the stored one.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k changes of the entries, in a journal of n changes.
  package func history(
    of key: ResponseKey, before revision: Int = .max, limit: Int, in language: SentenceLanguage? = nil
  ) throws -> [HistoryEntry] {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let revisions = try Int.fetchAll(
        db,
        sql:
          "SELECT revision FROM formstate_entry WHERE response_id = ? AND revision < ? ORDER BY revision DESC LIMIT ?",
        arguments: [location.responseID, revision, max(0, limit)])
      return try Self.history(of: key, at: revisions, location, language, revealing: false, in: db)
    }
  }

  /// Some entries of a journal in words, in the order of the revisions; unknown revisions are left out.
  ///
  /// - Parameter reveals: whether to include the contents of sensitive cells.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k changes of the entries, in a journal of n changes.
  package func history(
    of key: ResponseKey, at revisions: [Int], revealing reveals: Bool = false
  ) throws -> [HistoryEntry] {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      return try Self.history(of: key, at: revisions, location, nil, revealing: reveals, in: db)
    }
  }

  private static func history(
    of key: ResponseKey, at revisions: [Int], _ location: ResponseLocation, _ language: SentenceLanguage?,
    revealing reveals: Bool, in db: Database
  ) throws -> [HistoryEntry] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch'), author, target, abandoned_by
        FROM formstate_entry
        WHERE response_id = ? AND revision = ?
        """)
    let speech = language?.speech ?? .english
    let names = StepNames(db: db, location: location, reveals: reveals, speech: speech)
    let sensitive: SensitiveCells = reveals ? .none : try SensitiveCells(ofForm: key.form, in: db)
    let sentences = ChangeSentences(db: db, location: location, concealing: sensitive, in: language)
    return try revisions.compactMap { revision in
      guard let row = try Row.fetchOne(statement, arguments: [location.responseID, revision]) else { return nil }
      let listed = try sentences.all(after: revision - 1, through: revision, limit: maximumListedChanges + 1).map {
        HistoryEntry.Sentence(text: $0.text, isHidden: $0.isHidden)
      }
      return HistoryEntry(
        revision: revision, time: try row.decode(atIndex: 0), author: try row.decode(atIndex: 1),
        did: try names.sentence(of: revision, target: try row.decode(atIndex: 2)),
        sentences: Array(listed.prefix(maximumListedChanges)),
        furtherChanges: listed.count > maximumListedChanges ? try furtherChanges(at: revision, location, in: db) : 0,
        note: try row.decode(Int?.self, atIndex: 3).map { Wording(.abandoned, .count($0)).text(in: speech) })
    }
  }

  /// The number of changes of an entry beyond the listed ones.
  private static func furtherChanges(at revision: Int, _ location: ResponseLocation, in db: Database) throws -> Int {
    let count = try Int.fetchOne(
      db, sql: "SELECT json_array_length(changes) FROM formstate_entry WHERE response_id = ? AND revision = ?",
      arguments: [location.responseID, revision])
    return max(1, (count ?? 0) - maximumListedChanges)
  }
}
