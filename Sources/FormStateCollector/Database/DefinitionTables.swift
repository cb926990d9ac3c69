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
    // ROWS
  }
}
#endif
