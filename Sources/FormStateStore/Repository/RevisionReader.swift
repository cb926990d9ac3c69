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
    let rows = try Row.fetchCursor(
      try db.cachedStatement(sql: Self.lastChanges),
      arguments: ["response": location.responseID, "version": location.version.id, "revision": revision])
    var state = ResponseState()
    while let row = try rows.next() {
      let name: String = try row.decode(atIndex: 0)
      guard let field = StateChange.Field(rawValue: name) else {
        throw StoreError.damaged("the journal holds a change of the unknown field “\(name)”")
      }
      guard try row.decode(Bool.self, atIndex: 4) else { continue }
      state.apply(try JournalReader.touch(field, of: try row.decode(atIndex: 1), row, from: 2))
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
      last (field, subject, seq) AS MATERIALIZED (
        SELECT
          touched.field, touched.subject,
          (
            SELECT max(change.seq)
            FROM formstate_state_change AS change
            WHERE change.response_id = :response AND change.field = touched.field
              AND change.subject = touched.subject AND change.seq <= :revision
          )
        FROM touched
        WHERE touched.subject IS NOT NULL
      )
    SELECT last.field, last.subject, cell.kind, change.after, change.is_touched
    FROM last
    CROSS JOIN formstate_state_change AS change
      ON change.response_id = :response AND change.seq = last.seq
      -- One action may change a field more than once; the last change counts.
      AND change.ordinal = (
        SELECT max(ordinal)
        FROM formstate_state_change INDEXED BY formstate_state_change_by_subject
        WHERE response_id = :response AND field = last.field AND subject = last.subject AND seq = last.seq
      )
    LEFT JOIN formstate_cell AS cell
      ON cell.version_id = :version AND cell.key = last.subject AND last.field <> 'fold'
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
    return index.apply(try changes(from: first, to: last))
  }

  private func require(_ revision: Int) throws {
    let first = location.compactedTo ?? 0
    let last = try location.revision(in: db)
    guard (first...max(first, last)).contains(revision) else {
      throw StoreError.unknownRevision(revision, first: first, last: last)
    }
  }
}
