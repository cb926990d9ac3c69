import FormState
import GRDB

/// Writes the cells of one version of a form, several with each statement.
final class CellWriter {
  /// SQLite reopens its tables and indexes for each statement; shared by this many cells, that cost is negligible.
  private static let mostAtOnce = 32

  private let db: Database
  private let versionID: Int64
  private var nextID: Int64

  /// Prepares to write cells of a version, inside the caller's transaction.
  init(db: Database, versionID: Int64) throws {
    self.db = db
    self.versionID = versionID
    // Numbers are assigned here, so a cell knows its parent's without a query.
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM formstate_cell") ?? 0
    guard (0..<(1 << 53)).contains(last) else { throw StoreError.damaged("a cell has an impossible rowid") }
    nextID = last + 1
  }

  /// Writes the cells of all sections, in preorder.
  ///
  /// - Parameter sectionIDs: the rows of the sections, which are already written.
  /// - Returns: the row of the first cell of each section; the others follow in preorder.
  /// - Complexity: O(n log n) for n cells.
  func insertCells(of form: FormDefinition, sectionIDs: [Int64]) throws -> [Int64] {
    var left = form.cellCount
    var firstIDs: [Int64] = []
    guard left > 0 else { return sectionIDs.map { _ in nextID } }
    var statement = try self.statement(for: left)
    for (section, sectionID) in zip(form.sections, sectionIDs) {
      firstIDs.append(nextID)
      let nesting = Nesting(of: section)
      // The buffer lends each cell without retaining its texts.
      try section.cells.withUnsafeBufferPointer { cells in
        for position in cells.indices {
          if statement.isEmpty && left < statement.rowCount { statement = try self.statement(for: left) }
          try statement.insert(cells[position], at: place(position, nesting, sectionID))
          left -= 1
        }
      }
      nextID += Int64(section.cells.count)
    }
    return firstIDs
  }

  private func statement(for count: Int) throws -> CellStatement {
    try CellStatement(db: db, versionID: versionID, rowCount: min(count, Self.mostAtOnce))
  }

  /// The place of a cell in the section whose first cell gets the next number.
  private func place(_ position: Int, _ nesting: Nesting, _ sectionID: Int64) -> CellStatement.Place {
    CellStatement.Place(
      id: nextID + Int64(position), sectionID: sectionID, position: position,
      parentID: nesting.parents[position].map { nextID + Int64($0) }, level: nesting.levels[position])
  }
}
