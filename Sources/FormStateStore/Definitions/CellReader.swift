import FormState
import GRDB

/// Reads the cells of a form on demand, on the connection that the thread has already, or else on one of the store's.
///
/// It may wait for a connection, so nobody reads while holding a screen without having one. The data never changes, so
/// any snapshot will do.
final class CellReader: CellSource {
  private let database: any DatabaseReader
  private let path: String
  private let version: DefinitionRepository.Version
  private let structure: FormStructure
  /// The row of the first cell of the form; the others follow in preorder.
  private let firstCellID: Int64
  private let sectionIDs: [Int64]
  private let hasRules: Bool

  /// Prepares to read the cells of a version; nothing is read yet.
  init(
    _ database: any DatabaseReader, path: String, version: DefinitionRepository.Version, structure: FormStructure,
    firstCellID: Int64, sectionIDs: [Int64], hasRules: Bool
  ) {
    self.database = database
    self.hasRules = hasRules
    self.path = path
    self.version = version
    self.structure = structure
    self.firstCellID = firstCellID
    self.sectionIDs = sectionIDs
  }

  func page(ofCells cells: Range<Int>) throws -> CellPage {
    try StoreError.translating(path: path) {
      try database.readingAtOnce { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT
              \(FormCell.storedColumns), cell.section_id, cell.position,
              (SELECT id FROM formstate_version WHERE id = :version AND digest = :digest)
            FROM formstate_cell AS cell
            WHERE cell.id >= :first AND cell.id < :end
            ORDER BY cell.id
            """)
        let rows = try Row.fetchCursor(
          statement,
          arguments: [
            "version": version.id, "digest": version.digest, "first": firstCellID + Int64(cells.lowerBound),
            "end": firstCellID + Int64(cells.upperBound),
          ])
        var page = CellPage()
        page.firstCell = cells.lowerBound
        while let row = try rows.next() { try append(row, to: &page) }
        guard page.cells.count == cells.count else { throw missing() }
        if hasRules { try addRules(to: &page, in: db) }
        if !structure.repeats.isEmpty { try addCounts(to: &page, in: db) }
        return page
      }
    }
  }

  /// Appends a cell, which must be the one of the version and of its structure.
  private func append(_ row: Row, to page: inout CellPage) throws {
    let next = FormCell.columnNames.count
    let number = page.firstCell + page.cells.count
    let place = structure.place(ofCell: number)
    guard try row.decode(Int64.self, atIndex: next) == sectionIDs.element(at: place.section),
      try row.position(atIndex: next + 1) == place.position,
      try row.decode(Int64?.self, atIndex: next + 2) == version.id
    else { throw missing() }
    let cell = try FormCell(stored: row)
    guard structure.fits(cell, at: number) else { throw damage("a cell is not as the structure of the form says") }
    page.cells.append(cell)
  }

  /// Sets the rules of the cells on a page.
  private func addRules(to page: inout CellPage, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT cell_id, \(FormRule.storedColumns)
        FROM formstate_rule AS rule
        WHERE cell_id >= ? AND cell_id < ?
        ORDER BY cell_id, kind, number
        """)
    let first = firstCellID + Int64(page.firstCell)
    let rows = try Row.fetchCursor(statement, arguments: [first, first + Int64(page.cells.count)])
    var rules: [Int: [FormRule]] = [:]
    while let row = try rows.next() {
      rules[Int(try row.decode(Int64.self, atIndex: 0) - first), default: []].append(try FormRule(stored: row, from: 1))
    }
    for (cell, rules) in rules { page.cells[cell].rules = rules }
  }

  /// Sets the instance counts of the repeats on a page.
  private func addCounts(to page: inout CellPage, in db: Database) throws {
    let first = firstCellID + Int64(page.firstCell)
    let counts = try RepeatTable(db: db, versionID: version.id)
      .counts(ofCells: first..<(first + Int64(page.cells.count)))
    for (id, counts) in counts {
      let position = Int(id - first)
      guard page.cells[position].kind == .repeat else { throw RepeatTable.noRepeat }
      page.cells[position].counts = counts
    }
  }

  func rules() throws -> FormRules {
    try StoreError.translating(path: path) {
      let rules = try database.readingAtOnce { try RuleTables(db: $0, version: version).rulesInOrder() }
      // The result is kept, so an invalid place must be refused now.
      let places = rules.rules.lazy.flatMap { [$0.place.cell].compactMap { $0 } + $0.inputs }
      guard places.allSatisfy(isInForm) else { throw missing() }
      return rules
    }
  }

  private func isInForm(_ place: CellPlace) -> Bool { structure.contains(place) }

  func place(ofCell key: String) throws -> CellPlace? {
    try StoreError.translating(path: path) {
      try database.unsafeReentrantRead { db in
        let statement = try db.cachedStatement(
          sql: "SELECT section_id, position FROM formstate_cell WHERE version_id = ? AND key = ?")
        guard let row = try Row.fetchOne(statement, arguments: [version.id, key]) else { return nil }
        let id: Int64 = try row.decode(atIndex: 0)
        guard let section = sectionIDs.firstIndex(of: id) else { throw missing() }
        let place = CellPlace(section: section, position: try row.position(atIndex: 1))
        guard isInForm(place) else { throw missing() }
        return place
      }
    }
  }

  private func damage(_ description: String) -> any Error {
    StoreError.damaged("version \(version.number) of a form: \(description)")
  }

  private func missing() -> any Error { damage("its cells are not as they were written") }
}

extension DefinitionRepository {
  /// A form whose cells are read on demand; only its structure is read now.
  ///
  /// This does not check the definition, which would mean reading all cells; each page is checked when it is read.
  ///
  /// - Parameters:
  ///   - version: the version.
  ///   - database: the database, on which the cells are read later.
  /// - Throws: ``StoreError/Code/damaged``.
  /// - Complexity: O(n + r) for n cells and r rules.
  func formInPages(of version: Version, from database: any DatabaseReader, path: String) throws -> FormDefinition {
    var sectionIDs: [Int64] = []
    var cellCounts: [Int] = []
    var firstCellID: Int64?
    let sections = try Row.fetchCursor(
      db,
      sql: """
        SELECT
          id,
          (SELECT coalesce(max(position) + 1, 0) FROM formstate_cell WHERE section_id = section.id),
          (SELECT id FROM formstate_cell WHERE section_id = section.id AND position = 0)
        FROM formstate_section AS section
        WHERE version_id = ?
        ORDER BY position
        """, arguments: [version.id])
    while let section = try sections.next() {
      sectionIDs.append(try section.decode(atIndex: 0))
      cellCounts.append(try section.position(atIndex: 1))
      firstCellID = try firstCellID ?? section.decode(Int64?.self, atIndex: 2)
    }
    let structure = try StructureTables(db: db, version: version).structure(cellCounts: cellCounts)
    let rules = RuleTables(db: db, version: version)
    let hasRules = try rules.hasRules()
    // The rows of all cells follow the first one's.
    let first = firstCellID ?? 0
    guard first <= Int64.max - Int64(cellCounts.reduce(0, +)) else {
      throw StoreError.damaged("version \(version.number) of a form: its cells are not as they were written")
    }
    let reader = CellReader(
      database, path: path, version: version, structure: structure, firstCellID: first,
      sectionIDs: sectionIDs, hasRules: hasRules)
    let pages = CellPages(
      reader, structure: structure, hasRules: hasRules, derivesKeys: try derivesKeys(versionID: version.id))
    var form = try formWithoutSections(of: version, lists: .outlined)
    let cells = { (_: Int64, position: Int) in FormCells(StoredCells(pages, section: position)) }
    var ownSections = try self.sections(versionID: version.id, cells: cells)
    if hasRules { try rules.readSectionRules(into: &ownSections) }
    form.take(ownSections, in: pages)
    if hasRules { form.setFresh(try rules.fresh(of: form)) }
    return form
  }

  /// Whether a reader derived the key of any cell. O(log n) for n such cells.
  private func derivesKeys(versionID: Int64) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM formstate_cell WHERE version_id = ? AND is_key_derived LIMIT 1")
    return try Int.fetchOne(statement, arguments: [versionID]) != nil
  }
}

extension DatabaseReader {
  /// Reads at one point in time: in the transaction that the thread is in, or in one of its own.
  ///
  /// GRDB notifies observers of every COMMIT that it runs, even of reads, so SQLite runs it.
  func readingAtOnce<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try unsafeReentrantRead { db in
      guard !db.isInsideTransaction else { return try work(db) }
      try db.executeUnobserved("BEGIN DEFERRED")
      defer { try? db.executeUnobserved("COMMIT") }
      return try work(db)
    }
  }
}
