import FormState
import GRDB
import GRDBSQLite

/// Binds the parameters of a statement one after another.
///
/// Building arguments for so many columns first would cost as much as SQLite itself.
struct ParameterBinding {
  /// SQLite's handle of the statement.
  private let handle: SQLiteStatement
  /// The parameter that was bound last, from 1.
  private var parameter: Int32 = 0
  /// SQLite's error for the first parameter that it refused.
  private var refusal = SQLITE_OK
  /// The texts that are bound.
  private let texts = BoundTexts()

  init(_ statement: Statement) {
    // From now on GRDB considers the statement bound.
    statement.setUncheckedArguments([])
    handle = statement.sqliteStatement
  }

  /// Begins with the first parameter.
  mutating func restart() {
    sqlite3_reset(handle)
    parameter = 0
  }

  /// Unbinds all parameters: nothing stays bound to the old texts, and missing ones need not be bound.
  func clear() {
    sqlite3_clear_bindings(handle)
    texts.removeAll()
  }

  /// - Throws: `DatabaseError` if SQLite refused a parameter.
  func requireAccepted() throws {
    guard refusal == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: refusal)) }
  }

  private mutating func note(_ code: Int32) {
    if refusal == SQLITE_OK { refusal = code }
  }

  /// Binds the next parameter; one that is passed over is NULL.
  mutating func bind(_ number: Int64?) {
    parameter += 1
    guard let number else { return }
    note(sqlite3_bind_int64(handle, parameter, number))
  }

  mutating func bind(_ flag: Bool) {
    bind(Int64(flag ? 1 : 0))
  }

  mutating func bind(_ number: Double?) {
    parameter += 1
    guard let number else { return }
    note(sqlite3_bind_double(handle, parameter, number))
  }

  mutating func bind(_ text: String?) {
    parameter += 1
    guard var text else { return }
    let (place, count) = text.withUTF8 { (texts.place($0), $0.count) }
    note(sqlite3_bind_text(handle, parameter, place, Int32(clamping: count), nil))
  }

  mutating func bind(_ value: CellValue?) {
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
