import FormState
import GRDB

extension CellValue {
  /// The value as SQLite stores it: text, a number, 0 or 1 for a switch, ISO-8601 text for a date.
  var stored: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .integer(let whole): whole.databaseValue
    case .real(let number): number.databaseValue
    case .boolean(let isOn): (isOn ? 1 : 0).databaseValue
    case .date(let date): date.isoText.databaseValue
    }
  }

  /// Reads a stored value; `nil` for NULL.
  ///
  /// - Parameter kind: the kind of the cell, which tells a switch from a number and a date from text.
  /// - Throws: ``StoreError/damaged(_:)`` when a cell of the kind cannot hold what is stored.
  init?(stored: DatabaseValue, kind: CellKind) throws {
    switch (stored.storage, kind) {
    case (.null, _): return nil
    case (.int64(let whole), .switch) where whole == 0 || whole == 1: self = .boolean(whole == 1)
    case (.int64(let whole), .slider), (.int64(let whole), .custom): self = .integer(whole)
    case (.double(let number), .slider), (.double(let number), .custom): self = .real(number)
    case (.string(let text), .text), (.string(let text), .group), (.string(let text), .custom):
      self = .text(text)
    case (.string(let text), .date):
      guard let date = CalendarDate(isoText: text) else {
        throw StoreError.damaged("a date is stored that is none")
      }
      self = .date(date)
    default:
      throw StoreError.damaged("a cell of kind \(kind.rawValue) holds a value of another kind")
    }
  }
}
