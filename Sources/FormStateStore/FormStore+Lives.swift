import FormState
import GRDB

/// The whole life of responses, forms and their versions.
extension FormStore {
  /// Begins a response that nobody has touched yet, so that it is listed.
  ///
  /// There is no need for it: a response begins with its first action.
  ///
  /// - Returns: the random name of the response, the same in all copies of it.
  /// - Throws: ``StoreError/responseExists(form:key:)``, ``StoreError/unusableKey(key:problem:)``,
  ///   ``StoreError/unknownForm(key:nearest:)``.
  @discardableResult
  public func create(_ key: ResponseKey) throws -> StreamName {
    try write { db in
      let location = try Self.makeRoom(for: key, in: db)
      return (try ResponseLocation.create(key, filling: location.version, in: db).stream ?? .random(), .commit)
    }
  }

  /// Begins a response with what another one holds, as with a template that is filled in again and again.
  ///
  /// Values, drafts, disclosure and folds are those of the original. The copy has a name and a history of its own, which
  /// begins there: what led to it cannot be undone in it. It is in progress even when the original is completed.
  ///
  /// - Parameters:
  ///   - key: the response to copy.
  ///   - copy: the key of the copy, in the same form.
  /// - Returns: the random name of the copy.
  /// - Throws: ``StoreError/unknownResponse(form:key:nearest:)``, ``StoreError/responseExists(form:key:)``,
  ///   ``StoreError/unusableKey(key:problem:)``, ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(k log n) for k touched fields.
  @discardableResult
  public func copy(_ key: ResponseKey, to copy: String) throws -> StreamName {
    try write { db in
      let original = try Self.require(key, in: db)
      let copyKey = ResponseKey(form: key.form, response: copy)
      _ = try Self.makeRoom(for: copyKey, in: db)
      let location = try ResponseLocation.create(copyKey, filling: original.version, in: db)
      let state = try StateTables(db: db, location: original).state()
      let changes = state.changes.filter { $0.field.role != .note }
      if !changes.isEmpty {
        let checkpoint = JournalEntry(revision: 1, action: .checkpoint, time: .now, author: author, changes: changes)
        try JournalAdoption.begin(with: checkpoint, at: location, in: db)
      }
      return (location.stream ?? .random(), .commit)
    }
  }

  /// Gives a response another key; its random name and its history stay.
  ///
  /// - Throws: ``StoreError/unknownResponse(form:key:nearest:)``, ``StoreError/responseExists(form:key:)``,
  ///   ``StoreError/unusableKey(key:problem:)``, ``StoreError/unknownForm(key:nearest:)``.
  public func rename(_ key: ResponseKey, to name: String) throws {
    try write { db in
      let location = try Self.require(key, in: db)
      let renamed = ResponseKey(form: key.form, response: name)
      guard renamed != key else { return ((), .rollback) }
      _ = try Self.makeRoom(for: renamed, in: db)
      try db.execute(
        sql: "UPDATE formstate_response SET key = ? WHERE id = ?", arguments: [renamed.response, location.responseID])
      return ((), .commit)
    }
  }

  /// Deletes a response with its history, for good.
  ///
  /// The room that it took still holds its text until ``reclaimSpace()``.
  ///
  /// - Throws: ``StoreError/unknownResponse(form:key:nearest:)``, ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(k log n) for k state changes and touched fields.
  public func delete(_ key: ResponseKey) throws {
    try write { db in
      let location = try Self.require(key, in: db)
      try db.execute(sql: "DELETE FROM formstate_response WHERE id = ?", arguments: [location.responseID])
      try StateWriter.tellObservers(in: db)
      return ((), .commit)
    }
  }

  /// Deletes a form with all of its versions, for good.
  ///
  /// - Parameters:
  ///   - form: the key of the form.
  ///   - includesResponses: whether to delete its responses too; otherwise a form that has any is refused.
  /// - Returns: how many responses went with it.
  /// - Throws: ``StoreError/formHasResponses(form:count:)``, ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(n + k) for n cells and k rows of its responses.
  @discardableResult
  public func delete(form: String, includingResponses includesResponses: Bool = false) throws -> Int {
    try write { db in
      let formID = try DefinitionRepository(db: db).version(ofForm: form).formID
      let count = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM formstate_response WHERE form_id = ?", arguments: [formID])
      let responses = count ?? 0
      guard responses == 0 || includesResponses else {
        throw StoreError.formHasResponses(form: form, count: responses)
      }
      try db.execute(sql: "DELETE FROM formstate_response WHERE form_id = ?", arguments: [formID])
      try db.execute(sql: "DELETE FROM formstate_form WHERE id = ?", arguments: [formID])
      try StateWriter.tellObservers(in: db)
      return (responses, .commit)
    }
  }

  /// Deletes the versions of a form that nobody uses any more: no response fills them in, no journal tells of them, nothing is
  /// set aside from them, and new responses begin with another one.
  ///
  /// - Returns: the numbers of the versions that went.
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(n log n) for n cells of those versions, and a look at the form's journals.
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
              SELECT action.version
              FROM formstate_response AS response
              JOIN formstate_action AS action ON action.response_id = response.id
              WHERE response.form_id = :form
            )
            -- What has returned since may have to go back there, with an undo.
            AND version.number NOT IN (
              SELECT change.origin
              FROM formstate_response AS response
              JOIN formstate_state_change AS change ON change.response_id = response.id
              WHERE response.form_id = :form AND change.origin > 0
            )
          ORDER BY version.number
          """,
        arguments: ["form": formID])
      for row in unused {
        try db.execute(
          sql: "DELETE FROM formstate_version WHERE id = ?", arguments: [try row.decode(Int64.self, atIndex: 0)])
      }
      return (try unused.map { try $0.decode(Int.self, atIndex: 1) }, .commit)
    }
  }

  /// Where a response lies that must have begun.
  static func require(_ key: ResponseKey, in db: Database) throws -> ResponseLocation {
    let location = try ResponseLocation.find(key, in: db)
    guard location.responseID == nil else { return location }
    let keys = try responseKeys(ofForm: key.form, in: db)
    throw StoreError.unknownResponse(form: key.form, key: key.response, nearest: keys.nearest(to: key.response))
  }

  /// Makes sure that a response can be called so, and there is none yet.
  static func makeRoom(for key: ResponseKey, in db: Database) throws -> ResponseLocation {
    if let problem = FormDefinition.problem(withKey: key.response) {
      throw StoreError.unusableKey(key: key.response, problem: problem)
    }
    let location = try ResponseLocation.find(key, in: db)
    guard location.responseID == nil else { throw StoreError.responseExists(form: key.form, key: key.response) }
    return location
  }
}
