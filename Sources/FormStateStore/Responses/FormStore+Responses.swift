import FormState
import GRDB

extension FormStore {
  /// Reads a response whole, at one point in time.
  ///
  /// A response that has not begun is read as a fresh one of its form's version for new responses. Lists with more than
  /// 500 options are read without the options; ``form(_:version:)`` reads them.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - revision: the revision; `nil` for the last one.
  /// - Throws: ``StoreError/Code/unknownForm``; ``StoreError/Code/unknownRevision`` for one that the journal does not
  ///   have.
  /// - Complexity: O(n) for n cells; at a revision, in addition to the changes since then.
  public func contents(of key: ResponseKey, at revision: Int? = nil) throws -> ResponseContents {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      if let revision {
        let revisions = RevisionReader(db: db, location: location)
        let state = try revisions.state(at: revision)
        let former = try revisions.location(at: revision)
        let form = try DefinitionRepository(db: db).form(of: former.version, lists: .outlined)
        return ResponseContents(key: key, location: former, form: form, revision: revision, state: state)
      }
      let form = try definitions.wholeForm(of: location.version, in: db)
      return try Self.contents(of: key, at: location, form: form, in: db)
    }
  }

  /// Reads a response with only the needed parts of its form.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - revision: the revision; `nil` for the last one.
  ///   - work: reads the contents.
  /// - Throws: what `work` throws, and errors of reading cells; also as ``contents(of:at:)``.
  /// - Complexity: O(k) for k touched cells, and for a form that is read whole O(n) for n cells, in addition to the
  ///   work.
  package func lookAt<Result>(
    _ key: ResponseKey, at revision: Int? = nil, _ work: (ResponseContents) throws -> Result
  ) throws -> Result {
    let contents = try read { db in
      let location = try ResponseLocation.find(key, in: db)
      guard let revision else {
        let form = try definitions.definition(of: location.version, in: db).form
        return try Self.contents(of: key, at: location, form: form, in: db)
      }
      let revisions = RevisionReader(db: db, location: location)
      let state = try revisions.state(at: revision)
      let former = try revisions.location(at: revision)
      let form = try definitions.definition(of: former.version, in: db).form
      return ResponseContents(key: key, location: former, form: form, revision: revision, state: state)
    }
    return try CellPages.requiring { try work(contents) }
  }

  static func contents(
    of key: ResponseKey, at location: ResponseLocation, form: FormDefinition, on device: String = "", in db: Database
  ) throws -> ResponseContents {
    ResponseContents(
      key: key, location: location, form: form, revision: try location.revision(in: db),
      state: try StateTables(db: db, location: location).state(withDraftsOf: device))
  }

  /// The revision of a response; 0 for one that has not begun.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  public func revision(of key: ResponseKey) throws -> Int {
    try read { db in try ResponseLocation.find(key, in: db).revision(in: db) }
  }

  /// The number of a response's version; for one that has not begun, of the version for new responses.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  package func version(of key: ResponseKey) throws -> Int {
    try read { db in try ResponseLocation.find(key, in: db).version.number }
  }

  /// Checks that a response has begun.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``, ``StoreError/Code/unknownResponse``.
  package func requireResponse(_ key: ResponseKey) throws {
    try read { db in _ = try Self.require(key, in: db) }
  }

  /// Whether a response has begun, and the other responses of its form.
  package struct Neighbours: Sendable {
    /// Whether the response itself has begun.
    package let hasBegun: Bool
    /// The number of other responses of the form.
    package let otherCount: Int
    /// The keys of the first of them, in alphabetical order.
    package let others: [String]
  }

  /// Checks whether a response has begun, and lists other responses of its form.
  ///
  /// - Parameter limit: the maximum number of others to list.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k) for k responses of the form, read from an index alone.
  package func neighbours(of key: ResponseKey, naming limit: Int) throws -> Neighbours {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let condition = "form_id = ? AND key <> ?"
      let arguments: StatementArguments = [location.version.formID, key.response]
      let count = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM formstate_response WHERE \(condition)", arguments: arguments)
      let others = try String.fetchAll(
        db, sql: "SELECT key FROM formstate_response WHERE \(condition) ORDER BY key LIMIT ?",
        arguments: arguments + [max(0, limit)])
      return Neighbours(hasBegun: location.responseID != nil, otherCount: count ?? 0, others: others)
    }
  }

  /// The keys of a form's responses, in alphabetical order.
  ///
  /// - Parameters:
  ///   - form: the key of the form.
  ///   - version: the number of their version; any by default.
  public func responseKeys(ofForm form: String, version: Int? = nil) throws -> [String] {
    try read { try Self.responseKeys(ofForm: form, version: version, in: $0) }
  }

  static func responseKeys(ofForm form: String, version: Int? = nil, in db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT response.key
        FROM formstate_response AS response
        JOIN formstate_form AS form ON form.id = response.form_id
        JOIN formstate_version AS version ON version.id = response.version_id
        WHERE form.key = :form AND version.number = coalesce(:version, version.number)
        ORDER BY response.key
        """,
      arguments: ["form": form, "version": version])
  }

  /// The journal of a response, oldest entry first; empty for a response that has not begun.
  ///
  /// - Parameters:
  ///   - key: the revision before the first entry.
  ///   - revision: the revision after which to begin.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k entries and their changes in a journal of n changes.
  public func journal(of key: ResponseKey, after revision: Int = 0) throws -> [JournalEntry] {
    try read { db in
      try StoredJournal(db: db, location: try ResponseLocation.find(key, in: db)).entries(after: revision)
    }
  }
}

extension FormStore {
  /// The touched state at a revision.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - revision: the revision, from 0 (or the one that the journal was compacted to) to the last one.
  /// - Throws: ``StoreError/Code/unknownRevision``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(t log n) for t fields that were ever touched and a journal of n changes.
  package func state(of key: ResponseKey, at revision: Int) throws -> ResponseState {
    try read { db in
      try RevisionReader(db: db, location: try ResponseLocation.find(key, in: db)).state(at: revision)
    }
  }

  /// The update of a table view from one revision of a response to another, in either direction.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - first: the first revision.
  ///   - last: the last revision.
  /// - Returns: the last revision, and a valid batch update.
  /// - Throws: as ``state(of:at:)``.
  /// - Complexity: O((k + t) log n) for k changes between them and t fields that were ever touched, after loading the
  ///   form; ``FormSession/diff(from:to:)`` has it in memory.
  package func diff(of key: ResponseKey, from first: Int, to last: Int) throws -> ScreenChange {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let batch = try RevisionReader(db: db, location: location, definitions: definitions)
        .batchUpdate(from: first, to: last)
      return ScreenChange(previousRevision: first, revision: last, batch: batch)
    }
  }
}
