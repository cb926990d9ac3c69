import FormState
import GRDB

extension FormStore {
  /// The sensitive cells of a form, in all of its versions.
  ///
  /// - Returns: none for an unknown form.
  /// - Complexity: O(k log n) for k sensitive cells and their options.
  package func sensitiveCells(ofForm form: String) throws -> SensitiveCells {
    try read { try SensitiveCells(ofForm: form, in: $0) }
  }

  /// Whether a response of a form exists that may contain something in a sensitive cell.
  ///
  /// - Parameter form: the key of the form; `nil` for all forms.
  package func hasSensitiveContents(ofForm form: String?) throws -> Bool {
    try read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (
            SELECT 1
            FROM formstate_version AS version
            JOIN formstate_form AS form ON form.id = version.form_id
            WHERE (form.key = ?1 OR ?1 IS NULL)
              AND EXISTS (SELECT 1 FROM formstate_cell WHERE version_id = version.id AND is_sensitive)
              AND EXISTS (SELECT 1 FROM formstate_response WHERE form_id = form.id)
          )
          """, arguments: [form]) ?? false
    }
  }
}

extension DefinitionRepository.Version {
  /// The keys of its sensitive cells. O(m log n) for m of n cells.
  func sensitiveCells(in db: Database) throws -> Set<String> {
    try String.fetchSet(
      db.cachedStatement(sql: "SELECT key FROM formstate_cell WHERE version_id = ? AND is_sensitive"), arguments: [id])
  }
}

extension SensitiveCells {
  /// Reads the sensitive cells of all versions of a form.
  init(ofForm form: String, in db: Database) throws {
    try self.init(where: "form_id = (SELECT id FROM formstate_form WHERE key = ?)", [form], in: db)
  }

  /// Reads the sensitive cells of all versions of the form that a version is of.
  init(ofVersion version: DefinitionRepository.Version, in db: Database) throws {
    try self.init(where: "form_id = ?", [version.formID], in: db)
  }

  private init(where condition: String, _ arguments: StatementArguments, in db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT cell.key, option.key
        FROM formstate_version AS version
        CROSS JOIN formstate_cell AS cell ON cell.version_id = version.id AND cell.is_sensitive
        LEFT JOIN formstate_cell AS option ON option.parent_id = cell.id AND option.kind = 'option'
        WHERE version.\(condition)
        """, arguments: arguments)
    var (keys, questions) = (Set<String>(), [String: String]())
    for row in rows {
      let key: String = try row.decode(atIndex: 0)
      keys.insert(key)
      if let option = try row.decode(String?.self, atIndex: 1) { questions[option] = key }
    }
    self.init(keys: keys, questions: questions)
  }
}
