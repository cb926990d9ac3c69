import FormState
import GRDB

extension FormStore {
  /// What a store holds, form by form.
  public struct FormOverview: Hashable, Sendable {
    /// The key of the form.
    public let key: String
    /// The title of the version that new responses begin with.
    public let title: String
    /// The number of that version.
    public let version: Int
    /// How many sections that version has.
    public let sections: Int
    /// How many cells that version has.
    public let cells: Int
    /// The languages in which that version can be shown, its own first; empty where that has no name.
    public let languages: [String]
    /// The form's responses, in alphabetical order.
    public let responses: [ResponseOverview]
  }

  /// What a store knows of a response.
  public struct ResponseOverview: Hashable, Sendable {
    /// The key of the response.
    public let key: String
    /// The number of the version that it fills in.
    public let version: Int
    /// The number of the last entry of its journal.
    public let revision: Int
    /// The digest of definition and state, see `StateDigest`.
    public let digest: String
    /// Whether it is completed.
    public let isCompleted: Bool
    /// When its last action was; `nil` before the first.
    public let updated: Timestamp?
    /// Its random name, the same in all copies of it; `nil` for one that has no row yet.
    public let stream: StreamName?
  }

  /// All forms and their responses, in alphabetical order.
  ///
  /// - Complexity: O(n + k) for n cells and k touched fields; definitions are not loaded.
  public func overview() throws -> [FormOverview] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT
            form.id, form.key, version.title, version.number,
            (SELECT count(*) FROM formstate_section WHERE version_id = version.id),
            (SELECT count(*) FROM formstate_cell WHERE version_id = version.id), version.id, version.language
          FROM formstate_form AS form
          JOIN formstate_version AS version ON version.form_id = form.id
          WHERE version.number = form.version
          ORDER BY form.key
          """)
      return try rows.map { row in
        FormOverview(
          key: try row.decode(atIndex: 1), title: try row.decode(atIndex: 2), version: try row.decode(atIndex: 3),
          sections: try row.decode(atIndex: 4), cells: try row.decode(atIndex: 5),
          languages: try [row.decode(String?.self, atIndex: 7)].compactMap(\.self)
            + TranslationTable(db: db, versionID: try row.decode(atIndex: 6)).languages(),
          responses: try Self.responses(ofForm: try row.decode(atIndex: 1), in: db))
      }
    }
  }

  private static func responses(ofForm form: String, in db: Database) throws -> [ResponseOverview] {
    try responseKeys(ofForm: form, in: db).map { key in
      let location = try ResponseLocation.find(ResponseKey(form: form, response: key), in: db)
      let state = try StateTables(db: db, location: location).state()
      let updated = try Int64.fetchOne(
        db,
        sql: """
          SELECT time FROM formstate_action WHERE response_id = ? ORDER BY seq DESC LIMIT 1
          """,
        arguments: [location.responseID])
      return ResponseOverview(
        key: key, version: location.version.number, revision: try location.revision(in: db),
        digest: StateDigest.ofState(state, definition: location.version.digest), isCompleted: state.isCompleted,
        updated: updated.flatMap(Timestamp.init(milliseconds:)),
        stream: location.stream)
    }
  }
}
