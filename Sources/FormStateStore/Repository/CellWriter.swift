import FormState
import GRDB
import GRDBSQLite

/// Writes the cells of one version of a form with one prepared statement.
///
/// The columns of a cell are bound one by one: to build the arguments of so many columns as values first would cost as
/// much as SQLite itself.
final class CellWriter {
  private let versionID: Int64
  private let statement: Statement
  private var nextID: Int64
  /// The column that was bound last, from 1.
  private var column: Int32 = 0
  /// What SQLite said to the first column of a cell that it did not take.
  private var refusal = SQLITE_OK

  /// Prepares to write cells of a version, inside the caller's transaction.
  init(db: Database, versionID: Int64) throws {
    self.versionID = versionID
    statement = try db.makeStatement(
      sql: """
        INSERT INTO formstate_cell (
          id, version_id, section_id, position, parent_id, level,
          key, kind, identifier, title, subtitle, default_value, is_expandable, starts_expanded, is_hidden,
          additional_rows, summary, summary_text, minimum, maximum, off_title, on_title, properties,
          is_accordion, is_inline, collapsed_height, expanded_height, line_limit, option_value, list, step,
          is_key_derived
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    // Numbers are handed out here, so that a cell can name its parent's without asking for it.
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM formstate_cell") ?? 0
    guard (0..<(1 << 53)).contains(last) else { throw StoreError.damaged("a cell has an impossible rowid") }
    nextID = last + 1
    // From now on the statement is taken for bound, and each cell binds every column anew.
    statement.setUncheckedArguments([])
  }

  /// Writes a section's cells, in preorder.
  func insertCells(of section: FormSection, sectionID: Int64) throws {
    let nesting = Nesting(of: section)
    let firstID = nextID
    nextID += Int64(section.cells.count)
    for (position, cell) in section.cells.enumerated() {
      sqlite3_reset(statement.sqliteStatement)
      column = 0
      bind(firstID + Int64(position))
      bind(versionID)
      bind(sectionID)
      bind(Int64(position))
      bind(nesting.parents[position].map { firstID + Int64($0) })
      bind(Int64(nesting.levels[position]))
      try bind(cell)
      guard refusal == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: refusal)) }
      try statement.execute()
    }
  }

  /// Binds what the definition says of a cell, in the order of the columns.
  private func bind(_ cell: FormCell) throws {
    bind(cell.key)
    bind(cell.kind.rawValue)
    bind(cell.identifier)
    bind(cell.title)
    bind(cell.subtitle)
    bind(cell.defaultValue?.stored ?? .null)
    bind(cell.isExpandable)
    bind(cell.startsExpanded)
    bind(cell.isHidden)
    bind(Int64(cell.additionalRows))
    bind(cell.summary?.name)
    bind(cell.summary?.text)
    bind(cell.range?.minimum)
    bind(cell.range?.maximum)
    bind(cell.switchTitles?.off)
    bind(cell.switchTitles?.on)
    bind(try cell.properties.storedJSON())
    bind(cell.isAccordion)
    let inline = cell.inline
    bind(inline != nil)
    bind(inline?.collapsedHeight.points)
    bind(inline?.expandedHeight.points)
    bind(inline?.lineLimit.map { Int64($0) })
    bind(cell.optionValue)
    bind(cell.list)
    bind(cell.step)
    bind(cell.isKeyDerived)
  }
}

extension CellWriter {
  /// Tells SQLite to copy a text at once.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func bind(_ bindNext: (OpaquePointer, Int32) -> Int32) {
    column += 1
    let code = bindNext(statement.sqliteStatement, column)
    if refusal == SQLITE_OK { refusal = code }
  }

  private func bind(_ number: Int64?) {
    bind { statement, column in
      number.map { sqlite3_bind_int64(statement, column, $0) } ?? sqlite3_bind_null(statement, column)
    }
  }

  private func bind(_ flag: Bool) {
    bind(Int64(flag ? 1 : 0))
  }

  private func bind(_ number: Double?) {
    bind { statement, column in
      number.map { sqlite3_bind_double(statement, column, $0) } ?? sqlite3_bind_null(statement, column)
    }
  }

  private func bind(_ text: String?) {
    guard var text else { return bind { sqlite3_bind_null($0, $1) } }
    bind { statement, column in
      text.withUTF8 { bytes in
        guard let start = bytes.baseAddress else { return sqlite3_bind_text(statement, column, "", 0, Self.transient) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text(statement, column, $0, Int32(clamping: bytes.count), Self.transient)
        }
      }
    }
  }

  private func bind(_ value: DatabaseValue) {
    switch value.storage {
    case .null: bind { sqlite3_bind_null($0, $1) }
    case .int64(let whole): bind(whole)
    case .double(let number): bind(number)
    case .string(let text): bind(text)
    case .blob(let bytes):
      bind { statement, column in
        bytes.withUnsafeBytes {
          sqlite3_bind_blob(statement, column, $0.baseAddress, Int32(clamping: $0.count), Self.transient)
        }
      }
    }
  }
}
