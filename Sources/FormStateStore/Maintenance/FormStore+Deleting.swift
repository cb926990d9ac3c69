import FormState
import GRDB

extension FormStore {
  /// The contents of a response, or of a form with its responses, in numbers.
  public struct ContentCounts: Hashable, Sendable {
    /// The number of versions of the form; 0 for a response.
    public let versions: Int
    /// The number of responses.
    public let responses: Int
    /// The number of entries in their journals, without checkpoints.
    public let entries: Int
    /// The number of cells with an entry, including those set aside.
    public let answers: Int
  }

  /// The contents of a response or of the store in numbers.
  ///
  /// - Parameter key: the response; `nil` for the whole store.
  /// - Throws: ``StoreError/Code/unknownResponse``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k) for k journal entries and touched cells.
  public func counts(of key: ResponseKey? = nil) throws -> ContentCounts {
    try read { db in
      guard let key else { return try Self.counts(ofAllIn: db) }
      return try Self.counts(ofResponse: try Self.require(key, in: db), in: db)
    }
  }

  /// The contents of a form with all of its responses in numbers.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k) for k journal entries and touched cells.
  public func counts(ofForm form: String) throws -> ContentCounts {
    try read { db in
      try Self.counts(ofForm: try DefinitionRepository(db: db).version(ofForm: form).formID, in: db)
    }
  }

  /// Deletes a response with its history, permanently.
  ///
  /// Its text stays in the freed space of the file until ``reclaimSpace()``.
  ///
  /// - Returns: what was deleted.
  /// - Throws: ``StoreError/Code/unknownResponse``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k state changes and touched fields.
  @discardableResult
  public func delete(_ key: ResponseKey) throws -> ContentCounts {
    try write { db in
      let location = try Self.require(key, in: db)
      let counts = try Self.counts(ofResponse: location, in: db)
      try db.execute(sql: "DELETE FROM formstate_response WHERE id = ?", arguments: [location.responseID])
      return (counts, .commit)
    }
  }

  /// Deletes a form with all of its versions, permanently.
  ///
  /// - Parameters:
  ///   - form: the key of the form.
  ///   - includesResponses: whether to delete its responses too; if not, a form with responses is refused.
  /// - Returns: what was deleted.
  /// - Throws: ``StoreError/Code/formHasResponses``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n) for n cells; if it has responses, plus a scan of all journals of the store.
  @discardableResult
  public func deleteForm(_ form: String, includingResponses includesResponses: Bool = false) throws -> ContentCounts {
    try write { db in
      let formID = try DefinitionRepository(db: db).version(ofForm: form).formID
      let counts = try Self.counts(ofForm: formID, in: db)
      guard counts.responses == 0 || includesResponses else {
        throw StoreError.formHasResponses(form: form, count: counts.responses)
      }
      try db.execute(sql: "DELETE FROM formstate_response WHERE form_id = ?", arguments: [formID])
      try db.execute(sql: "DELETE FROM formstate_version WHERE form_id = ?", arguments: [formID])
      try Self.deleteUnusedLists(in: db)
      try db.execute(sql: "DELETE FROM formstate_form WHERE id = ?", arguments: [formID])
      if counts.responses > 0 { try KeyNumbers.deleteUnused(in: db) }
      return (counts, .commit)
    }
  }

  /// Deletes the unused versions of a form: no response has them, no journal names them, nothing is set aside from
  /// them, and they are not for new responses.
  ///
  /// - Returns: the numbers of the deleted versions.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n log n) for n cells of those versions, plus a scan of the form's journals.
  @discardableResult
  public func deleteUnusedVersions(of form: String) throws -> [Int] {
    try write { db in
      let formID = try DefinitionRepository(db: db).version(ofForm: form).formID
      let unused = try Row.fetchAll(
        db,
        sql: """
          SELECT version.id, version.number
          FROM formstate_version AS version
          JOIN formstate_form AS form ON form.id = version.form_id
          WHERE version.form_id = :form AND version.number <> form.version
            AND NOT EXISTS (SELECT 1 FROM formstate_response WHERE version_id = version.id)
            AND version.number NOT IN (
              SELECT origin
              FROM formstate_cell_state
              WHERE origin > 0 AND response_id IN (SELECT id FROM formstate_response WHERE form_id = :form)
              UNION
              SELECT origin
              FROM formstate_section_state
              WHERE origin > 0 AND response_id IN (SELECT id FROM formstate_response WHERE form_id = :form)
            )
            AND version.number NOT IN (
              SELECT entry.version
              FROM formstate_response AS response
              JOIN formstate_entry AS entry ON entry.response_id = response.id
              WHERE response.form_id = :form
              UNION
              SELECT entry.version
              FROM formstate_response AS response
              JOIN formstate_line_entry AS entry ON entry.response_id = response.id
              WHERE response.form_id = :form
            )
            -- What has returned since may have to go back there, with an undo.
            AND version.number NOT IN (
              SELECT change.value ->> 6
              FROM formstate_response AS response
              JOIN formstate_entry AS entry ON entry.response_id = response.id
              JOIN json_each(entry.changes) AS change ON change.value ->> 6 > 0
              WHERE response.form_id = :form
            )
          ORDER BY version.number
          """,
        arguments: ["form": formID])
      for row in unused {
        try db.execute(
          sql: "DELETE FROM formstate_version WHERE id = ?", arguments: [try row.decode(Int64.self, atIndex: 0)])
      }
      try Self.deleteUnusedLists(in: db)
      if !unused.isEmpty { try PlaceTable(db: db).removeImpossible() }
      return (try unused.map { try $0.decode(Int.self, atIndex: 1) }, .commit)
    }
  }
}

extension FormStore {
  /// Deletes the lists that no version has any more.
  private static func deleteUnusedLists(in db: Database) throws {
    try db.execute(sql: "DELETE FROM formstate_list WHERE id NOT IN (SELECT list_id FROM formstate_version_list)")
  }

  private static func counts(ofResponse location: ResponseLocation, in db: Database) throws -> ContentCounts {
    try counts(versions: 0, ofResponses: "id = ?", location.responseID, in: db)
  }

  private static func counts(ofForm formID: Int64, in db: Database) throws -> ContentCounts {
    let sql = "SELECT count(*) FROM formstate_version WHERE form_id = ?"
    let versions = try Int.fetchOne(db, sql: sql, arguments: [formID])
    return try counts(versions: versions ?? 0, ofResponses: "form_id = ?", formID, in: db)
  }

  /// The contents of the store in numbers.
  static func counts(ofAllIn db: Database) throws -> ContentCounts {
    let versions = try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_version")
    return try counts(versions: versions ?? 0, ofResponses: "? IS NULL", nil, in: db)
  }

  private static func counts(
    versions: Int, ofResponses condition: String, _ id: Int64?, in db: Database
  ) throws -> ContentCounts {
    let responses = "SELECT id FROM formstate_response WHERE \(condition)"
    func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql, arguments: [id]) ?? 0 }
    return ContentCounts(
      versions: versions, responses: try count("SELECT count(*) FROM (\(responses))"),
      entries: try count(
        "SELECT count(*) FROM formstate_entry WHERE response_id IN (\(responses)) AND kind <> 'checkpoint'"),
      answers: try count(
        "SELECT count(*) FROM formstate_cell_state WHERE response_id IN (\(responses)) AND value IS NOT NULL"))
  }
}
