#if Collect
import FormState
import FormStateInterchange

/// Writes a definition: its document, and what views need of it.
struct DefinitionTables {
  let connection: PostgresConnection

  /// Writes a definition, within a transaction; nothing if another collector was faster.
  ///
  /// - Complexity: O(n log n) for n cells.
  func insert(_ definition: PushedDefinition) throws {
    let inserted = try connection.execute(
      """
      INSERT INTO formstate_definition (digest, form, title, document) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING
      """,
      [
        .text(definition.digest), .text(definition.form.key), .text(definition.form.title),
        .text(try definition.document()),
      ])
    guard inserted.affected == 1 else { return }
    try insertSensitive(definition.form)
    let rows = DefinitionRows(of: definition.form, digest: definition.digest)
    let known = try knownLists(among: rows.listDigests)
    for table in DefinitionTable.allCases {
      try connection.copy(into: table.rawValue, columns: table.columns) { copy in
        try rows.forEachRow(of: table, besides: known) { try copy.add($0) }
      }
    }
  }

  /// Adds the cells that the definition marks as sensitive, in one order, so collectors wait for each other in it.
  private func insertSensitive(_ form: FormDefinition) throws {
    let sensitive = SensitiveCells(of: [form])
    let cells = sensitive.keys.map { ($0, false) } + sensitive.questions.keys.map { ($0, true) }
    for (cell, isOption) in cells.sorted(by: { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }) {
      try connection.execute(
        "INSERT INTO formstate_sensitive (form, cell, is_option) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [.text(form.key), .text(cell), .bool(isOption)])
    }
  }

  /// The lists whose items are stored already.
  private func knownLists(among digests: Set<String>) throws -> Set<String> {
    let known = try digests.filter { digest in
      try !connection.execute("SELECT 1 FROM formstate_list_item WHERE list = $1 LIMIT 1", [.text(digest)]).isEmpty
    }
    return known
  }
}
#endif
