import FormState
import GRDB

/// Reads a response at any revision of its journal.
struct RevisionReader {
  let db: Database
  let location: ResponseLocation
  /// The definitions in the store's memory; `nil` to read each one.
  var definitions: OpenDefinitions?

  /// The touched state at a revision.
  ///
  /// Each change has both sides, so the content of a field follows from the last change up to the revision, or the
  /// first one after it: the shorter part of the journal is scanned.
  ///
  /// - Throws: ``StoreError/Code/unknownRevision``.
  /// - Complexity: O(k log k) for k changes of that part, and O(t) for t touched fields.
  func state(at revision: Int) throws -> ResponseState {
    try require(revision)
    let base = location.compactedTo ?? 0
    let last = try location.revision(in: db)
    guard last - revision < revision - base else { return try state(leftBy: base...revision) }
    var state = try StateTables(db: db, location: location).state()
    guard revision < last else { return state }
    let revisions = (revision + 1)...last
    try readEnds(of: revisions, .first) { stored, seq in
      state.apply(
        StateChange(
          stored.field, of: stored.subject, before: nil, after: try content(stored.before, of: stored, seq - 1)))
    }
    try readTouches(of: revisions, .first) { stored in
      let content = stored.touches ? nil : try stored.before.content(of: .touched)
      state.apply(StateChange(.touched, of: stored.subject, before: nil, after: content))
    }
    return state
  }

  private func state(leftBy revisions: ClosedRange<Int>) throws -> ResponseState {
    var state = ResponseState()
    try readEnds(of: revisions, .last) { stored, seq in
      state.apply(
        StateChange(stored.field, of: stored.subject, before: nil, after: try content(stored.after, of: stored, seq)))
    }
    try readTouches(of: revisions, .last) { stored in
      let content = stored.touches ? .flag(true) : try stored.after.content(of: .touched)
      state.apply(StateChange(.touched, of: stored.subject, before: nil, after: content))
    }
    return state
  }

  /// The content on one side of a change; for a text of which a part is stored, the whole text after a revision.
  private func content(_ side: StoredContent, of stored: StoredChange, _ revision: Int) throws -> FieldContent? {
    guard let part = stored.part else { return try side.content(of: stored.field) }
    return try ContentReader(db: db, location: location)
      .text(of: stored.identity, wholeAt: part.wholeAt, through: revision).map(FieldContent.text)
  }

  /// Whether the first or the last change of each field is needed.
  private enum End: String {
    case first = "min"
    case last = "max"
  }

  /// Reads the first or the last change of each field in some entries, with its revision.
  private func readEnds(
    of revisions: ClosedRange<Int>, _ end: End, _ body: (StoredChange, Int) throws -> Void
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredChange.columns), change.seq
        FROM (
          SELECT field, subject, instance, origin, \(end.rawValue)(seq) AS seq
          FROM formstate_state_change
          WHERE response_id = ?1 AND seq BETWEEN ?2 AND ?3 AND field <> \(StateChange.Field.touched.number)
          GROUP BY field, subject, instance, origin
        ) AS found
        CROSS JOIN formstate_state_change AS change
          ON change.response_id = ?1 AND change.seq = found.seq AND change.field = found.field
          AND change.subject = found.subject AND change.instance = found.instance AND change.origin = found.origin
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: [location.responseID, revisions.lowerBound, revisions.upperBound])
    while let row = try rows.next() {
      try body(try StoredChange(row: row), try row.decode(atIndex: StoredChange.columnCount))
    }
  }

  /// Reads the same for touched marks, which mostly are in the rows of other fields.
  private func readTouches(
    of revisions: ClosedRange<Int>, _ end: End, _ body: (StoredChange) throws -> Void
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredChange.columns), \(end.rawValue)(change.seq)
        FROM formstate_state_change AS change
        WHERE response_id = ? AND seq BETWEEN ? AND ? AND (touches OR field = \(StateChange.Field.touched.number))
        GROUP BY change.subject, change.instance, change.origin
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: [location.responseID, revisions.lowerBound, revisions.upperBound])
    while let row = try rows.next() { try body(try StoredChange(row: row)) }
  }

  /// Maximum number of revisions between which changes are followed; beyond that, two states are compared.
  private static let mostRevisionsFollowed = 1_000

  /// Whether changes are followed from one revision to another.
  static func follows(from first: Int, to last: Int) -> Bool {
    let (distance, overflows) = last.subtractingReportingOverflow(first)
    return !overflows && distance.magnitude <= mostRevisionsFollowed
  }

  /// The changes from the state of one revision to that of another in the same version of the form.
  ///
  /// - Throws: ``StoreError/Code/unknownRevision``.
  /// - Complexity: O(k log n) for k changes between them, and O(t) for t touched fields of both if many entries are
  ///   between them.
  ///
  /// - Parameter state: the state at the first revision, if available.
  func difference(from first: Int, to last: Int, leaving state: ResponseState? = nil) throws -> [PlacedChange] {
    Self.follows(from: first, to: last)
      ? try changes(from: first, to: last) : try changesOfState(from: first, to: last, leaving: state)
  }

  /// The changes of fields that differ, in the same version of the form.
  func changesOfState(
    from first: Int, to last: Int, leaving state: ResponseState? = nil
  ) throws -> [PlacedChange] {
    let before = try state ?? self.state(at: first)
    let reader = FormReader(FormIndex(try form(at: first)), state: before, stacks: UndoStacks(journal: [], base: 0))
    return reader.placed(before.changes(to: try self.state(at: last)).inOrder)
  }

  /// The changes from one revision to another, in either direction.
  ///
  /// - Throws: ``StoreError/Code/unknownRevision``.
  /// - Complexity: O(k log n) for k changes between them.
  func changes(from first: Int, to last: Int) throws -> [PlacedChange] {
    try require(first)
    try require(last)
    let journal = JournalReader(db: db, location: location)
    if first <= last { return try journal.placedChanges(after: first, through: last) }
    return try journal.placedChanges(after: last, through: first).reversed().map(\.inverse)
  }

  /// The update of a table view from one revision to another.
  ///
  /// - Complexity: as for opening a session, plus ``state(at:)`` and ``changes(from:to:)``; O(r log r) for r rows if
  ///   the response was upgraded in between.
  func batchUpdate(from first: Int, to last: Int, hiddenRows: HiddenRows = .removed) throws -> BatchUpdate {
    try require(first)
    try require(last)
    if try crossesVersions(from: first, to: last) {
      let (old, new) = (try shown(at: first, hiddenRows), try shown(at: last, hiddenRows))
      return BatchUpdate(from: old, to: new, by: VersionMatch(from: old.form, to: new.form))
    }
    let form = try form(at: first)
    let state = try state(at: first)
    var index = VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows)
    let changes = try RevisionReader(db: db, location: try location(at: first), definitions: definitions)
      .difference(from: first, to: last, leaving: state).seen(from: state, in: form)
    return index.apply(changes, options: form.options)
  }

  private func form(at revision: Int) throws -> FormDefinition {
    let version = try location(at: revision).version
    return try definitions?.definition(of: version, in: db).form
      ?? DefinitionRepository(db: db).form(of: version, lists: .outlined)
  }

  private func shown(at revision: Int, _ hiddenRows: HiddenRows) throws -> ShownForm {
    let form = try form(at: revision)
    let state = try state(at: revision)
    return ShownForm(
      form: form, state: state, index: VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows))
  }

  /// The response at a revision, with the version of the form in force then.
  func location(at revision: Int) throws -> ResponseLocation {
    // The first entry records which version was in force before it.
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
      throw StoreError.damaged("revision \(revision) has the unknown version \(number) of the form")
    }
    return location.filling(version)
  }

  /// Whether the response was upgraded to another version of its form between two revisions.
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
