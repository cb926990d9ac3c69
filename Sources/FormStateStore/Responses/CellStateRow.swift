import FormState
import GRDB

/// The effect of changes on the row of a cell in `formstate_cell_state`.
struct CellStateRow {
  /// The cell.
  let subject: StateSubject
  /// The columns that change.
  let columns: [String]
  /// Their new values.
  let values: [DatabaseValue]
  /// Whether any of them is touched.
  let isTouched: Bool

  /// - Parameters:
  ///   - revision: the revision of the changes.
  ///   - readable: writes readable values.
  init(_ subject: StateSubject, _ changes: [StateChange], at revision: Int, _ readable: ReadableValues) throws {
    self.subject = subject
    var written = changes.flatMap { $0.field.storedColumns(holding: $0.after) }
    for change in changes {
      switch change.field {
      case .value:
        written.append(("set_at", change.after == nil ? .null : revision.databaseValue))
        written.append(("readable", try readable.text(of: change).databaseValue))
      case .calculated: written.append(("readable_calculated", try readable.text(of: change).databaseValue))
      default: break
      }
    }
    columns = written.map(\.name)
    values = written.map(\.value)
    isTouched = changes.contains { $0.after != nil }
  }

  /// Whether one statement can write it together with another row.
  func isWritten(like other: CellStateRow) -> Bool {
    subject.isPlain && other.subject.isPlain && isTouched == other.isTouched && columns == other.columns
  }
}

/// Writes the rows of many cells, several with each statement.
struct CellStateRows {
  /// The number of rows per statement.
  static let count = 32

  let db: Database
  let location: ResponseLocation

  /// Writes as many rows as a statement has, all alike.
  func write(_ rows: ArraySlice<CellStateRow>) throws {
    guard let first = rows.first else { return }
    if first.isTouched { try touch(rows, first.columns) } else { try untouch(rows, first.columns) }
  }

  private func touch(_ rows: ArraySlice<CellStateRow>, _ columns: [String]) throws {
    let row =
      "(?1, 0, (SELECT id FROM formstate_cell WHERE version_id = ?2 AND key = ?), 0"
      + String(repeating: ", ?", count: columns.count) + ")"
    try run(
      """
      INSERT INTO formstate_cell_state (response_id, instance, cell_id, origin, \(columns.joined(separator: ", ")))
      VALUES \(Array(repeating: row, count: rows.count).joined(separator: ", "))
      ON CONFLICT (response_id, instance, cell_id) DO UPDATE
      SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """, rows.flatMap { [$0.subject.key.databaseValue] + $0.values })
  }

  /// Resets columns to the definition; a row without contents is deleted.
  private func untouch(_ rows: ArraySlice<CellStateRow>, _ columns: [String]) throws {
    let keys = Array(repeating: "?", count: rows.count).joined(separator: ", ")
    let condition = """
      response_id = ?1 AND instance = 0
      AND cell_id IN (SELECT id FROM formstate_cell WHERE version_id = ?2 AND key IN (\(keys)))
      """
    let others = CellState.contentColumns.filter { !columns.contains($0) } + ["NULL"]
    let subjects = rows.map(\.subject.key.databaseValue)
    try run(
      "DELETE FROM formstate_cell_state WHERE \(condition) AND coalesce(NULL, \(others.joined(separator: ", "))) IS NULL",
      subjects)
    guard db.changesCount < rows.count else { return }
    try run(
      "UPDATE formstate_cell_state SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) WHERE \(condition)",
      subjects)
  }

  private func run(_ sql: String, _ values: [DatabaseValue]) throws {
    let place = [location.responseID.databaseValue, location.version.id.databaseValue]
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(place + values))
  }
}
