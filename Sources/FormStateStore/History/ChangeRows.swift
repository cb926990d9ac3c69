import FormState
import GRDB

/// Writes the state changes of an entry to the journal: individually, or several per statement if many are alike.
struct ChangeRows {
  /// A change with its order within the entry, and the readable contents on both sides, if they differ from the stored
  /// ones.
  struct Row {
    let ordinal: Int
    let change: StoredChange
    let readable: (before: String?, after: String?)

    /// Whether it concerns a cell or section outside of repeats that is not set aside, and is stored whole.
    var isPlain: Bool { change.subject.isPlain && change.part == nil }
  }

  /// The number of changes per statement.
  private static let count = 32

  let db: Database
  let responseID: Int64?
  let revision: Int
  let keys: KeyNumbers

  /// Writes changes.
  func insert(_ rows: [Row]) throws {
    let plain = rows.filter(\.isPlain)
    let together = plain.count / Self.count * Self.count
    for start in stride(from: 0, to: together, by: Self.count) {
      try insertTogether(plain[start..<(start + Self.count)])
    }
    for row in plain[together...] + rows.filter({ !$0.isPlain }) { try insert(row) }
  }

  private static let insertion =
    """
    INSERT INTO formstate_state_change (
      response_id, seq, ordinal, field, subject, instance, origin, touches, before_type, before, before_readable, after_type,
      after, after_readable
    ) VALUES\u{20}
    """
    + Array(repeating: "(?1, ?2, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?, ?, ?)", count: count).joined(separator: ", ")

  private func insertTogether(_ rows: ArraySlice<Row>) throws {
    var values = [responseID.databaseValue, revision.databaseValue]
    values.reserveCapacity(2 + 10 * Self.count)
    for row in rows {
      values.append(row.ordinal.databaseValue)
      values.append(row.change.field.number.databaseValue)
      values.append(try keys.number(of: row.change.subject.key).databaseValue)
      values += contents(of: row)
    }
    try db.cachedStatement(sql: Self.insertion).execute(arguments: StatementArguments(values))
  }

  private func insert(_ row: Row) throws {
    let (change, subject) = (row.change, row.change.subject)
    let place: [DatabaseValue] = [
      responseID.databaseValue, revision.databaseValue, row.ordinal.databaseValue, change.field.number.databaseValue,
      try keys.number(of: subject.key).databaseValue, subject.instance.databaseValue,
      subject.storedOrigin.databaseValue,
    ]
    let part: [DatabaseValue] = [
      (change.part?.keeps.first).databaseValue, (change.part?.keeps.last).databaseValue,
      (change.part?.wholeAt).databaseValue,
    ]
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO formstate_state_change (
          response_id, seq, ordinal, field, subject, instance, origin, touches, before_type, before, before_readable,
          after_type, after, after_readable, keeps_first, keeps_last, whole_at
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(arguments: StatementArguments(place + contents(of: row) + part))
  }

  private func contents(of row: Row) -> [DatabaseValue] {
    let change = row.change
    return [
      change.touches ? 1.databaseValue : .null,
      (change.before.type?.rawValue).databaseValue, change.before.value, row.readable.before.databaseValue,
      (change.after.type?.rawValue).databaseValue, change.after.value, row.readable.after.databaseValue,
    ]
  }
}
