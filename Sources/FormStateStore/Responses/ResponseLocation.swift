import FormState
import Foundation
import GRDB

/// The location of a response in the database.
struct ResponseLocation: Hashable {
  /// The rowid of the response; `nil` if it has no row yet because it is untouched.
  let responseID: Int64?
  /// The response's version of the form.
  let version: DefinitionRepository.Version
  /// The revision of the journal's checkpoint; `nil` if the journal begins with revision 1.
  var compactedTo: Int?
  /// The revision of the last clear that emptied the entries before it; `nil` if none did.
  var emptiedTo: Int?
  /// The random name of the response; `nil` if it has no row yet.
  var stream: StreamName?
  /// How often its journal was replaced, since another line became the one that it follows.
  var generation = 0
}

extension ResponseLocation {
  /// Finds a response.
  ///
  /// - Returns: for a response that has not begun, where it would begin: at the form's version for new responses.
  /// - Throws: ``StoreError/Code/unknownForm``.
  static func find(_ key: ResponseKey, in db: Database) throws -> ResponseLocation {
    let statement = try db.cachedStatement(
      sql: """
        SELECT
          version.id, version.form_id, version.number, version.digest,
          response.id, response.compacted_to, response.stream, response.emptied_to, response.generation
        FROM formstate_form AS form
        JOIN formstate_response AS response ON response.form_id = form.id
        JOIN formstate_version AS version ON version.id = response.version_id
        WHERE form.key = ? AND response.key = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [key.form, key.response]) else {
      return ResponseLocation(responseID: nil, version: try DefinitionRepository(db: db).version(ofForm: key.form))
    }
    return ResponseLocation(
      responseID: try row.decode(atIndex: 4), version: try DefinitionRepository.version(of: row),
      compactedTo: try row.decode(Int?.self, atIndex: 5).map(checked),
      emptiedTo: try row.decode(Int?.self, atIndex: 7).map(checked),
      stream: StreamName(bytes: Array(try row.decode(Data.self, atIndex: 6))), generation: try row.decode(atIndex: 8))
  }

  /// Begins a new response.
  ///
  /// - Parameters:
  ///   - version: its version of the form.
  ///   - stream: its random name; a new one by default.
  ///   - nextInstance: the counter of the next instance of a repeat.
  static func create(
    _ key: ResponseKey, filling version: DefinitionRepository.Version, stream: StreamName = .random(),
    nextInstance: Int = 1, in db: Database
  ) throws -> ResponseLocation {
    if let problem = FormDefinition.problem(withKey: key.response) {
      throw StoreError.unusableKey(key: key.response, problem: problem)
    }
    try db.execute(
      sql: """
        INSERT INTO formstate_response (form_id, version_id, key, stream, next_instance) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [version.formID, version.id, key.response, Data(stream.bytes), nextInstance])
    return ResponseLocation(responseID: db.lastInsertedRowID, version: version, stream: stream)
  }

  /// The response in another version of its form.
  func filling(_ version: DefinitionRepository.Version) -> ResponseLocation {
    ResponseLocation(
      responseID: responseID, version: version, compactedTo: compactedTo, emptiedTo: emptiedTo, stream: stream,
      generation: generation)
  }

  /// The revision up to which nothing can be taken back; 0 for none.
  var base: Int { max(compactedTo ?? 0, emptiedTo ?? 0) }

  /// Sets the response's version of its form; the caller writes its state.
  func fill(_ version: DefinitionRepository.Version, in db: Database) throws {
    try db.execute(
      sql: "UPDATE formstate_response SET version_id = ? WHERE id = ?", arguments: [version.id, responseID])
  }

  /// Checks that a revision can be incremented; the contents of a damaged file must not cause an overflow.
  static func checked(_ revision: Int) throws -> Int {
    guard (0...(1 << 53)).contains(revision) else {
      throw StoreError.damaged("a journal has an entry with an impossible number")
    }
    return revision
  }

  /// Checks the number of an instance of a repeat.
  static func checkedInstance(_ number: Int) throws -> Int {
    guard number == 0 || InstanceNumber.isPossible(number) else {
      throw StoreError.damaged("an instance of a repeat has the impossible number \(number)")
    }
    return number
  }

  /// Whether a revision that somebody has seen may have been replaced, since another line became the journal's.
  func isReplaced(seenAt revision: Int, in db: Database) throws -> Bool {
    guard generation > 0 else { return false }
    let statement = try db.cachedStatement(
      sql: "SELECT ?1 > replaced_after AND ?1 < replaced_before FROM formstate_response WHERE id = ?2")
    return try Bool.fetchOne(statement, arguments: [revision, responseID]) ?? false
  }

  /// The revision of the response: the number of the last entry of its journal, 0 before the first.
  func revision(in db: Database) throws -> Int {
    let sql = "SELECT max(revision) FROM formstate_entry WHERE response_id = ?"
    let statement = try db.cachedStatement(sql: sql)
    return try Self.checked(try Int.fetchOne(statement, arguments: [responseID]) ?? 0)
  }
}

extension ResponseContents {
  /// Creates the contents from what was read.
  init(key: ResponseKey, location: ResponseLocation, form: FormDefinition, revision: Int, state: ResponseState) {
    self.init(
      key: key, stream: location.stream, version: location.version.number, form: form, revision: revision, state: state,
      definitionDigest: location.version.digest)
  }
}
