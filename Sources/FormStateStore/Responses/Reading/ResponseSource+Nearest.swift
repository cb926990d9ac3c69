import GRDB

/// Suggestions for unknown keys.
extension ResponseSource {
  func nearestCellKey(to key: String) throws -> String? {
    // An option named only by its value belongs to a question that has it.
    let question = try String.fetchOne(
      db,
      sql: """
        SELECT question.key || '=' || option.option_value
        FROM formstate_cell AS option
        JOIN formstate_cell AS question ON question.id = option.parent_id
        WHERE option.version_id = ? AND option.option_value = ?
        ORDER BY option.id
        LIMIT 1
        """, arguments: [location.version.id, key])
    if let question { return question }
    return try String.fetchAll(
      db, sql: "SELECT key FROM formstate_cell WHERE version_id = ? ORDER BY id",
      arguments: [location.version.id]
    ).nearest(to: key)
  }

  func nearestSectionKey(to key: String) throws -> String? {
    try String.fetchAll(
      db, sql: "SELECT key FROM formstate_section WHERE version_id = ? ORDER BY position",
      arguments: [location.version.id]
    ).nearest(to: key)
  }
}
