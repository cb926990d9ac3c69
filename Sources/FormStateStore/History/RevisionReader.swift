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
    var seen: Set<StateChange.Identity> = []
    try journal.forEachChange(in: (revision + 1)...last) { change in
      if seen.insert(change.identity).inserted { state.apply(change.inverse) }
    }
    return state
  }

  private var journal: StoredJournal { StoredJournal(db: db, location: location) }

  private func state(leftBy revisions: ClosedRange<Int>) throws -> ResponseState {
    var state = ResponseState()
    try journal.forEachChange(in: revisions) { state.apply($0) }
    return state
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
    return try FormReader(index(at: first), state: before).placed(before.changes(to: self.state(at: last)).inOrder)
  }

  /// The changes from one revision to another, in either direction.
  ///
  /// - Throws: ``StoreError/Code/unknownRevision``.
  /// - Complexity: O(k log n) for k changes between them.
  func changes(from first: Int, to last: Int) throws -> [PlacedChange] {
    try require(first)
    try require(last)
    guard first <= last else { return try changes(from: last, to: first).reversed().map(\.inverse) }
    var changes: [StateChange] = []
    if first < last { try journal.forEachChange(in: (first + 1)...last) { changes.append($0) } }
    return try journal.placed(changes, in: index(at: first))
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
    let form = try self.index(at: first).form
    let state = try state(at: first)
    var index = VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows)
    let changes = try RevisionReader(db: db, location: try location(at: first), definitions: definitions)
      .difference(from: first, to: last, leaving: state).seen(from: state, in: form)
    return index.apply(changes, options: form.options)
  }

  private func index(at revision: Int) throws -> FormIndex {
    let version = try location(at: revision).version
    return try definitions?.definition(of: version, in: db).index
      ?? FormIndex(DefinitionRepository(db: db).form(of: version, lists: .outlined))
  }

  private func shown(at revision: Int, _ hiddenRows: HiddenRows) throws -> ShownForm {
    let form = try index(at: revision).form
    let state = try state(at: revision)
    return ShownForm(
      form: form, state: state, index: VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows))
  }

  /// The response at a revision, with the version of the form in force then.
  func location(at revision: Int) throws -> ResponseLocation {
    // The first entry records which version was in force before it.
    let statement = try db.cachedStatement(
      sql: "SELECT version FROM formstate_entry WHERE response_id = ? AND version > 0 ORDER BY revision LIMIT 1")
    let number =
      try journal.version(at: revision) ?? Int.fetchOne(statement, arguments: [location.responseID])
    guard let number, number != location.version.number else { return location }
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
        FROM formstate_entry
        WHERE response_id = ? AND revision BETWEEN ? AND ? AND version > 0
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
