import FormState
import GRDB
import GRDBSQLite

/// A prepared statement that writes several cells of a version at once.
///
/// The columns of a cell are bound one by one: building arguments for so many columns first would cost as much as
/// SQLite itself.
struct CellStatement {
  /// The place of a cell.
  struct Place {
    let id: Int64
    let sectionID: Int64
    let position: Int
    let parentID: Int64?
    let level: Int
  }

  /// The number of cells per execution.
  let rowCount: Int

  private let statement: Statement
  /// SQLite's handle of the statement.
  private let handle: SQLiteStatement
  private let versionID: Int64
  private var boundRows = 0
  /// Whether no cell is pending.
  var isEmpty: Bool { boundRows == 0 }
  /// The parameter that was bound last, from 1.
  private var parameter: Int32 = 0
  /// SQLite's error for the first parameter that it refused.
  private var refusal = SQLITE_OK
  /// The texts of the pending cells.
  private let texts = BoundTexts()

  /// Prepares the statement for one connection, within its transaction.
  init(db: Database, versionID: Int64, rowCount: Int) throws {
    self.rowCount = rowCount
    self.versionID = versionID
    // The version is the same in all rows, and follows the first one's number.
    let others = ", ?1" + String(repeating: ", ?", count: Self.columnCount - 2) + ")"
    let rows = ["(?2" + others] + Array(repeating: "(?" + others, count: rowCount - 1)
    statement = try db.makeStatement(sql: Self.insertion + rows.joined(separator: ", "))
    // From now on GRDB considers the statement bound.
    statement.setUncheckedArguments([])
    handle = statement.sqliteStatement
  }

  /// In the order of the table: in any other, SQLite would copy each column once more.
  private static let insertion = """
    INSERT INTO formstate_cell (
      id, version_id, section_id, position, additional_rows, parent_id, level,
      key, is_key_derived, kind, identifier, title, subtitle, default_value, option_value,
      list, minimum, maximum, step, unit, off_title, on_title,
      is_hidden, is_expandable, starts_expanded, is_accordion, is_inline,
      collapsed_height, expanded_height, line_limit, summary, summary_text, properties, is_sensitive
    ) VALUES\u{20}
    """
  private static let columnCount = 34

  /// Binds a cell, and executes the statement when it is full.
  mutating func insert(_ cell: FormCell, at place: Place) throws {
    if boundRows == 0 {
      sqlite3_reset(handle)
      parameter = 0
      bind(versionID)
    }
    bind(place, of: cell)
    bindTexts(of: cell)
    bindAnswers(to: cell)
    bindOpening(of: cell)
    bind(cell.hasRareProperties ? try cell.properties.storedJSON() : "{}")
    bind(cell.isSensitive)
    boundRows += 1
    if boundRows == rowCount { try run() }
  }

  private mutating func run() throws {
    defer {
      // Nothing stays bound to the old texts, and missing columns need not be bound.
      sqlite3_clear_bindings(handle)
      texts.removeAll()
      boundRows = 0
    }
    guard refusal == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: refusal)) }
    try statement.execute()
  }

  private mutating func bind(_ place: Place, of cell: FormCell) {
    bind(place.id)
    bind(place.sectionID)
    bind(Int64(place.position))
    bind(Int64(cell.additionalRows))
    bind(place.parentID)
    bind(Int64(place.level))
  }

  private mutating func bindTexts(of cell: FormCell) {
    bind(cell.key)
    bind(cell.isKeyDerived)
    bind(cell.kind.rawValue)
    bind(cell.identifier)
    bind(cell.title)
    bind(cell.subtitle)
    bind(cell.defaultValue)
    bind(cell.optionValue)
  }

  private mutating func bindAnswers(to cell: FormCell) {
    // Rare properties need not be checked in the other cells.
    guard cell.hasRareProperties else { return pass(7) }
    bind(cell.list)
    bind(cell.range?.minimum)
    bind(cell.range?.maximum)
    bind(cell.step)
    bind(cell.unit)
    bind(cell.switchTitles?.off)
    bind(cell.switchTitles?.on)
  }

  private mutating func bindOpening(of cell: FormCell) {
    let inline = cell.inline
    bind(cell.isHidden)
    bind(cell.isExpandable)
    bind(cell.startsExpanded)
    bind(cell.isAccordion)
    bind(inline != nil)
    guard cell.hasRareProperties else { return pass(5) }
    bind(inline?.collapsedHeight.points)
    bind(inline?.expandedHeight.points)
    bind(inline?.lineLimit.map { Int64($0) })
    bind(cell.summary?.name)
    bind(cell.summary?.text)
  }
}

// MARK: - One parameter

extension CellStatement {
  private mutating func note(_ code: Int32) {
    if refusal == SQLITE_OK { refusal = code }
  }

  /// Leaves some parameters unbound, which means NULL.
  private mutating func pass(_ count: Int32) { parameter += count }

  private mutating func bind(_ number: Int64?) {
    parameter += 1
    guard let number else { return }
    note(sqlite3_bind_int64(handle, parameter, number))
  }

  private mutating func bind(_ flag: Bool) {
    bind(Int64(flag ? 1 : 0))
  }

  private mutating func bind(_ number: Double?) {
    parameter += 1
    guard let number else { return }
    note(sqlite3_bind_double(handle, parameter, number))
  }

  private mutating func bind(_ text: String?) {
    parameter += 1
    guard var text else { return }
    let (place, count) = text.withUTF8 { (texts.place($0), $0.count) }
    note(sqlite3_bind_text(handle, parameter, place, Int32(clamping: count), nil))
  }

  private mutating func bind(_ value: CellValue?) {
    switch value {
    case nil: parameter += 1
    case .text(let text): bind(text)
    case .integer(let whole): bind(whole)
    case .real(let number): bind(number)
    case .boolean(let isOn): bind(isOn)
    case .date, .decimal, .time, .dateTime, .choices: bind(value?.plainText)
    }
  }
}
