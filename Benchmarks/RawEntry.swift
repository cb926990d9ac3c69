import GRDBSQLite

/// An entry of a journal and the resulting state, written through SQLite's C interface, on disk when it returns.
///
/// The rows are read from an entry that FormState has written, so nothing is calculated here and no column is missing.
struct RawEntry {
  private let action: [RawValue]
  private let changes: [Change]
  /// The entries that it puts out of use for good.
  private let abandoned: [RawValue]

  private struct Change {
    let field: String
    let subject: RawValue
    let instance: RawValue
    /// The columns of the field after the entry; nil: the row is deleted.
    let state: [RawValue]?
  }

  /// The number of the last entry of the first response of a file.
  static func last(in raw: RawDatabase) throws -> Int64 {
    guard
      case .integer(let last)? = try raw.rows("SELECT max(revision) FROM formstate_entry WHERE response_id = 1").first?
        .first
    else { return 0 }
    return last
  }

  /// Reads an entry of the first response of a file.
  ///
  /// - Parameters:
  ///   - sequence: its number; no later entry changed the same fields.
  ///   - raw: the file.
  init(_ sequence: Int64, of raw: RawDatabase) throws {
    let number = [RawValue.integer(sequence)]
    action = try raw.rows("SELECT * FROM formstate_entry WHERE response_id = 1 AND revision = ?", number).first ?? []
    abandoned = try raw.rows("SELECT revision FROM formstate_entry WHERE response_id = 1 AND abandoned_by = ?", number)
      .compactMap(\.first)
    let rows = try raw.rows(
      """
      SELECT
        change.value ->> 0, (SELECT key FROM formstate_key WHERE number = change.value ->> 1),
        coalesce(change.value ->> 5, 0)
      FROM formstate_entry AS entry, json_each(entry.changes) AS change
      WHERE response_id = 1 AND revision = ?
      ORDER BY change.key
      """, number)
    changes = try rows.map { row in
      let field = row[0].text
      return Change(
        field: field, subject: row[1], instance: row[2],
        state: try raw.rows(Self.reading(field), [row[1], row[2]]).first)
    }
  }

  /// How many fields it changes.
  var count: Int { changes.count }

  /// Writes it as the next entry of the first response of a file, with statements that the file has prepared once.
  func write(in raw: RawDatabase) throws {
    try raw.run(raw.prepared("BEGIN IMMEDIATE"), [])
    try raw.run(raw.prepared(Self.inserting("formstate_entry", columns: action.count)), action)
    for change in changes { try writeState(change, in: raw) }
    for entry in abandoned {
      let statement = "UPDATE formstate_entry SET abandoned_by = ? WHERE response_id = 1 AND revision = ?"
      try raw.run(raw.prepared(statement), [action[1], entry])
    }
    try raw.run(raw.prepared("COMMIT"), [])
  }

  private func writeState(_ change: Change, in raw: RawDatabase) throws {
    if change.field == "instance", change.state != nil {
      try raw.run(
        raw.prepared("UPDATE formstate_response SET next_instance = (? >> 32) + 1 WHERE id = 1"), [change.instance])
    }
    guard let state = change.state else {
      return try raw.run(raw.prepared(Self.deleting(change.field)), [change.subject, change.instance])
    }
    let statement = state.allSatisfy(\.isNull) ? Self.clearing(change.field) : Self.writing(change.field)
    try raw.run(raw.prepared(statement), [change.subject, change.instance] + state)
  }

  private static func inserting(_ table: String, columns: Int) -> String {
    "INSERT INTO \(table) VALUES (\(Array(repeating: "?", count: columns).joined(separator: ", ")))"
  }

  private static let cell = "(SELECT id FROM formstate_cell WHERE version_id = 1 AND key = ?1)"

  /// The table of a field, and the columns that hold it.
  private static func place(of field: String) -> (table: String, columns: [String]) {
    switch field {
    case "instance": ("formstate_instance", ["rank"])
    case "value": ("formstate_cell_state", ["value", "is_set", "readable", "set_at", "is_touched"])
    case "calculated": ("formstate_cell_state", ["calculated", "is_calculated", "readable_calculated"])
    case "relevance": ("formstate_cell_state", ["is_relevant"])
    case "disclosure": ("formstate_cell_state", ["is_expanded"])
    case "title": ("formstate_cell_state", ["title"])
    case "touched": ("formstate_cell_state", ["is_touched"])
    default: fatalError("no benchmark changes the field “\(field)”")
    }
  }

  private static func reading(_ field: String) -> String {
    let (table, columns) = place(of: field)
    return """
      SELECT \(columns.joined(separator: ", ")) FROM \(table)
      WHERE response_id = 1 AND cell_id = \(cell) AND instance = ?2
      """
  }

  private static func deleting(_ field: String) -> String {
    "DELETE FROM \(place(of: field).table) WHERE response_id = 1 AND cell_id = \(cell) AND instance = ?2"
  }

  /// A row that holds other fields as well; an INSERT of nothing but this one would not pass the CHECK of the table.
  private static func clearing(_ field: String) -> String {
    let (table, columns) = place(of: field)
    let values = columns.enumerated().map { "\($1) = ?\($0 + 3)" }.joined(separator: ", ")
    return "UPDATE \(table) SET \(values) WHERE response_id = 1 AND cell_id = \(cell) AND instance = ?2"
  }

  private static func writing(_ field: String) -> String {
    let (table, columns) = place(of: field)
    let values = columns.indices.map { "?\($0 + 3)" }.joined(separator: ", ")
    return """
      INSERT INTO \(table) (response_id, cell_id, instance, \(columns.joined(separator: ", ")))
      VALUES (1, \(cell), ?2, \(values))
      ON CONFLICT DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
  }
}
