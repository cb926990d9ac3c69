import FormState
import GRDB

/// Reads a response as it was at any revision that its journal has.
struct RevisionReader {
  let db: Database
  let location: ResponseLocation

  /// What the person had touched at a revision.
  ///
  /// Each change holds both sides, so this goes back from the state as it stands, or on from where the journal begins, whichever
  /// is nearer.
  ///
  /// - Throws: ``StoreError/unknownRevision(_:first:last:)``.
  /// - Complexity: O(k) for k changes on the shorter way, and O(t) for t touched fields.
  func state(at revision: Int) throws -> ResponseState {
    try require(revision)
    let base = location.compactedTo ?? 0
    let last = try location.revision(in: db)
    return last - revision < revision - base
      ? try state(backFrom: last, to: revision) : try state(from: base, through: revision)
  }

  private func state(from base: Int, through revision: Int) throws -> ResponseState {
    var state = ResponseState()
    var follower = ChangeFollower(ContentReader(db: db, location: location))
    let rows = try changes(in: base...revision, "ASC")
    while let row = try rows.next() {
      let at: Int = try row.decode(atIndex: StoredChange.columnCount)
      for change in try follower.changes(try StoredChange(row: row), at: at) { state.apply(change) }
    }
    return state
  }

  private func state(backFrom last: Int, to revision: Int) throws -> ResponseState {
    var state = try StateTables(db: db, location: location).state()
    let rows = try changes(in: (revision + 1)...max(last, revision + 1), "DESC")
    while let row = try rows.next() {
      let stored = try StoredChange(row: row)
      if let touch = stored.touch { state.apply(touch.inverse) }
      let after = state[stored.field, of: stored.subject]
      var before = try stored.part == nil ? stored.before.content(of: stored.field) : nil
      if stored.part != nil {
        var text = after?.text.map(FollowedText.init)
        try stored.takeBack(from: &text)
        before = text.map { .text($0.text) }
      }
      state.apply(StateChange(stored.field, of: stored.subject, before: after, after: before))
    }
    return state
  }

  /// The changes of some entries as they are stored, each with its revision behind it.
  private func changes(in revisions: ClosedRange<Int>, _ order: String) throws -> RowCursor {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredChange.columns), change.seq
        FROM formstate_state_change AS change
        WHERE response_id = ? AND seq BETWEEN ? AND ?
        ORDER BY seq \(order), ordinal \(order)
        """)
    return try Row.fetchCursor(
      statement, arguments: [location.responseID, revisions.lowerBound, revisions.upperBound])
  }

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
