import FormState
import GRDB

/// Reads what a decision needs: cells and rules from the definition in memory, and from SQLite only their touched
/// state, inside the caller's transaction.
struct ResponseReader {
  let db: Database
  let location: ResponseLocation
  /// The definition of the response's version.
  let definition: KnownDefinition
  /// The versions read for upgrades; `nil` if none was read.
  var versions: VersionIndexes?
  /// What is known of the response at the same revision; `nil` for nothing.
  var remembered: (any ResponseMemory)?
  /// The cache: nothing is written while this reader exists.
  let memory = ReaderMemory()

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - definition: the definition of the response's version.
  ///   - versions: the versions read for upgrades; `nil` if none was read.
  ///   - remembered: what is known of the response at the same revision; `nil` for nothing.
  init(
    db: Database, location: ResponseLocation, definition: KnownDefinition, versions: VersionIndexes? = nil,
    remembered: (any ResponseMemory)? = nil
  ) {
    self.db = db
    self.location = location
    self.definition = definition
    self.versions = versions
    self.remembered = remembered
  }

  /// Prepares to read a response with the store's definition in memory.
  init(db: Database, location: ResponseLocation, _ definitions: OpenDefinitions) throws {
    self.init(db: db, location: location, definition: try definitions.definition(of: location.version, in: db))
  }

  /// The index of the definition.
  var index: FormIndex { definition.index }

  /// The whole response in memory, for queries about all of it.
  func whole() throws -> FormReader {
    if let known = memory.whole { return known }
    let whole = FormReader(
      index, version: location.version.number, state: try StateTables(db: db, location: location).state(),
      stacks: UndoStacks(journal: [], base: 0))
    memory.whole = whole
    return whole
  }

  /// The visible rows. O(k log n) for k opened or closed cells and sections, and instances; plus O(n) for n cells if
  /// they are in memory.
  func rows() throws -> VisibilityIndex {
    if let known = memory.rows { return known }
    let rows = VisibilityIndex(form: index.form, state: try StateTables(db: db, location: location).visibility())
    memory.rows = rows
    return rows
  }
}

extension ResponseReader: StateReader {
  func cell(at path: RowPath) throws -> CellSnapshot? { try rows().place(at: path).flatMap(cell) }

  func rowCount(inSection section: Int) throws -> Int { try rows().numberOfRows(in: section) }

  func isCompleted() throws -> Bool {
    try StateTables(db: db, location: location).isCompleted()
  }

  func streamName() -> StreamName? { location.stream }

  func list(named name: String) throws -> (any RuleList)? {
    if let known = memory.lists[name] { return known }
    let list = try ListTables(db: db).list(named: name, versionID: location.version.id)
    memory.lists[name] = .some(list)
    return list
  }

  func faults() throws -> [Fault] { try whole().faults() }

  func mayHaveReports() throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT EXISTS (
          SELECT 1
          FROM formstate_cell_state INDEXED BY formstate_cell_state_reported
          WHERE response_id = ? AND reported_faults IS NOT NULL
        )
        """)
    return try Bool.fetchOne(statement, arguments: [location.responseID]) ?? false
  }

  func reportsOnResponse() throws -> ReportedFaults {
    ReportedFaults(try StateTables(db: db, location: location).reports())
  }

  func crossing(by move: VersionMove, at moment: RuleMoment) throws -> Crossing {
    try CrossingReader(db: db, location: location, at: moment, versions: versions).upgrade(by: move)
  }

  func reversal(_ direction: UndoDirection, scope: UndoScope, at moment: RuleMoment) throws -> Reversal? {
    try HistoryReader(db: db, location: location, versions: versions).reversal(direction, scope: scope, at: moment)
  }

  func firstChange(of identity: StateChange.Identity, after entry: Int) throws -> StateChange? {
    try HistoryReader(db: db, location: location).firstChange(of: identity, after: entry)
  }

  func journal(_ selection: JournalSpan.Selection) throws -> JournalSpan {
    try HistoryReader(db: db, location: location).journal(selection)
  }
}
