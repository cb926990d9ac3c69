import FormState
import GRDB

/// Applies actions to one response within the caller's transaction.
///
/// A class, since an action may lead to another version of the form, and all users of the repository must see that.
final class ResponseRepository {
  let db: Database
  private(set) var location: ResponseLocation
  private var writer: StateWriter
  /// The version in which the response was begun here; `nil` if it existed before.
  private let firstVersion: DefinitionRepository.Version?
  /// The definitions read so far, shared by all actions.
  let versions: VersionIndexes
  private let definition: OpenDefinition?
  /// The device that keeps the drafts.
  private let device: String
  /// The response in memory, at a revision, and the changes since then; `nil` before the first decision.
  private var reader: (revision: Int, reader: FormReader, changes: [StateChange])?
  /// The journal position at a number of rows written by the connection. Within a host's transaction others may write
  /// as well.
  private var known: (position: JournalPosition, changes: Int)?
  /// Whether an action has cleared a sensitive cell, so its former contents must leave the file.
  private var mustErase = false

  /// The journal of the response.
  var journal: StoredJournal { writer.journal }

  /// Finds a response, or begins it.
  ///
  /// - Parameters:
  ///   - author: the author; `nil` if unknown.
  ///   - begins: whether to begin it if it does not exist.
  ///   - versions: the versions read for upgrades; `nil` if none was read.
  ///   - definition: a definition in memory, which may be of another version than the response's.
  ///   - device: the device that keeps the drafts.
  /// - Throws: ``StoreError``, also for a name that cannot be stored.
  init(
    _ key: ResponseKey, in db: Database, author: String?, begins: Bool = true, versions: VersionIndexes? = nil,
    definition: OpenDefinition? = nil, device: String = ""
  ) throws {
    self.db = db
    self.versions = versions ?? VersionIndexes(db)
    self.definition = definition
    self.device = device
    try Self.checkName(author, of: "author")
    let found = begins ? try ResponseLocation.find(key, in: db) : try FormStore.require(key, in: db)
    firstVersion = found.responseID == nil ? found.version : nil
    location = found.responseID == nil ? try ResponseLocation.create(key, filling: found.version, in: db) : found
    writer = StateWriter(
      db: db, location: location, author: author,
      readable: ReadableValues(db: db, location: location, definition: definition))
  }

  /// Checks that a name can be exported in every format.
  private static func checkName(_ name: String?, of owner: String) throws {
    guard let character = name.flatMap({ ForbiddenCharacter(firstIn: $0) }) else { return }
    throw StoreError.unusableName(of: owner, problem: character.problem)
  }

  /// The changes of the state by an action.
  struct Applied {
    let revision: Int
    let changes: [PlacedChange]
  }

  /// The position in the response's journal.
  func position() throws -> JournalPosition {
    if let known, known.changes == db.totalChangesCount { return known.position }
    let position = try journal.position()
    known = (position, db.totalChangesCount)
    return position
  }

  /// The current revision of the response.
  func revision() throws -> Int { try position().revision }

  /// Whether an entry with the initial changes of the form precedes the first action.
  func beginsWithRules() throws -> Bool {
    try revision() == 0 && RuleTables(db: db, version: location.version).beginsWithRules()
  }

  /// Ends the work on the response: deletes the row of one that was begun here and has neither entries nor drafts, and
  /// empties the log of what a sensitive cell contained before it was cleared.
  func close(erasing log: LogErasure) throws {
    try eraseWhatWasCleared(in: log)
    guard firstVersion == location.version, try revision() == 0, try !drafts.hasAny() else { return }
    try db.execute(sql: "DELETE FROM formstate_response WHERE id = ?", arguments: [location.responseID])
  }

  /// If a sensitive cell was cleared, empties the log, which still has what it contained.
  func eraseWhatWasCleared(in log: LogErasure) throws {
    guard mustErase else { return }
    mustErase = false
    try log.request(in: db)
  }

  /// Decides an action on the current state, and writes the result.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - step: returns the undo step of the action, given the position in the journal.
  ///   - moment: the moment for rules that use the clock or random values; `nil` for now.
  ///   - beforeWriting: receives what is about to change.
  /// - Returns: the revision after the action, unchanged without an effect.
  /// - Throws: ``ActionError`` if the action is refused; ``StoreError``.
  func apply(
    _ action: FormAction, step: (JournalPosition) throws -> StepPlacement = { _ in StepPlacement() },
    moment: RuleMoment? = nil, beforeWriting: (Decision) throws -> Void = { _ in }
  ) throws -> Applied {
    let position = try position()
    // A response without entries has no history that could record an upgrade.
    if case .upgrade(let move) = action, position.revision == 0 { return try begin(inVersion: move.version) }
    // The initial changes of the form must precede the first answer.
    if position.revision == 0, action != .recalculate,
      try RuleTables(db: db, version: location.version).beginsWithRules(),
      try apply(.recalculate, beforeWriting: beforeWriting).revision > 0
    {
      return try apply(action, step: step, moment: moment, beforeWriting: beforeWriting)
    }
    let reader = try reader(at: position.revision)
    let decision = try Decision(action, reader: reader, moment: moment ?? .now())
    let isEntry = try !decision.changes.isEmpty || decision.upgrade != nil || isSaid(whatErases: decision)
    guard isEntry || !decision.drafts.isEmpty else { return Applied(revision: position.revision, changes: []) }
    let placement = isEntry ? try step(position) : StepPlacement()
    try beforeWriting(decision)
    guard isEntry else { return try keepDrafts(of: decision, at: position.revision) }
    return try write(decision, as: placement, after: position, isDoneAgain: moment != nil)
  }

  /// Whether the journal still says something of a sensitive answer that is cleared where it does not show any more,
  /// such as after an undo.
  private func isSaid(whatErases decision: Decision) throws -> Bool {
    guard decision.erases, let cell = decision.action.cell?.subject else { return false }
    return try ResponseEmptying(db: db, location: location).isNeeded(clearing: cell)
  }

  /// The current state of a cell.
  func cell(_ reference: CellReference) throws -> CellSnapshot {
    let reader = try reader(at: revision())
    return try reader.namedCell(reference)
  }

  /// The open question about a cell or an instance, or for `nil` about the completion; `nil` if there is none.
  func question(about reference: CellReference?) throws -> OpenQuestion? {
    try reader(at: revision()).question(about: reference)
  }

  /// Writes a decision.
  ///
  /// - Parameters:
  ///   - decision: a decision on the current state, with an effect.
  ///   - placement: its undo step.
  ///   - position: the position in the journal.
  ///   - isDoneAgain: whether it is a repeated action, whose rules have another time than the entry.
  func write(
    _ decision: Decision, as placement: StepPlacement, after position: JournalPosition, isDoneAgain: Bool = false
  ) throws -> Applied {
    try Self.checkName(placement.group, of: "group of actions")
    var entry = StateWriter.Entry(
      action: decision.action, changes: decision.changes.map(\.change), moment: decision.moment, step: placement,
      reversal: decision.reversal.map { ($0.entry, $0.target) })
    // The time for rules is that of the entry, unless the action is repeated.
    if !isDoneAgain { entry.time = decision.moment?.time }
    if let upgrade = decision.upgrade { entry.upgrade = (try version(upgrade.version), upgrade.state) }
    try empty(&entry, for: decision, at: position.revision)
    let next = try writer.write(entry, after: position)
    if entry.isLastEmptied { emptied(to: next.revision) }
    known = (next, db.totalChangesCount)
    let revision = next.revision
    try applyDrafts(of: decision)
    if entry.upgrade == nil, let known = reader, known.revision == position.revision {
      reader = (revision, known.reader, known.changes + (decision.changes + decision.drafts).map(\.change))
    }
    if let upgrade = decision.upgrade, let version = entry.upgrade?.version {
      try drafts.rename(upgrade.newKeys)
      moved(to: version)
    }
    return Applied(revision: revision, changes: decision.changes + decision.drafts)
  }

  /// Prepares an entry for a journal in which a sensitive answer may be cleared: the entry that has it gets a salt, and
  /// the one that clears it empties those before.
  private func empty(_ entry: inout StateWriter.Entry, for decision: Decision, at revision: Int) throws {
    let sensitive = try currentDefinition().sensitiveCells { try location.version.sensitiveCells(in: db) }
    guard !sensitive.isEmpty else { return }
    if decision.erases, let cell = decision.action.cell?.subject {
      let emptying = try ResponseEmptying(db: db, location: location).run(clearing: cell)
      var state = try reader(at: revision).state
      for change in entry.changes { state.apply(change) }
      entry.journaled = emptying.changes(of: entry.changes, leavingOf: state)
    } else if entry.changes.contains(where: { sensitive.contains($0.subject.key) }) {
      entry.marks.salt = .random()
    }
    // A step that goes on after the clear cannot be taken back either.
    entry.isLastEmptied = decision.erases || (entry.step.start ?? .max) <= location.emptiedTo ?? 0
  }

  /// Notes that entries were emptied.
  private func emptied(to revision: Int?) {
    location.emptiedTo = revision
    writer = StateWriter(
      db: db, location: location, author: writer.author,
      readable: ReadableValues(db: db, location: location, definition: definition))
  }

  /// Keeps and discards the drafts of a decision that changes nothing else, which is no entry of the journal.
  private func keepDrafts(of decision: Decision, at revision: Int) throws -> Applied {
    try applyDrafts(of: decision)
    if let known = reader { reader = (revision, known.reader, known.changes + decision.drafts.map(\.change)) }
    return Applied(revision: revision, changes: decision.drafts)
  }

  /// Keeps and discards the drafts of a decision; of a sensitive cell that it clears, those of all devices.
  private func applyDrafts(of decision: Decision) throws {
    try drafts.apply(decision.drafts.map(\.change), on: device, removing: decision.removedInstances)
    guard decision.erases else { return }
    mustErase = true
    if let cell = decision.action.cell?.subject { try drafts.erase(cell) }
  }

  private var drafts: DraftTable { DraftTable(db: db, location: location) }

  /// The response at its current revision.
  ///
  /// - Complexity: O(k) for k touched cells, unless they are in memory.
  private func reader(at revision: Int) throws -> FormReader {
    if let known = reader, known.revision == revision {
      for change in known.changes { known.reader.apply(change) }
      reader?.changes = []
      return known.reader
    }
    let state = try StateTables(db: db, location: location).state(withDraftsOf: device)
    return try take(LoadedState(state, of: currentDefinition().form), at: revision)
  }

  /// Begins with a state in memory.
  @discardableResult
  func take(_ loaded: LoadedState, at revision: Int) throws -> FormReader {
    let definition = try currentDefinition()
    let new = FormReader(
      definition.index, version: location.version.number, loaded,
      source: ResponseSource(
        db: db, location: location, journal: journal, definition: definition, versions: versions))
    reader = (revision, new, [])
    return new
  }

  /// The state in memory after all actions; `nil` if it is not known. Nothing may be decided afterwards.
  func takeLoaded() throws -> (revision: Int, state: LoadedState)? {
    guard let known = reader, try known.revision == revision() else { return nil }
    defer { reader = nil }
    return (known.revision, try reader(at: known.revision).loaded)
  }

  /// What the only action so far has found in the state.
  func takeFindings() -> LoadedState.Findings? {
    guard let known = reader, known.reader.isUnchanged else { return nil }
    reader = nil
    return known.reader.loaded.findings
  }

  /// The definition of the response's version.
  private func currentDefinition() throws -> OpenDefinition {
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
    reader = nil
    location = location.filling(version)
    writer = StateWriter(
      db: db, location: location, author: writer.author,
      readable: ReadableValues(db: db, location: location, definition: definition))
  }

  private func version(_ number: Int) throws -> DefinitionRepository.Version {
    let found = try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
    guard let found else { throw StoreError.damaged("the response's version \(number) is missing") }
    return found
  }

  /// Applies a recorded action with its undo step.
  func apply(
    _ scripted: ScriptedAction, beforeWriting: (Decision) throws -> Void = { _ in }
  ) throws -> Applied {
    try apply(
      scripted.action,
      step: { position in
        guard scripted.continues, scripted.action.kind.continuesSteps, position.revision == position.undoTop,
          try journal.isContinuable(position.revision)
        else {
          return StepPlacement(group: scripted.group)
        }
        // A step is one group, even in a script that contradicts that.
        let last = try journal.entry(at: position.revision)
        return StepPlacement(start: last.step, group: last.group)
      }, moment: scripted.moment, beforeWriting: beforeWriting)
  }

  /// Undoes or redoes steps, up to a number.
  ///
  /// - Parameter count: the number of steps; nothing happens below 1.
  /// - Returns: their number, and their changes together.
  /// - Throws: ``ActionError`` if there are none, or a completed response refuses one.
  func apply(
    _ action: FormAction, times count: Int, beforeWriting: (Decision) throws -> Void = { _ in }
  ) throws -> (count: Int, applied: Applied) {
    guard count > 0 else { return (0, Applied(revision: try revision(), changes: [])) }
    var applied = try apply(action, beforeWriting: beforeWriting)
    for done in 1..<count {
      do {
        let next = try apply(action, beforeWriting: beforeWriting)
        applied = Applied(revision: next.revision, changes: applied.changes + next.changes)
      } catch let error as ActionError where [.nothingToUndo, .nothingToRedo].contains(error.code) {
        return (done, applied)
      }
    }
    return (count, applied)
  }

  /// Executes work all or nothing, without ending the surrounding transaction.
  ///
  /// - Throws: what the work throws, with everything that it wrote reverted; ``StoreError/Code/rolledBack`` if SQLite
  ///   has ended the transaction, since the work would then be a separate one.
  func atomically<Result>(_ work: () throws -> Result) throws -> Result {
    guard db.isInsideTransaction else { throw StoreError.rolledBack }
    let (mustEraseBefore, emptiedBefore) = (mustErase, location.emptiedTo)
    // GRDB's own savepoints compile their statements each time, which takes a twentieth of the time of a group's
    // action.
    try db.cachedStatement(sql: "SAVEPOINT formstate_entry").execute()
    do {
      let result = try work()
      try db.cachedStatement(sql: "RELEASE formstate_entry").execute()
      return result
    } catch {
      (known, reader, mustErase) = (nil, nil, mustEraseBefore)
      if location.emptiedTo != emptiedBefore { emptied(to: emptiedBefore) }
      // If SQLite has ended the transaction, the savepoint is gone too.
      if db.isInsideTransaction {
        try db.cachedStatement(sql: "ROLLBACK TO formstate_entry").execute()
        try db.cachedStatement(sql: "RELEASE formstate_entry").execute()
      }
      throw error
    }
  }
}
