import FormState
import GRDB

/// Reads a response as it was at any revision that its journal has.
struct RevisionReader {
  let db: Database
  let location: ResponseLocation

  /// What the person had touched at a revision.
  ///
  /// The last change of each field up to the revision says what it was; an index leads to it, so the cost follows the number
  /// of fields that were ever touched, not the length of the journal.
  ///
  /// - Throws: ``StoreError/unknownRevision(_:first:last:)``.
  /// - Complexity: O(t log n) for t fields that were ever touched and n changes.
  func state(at revision: Int) throws -> ResponseState {
    try require(revision)
    let rows = try Row.fetchAll(
      try db.cachedStatement(sql: Self.lastChanges),
      arguments: ["response": location.responseID, "revision": revision])
    let contents = ContentReader(db: db, location: location)
    var state = ResponseState()
    for row in rows {
      let field = try StateChange.Field(stored: try row.decode(atIndex: 0))
      let subject = try StateSubject(stored: row, from: 1)
      let stored = try StoredContent(row: row, from: 4)
      let content =
        stored.keeps == nil
        ? try stored.content(after: nil, field: field)
        : try contents.content(of: StateChange.Identity(field, of: subject), through: revision)
      state.apply(StateChange(field, of: subject, before: nil, after: content))
    }
    return state
  }

  /// The last change of every field up to a revision. The subjects are found by hopping from one to the next in the index.
  private static let lastChanges = """
    WITH RECURSIVE
      touched (field, subject) AS (
        SELECT
          field.field,
          (
            SELECT min(change.subject)
            FROM formstate_state_change AS change
            WHERE change.response_id = :response AND change.field = field.field
          )
        FROM formstate_field AS field
        UNION ALL
        SELECT
          touched.field,
          (
            SELECT min(change.subject)
            FROM formstate_state_change AS change
            WHERE change.response_id = :response AND change.field = touched.field
              AND change.subject > touched.subject
          )
        FROM touched
        WHERE touched.subject IS NOT NULL
      ),
      placed (field, subject, instance) AS (
        SELECT
          touched.field, touched.subject,
          (
            SELECT min(change.instance)
            FROM formstate_state_change AS change
            WHERE change.response_id = :response AND change.field = touched.field
              AND change.subject = touched.subject
          )
        FROM touched
        WHERE touched.subject IS NOT NULL
        UNION ALL
        SELECT
          placed.field, placed.subject,
          (
            SELECT min(change.instance)
            FROM formstate_state_change AS change
            WHERE change.response_id = :response AND change.field = placed.field
              AND change.subject = placed.subject AND change.instance > placed.instance
          )
        FROM placed
        WHERE placed.instance IS NOT NULL
      ),
      known (field, subject, instance, origin) AS (
        SELECT
          placed.field, placed.subject, placed.instance,
          (
            SELECT min(change.origin)
            FROM formstate_state_change AS change
            WHERE change.response_id = :response AND change.field = placed.field
              AND change.subject = placed.subject AND change.instance = placed.instance
          )
        FROM placed
        WHERE placed.instance IS NOT NULL
        UNION ALL
        SELECT
          known.field, known.subject, known.instance,
          (
            SELECT min(change.origin)
            FROM formstate_state_change AS change
            WHERE change.response_id = :response AND change.field = known.field
              AND change.subject = known.subject AND change.instance = known.instance
              AND change.origin > known.origin
          )
        FROM known
        WHERE known.origin IS NOT NULL
      )
    SELECT
      known.field, \(StateSubject.storedColumns), \(StoredContent.columns)
    FROM known
    CROSS JOIN formstate_state_change AS change INDEXED BY formstate_state_change_by_subject
      ON change.response_id = :response AND change.field = known.field AND change.subject = known.subject
      AND change.instance = known.instance AND change.origin = known.origin
      AND change.seq = (
        SELECT max(seq)
        FROM formstate_state_change
        WHERE response_id = :response AND field = known.field AND subject = known.subject
          AND instance = known.instance AND origin = known.origin AND seq <= :revision
      )
    WHERE known.origin IS NOT NULL
    """

  /// The changes that lead from one revision to another, in either direction.
  ///
  /// - Throws: ``StoreError/unknownRevision(_:first:last:)``.
  /// - Complexity: O(k log n) for the k changes between them.
  func changes(from first: Int, to last: Int) throws -> [PlacedChange] {
    try require(first)
    try require(last)
    let journal = JournalReader(db: db, location: location)
    if first <= last { return try journal.placedChanges(after: first, through: last) }
    return try journal.placedChanges(after: last, through: first).reversed().map(\.inverse)
  }

  /// What takes a table view from one revision to another.
  ///
  /// - Complexity: O(n) for n cells, besides ``state(at:)`` and ``changes(from:to:)``; O(n log n) where the response has filled
  ///   in another version meanwhile.
  func batchUpdate(from first: Int, to last: Int, hiddenRows: HiddenRows = .removed) throws -> BatchUpdate {
    try require(first)
    try require(last)
    if try crossesVersions(from: first, to: last) {
      let (old, new) = (try shown(at: first, hiddenRows), try shown(at: last, hiddenRows))
      return BatchUpdate(from: old, to: new, by: VersionMatch(from: old.form, to: new.form))
    }
    let form = try DefinitionRepository(db: db).form(of: try location(at: first).version, lists: .outlined)
    let state = try state(at: first)
    var index = VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows)
    let changes = try RevisionReader(db: db, location: try location(at: first)).changes(from: first, to: last)
      .map { $0.seen(from: state, in: form) }
    return index.apply(changes, options: form.options)
  }

  private func shown(at revision: Int, _ hiddenRows: HiddenRows) throws -> ShownForm {
    let form = try DefinitionRepository(db: db).form(of: try location(at: revision).version, lists: .outlined)
    let state = try state(at: revision)
    return ShownForm(
      form: form, state: state, index: VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows))
  }

  /// The response as it was at a revision: with the version of the form that was in force then.
  func location(at revision: Int) throws -> ResponseLocation {
    // What was in force before the first entry, it says itself.
    let statement = try db.cachedStatement(
      sql: """
        SELECT coalesce(
          (
            SELECT version
            FROM formstate_action
            WHERE response_id = :response AND seq <= :revision AND version > 0
            ORDER BY seq DESC
            LIMIT 1
          ),
          (
            SELECT version FROM formstate_action WHERE response_id = :response AND version > 0 ORDER BY seq LIMIT 1
          )
        )
        """)
    let arguments: StatementArguments = ["response": location.responseID, "revision": revision]
    guard let number = try Int.fetchOne(statement, arguments: arguments), number != location.version.number else {
      return location
    }
    let version = try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
    guard let version else {
      throw StoreError.damaged("revision \(revision) was done in version \(number) of the form, which there is not")
    }
    return location.filling(version)
  }

  /// Whether the response fills in another version anywhere between two revisions than at the first of them.
  func crossesVersions(from first: Int, to last: Int) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT count(DISTINCT version) > 1
        FROM formstate_action
        WHERE response_id = ? AND seq BETWEEN ? AND ? AND version > 0
        """)
    let arguments: StatementArguments = [location.responseID, min(first, last), max(first, last)]
    return try Bool.fetchOne(statement, arguments: arguments) ?? false
  }

  func require(_ revision: Int) throws {
    let first = location.compactedTo ?? 0
    let last = try location.revision(in: db)
    guard (first...max(first, last)).contains(revision) else {
      throw StoreError.unknownRevision(revision, first: first, last: last)
    }
  }
}
