import FormState
import GRDB

/// Writes the cells of one version of a form with one prepared statement.
final class CellWriter {
  private let db: Database
  private let versionID: Int64
  private let statement: Statement
  private var nextID: Int64

  /// Prepares to write cells of a version, inside the caller's transaction.
  init(db: Database, versionID: Int64) throws {
    self.db = db
    self.versionID = versionID
    statement = try db.makeStatement(
      sql: """
        INSERT INTO formstate_cell (
          id, version_id, section_id, position, parent_id, level,
          key, kind, identifier, title, subtitle, default_value, is_expandable, starts_expanded, is_hidden,
          additional_rows, summary, summary_text, minimum, maximum, off_title, on_title, properties,
          is_accordion, is_inline, collapsed_height, expanded_height, line_limit, option_value, list, step
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    // Numbers are handed out here, so that a cell can name its parent's without asking for it.
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM formstate_cell") ?? 0
    guard (0..<(1 << 53)).contains(last) else { throw StoreError.damaged("a cell has an impossible rowid") }
    nextID = last + 1
  }

  /// Writes a section's cells, in preorder.
  func insertCells(of section: FormSection, sectionID: Int64) throws {
    let nesting = Nesting(of: section)
    let firstID = nextID
    nextID += Int64(section.cells.count)
    for (position, cell) in section.cells.enumerated() {
      let arguments: StatementArguments = [
        firstID + Int64(position), versionID, sectionID, position,
        nesting.parents[position].map { firstID + Int64($0) }, nesting.levels[position],
        cell.key, cell.kind.rawValue, cell.identifier, cell.title, cell.subtitle,
        cell.defaultValue?.stored ?? .null, cell.isExpandable, cell.startsExpanded, cell.isHidden,
        cell.additionalRows, cell.summary?.name, cell.summary?.text, cell.range?.minimum, cell.range?.maximum,
        cell.switchTitles?.off, cell.switchTitles?.on, try cell.properties.storedJSON(),
        cell.isAccordion, cell.inline != nil, cell.inline?.collapsedHeight.points, cell.inline?.expandedHeight.points,
        cell.inline?.lineLimit, cell.optionValue, cell.list, cell.step,
      ]
      try statement.execute(arguments: arguments)
    }
  }
}
