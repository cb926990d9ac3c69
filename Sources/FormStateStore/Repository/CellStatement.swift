import FormState
import GRDB
import GRDBSQLite

/// One prepared statement that writes some cells of a version at once.
///
/// The columns of a cell are bound one by one: to build the arguments of so many columns as values first would cost as
/// much as SQLite itself.
struct CellStatement {
  /// Where a cell stands.
  struct Place {
    let id: Int64
    let sectionID: Int64
    let position: Int
    let parentID: Int64?
    let level: Int
  }

  /// A text that waits for its statement to run.
  private struct PendingText {
    let parameter: Int32
    let bytes: Range<Int>
  }

  /// How many cells it writes each time.
  let rowCount: Int

  private let statement: Statement
  private let versionID: Int64
  private var boundRows = 0
  /// Whether no cell waits to be written.
  var isEmpty: Bool { boundRows == 0 }
  /// The parameter that was bound last, from 1.
  private var parameter: Int32 = 0
  /// What SQLite said to the first parameter that it did not take.
  private var refusal = SQLITE_OK
  /// The texts of the cells that wait, one after the other: they must stay where they are until SQLite has read them.
  private var bytes: [UInt8] = []
  private var texts: [PendingText] = []

  /// Prepares the statement, for one connection and within its transaction.
  init(db: Database, versionID: Int64, rowCount: Int) throws {
    self.rowCount = rowCount
    self.versionID = versionID
    let row = "(?1" + String(repeating: ", ?", count: Self.columnCount - 1) + ")"
    statement = try db.makeStatement(
      sql: Self.insertion + Array(repeating: row, count: rowCount).joined(separator: ", "))
    // From now on the statement is taken for bound.
    statement.setUncheckedArguments([])
  }

  /// In the order in which they are bound; the version is the same in all rows.
  private static let insertion = """
    INSERT INTO formstate_cell (
      version_id, id, section_id, position, parent_id, level,
      key, kind, identifier, title, subtitle, default_value, is_expandable, starts_expanded, is_hidden,
      additional_rows, is_accordion, option_value, is_key_derived, is_inline, properties,
      summary, summary_text, minimum, maximum, off_title, on_title, collapsed_height, expanded_height, line_limit,
      list, step, unit
    ) VALUES\u{20}
    """
  private static let columnCount = 33
  /// The columns that only few cells have anything in, which come last.
  private static let rareColumnCount: Int32 = 12

  /// Takes a cell, and writes all that it has taken when they are as many as the statement holds.
  mutating func insert(_ cell: FormCell, at place: Place) throws {
    if boundRows == 0 {
      sqlite3_reset(statement.sqliteStatement)
      parameter = 0
      bind(versionID)
    }
    bind(place)
    bind(cell)
    try bindRareColumns(of: cell)
    boundRows += 1
    if boundRows == rowCount { try run() }
  }

  private mutating func run() throws {
    defer {
      // Nothing stays bound to where the texts stood, and what a cell lacks need not be bound.
      sqlite3_clear_bindings(statement.sqliteStatement)
      bytes.removeAll(keepingCapacity: true)
      texts.removeAll(keepingCapacity: true)
      boundRows = 0
    }
    guard refusal == SQLITE_OK else { throw Self.error(refusal) }
    try bytes.withUnsafeBytes { [texts, statement] bytes in
      try Self.bind(texts, in: bytes, to: statement)
      try statement.execute()
    }
  }

  private mutating func bind(_ place: Place) {
    bind(place.id)
    bind(place.sectionID)
    bind(Int64(place.position))
    bind(place.parentID)
    bind(Int64(place.level))
  }

  private mutating func bind(_ cell: FormCell) {
    bind(cell.key)
    bind(cell.kind.rawValue)
    bind(cell.identifier)
    bind(cell.title)
    bind(cell.subtitle)
    bind(cell.defaultValue)
    bind(cell.isExpandable)
    bind(cell.startsExpanded)
    bind(cell.isHidden)
    bind(Int64(cell.additionalRows))
    bind(cell.isAccordion)
    bind(cell.optionValue)
    bind(cell.isKeyDerived)
  }

  private mutating func bindRareColumns(of cell: FormCell) throws {
    let inline = cell.inline
    bind(inline != nil)
    bind(cell.hasRareProperties ? try cell.properties.storedJSON() : "{}")
    guard cell.hasRareProperties else {
      parameter += Self.rareColumnCount
      return
    }
    bind(cell.summary?.name)
    bind(cell.summary?.text)
    bind(cell.range?.minimum)
    bind(cell.range?.maximum)
    bind(cell.switchTitles?.off)
    bind(cell.switchTitles?.on)
    bind(inline?.collapsedHeight.points)
    bind(inline?.expandedHeight.points)
    bind(inline?.lineLimit.map { Int64($0) })
    bind(cell.list)
    bind(cell.step)
    bind(cell.unit)
  }
}

// MARK: - One parameter

extension CellStatement {
  private mutating func note(_ code: Int32) {
    if refusal == SQLITE_OK { refusal = code }
  }

  private mutating func bind(_ number: Int64?) {
    parameter += 1
    guard let number else { return }
    note(sqlite3_bind_int64(statement.sqliteStatement, parameter, number))
  }

  private mutating func bind(_ flag: Bool) {
    bind(Int64(flag ? 1 : 0))
  }

  private mutating func bind(_ number: Double?) {
    parameter += 1
    guard let number else { return }
    note(sqlite3_bind_double(statement.sqliteStatement, parameter, number))
  }

  private mutating func bind(_ text: String?) {
    parameter += 1
    guard var text else { return }
    let start = bytes.count
    text.withUTF8 { bytes.append(contentsOf: $0) }
    texts.append(PendingText(parameter: parameter, bytes: start..<bytes.count))
    // Even an empty text stands somewhere, since no address would mean NULL.
    bytes.append(0)
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

  /// Binds texts to where they stand, which they must not leave while the statement runs.
  private static func bind(_ texts: [PendingText], in bytes: UnsafeRawBufferPointer, to statement: Statement) throws {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
    for text in texts {
      let code = sqlite3_bind_text(
        statement.sqliteStatement, text.parameter, start + text.bytes.lowerBound, Int32(clamping: text.bytes.count), nil
      )
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  private static func error(_ code: Int32) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: code))
  }
}
