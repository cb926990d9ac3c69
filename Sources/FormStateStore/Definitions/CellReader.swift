import FormState
import GRDB

/// Reads the cells of a large form on demand.
///
/// It has its own connection: a session reads while it locks its screen, and a thread with another connection may wait
/// for that screen. The data never changes, so any snapshot will do.
final class CellReader: CellSource {
  private let connection: CellConnection
  private let path: String
  private let version: DefinitionRepository.Version
  /// The row of the first cell of the form; the others follow in preorder.
  private let firstCellID: Int64
  private let sectionIDs: [Int64]
  private let hasRules: Bool
  private let hasRepeats: Bool
  /// The number of cells before each section, and finally the total.
  private let firstCells: [Int]

  /// Prepares to read the cells of a version; nothing is read yet.
  init(
    _ connection: CellConnection, path: String, version: DefinitionRepository.Version, firstCellID: Int64,
    sectionIDs: [Int64], cellCounts: [Int], hasRules: Bool, hasRepeats: Bool
  ) {
    self.connection = connection
    self.hasRules = hasRules
    self.hasRepeats = hasRepeats
    self.path = path
    self.version = version
    self.firstCellID = firstCellID
    self.sectionIDs = sectionIDs
    firstCells = cellCounts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  func page(ofCells cells: Range<Int>) throws -> CellPage {
    try StoreError.translating(path: path) {
      // One transaction, so the rules match the cells.
      try connection.queue.read { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT
              \(FormCell.storedColumns), cell.section_id, cell.position, cell.parent_id, cell.level,
              (SELECT id FROM formstate_version WHERE id = :version AND digest = :digest),
              cell.additional_rows > 0 AND EXISTS (
                SELECT 1 FROM formstate_cell AS option WHERE option.parent_id = cell.id AND option.option_value IS NOT NULL
              )
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
        var section = firstCells.lastIndex { $0 <= cells.lowerBound } ?? 0
        while let row = try rows.next() {
          let cell = cells.lowerBound + page.cells.count
          while section + 1 < sectionIDs.count, firstCells[section + 1] <= cell { section += 1 }
          try append(row, at: cell - firstCells[section], inSection: section, to: &page)
        }
        guard page.cells.count == cells.count else { throw missing() }
        if hasRules { try addRules(to: &page, in: db) }
        if hasRepeats { try addCounts(to: &page, in: db) }
        return page
      }
    }
  }

  private func append(_ row: Row, at position: Int, inSection section: Int, to page: inout CellPage) throws {
    let next = FormCell.storedColumnCount
    guard try row.decode(Int64.self, atIndex: next) == sectionIDs.element(at: section),
      try row.position(atIndex: next + 1) == position, try row.decode(Int64?.self, atIndex: next + 4) == version.id
    else { throw missing() }
    let level = try row.position(atIndex: next + 3)
    // A damaged id may be any number; only that of a cell before this one gives a position before it.
    let parent = try row.decode(Int64?.self, atIndex: next + 2).map { $0 &- firstCellID &- Int64(firstCells[section]) }
    guard level <= FormDefinition.maximumLevel, (level == 0) == (parent == nil),
      parent.map({ (0..<Int64(position)).contains($0) }) ?? true
    else { throw damage("a cell is under one that cannot be its parent") }
    page.cells.append(try FormCell(stored: row))
    page.parents.append(Int32(clamping: parent ?? -1))
    page.levels.append(UInt8(clamping: level))
    page.holdsOptions.append(try row.decode(atIndex: next + 5))
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
      let rules = try connection.queue.read { try RuleTables(db: $0, version: version).rulesInOrder() }
      // The result is kept, so an invalid place must be refused now.
      let places = rules.rules.lazy.flatMap { [$0.place.cell].compactMap { $0 } + $0.inputs }
      guard places.allSatisfy(isInForm) else { throw missing() }
      return rules
    }
  }

  private func isInForm(_ place: CellPlace) -> Bool {
    sectionIDs.indices.contains(place.section)
      && place.position < firstCells[place.section + 1] - firstCells[place.section]
  }

  func place(ofCell key: String) throws -> CellPlace? {
    try StoreError.translating(path: path) {
      try connection.queue.unsafeRead { db in
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

  func damage(_ description: String) -> any Error {
    StoreError.damaged("version \(version.number) of a form: \(description)")
  }

  private func missing() -> any Error { damage("its cells are not as they were written") }
}

extension DefinitionRepository {
  /// A large form whose cells are read on demand; `nil` for a version that is read whole.
  ///
  /// This does not check the definition, which would mean reading all cells; each page is checked when it is read.
  ///
  /// - Parameters:
  ///   - version: the version.
  ///   - connection: opens the read-only connection.
  /// - Throws: ``StoreError/Code/damaged``.
  /// - Complexity: O(p + s log n + r) for p pages, s sections and r rules of a form of n cells.
  func formInPages(of version: Version, from connection: () throws -> CellConnection, path: String) throws
    -> FormDefinition?
  {
    guard let digest = try OutlineTables(db: db, versionID: version.id).digest() else { return nil }
    let sections = try Row.fetchAll(
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
    let counts = try sections.map { try $0.position(atIndex: 1) }
    guard let firstCellID = try sections.lazy.compactMap({ try $0.decode(Int64?.self, atIndex: 2) }).first else {
      throw StoreError.damaged("a form with an outline has no cells")
    }
    let rules = RuleTables(db: db, version: version)
    let hasRules = try rules.hasRules()
    let outline = try OutlineTables(db: db, versionID: version.id).outline(digest, cellCounts: counts)
    let reader = CellReader(
      try connection(), path: path, version: version, firstCellID: firstCellID,
      sectionIDs: try sections.map { try $0.decode(atIndex: 0) }, cellCounts: counts, hasRules: hasRules,
      hasRepeats: !outline.repeats.isEmpty)
    let pages = CellPages(
      reader, cellCounts: counts, outline: outline, leavesPerPage: FormOutline.limits.pageSize, hasRules: hasRules,
      derivesKeys: try derivesKeys(versionID: version.id))
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
