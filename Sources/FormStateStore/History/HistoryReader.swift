import FormState
import GRDB

/// Reads the next steps for undo and redo.
///
/// The steps that can be undone, and the undos that can be redone, form two stacks. Neither is stored as a list: each
/// journal entry records the top of both stacks after it, and below a step is what was on top before it. All stacks of
/// every revision are therefore available, nothing is ever rewritten, and finding the next step reads a row or two.
struct HistoryReader {
  let db: Database
  let location: ResponseLocation
  /// The versions read for upgrades; `nil` if none was read.
  var versions: VersionIndexes?

  /// The journal position after an entry, by default after its last one.
  func position(at revision: Int = .max) throws -> JournalPosition {
    let statement = try db.cachedStatement(
      sql: """
        SELECT seq, undo_top, redo_top
        FROM formstate_action
        WHERE response_id = ? AND seq <= ?
        ORDER BY seq DESC
        LIMIT 1
        """)
    guard let row = try Row.fetchOne(statement, arguments: [location.responseID, revision]) else {
      return JournalPosition()
    }
    let seq = try ResponseLocation.checked(try row.decode(atIndex: 0))
    // Compacted steps can neither be undone nor redone.
    let base = location.compactedTo ?? 0
    let undoTop = try row.decode(Int?.self, atIndex: 1) ?? seq
    let redoTop = try row.decode(Int?.self, atIndex: 2) ?? 0
    return JournalPosition(
      revision: seq, undoTop: undoTop > base ? undoTop : nil, redoTop: redoTop > base ? redoTop : nil)
  }

  /// The changes that revert the next step with any effect in a scope; `nil` if there is none.
  ///
  /// A step that led to another version is reverted whole, in any scope: the steps below it belong to another form.
  ///
  /// - Parameters:
  ///   - moment: the time and time zone of the action, used if the step led to another version.
  ///   - limit: the maximum number of changes of a step to read; a part suffices to determine whether it has an effect.
  /// - Complexity: O(k log n) for k changes of the step, and of skipped ones.
  func reversal(_ direction: UndoDirection, scope: UndoScope, at moment: RuleMoment, limit: Int? = nil)
    throws -> Reversal?
  {
    var next = direction == .undo ? try position().undoTop : try position().redoTop
    while let entry = next {
      let (start, target) = try step(endingAt: entry)
      if let former = try formerVersion(before: entry, startingAt: start) {
        let upgrade = limit == nil ? try self.upgrade(taking: entry, of: target, backTo: former, at: moment) : nil
        return Reversal(start: start, entry: entry, target: target, changes: [], upgrade: upgrade)
      }
      let changes = try reverting(start...entry, besides: try takenBack(of: entry), scope: scope, limit: limit)
      if !changes.isEmpty { return Reversal(start: start, entry: entry, target: target, changes: changes) }
      next = try under(entry, startingAt: start, direction)
    }
    return nil
  }

  /// The version in force before an entry, if the entry led to another one; `nil` if it did not.
  private func formerVersion(before entry: Int, startingAt start: Int) throws -> Int? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT before.version
        FROM formstate_action AS entry
        JOIN formstate_action AS before
          ON before.response_id = entry.response_id
          AND before.seq = (
            SELECT max(seq) FROM formstate_action WHERE response_id = entry.response_id AND seq < ? AND version > 0
          )
        WHERE entry.response_id = ? AND entry.seq = ? AND entry.version NOT IN (0, before.version)
        """)
    return try Int.fetchOne(statement, arguments: [start, location.responseID, entry])
  }

  private func upgrade(taking entry: Int, of target: Int, backTo former: Int, at moment: RuleMoment) throws -> Upgrade {
    let journal = JournalReader(db: db, location: location)
    guard let move = try journal.entries(after: target - 1, through: target).first?.action.move,
      let changes = try journal.entries(after: entry - 1, through: entry).first?.changes
    else { throw StoreError.damaged("revision \(entry) led to another version but is not an upgrade") }
    return try UpgradeReader(db: db, location: location, at: moment, versions: versions).reversal(
      of: changes, changedSince: try self.changes(after: entry), to: former, upgrade: move)
  }

  /// The fields that entries after one changed.
  private func changes(after entry: Int) throws -> Set<StateChange.Identity> {
    let statement = try db.cachedStatement(
      sql: """
        SELECT change.field, \(StateSubject.storedColumns), max(change.touches)
        FROM formstate_state_change AS change
        WHERE change.response_id = ? AND change.seq > ?
        GROUP BY change.field, change.subject, change.instance, change.origin
        """)
    return try identities(try Row.fetchAll(statement, arguments: [location.responseID, entry]))
  }

  /// The changed fields in some rows, with their subjects, and the touched marks.
  private func identities(_ rows: [Row]) throws -> Set<StateChange.Identity> {
    try rows.reduce(into: []) { identities, row in
      let subject = try StateSubject(stored: row, from: 1)
      identities.insert(
        StateChange.Identity(try StateChange.Field(stored: try row.decode(atIndex: 0)), of: subject))
      if try row.decode(Bool?.self, atIndex: 4) == true {
        identities.insert(StateChange.Identity(.touched, of: subject))
      }
    }
  }

  private func reverting(
    _ revisions: ClosedRange<Int>, besides taken: Set<StateChange.Identity>, scope: UndoScope, limit: Int?
  ) throws -> [PlacedChange] {
    let journal = JournalReader(db: db, location: location)
    let changes = try journal.placedChanges(
      after: revisions.lowerBound - 1, through: revisions.upperBound, limit: limit ?? -1)
    let covers = scope.covering(changes.map(\.change))
    // What is left of a step that was reverted in part must not bring back former titles and results of rules.
    let covered = changes.filter { placed in
      covers(placed.change) && !taken.contains(placed.change.identity)
        && (taken.isEmpty || !placed.change.followsFromOthers)
    }
    let reverting = Reversal.changes(
      reverting: covered, in: try StateTables(db: db, location: location).state(of: covered.map(\.change)), scope: scope
    )
    // The changes read so far may be just those without an effect.
    guard let limit, reverting.isEmpty, changes.count >= limit else { return reverting }
    return try self.reverting(
      revisions, besides: taken, scope: scope, limit: limit < Self.manyChanges ? limit * 64 : nil)
  }

  /// The number of changes of a step that are read before all of them are.
  private static let manyChanges = 4096

  /// The already reverted fields of an entry on a stack, if its values were reverted before the rest.
  private func takenBack(of entry: Int) throws -> Set<StateChange.Identity> {
    let statement = try db.cachedStatement(
      sql: """
        SELECT change.field, \(StateSubject.storedColumns), change.touches
        FROM formstate_action AS action INDEXED BY formstate_action_reverting
        -- Left free, SQLite 3.40 begins with all changes of the response.
        CROSS JOIN formstate_state_change AS change
          ON change.response_id = action.response_id AND change.seq = action.seq
        WHERE action.response_id = ? AND action.reverts = ?
        """)
    return try identities(try Row.fetchAll(statement, arguments: [location.responseID, entry]))
  }

  /// The top of a stack after an entry of it was reverted.
  ///
  /// With everything, the entry is removed, and so are skipped ones above it, since they had no effect any more. With
  /// only values, skipped ones stay, and so does the entry if it had other effects.
  ///
  /// - Parameters:
  ///   - entry: the entry that was reverted.
  ///   - top: the former top.
  func top(after entry: Int, from top: Int?, _ direction: UndoDirection, scope: UndoScope) throws -> Int? {
    // Everything below a compacted entry was compacted too.
    guard entry > location.compactedTo ?? 0 else { return scope == .everything ? nil : top }
    let start = try step(endingAt: entry).start
    if scope == .values, try formerVersion(before: entry, startingAt: start) == nil,
      try entry != top || opensOrFolds(start...entry)
    {
      return top
    }
    return try under(entry, startingAt: start, direction)
  }

  private func opensOrFolds(_ revisions: ClosedRange<Int>) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT EXISTS (
          SELECT 1
          FROM formstate_state_change
          WHERE response_id = ? AND seq BETWEEN ? AND ? AND field IN (\(StateChange.Field.disclosure.number), \(StateChange.Field.fold.number))
        )
        """)
    let arguments: StatementArguments = [location.responseID, revisions.lowerBound, revisions.upperBound]
    return try Bool.fetchOne(statement, arguments: arguments) ?? false
  }

  /// The beginning of a step, and its original step, which for an undo or a redo is the one first made.
  func step(endingAt revision: Int) throws -> (start: Int, target: Int) {
    let statement = try db.cachedStatement(
      sql:
        "SELECT coalesce(step_start, seq), coalesce(target, seq) FROM formstate_action WHERE response_id = ? AND seq = ?"
    )
    guard let row = try Row.fetchOne(statement, arguments: [location.responseID, revision]) else {
      throw StoreError.damaged("revision \(revision) is missing from the journal")
    }
    let start: Int = try row.decode(atIndex: 0)
    guard (1...max(1, revision)).contains(start) else {
      throw StoreError.damaged("revision \(revision) belongs to an undo step that begins after it")
    }
    let target: Int = try row.decode(atIndex: 1)
    guard (1...max(1, revision)).contains(target) else {
      throw StoreError.damaged("revision \(revision) reverts a step that it does not follow")
    }
    return (start, target)
  }

  /// Whether the next entry may be part of the step that ends with an entry.
  func isContinuable(_ revision: Int) throws -> Bool {
    try formerVersion(before: revision, startingAt: try step(endingAt: revision).start) == nil
  }

  /// The name of an entry's group; `nil` outside of groups.
  func group(of revision: Int) throws -> String? {
    let statement = try db.cachedStatement(
      sql: "SELECT group_name FROM formstate_action WHERE response_id = ? AND seq = ?")
    return try String.fetchOne(statement, arguments: [location.responseID, revision])
  }

  /// The entry below another one on its stack.
  private func under(_ entry: Int, startingAt start: Int, _ direction: UndoDirection) throws -> Int? {
    let below = try position(at: start - 1)
    let next = direction == .undo ? below.undoTop : below.redoTop
    guard next ?? 0 < entry else {
      throw StoreError.damaged("revision \(entry) is on the stack above a newer entry")
    }
    return next
  }

  /// The entry below another one on its stack.
  func under(_ entry: Int, _ direction: UndoDirection) throws -> Int? {
    try under(entry, startingAt: try step(endingAt: entry).start, direction)
  }

  /// Whether an entry is on a stack.
  ///
  /// - Complexity: O(d log n) for d entries above it.
  func holds(_ wanted: Int, _ direction: UndoDirection) throws -> Bool {
    var next = direction == .undo ? try position().undoTop : try position().redoTop
    // Entries further down are older.
    while let entry = next, entry >= wanted {
      if entry == wanted { return true }
      next = try under(entry, direction)
    }
    return false
  }

  /// The names of the next steps for undo and redo within a scope.
  func names(scope: UndoScope, in speech: Speech = .english) throws -> UndoNames {
    // A step may have changed a million cells; the first of them nearly always suffice to show an effect.
    let (undo, redo) = (
      try reversal(.undo, scope: scope, at: .unused, limit: 1), try reversal(.redo, scope: scope, at: .unused, limit: 1)
    )
    let names = StepNames(db: db, location: location, speech: speech)
    return UndoNames(
      undo: try undo.map { try names.name(of: $0.target) }, redo: try redo.map { try names.name(of: $0.target) })
  }
}

/// The names of the next steps for undo and redo, for a menu: “Set First name”.
public struct UndoNames: Hashable, Sendable {
  /// The step that an undo would revert; `nil` if there is none.
  public var undo: String?
  /// The step that a redo would restore; `nil` if there is none.
  public var redo: String?

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
