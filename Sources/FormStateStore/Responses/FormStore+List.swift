import FormState
import Foundation
import GRDB

extension FormStore {
  /// The contents of a store, form by form.
  public struct FormOverview: Hashable, Sendable {
    /// The key of the form.
    public let key: String
    /// The title of the version for new responses.
    public let title: String
    /// The number of that version.
    public let version: Int
    /// How many versions of it the store has.
    package let versions: Int
    /// The number of sections of that version.
    package let sections: Int
    /// The number of cells of that version.
    package let cells: Int
    /// The languages of that version, its own first; empty if that has no name.
    public let languages: [String]
    /// The form's responses, in alphabetical order.
    public let responses: [ResponseOverview]
  }

  /// A summary of a response.
  public struct ResponseOverview: Hashable, Sendable {
    /// The key of the response.
    public let key: String
    /// The number of its version.
    public let version: Int
    /// The number of the last entry of its journal.
    public let revision: Int
    /// The digest of definition and state, see `StateDigest`; `nil` if not requested.
    public let digest: String?
    /// Whether it is completed.
    public let isCompleted: Bool
    /// The time of its last action; `nil` before the first.
    public let updated: Timestamp?
    /// Its random name, the same in all copies; `nil` for a response without a row.
    public let stream: StreamName?
  }

  /// All forms and their responses, in alphabetical order.
  ///
  /// - Parameter includingDigests: whether to calculate the digest of each response, which reads its whole state.
  /// - Complexity: O(n + r log n) for n cells and r responses, and O(k) for k touched fields with digests; definitions
  ///   are not loaded.
  public func overview(includingDigests: Bool = false) throws -> [FormOverview] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT
            form.id, form.key, version.title, version.number,
            (SELECT count(*) FROM formstate_section WHERE version_id = version.id),
            (SELECT count(*) FROM formstate_cell WHERE version_id = version.id), version.id, version.language,
            (SELECT count(*) FROM formstate_version WHERE form_id = form.id)
          FROM formstate_form AS form
          JOIN formstate_version AS version ON version.form_id = form.id
          WHERE version.number = form.version
          ORDER BY form.key
          """)
      return try rows.map { row in
        FormOverview(
          key: try row.decode(atIndex: 1), title: try row.decode(atIndex: 2), version: try row.decode(atIndex: 3),
          versions: try row.decode(atIndex: 8),
          sections: try row.decode(atIndex: 4), cells: try row.decode(atIndex: 5),
          languages: try [row.decode(String?.self, atIndex: 7)].compactMap(\.self)
            + TranslationTable(db: db, versionID: try row.decode(atIndex: 6)).languages(),
          responses: try Self.responses(
            ofForm: row.decode(atIndex: 1), id: row.decode(atIndex: 0), includingDigests: includingDigests, in: db))
      }
    }
  }

  private static func responses(
    ofForm form: String, id: Int64, includingDigests: Bool, in db: Database
  ) throws -> [ResponseOverview] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT response.key, version.number, response.stream, response.is_completed, entry.revision, entry.time
        FROM formstate_response AS response
        JOIN formstate_version AS version ON version.id = response.version_id
        LEFT JOIN formstate_entry AS entry
          ON entry.response_id = response.id
            AND entry.revision = (SELECT max(revision) FROM formstate_entry WHERE response_id = response.id)
        WHERE response.form_id = ?
        ORDER BY response.key
        """, arguments: [id])
    return try rows.map { row in
      let key: String = try row.decode(atIndex: 0)
      return ResponseOverview(
        key: key, version: try row.decode(atIndex: 1),
        revision: try ResponseLocation.checked(try row.decode(Int?.self, atIndex: 4) ?? 0),
        digest: includingDigests ? try digest(of: ResponseKey(form: form, response: key), in: db) : nil,
        isCompleted: try row.decode(atIndex: 3),
        updated: try row.decode(Int64?.self, atIndex: 5).flatMap(Timestamp.init(milliseconds:)),
        stream: StreamName(bytes: Array(try row.decode(Data.self, atIndex: 2))))
    }
  }

  private static func digest(of key: ResponseKey, in db: Database) throws -> String {
    let location = try ResponseLocation.find(key, in: db)
    return StateDigest.ofState(
      try StateTables(db: db, location: location).state(), definition: location.version.digest)
  }
}
