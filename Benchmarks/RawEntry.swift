import GRDBSQLite

/// An entry of a journal and the state that it leads to, written by hand through SQLite's C interface, on disk when it returns.
///
/// What to write is read from an entry that FormState has written, so that nothing is worked out here.
struct RawEntry {
  private let changes: [Change]

  private struct Change {
    let field: String
    let subject: String
    let instance: Int64
    let after: RawValue
    /// What else the journal's row holds, in the order of ``rowColumns``.
    let row: [RawValue]
  }

  /// Reads the last entry of the only response of a file.
  init(lastOf raw: RawDatabase) throws {
    let statement = try raw.prepare(
      """
      SELECT named_field.field, named.key, instance, after, \(Self.rowColumns)
      FROM formstate_state_change AS change
      JOIN formstate_field AS named_field ON named_field.number = change.field
      JOIN formstate_key AS named ON named.number = change.subject
      WHERE response_id = 1 AND seq = (SELECT max(seq) FROM formstate_action WHERE response_id = 1)
      ORDER BY ordinal
      """)
    defer { sqlite3_finalize(statement) }
    var changes: [Change] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      changes.append(
        Change(
          field: Self.text(statement, 0), subject: Self.text(statement, 1),
          instance: sqlite3_column_int64(statement, 2),
          after: Self.value(statement, 3), row: (4..<12).map { Self.value(statement, $0) }))
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

  private static let insertingAction = """
    INSERT INTO formstate_action (response_id, seq, version, kind, subject, time)
    VALUES (1, ?, 1, 'set', 1, 1795230733456)
    """

  private static let rowColumns =
    "change.field, subject, instance, touches, before_type, before, after_type, after"

  private static let insertingChange = """
    INSERT INTO formstate_state_change (
      response_id, seq, ordinal, field, subject, instance, touches, before_type, before, after_type, after
    ) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// Writes it as the next entry of the only response of a file, with statements that the file has prepared once.
  func write(in raw: RawDatabase, sequence: Int) throws {
    try raw.run(raw.prepared("BEGIN IMMEDIATE"), [])
    try raw.run(raw.prepared(Self.insertingAction), [.integer(Int64(sequence))])
    let change = try raw.prepared(Self.insertingChange)
    for (ordinal, each) in changes.enumerated() {
      try raw.run(
        change,
        [.integer(Int64(sequence)), .integer(Int64(ordinal))] + each.row)
      try writeState(each, in: raw)
    }
    try raw.run(raw.prepared("COMMIT"), [])
  }

  /// Writes what a change leads to: a row of the state, or an instance, whose place is written “parent rank”.
  private func writeState(_ change: Change, in raw: RawDatabase) throws {
    let statement = try raw.prepared(Self.upsert(change.field))
    guard change.field == "instance" else {
      try raw.run(
        statement,
        [.text(change.subject), change.after, .integer(1), .integer(change.instance)])
      return
    }
    guard case .text(let place) = change.after, let rank = place.split(separator: " ").last.flatMap({ Int64($0) })
    else {
      try raw.run(
        raw.prepared("DELETE FROM formstate_instance WHERE response_id = 1 AND instance = ?"),
        [.integer(change.instance)])
      return
    }
    try raw.run(
      raw.prepared("UPDATE formstate_response SET next_instance = ? WHERE id = 1"), [.integer(change.instance + 1)])
    try raw.run(statement, [.text(change.subject), .integer(rank), .null, .integer(change.instance)])
  }

  private static func upsert(_ field: String) -> String {
    let (column, flag) =
      switch field {
      case "value": ("value", "is_set")
      case "calculated": ("calculated", "is_calculated")
      case "relevance": ("is_relevant", "is_touched")
      default: ("is_touched", "is_touched")
      }
    if field == "instance" {
      return """
        INSERT INTO formstate_instance (response_id, cell_id, rank, instance)
        VALUES (1, (SELECT id FROM formstate_cell WHERE version_id = 1 AND key = ?1), ?2, ?4)
        """
    }
    let columns = column == flag ? column : "\(column), \(flag)"
    return """
      INSERT INTO formstate_cell_state (response_id, cell_id, instance, \(columns))
      VALUES (
        1, (SELECT id FROM formstate_cell WHERE version_id = 1 AND key = ?1), ?4, ?2\(column == flag ? "" : ", ?3")
      )
      ON CONFLICT DO UPDATE
      SET \(column) = excluded.\(column)\(column == flag ? "" : ", \(flag) = excluded.\(flag)")
      """
  }
}
