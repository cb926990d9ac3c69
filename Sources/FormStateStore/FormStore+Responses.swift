import FormState
import GRDB

extension FormStore {
  /// Reads a response whole, at one point in time.
  ///
  /// A response that there is not yet reads as a fresh one of its form's newest version.
  ///
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(n) for n cells.
  public func contents(of key: ResponseKey) throws -> ResponseContents {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let state = try JournalReader(db: db, location: location).state()
      return ResponseContents(
        key: key, version: location.version.number,
        form: try DefinitionRepository(db: db).form(of: location.version),
        revision: try location.revision(in: db), state: state,
        digest: StateDigest.ofState(state, definition: location.version.digest))
    }
  }

  /// Makes sure that a response has been begun.
  ///
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``, ``StoreError/unknownResponse(form:key:nearest:)``.
  public func requireResponse(_ key: ResponseKey) throws {
    try read { db in
      guard try ResponseLocation.find(key, in: db).responseID == nil else { return }
      let keys = try Self.responseKeys(ofForm: key.form, in: db)
      throw StoreError.unknownResponse(
        form: key.form, key: key.response, nearest: keys.nearest(to: key.response))
    }
  }

  /// The keys of a form's responses, in alphabetical order.
  public func responseKeys(ofForm form: String) throws -> [String] {
    try read { try Self.responseKeys(ofForm: form, in: $0) }
  }

  static func responseKeys(ofForm form: String, in db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT response.key
        FROM formstate_response AS response
        JOIN formstate_form AS form ON form.id = response.form_id
        WHERE form.key = ?
        ORDER BY response.key
        """,
      arguments: [form])
  }

  /// The journal of a response, oldest entry first; empty for a response that there is not yet.
  ///
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  public func journal(of key: ResponseKey) throws -> [JournalEntry] {
    try read { db in
      try JournalReader(db: db, location: try ResponseLocation.find(key, in: db)).entries()
    }
  }
}
