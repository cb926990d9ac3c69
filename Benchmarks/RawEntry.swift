import GRDBSQLite

/// An entry of a journal and the state that it leads to, written by hand through SQLite's C interface, on disk when it returns.
///
/// What to write is read from an entry that FormState has written, so that nothing is worked out here.
struct RawEntry {
  private let changes: [(field: String, subject: String, after: RawValue, isTouched: Bool)]

  /// Reads the last entry of the only response of a file.
  init(lastOf raw: RawDatabase) throws {
    let statement = try raw.prepare(
      """
      SELECT field, subject, after, is_touched
      FROM formstate_state_change
      WHERE response_id = 1 AND seq = (SELECT max(seq) FROM formstate_action WHERE response_id = 1)
      ORDER BY ordinal
      """)
    defer { sqlite3_finalize(statement) }
    var changes: [(field: String, subject: String, after: RawValue, isTouched: Bool)] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      changes.append(
        (
          Self.text(statement, 0), Self.text(statement, 1), Self.value(statement, 2),
          sqlite3_column_int(statement, 3) != 0
        ))
    }
    self.changes = changes
  }

  private static func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> RawValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    default: .text(text(statement, column))
    }
  }

  /// How many fields it changes.
  var count: Int { changes.count }

  /// Writes it as the next entry of the only response of a file.
  func write(in raw: RawDatabase, sequence: Int) throws {
    try raw.execute("BEGIN IMMEDIATE")
    let action = try raw.prepare(
      """
      INSERT INTO formstate_action (response_id, seq, version, kind, subject, time)
      VALUES (1, ?, 1, 'set', 'c0', 1795230733456)
      """)
    let change = try raw.prepare(
      """
      INSERT INTO formstate_state_change (response_id, seq, ordinal, field, subject, is_touched, after)
      VALUES (1, ?, ?, ?, ?, ?, ?)
      """)
    var state: [String: OpaquePointer?] = [:]
    for field in Set(changes.map(\.field)) { state[field] = try raw.prepare(Self.upsert(field)) }
    defer { for statement in [action, change] + state.values { sqlite3_finalize(statement) } }
    try raw.run(action, [.integer(Int64(sequence))])
    for (ordinal, each) in changes.enumerated() {
      try raw.run(
        change,
        [
          .integer(Int64(sequence)), .integer(Int64(ordinal)), .text(each.field), .text(each.subject),
          .integer(each.isTouched ? 1 : 0), each.after,
        ])
      try raw.run(state[each.field] ?? nil, [.text(each.subject), each.after, .integer(1)])
    }
    try raw.execute("COMMIT")
  }

  private static func upsert(_ field: String) -> String {
    let (column, flag) =
      switch field {
      case "value": ("value", "is_set")
      case "calculated": ("calculated", "is_calculated")
      case "relevance": ("is_relevant", "is_touched")
      default: ("is_touched", "is_touched")
      }
    let columns = column == flag ? column : "\(column), \(flag)"
    return """
      INSERT INTO formstate_cell_state (response_id, cell_id, \(columns))
      VALUES (1, (SELECT id FROM formstate_cell WHERE version_id = 1 AND key = ?1), ?2\(column == flag ? "" : ", ?3"))
      ON CONFLICT DO UPDATE
      SET \(column) = excluded.\(column)\(column == flag ? "" : ", \(flag) = excluded.\(flag)")
      """
  }
}
