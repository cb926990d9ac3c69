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
      INSERT INTO formstate_action (response_id, seq, version, kind, subject, time)
      VALUES (1, ?, 1, 'tap', (SELECT number FROM formstate_key WHERE key = ?), 1795230733456)
      """,
      """
      INSERT INTO formstate_state_change (
        response_id, seq, ordinal, field, subject, before_type, before, after_type, after
      ) VALUES (1, ?1, 0, 3, (SELECT number FROM formstate_key WHERE key = ?2), 2, NOT ?3, 2, ?3)
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
    let (sequence, isExpanded) = (RawValue.integer(Int64(sequence)), RawValue.integer(opens ? 1 : 0))
    let values: [[RawValue]] = [
      [], [sequence, .text(cell)], [sequence, .text(cell), isExpanded], [.text(cell), isExpanded], [],
    ]
    for (statement, values) in zip(statements, values) { try raw.run(statement, values) }
  }

  /// Finalizes the statements.
  func finish() {
    for statement in statements { sqlite3_finalize(statement) }
  }
}
