import GRDBSQLite

/// The rows of a tap, written through SQLite's C interface, on disk when it returns.
struct RawTap {
  private let raw: RawDatabase
  private let statements: [OpaquePointer?]

  /// Begins the response if it does not exist, and prepares the statements of each tap.
  init(_ raw: RawDatabase) throws {
    self.raw = raw
    try raw.execute("INSERT OR IGNORE INTO formstate_response (form_id, version_id, key) VALUES (1, 1, 'default')")
    try raw.execute("INSERT OR IGNORE INTO formstate_key (key) SELECT key FROM formstate_cell WHERE is_expandable")
    statements = try [
      "BEGIN IMMEDIATE",
      """
      INSERT INTO formstate_entry (response_id, revision, version, kind, subject, time, changes)
      SELECT 1, ?1, 1, 'tap', number, 1795230733456, '[["disclosure",' || number || ?3 FROM formstate_key WHERE key = ?2
      """,
      """
      INSERT INTO formstate_cell_state (response_id, cell_id, is_expanded)
      VALUES (1, (SELECT id FROM formstate_cell WHERE version_id = 1 AND key = ?), ?)
      ON CONFLICT DO UPDATE SET is_expanded = excluded.is_expanded
      """,
      "COMMIT",
    ].map(raw.prepare)
  }

  /// Opens or closes a cell, as the entry of the journal with a number.
  func run(on cell: String, opens: Bool, sequence: Int) throws {
    let sides = RawValue.text(opens ? ",[false],[true]]]" : ",[true],[false]]]")
    let values: [[RawValue]] = [
      [], [.integer(Int64(sequence)), .text(cell), sides], [.text(cell), .integer(opens ? 1 : 0)], [],
    ]
    for (statement, values) in zip(statements, values) { try raw.run(statement, values) }
  }

  /// Finalizes the statements.
  func finish() {
    for statement in statements { sqlite3_finalize(statement) }
  }
}
