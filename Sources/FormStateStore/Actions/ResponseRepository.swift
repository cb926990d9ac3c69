import FormState
import GRDB

/// Applies actions to one response within a transaction of the caller's.
///
/// A class, since an action may take the response to another version of its form, and anyone who shares it must see
/// that.
final class ResponseRepository {
  let db: Database
  private(set) var location: ResponseLocation
  private var writer: StateWriter
  /// The version that the response was begun in here; `nil` where it was there before.
  private let firstVersion: DefinitionRepository.Version?
  /// The definitions that were read: all actions share them.
  let versions: VersionIndexes
  private let definition: KnownDefinition?
  /// What a session knows of the response, perhaps at an earlier revision; `nil` without a session that is up to date.
  var remembered: SessionMemory?
  /// What the actions so far have read of instances.
  private let followed = TransactionMemory()
  /// Where the journal stood when the connection had written so many rows. Within a host's transaction others may write
  /// as well.
  private var known: (position: JournalPosition, changes: Int)?

  /// What undo and redo would take back.
  var history: HistoryReader { writer.history }

  /// Finds a response, or begins it.
  ///
  /// - Parameters:
  ///   - author: who acts; `nil` where nobody said.
  ///   - begins: whether to begin it if there is none.
  ///   - versions: the versions that were read for upgrades; `nil` where nothing has been read.
  ///   - definition: a definition that somebody has in memory, which may be another one than the response fills in.
  /// - Throws: ``StoreError``, also for a name that cannot be kept.
  init(
    _ key: ResponseKey, in db: Database, author: String?, begins: Bool = true, versions: VersionIndexes? = nil,
    definition: KnownDefinition? = nil
  ) throws {
    self.db = db
    self.versions = versions ?? VersionIndexes(db)
    self.definition = definition
    try Self.checkName(author, of: "author")
    let found = begins ? try ResponseLocation.find(key, in: db) : try FormStore.require(key, in: db)
    firstVersion = found.responseID == nil ? found.version : nil
    location = found.responseID == nil ? try ResponseLocation.create(key, filling: found.version, in: db) : found
    writer = StateWriter(
      db: db, location: location, author: author,
      readable: ReadableValues(db: db, location: location, definition: definition))
  }

  /// Checks that a name can go out again in every format.
  private static func checkName(_ name: String?, of owner: String) throws {
    guard let character = name.flatMap({ ForbiddenCharacter(firstIn: $0) }) else { return }
    throw StoreError.unusableName(of: owner, problem: character.problem)
  }

  /// What an action did to the state.
  struct Applied {
    let revision: Int
    let changes: [PlacedChange]
  }

  /// Where the journal of the response stands.
  func position() throws -> JournalPosition {
    if let known, known.changes == db.totalChangesCount { return known.position }
    let position = try history.position()
    known = (position, db.totalChangesCount)
    return position
  }

  /// The revision of the response as it stands.
  func revision() throws -> Int { try position().revision }

  /// Whether the first action is preceded by another one, which brings what the form begins with.
  func beginsWithRules() throws -> Bool {
    try revision() == 0 && RuleTables(db: db, version: location.version).beginsWithRules()
  }

  /// Takes the row of a response away that was begun here and that nothing has happened to.
  func close() throws {
    guard firstVersion == location.version, try revision() == 0 else { return }
    try db.execute(sql: "DELETE FROM formstate_response WHERE id = ?", arguments: [location.responseID])
  }

  /// Decides what an action means on the state as it stands, and writes that.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - step: tells which undo step the action is part of, given where the journal stands.
  ///   - moment: what rules read that ask the clock or chance; `nil` for now.
  ///   - beforeWriting: is told what is about to change.
  /// - Returns: the revision after the action, which is the one before it when nothing changed.
  /// - Throws: ``ActionError`` when the action is refused; ``StoreError``.
  func apply(
    _ action: FormAction, step: (JournalPosition) throws -> StepPlacement = { _ in StepPlacement() },
    moment: RuleMoment? = nil, beforeWriting: (Decision) throws -> Void = { _ in }
  ) throws -> Applied {
    let position = try position()
    // A response that nothing has happened to has no history that could tell of another version.
    if case .upgrade(let move) = action, position.revision == 0 { return try begin(inVersion: move.version) }
    // What the form calculates at first has to be there before anybody answers.
    if position.revision == 0, action != .recalculate,
      try RuleTables(db: db, version: location.version).beginsWithRules(),
      try apply(.recalculate, beforeWriting: beforeWriting).revision > 0
    {
      return try apply(action, step: step, moment: moment, beforeWriting: beforeWriting)
    }
    let reader = try reader(at: position.revision)
    let result = Result { try Decision(action, reader: reader, moment: moment ?? .now()) }
    // Nothing is decided, nor refused, on cells that could not be read.
    try reader.requireRead()
    let decision = try result.get()
    guard !decision.changes.isEmpty || decision.crossing != nil else {
      return Applied(revision: position.revision, changes: [])
    }
    let placement = try step(position)
    try beforeWriting(decision)
    return try write(decision, as: placement, after: position, isDoneAgain: moment != nil)
  }

  /// What a cell holds as the response stands.
  func value(of reference: CellReference) throws -> CellValue? {
    let reader = try reader(at: revision())
    return try reader.namedCell(reference).value
  }

  /// Writes what was decided.
  ///
  /// - Parameters:
  ///   - decision: what was decided on the state as it stands; it changes something.
  ///   - placement: which undo step it is part of.
  ///   - position: where the journal stands.
  ///   - isDoneAgain: whether somebody did it before, so that the time of its rules is not that of the entry.
  func write(
    _ decision: Decision, as placement: StepPlacement, after position: JournalPosition, isDoneAgain: Bool = false
  ) throws -> Applied {
    try Self.checkName(placement.group, of: "group of actions")
    var entry = StateWriter.Entry(
      action: decision.action, changes: decision.changes.map(\.change), moment: decision.moment, step: placement,
      reversal: decision.reversal.map { ($0.entry, $0.target) })
    // What is asked of the clock is the time of the entry, unless it is done again.
    if !isDoneAgain { entry.time = decision.moment?.time }
    if let crossing = decision.crossing { entry.crossing = (try version(crossing.version), crossing.state) }
    let next = try writer.write(entry, after: position)
    known = (next, db.totalChangesCount)
    let revision = next.revision
    if entry.crossing == nil { followed.follow(decision.changes, to: revision) }
    if let version = entry.crossing?.version { moved(to: version) }
    return Applied(revision: revision, changes: decision.changes)
  }

  private func reader(at revision: Int) throws -> ResponseReader {
    followed.begin(at: revision)
    return ResponseReader(
      db: db, location: location, definition: try currentDefinition(), versions: versions,
      remembered: remembered?.revision == revision ? remembered : followed)
  }

  /// The definition of the version that the response fills in.
  private func currentDefinition() throws -> KnownDefinition {
    if let definition, definition.digest == location.version.digest { return definition }
    return try versions.definitions.definition(of: location.version, in: db)
  }

  private func begin(inVersion number: Int) throws -> Applied {
    guard let version = try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
    else { throw ActionError.noSuchVersion(number) }
    try location.fill(version, in: db)
    moved(to: version)
    return Applied(revision: 0, changes: [])
  }

  private func moved(to version: DefinitionRepository.Version) {
    location = location.filling(version)
    writer = StateWriter(
      db: db, location: location, author: writer.author,
      readable: ReadableValues(db: db, location: location, definition: definition))
  }

  private func version(_ number: Int) throws -> DefinitionRepository.Version {
    let found = try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
    guard let found else { throw StoreError.damaged("there is no version \(number) that the response could fill in") }
    return found
  }

  /// Applies a recorded action as part of the undo step that it was part of.
  func apply(
    _ scripted: ScriptedAction, beforeWriting: (Decision) throws -> Void = { _ in }
  ) throws -> Applied {
    try apply(
      scripted.action,
      step: { position in
        guard scripted.continues, scripted.action.kind.continuesSteps, position.revision == position.undoTop,
          try history.isContinuable(position.revision)
        else {
          return StepPlacement(group: scripted.group)
        }
        // A step is one group, whatever a script written by hand says.
        return StepPlacement(
          start: try history.step(endingAt: position.revision).start,
          group: try history.group(of: position.revision))
      }, moment: scripted.moment, beforeWriting: beforeWriting)
  }

  /// Takes steps back, or does them again, as many as there are up to a number.
  ///
  /// - Parameter count: how many; nothing happens below 1.
  /// - Returns: how many, and what they did together.
  /// - Throws: ``ActionError`` if there is none at all, or a completed response refuses one.
  func apply(
    _ action: FormAction, times count: Int, beforeWriting: (Decision) throws -> Void = { _ in }
  ) throws -> (count: Int, applied: Applied) {
    guard count > 0 else { return (0, Applied(revision: try revision(), changes: [])) }
    var applied = try apply(action, beforeWriting: beforeWriting)
    for done in 1..<count {
      do {
        let next = try apply(action, beforeWriting: beforeWriting)
        applied = Applied(revision: next.revision, changes: applied.changes + next.changes)
      } catch ActionError.Code.nothingToUndo, ActionError.Code.nothingToRedo {
        return (done, applied)
      }
    }
    return (count, applied)
  }

  /// Does something all or not at all, without ending the transaction that it is part of.
  ///
  /// - Throws: what the work throws, everything that it wrote reverted; ``StoreError/Code/rolledBack`` when SQLite has
  ///   ended the transaction, since the work would then be one of its own.
  func atomically<Result>(_ work: () throws -> Result) throws -> Result {
    guard db.isInsideTransaction else { throw StoreError.rolledBack }
    // GRDB's own savepoints compile their statements each time, which takes a twentieth of what an action of a group
    // does.
    try db.cachedStatement(sql: "SAVEPOINT formstate_action").execute()
    do {
      let result = try work()
      try db.cachedStatement(sql: "RELEASE formstate_action").execute()
      return result
    } catch {
      known = nil
      // Where SQLite has ended the transaction, the savepoint has gone with it.
      if db.isInsideTransaction {
        try db.cachedStatement(sql: "ROLLBACK TO formstate_action").execute()
        try db.cachedStatement(sql: "RELEASE formstate_action").execute()
      }
      throw error
    }
  }
}
