import FormState
import GRDB

/// Reads the few rows that a decision asks for, from the committed state inside the caller's transaction.
struct ResponseReader {
  let db: Database
  let location: ResponseLocation
  /// What hands out definitions; `nil` where each is read for itself.
  var definitions: OpenDefinitions?
  /// The versions that were read for upgrades; `nil` where nothing has been read.
  var versions: VersionIndexes?
  /// The definition of the version that the response fills in; `nil` where nobody knows it.
  var definition: KnownDefinition?
  /// What is known of the response at the same revision; `nil` for nothing.
  var remembered: (any ResponseMemory)?
  /// What was read: nothing is written as long as there is this reader.
  let memory = ReaderMemory()

  /// What the definition says need not be read.
  var indexed: IndexedReading? {
    get throws {
      // A definition, once laid out, stays so; this saves a lock for each cell.
      if memory.index == nil { memory.index = try begin(with: definition?.index) ?? repeating() }
      return memory.index.map { IndexedReading(reader: self, index: $0) }
    }
  }

  /// Begins to read cells: what others could not read is forgotten, so that it stops nobody else.
  func begin(with index: FormIndex?) -> FormIndex? {
    if !memory.hasBegun, let pages = index?.form.cellPages {
      memory.hasBegun = true
      _ = try? pages.takeFailure()
    }
    return index
  }

  /// Makes sure that all cells could be read that were asked for.
  ///
  /// - Throws: ``StoreError/damaged(_:)``.
  func requireRead() throws {
    try memory.index?.form.cellPages?.takeFailure()
    try memory.repeating??.form.cellPages?.takeFailure()
  }

  /// Reads cells with what a person did to them; `cell` and `section` are bound by the query's FROM clause.
  private static let snapshotColumns = """
    \(FormCell.storedColumns),
    \(CellState.storedColumns),
    section.position, cell.position,
    CASE
      WHEN cell.parent_id IS NOT NULL
      THEN (
        SELECT iif(parent.is_accordion, parent.position, NULL)
        FROM formstate_cell AS parent
        WHERE parent.id = cell.parent_id
      )
      WHEN (SELECT accordion FROM formstate_version WHERE id = cell.version_id) = 'cells' THEN -2
      WHEN section.is_accordion THEN -1
    END,
    iif(EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id), cell.id, NULL)
    """

  private static let snapshotJoins = """
    JOIN formstate_section AS section ON section.id = cell.section_id
    LEFT JOIN formstate_cell_state AS state
      ON state.response_id = :response AND state.instance = 0 AND state.cell_id = cell.id
    """

  /// Runs a query for cells.
  ///
  /// - Parameters:
  ///   - source: the FROM clause, which calls the cells `cell`.
  ///   - condition: the WHERE clause and what follows it.
  func snapshots(
    from source: String = "formstate_cell AS cell", where condition: String,
    _ arguments: [String: (any DatabaseValueConvertible)?]
  ) throws -> [CellSnapshot] {
    let sql = "SELECT \(Self.snapshotColumns) FROM \(source) \(Self.snapshotJoins) WHERE \(condition)"
    let statement = try db.cachedStatement(sql: sql)
    let all = arguments.merging(["response": location.responseID]) { given, _ in given }
    let found = try Row.fetchAll(statement, arguments: StatementArguments(all)).map(snapshot)
    definition?.noteReading(ofCells: found.count)
    return found
  }

  private func snapshot(of row: Row) throws -> CellSnapshot {
    let cell = try FormCell(stored: row)
    let next = FormCell.storedColumnCount + CellState.storedColumnCount
    let place = CellPlace(section: try row.position(atIndex: next), position: try row.position(atIndex: next + 1))
    var snapshot = CellSnapshot(
      cell: cell, place: place,
      accordion: try row.decode(Int?.self, atIndex: next + 2).map { Self.accordion(code: $0, section: place.section) },
      state: try CellState(stored: row, from: FormCell.storedColumnCount, kind: cell.kind))
    if let id: Int64 = try row.decode(atIndex: next + 3) { try addRules(to: &snapshot, ofCell: id) }
    return snapshot
  }
}

// MARK: - Accordions

extension ResponseReader {
  /// The accordion of a cell: -2 for the form's, -1 for the section's, otherwise the position of the cell above.
  private static func accordion(code: Int, section: Int) -> AccordionScope {
    switch code {
    case -2: .form
    case -1: .section(section)
    default: .cell(CellPlace(section: section, position: code))
    }
  }

  /// Cells that are expanded, found through those that a person expanded and those that start so: in a form of any
  /// size few are. Left free, SQLite reads every cell that was ever touched instead of those that are expanded.
  private static let expandedCells = """
    (
      SELECT cell_id
      FROM formstate_cell_state INDEXED BY formstate_cell_state_expanded
      WHERE response_id = :response AND instance = 0 AND is_expanded
      UNION
      SELECT id
      FROM formstate_cell
      WHERE version_id = :version AND parent_id IS :parent AND starts_expanded
    ) AS expanded
    CROSS JOIN formstate_cell AS cell ON cell.id = expanded.cell_id
    """

  func expandedCells(in accordion: AccordionScope) throws -> [CellSnapshot] {
    if try isInRepeat(accordion), let whole = try whole() { return whole.expandedCells(in: accordion) }
    var parentID: Int64?
    var section: Int?
    switch accordion {
    case .form: break
    case .section(let position): section = position
    case .cell(let place):
      section = place.section
      parentID = try id(ofCellAt: place)
    }
    return try snapshots(
      from: Self.expandedCells,
      where: """
        cell.parent_id IS :parent AND section.version_id = :version
        AND section.position = coalesce(:section, section.position)
        AND coalesce(state.is_expanded, cell.starts_expanded)
        ORDER BY section.position, cell.position
        """,
      ["version": location.version.id, "parent": parentID, "section": section])
  }

  /// Whether what an accordion holds stands in instances of a repeat.
  private func isInRepeat(_ accordion: AccordionScope) throws -> Bool {
    guard case .cell(let place) = accordion, let index = try repeating() else { return false }
    return place.instance > 0 || index.cell(at: place)?.kind == .repeat
  }

  private func id(ofCellAt place: CellPlace) throws -> Int64? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT cell.id
        FROM formstate_section AS section
        JOIN formstate_cell AS cell ON cell.section_id = section.id
        WHERE section.version_id = ? AND section.position = ? AND cell.position = ?
        """,
      arguments: [location.version.id, place.section, place.position])
  }
}

extension ResponseReader: StateReader {
  func cell(withKey key: String) throws -> CellSnapshot? {
    if let indexed = try indexed { return try indexed.cell(withKey: key) }
    return try memory.cell(withKey: key) {
      try snapshots(
        where: "cell.version_id = :version AND cell.key = :key", ["version": location.version.id, "key": key]
      ).first
    }
  }

  func cell(at place: CellPlace) throws -> CellSnapshot? {
    if let indexed = try indexed { return try indexed.cell(at: place) }
    return try memory.cell(at: place) {
      try snapshots(
        where: "section.version_id = :version AND section.position = :section AND cell.position = :position",
        ["version": location.version.id, "section": place.section, "position": place.position]
      ).first
    }
  }

  func cell(at path: RowPath) throws -> CellSnapshot? {
    if let rows = try rows() { return try rows.place(at: path).flatMap(cell) }
    guard let position = try VisiblePositions(db: db, location: location).position(at: path) else { return nil }
    return try cell(at: CellPlace(section: path.section, position: position))
  }

  func ancestors(of cell: CellSnapshot) throws -> [CellSnapshot] {
    if let indexed = try indexed { return try indexed.ancestors(of: cell) }
    return try memory.ancestors(of: cell) { try readAncestors(of: cell) }
  }

  private func readAncestors(of cell: CellSnapshot) throws -> [CellSnapshot] {
    let ancestors = try snapshots(
      from: """
        (
          WITH RECURSIVE ancestor (id, level) AS (
            SELECT parent_id, level FROM formstate_cell WHERE version_id = :version AND key = :key
            -- Not UNION ALL: in a damaged file a cell may stand above itself.
            UNION
            SELECT cell.parent_id, cell.level
            FROM ancestor
            JOIN formstate_cell AS cell ON cell.id = ancestor.id
            LIMIT :most
          )
          SELECT id FROM ancestor WHERE id IS NOT NULL
        ) AS above
        CROSS JOIN formstate_cell AS cell ON cell.id = above.id
        """,
      where: "1 ORDER BY cell.level DESC",
      ["version": location.version.id, "key": cell.cell.key, "most": FormDefinition.maximumLevel + 2])
    guard ancestors.count <= FormDefinition.maximumLevel else {
      throw StoreError.damaged(
        "the cell “\(cell.cell.key.shortened)” stands more than \(FormDefinition.maximumLevel) levels deep")
    }
    return ancestors
  }

  func option(withValue value: String, under cell: CellSnapshot) throws -> CellSnapshot? {
    if let indexed = try indexed { return try indexed.option(withValue: value, under: cell) }
    return try snapshots(
      where: """
        cell.parent_id = (SELECT id FROM formstate_cell WHERE version_id = :version AND key = :key)
        AND cell.option_value = :value
        """,
      ["version": location.version.id, "key": cell.cell.key, "value": value]
    ).first
  }

  func expandableCells(areExpanded: Bool) throws -> [CellSnapshot] {
    let plain = try snapshots(
      where: """
        section.version_id = :version AND cell.is_expandable
        AND coalesce(state.is_expanded, cell.starts_expanded) = :expanded
        ORDER BY section.position, cell.position
        """,
      ["version": location.version.id, "expanded": areExpanded])
    guard let index = try repeating(), let whole = try whole() else { return plain }
    let outside = plain.filter { index.repeats.repeatAround($0.place) == nil }
    return (outside + whole.expandableCellsInInstances(areExpanded: areExpanded)).sorted { $0.place < $1.place }
  }

  func section(withKey key: String) throws -> SectionSnapshot? {
    try sections(where: "section.key = :key", ["key": key]).first
  }

  func section(at position: Int) throws -> SectionSnapshot? {
    try memory.section(at: position) {
      try sections(where: "section.position = :position", ["position": position]).first
    }
  }

  func unfoldedSections(besides section: SectionSnapshot) throws -> [SectionSnapshot] {
    try sections(
      where: """
        (SELECT accordion FROM formstate_version WHERE id = :version) = 'sections'
        AND section.is_foldable AND NOT coalesce(fold.is_folded, section.starts_folded)
        AND section.position <> :position
        """,
      ["position": section.position])
  }

  func touchedSections() throws -> [SectionSnapshot] {
    try sections(where: "fold.is_folded IS NOT NULL", [:])
  }

  private func sections(
    where condition: String, _ arguments: [String: (any DatabaseValueConvertible)?]
  ) throws -> [SectionSnapshot] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT
          section.key, section.position, section.is_foldable, section.starts_folded, fold.is_folded,
          fold.is_relevant,
          coalesce(
            (SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'), 1
          ),
          (
            SELECT coalesce(max(cell.position) + 1, 0)
            FROM formstate_cell AS cell
            WHERE cell.section_id = section.id
          ),
          (
            SELECT expression
            FROM formstate_rule
            WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'
          ),
          section.title
        FROM formstate_section AS section
        LEFT JOIN formstate_section_state AS fold
          ON fold.response_id = :response AND fold.instance = 0 AND fold.section_id = section.id
        WHERE section.version_id = :version AND \(condition)
        ORDER BY section.position
        """)
    let all = arguments.merging(
      ["response": location.responseID, "version": location.version.id]
    ) { given, _ in given }
    return try Row.fetchAll(statement, arguments: StatementArguments(all)).map { row in
      SectionSnapshot(
        key: try row.decode(atIndex: 0), title: try row.decode(atIndex: 9), position: try row.position(atIndex: 1),
        cellCount: try row.position(atIndex: 7),
        isFoldable: try row.decode(atIndex: 2), startsFolded: try row.decode(atIndex: 3),
        fold: try row.decode(atIndex: 4), startsRelevant: try row.decode(atIndex: 6),
        relevance: try row.decode(atIndex: 5),
        rule: try row.decode(String?.self, atIndex: 8).map { FormRule(.relevant, $0) })
    }
  }

  func isCompleted() throws -> Bool {
    try StateTables(db: db, location: location).isCompleted()
  }

  func streamName() -> StreamName? { location.stream }

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

  func reportedCells() throws -> [CellSnapshot] {
    if let whole = try whole() { return whole.reportedCells() }
    return try snapshots(
      from: """
        (
          SELECT cell_id
          FROM formstate_cell_state INDEXED BY formstate_cell_state_reported
          WHERE response_id = :response AND instance = 0 AND reported_faults IS NOT NULL
        ) AS reported
        CROSS JOIN formstate_cell AS cell ON cell.id = reported.cell_id
        """,
      where: "cell.version_id = :version ORDER BY section.position, cell.position",
      ["version": location.version.id])
  }

  func unsavedCells() throws -> [CellSnapshot] {
    if let whole = try whole() { return whole.unsavedCells() }
    // IS NOT takes 1 and 1.0 for the same, which are not the same value.
    return try snapshots(
      from: """
        (
          SELECT cell_id
          FROM formstate_cell_state
          WHERE response_id = :response AND instance = 0
            AND (is_set IS NOT is_saved OR value IS NOT saved OR typeof(value) <> typeof(saved))
        ) AS unsaved
        CROSS JOIN formstate_cell AS cell ON cell.id = unsaved.cell_id
        """,
      where: "cell.version_id = :version ORDER BY section.position, cell.position",
      ["version": location.version.id])
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

  func sectionCount() throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT count(*) FROM formstate_section WHERE version_id = ?")
    return try Int.fetchOne(statement, arguments: [location.version.id]) ?? 0
  }

  func rowCount(inSection section: Int) throws -> Int {
    if let rows = try rows() { return rows.numberOfRows(in: section) }
    return try VisiblePositions(db: db, location: location).rowCount(inSection: section)
  }
}
