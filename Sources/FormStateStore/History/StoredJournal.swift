import FormState
import GRDB

/// The journal of a response in the file.
struct StoredJournal: Journal {
  let db: Database
  let location: ResponseLocation
  /// The key numbers that several readings share; `nil` looks them up for each reading.
  private let knownKeys: KeyNumbers?

  init(db: Database, location: ResponseLocation, keys: KeyNumbers? = nil) {
    (self.db, self.location, knownKeys) = (db, location, keys)
  }

  private var keys: KeyNumbers { knownKeys ?? KeyNumbers(db) }

  var base: Int { location.base }

  func position(at revision: Int) throws -> JournalPosition {
    let statement = try db.cachedStatement(
      sql: """
        SELECT revision, undo_top, redo_top
        FROM formstate_entry
        WHERE response_id = ? AND revision <= ?
        ORDER BY revision DESC
        LIMIT 1
        """)
    guard let row = try Row.fetchOne(statement, arguments: [location.responseID, revision]) else {
      return JournalPosition()
    }
    return try position(in: row)
  }

  /// Reads a position from the columns `revision`, `undo_top` and `redo_top`, which come first.
  func position(in row: Row) throws -> JournalPosition {
    let revision = try ResponseLocation.checked(try row.decode(atIndex: 0))
    func top(_ stored: Int) throws -> Int? {
      guard (0...revision).contains(stored) else {
        throw StoreError.damaged("revision \(revision) would undo or redo a newer one")
      }
      // Compacted and emptied steps can neither be undone nor redone.
      return stored > base ? stored : nil
    }
    return JournalPosition(
      revision: revision, undoTop: try top(try row.decode(Int?.self, atIndex: 1) ?? revision),
      redoTop: try top(try row.decode(Int?.self, atIndex: 2) ?? 0))
  }

  func entry(at revision: Int) throws -> JournalEntry {
    var found: JournalEntry?
    try forEachEntry(in: revision...revision) { entry in
      found = entry
      return false
    }
    guard let found else { throw Self.missing(revision) }
    return found
  }

  /// The damage of a journal without an entry that others are built on.
  static func missing(_ revision: Int) -> StoreError {
    .damaged("revision \(revision) is missing from the journal")
  }

  func step(endingAt revision: Int) throws -> (start: Int, target: Int) {
    let statement = try db.cachedStatement(
      sql: "SELECT step_start, target FROM formstate_entry WHERE response_id = ? AND revision = ?")
    guard let row = try Row.fetchOne(statement, arguments: [location.responseID, revision]) else {
      throw Self.missing(revision)
    }
    return try StoredEntry.step(
      endingAt: revision, start: try row.decode(atIndex: 0), target: try row.decode(atIndex: 1))
  }

  func forEachEntry(in revisions: ClosedRange<Int>, _ body: (JournalEntry) throws -> Bool) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StoredEntry.columns)
        FROM formstate_entry AS entry
        WHERE response_id = ? AND revision BETWEEN ? AND ?
        ORDER BY revision
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: [location.responseID, revisions.lowerBound, revisions.upperBound])
    let keys = keys
    while let row = try rows.next() {
      // SQLite would convert a value of the wrong type in a row that is not copied.
      guard try body(try StoredEntry.entry(row.copy(), keys)) else { return }
    }
  }

  /// The entries of the journal, oldest first.
  ///
  /// - Parameters:
  ///   - revision: the revision before the first entry.
  ///   - last: the last revision.
  /// - Complexity: O(k log n) for k entries and changes.
  func entries(after revision: Int = 0, through last: Int = .max) throws -> [JournalEntry] {
    guard revision < last else { return [] }
    var entries: [JournalEntry] = []
    try forEachEntry(in: (revision + 1)...last) { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// Reads the changes of entries, oldest first, and nothing else of them.
  ///
  /// - Complexity: O(k log n) for k changes.
  func forEachChange(in revisions: ClosedRange<Int>, _ body: (StateChange) throws -> Void) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT revision, changes
        FROM formstate_entry
        WHERE response_id = ? AND revision BETWEEN ? AND ?
        ORDER BY revision
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: [location.responseID, revisions.lowerBound, revisions.upperBound])
    let keys = keys
    while let row = try rows.next() {
      let changes = try StoredChanges.read(try row.decode(atIndex: 1), at: try row.decode(atIndex: 0), keys)
      for change in changes { try body(change) }
    }
  }

  func changes(of revision: Int, most: Int) throws -> [StateChange] {
    let statement = try db.cachedStatement(
      sql: "SELECT changes FROM formstate_entry WHERE response_id = ? AND revision = ?")
    guard let text = try String.fetchOne(statement, arguments: [location.responseID, revision]) else {
      throw Self.missing(revision)
    }
    return try StoredChanges.read(text, most: most, at: revision, keys)
  }

  func changes(reverting revision: Int) throws -> [StateChange] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT revision, changes
        FROM formstate_entry INDEXED BY formstate_entry_reverting
        WHERE response_id = ? AND reverts = ?
        ORDER BY revision
        """)
    return try Row.fetchAll(statement, arguments: [location.responseID, revision]).flatMap { row in
      try StoredChanges.read(try row.decode(atIndex: 1), at: try row.decode(atIndex: 0), keys)
    }
  }

  func version(at revision: Int) throws -> Int? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT version
        FROM formstate_entry
        WHERE response_id = ? AND revision <= ? AND version > 0
        ORDER BY revision DESC
        LIMIT 1
        """)
    return try Int.fetchOne(statement, arguments: [location.responseID, revision])
  }

  /// The last change of a field after a revision and up to another one; `nil` if none changed it.
  ///
  /// There is no index from a field to its changes: the entries are searched backwards, and only those that may have
  /// one are read.
  ///
  /// - Complexity: O(k) for k entries since then.
  func lastChange(
    of identity: StateChange.Identity, after first: Int, through last: Int
  ) throws -> (revision: Int, content: FieldContent?)? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT revision, changes
        FROM formstate_entry
        WHERE response_id = ? AND revision > ? AND revision <= ?
          AND instr(changes, (SELECT '"' || ? || '",' || number || ',' FROM formstate_key WHERE key = ?)) > 0
        ORDER BY revision DESC
        """)
    let rows = try Row.fetchCursor(
      statement,
      arguments: [location.responseID, first, last, identity.field.rawValue, identity.subject.key])
    let keys = keys
    while let row = try rows.next() {
      let revision: Int = try row.decode(atIndex: 0)
      let changes = try StoredChanges.read(try row.decode(atIndex: 1), at: revision, keys)
      if let change = changes.last(where: { $0.identity == identity }) { return (revision, change.after) }
    }
    return nil
  }

  /// Changes of the journal with their places in a form, as the rows show them now.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for a change of something that the form does not have.
  /// - Complexity: O(k log n) for k changes.
  func placed(_ changes: [StateChange], in index: FormIndex) throws -> [PlacedChange] {
    let state = try StateTables(db: db, location: location).state(of: changes)
    for change in changes where change.subject.setAsideFrom == nil {
      let isKnown =
        switch change.field.scope {
        case .cell, .instance: index.place(ofCell: change.subject.key) != nil
        case .section: index.position(ofSection: change.subject.key) != nil
        case .response: true
        }
      guard isKnown else { throw StoreError.damaged("the journal names the unknown subject “\(change.subject)”") }
    }
    return FormReader(index, state: state).placed(changes)
  }

  /// The names of the next steps for undo and redo within a scope.
  func names(scope: UndoScope, in speech: Speech = .english) throws -> UndoNames {
    let tables = StateTables(db: db, location: location)
    // A step may have changed a million cells; the first of them nearly always suffice to show an effect.
    let steps = try [UndoDirection.undo, .redo].map { try step($0, scope: scope, in: tables.state(of:), most: 1) }
    let names = StepNames(db: db, location: location, speech: speech)
    return UndoNames(
      undo: try steps[0].map { try names.name(of: $0.target) }, redo: try steps[1].map { try names.name(of: $0.target) }
    )
  }
}

/// The names of the next steps for undo and redo, for a menu: “Set First name”.
package struct UndoNames: Hashable, Sendable {
  /// The step that an undo would revert; `nil` if there is none.
  package var undo: String?
  /// The step that a redo would restore; `nil` if there is none.
  package var redo: String?

  /// Creates names.
  package init(undo: String? = nil, redo: String? = nil) {
    self.undo = undo
    self.redo = redo
  }
}

/// The undo step of a new entry of a journal.
struct StepPlacement: Hashable {
  /// The first revision of the step; `nil` for a new step.
  var start: Int?
  /// The name of the group of actions.
  var group: String?
}
