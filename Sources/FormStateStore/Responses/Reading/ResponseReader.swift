import FormState
import GRDB

/// Reads what a decision asks for: cells and rules from the definition in memory, and of them only what a person has
/// touched from SQLite, inside the caller's transaction.
struct ResponseReader {
  let db: Database
  let location: ResponseLocation
  /// The definition of the version that the response fills in.
  let definition: KnownDefinition
  /// The versions that were read for upgrades; `nil` where nothing has been read.
  var versions: VersionIndexes?
  /// What is known of the response at the same revision; `nil` for nothing.
  var remembered: (any ResponseMemory)?
  /// What was read: nothing is written as long as there is this reader.
  let memory = ReaderMemory()

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - definition: the definition of the version that the response fills in.
  ///   - versions: the versions that were read for upgrades; `nil` where nothing has been read.
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
    // What others could not read is forgotten, so that it stops nobody else.
    _ = try? definition.form.cellPages?.takeFailure()
  }

  /// Prepares to read a response in the definition that a store has in memory.
  init(db: Database, location: ResponseLocation, _ definitions: OpenDefinitions) throws {
    self.init(db: db, location: location, definition: try definitions.definition(of: location.version, in: db))
  }

  /// The definition, laid out.
  var index: FormIndex { definition.index }

  /// Checks that all cells could be read that were asked for.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  func requireRead() throws { try definition.form.cellPages?.takeFailure() }

  /// The whole response in memory, for whatever asks about all of it.
  func whole() throws -> FormReader {
    if let known = memory.whole { return known }
    let whole = FormReader(
      index, version: location.version.number, state: try StateTables(db: db, location: location).state(),
      stacks: UndoStacks(journal: [], base: 0))
    memory.whole = whole
    return whole
  }

  /// The rows that show. O(k log n) for k cells and sections that were opened or closed, and instances; where cells are
  /// in memory O(n) for n of them besides.
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

  func journal(_ selection: JournalSpan.Selection) throws -> JournalSpan {
    try HistoryReader(db: db, location: location).journal(selection)
  }
}
