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
      let subject = StateSubject(try row.decode(atIndex: 1), instance: try row.decode(atIndex: 2))
      let stored = try StoredContent(row: row, from: 3)
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
      )
    SELECT
      placed.field, placed.subject, placed.instance, \(StoredContent.columns)
    FROM placed
    CROSS JOIN formstate_state_change AS change INDEXED BY formstate_state_change_by_subject
      ON change.response_id = :response AND change.field = placed.field AND change.subject = placed.subject
      AND change.instance = placed.instance
      AND change.seq = (
        SELECT max(seq)
        FROM formstate_state_change
        WHERE response_id = :response AND field = placed.field AND subject = placed.subject
          AND instance = placed.instance AND seq <= :revision
      )
    WHERE placed.instance IS NOT NULL
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
  /// - Complexity: O(n) for n cells, besides ``state(at:)`` and ``changes(from:to:)``.
  func batchUpdate(from first: Int, to last: Int, form: FormDefinition) throws -> BatchUpdate {
    var index = VisibilityIndex(form: form, state: try state(at: first))
    let changes = try changes(from: first, to: last)
    return index.apply(changes, options: form.options(chosenAnewBy: changes))
  }

  private func require(_ revision: Int) throws {
    let first = location.compactedTo ?? 0
    let last = try location.revision(in: db)
    guard (first...max(first, last)).contains(revision) else {
      throw StoreError.unknownRevision(revision, first: first, last: last)
    }
  }
}
