import FormState
import GRDB

/// Reads and writes the rules of one version of a form.
struct RuleTables {
  let db: Database
  let version: DefinitionRepository.Version

  /// Writes the rules of a form that has been checked, and what they read.
  ///
  /// - Complexity: O(r log n) for r rules and reads of a form of n cells.
  func insertRules(of form: FormDefinition) throws {
    let index = FormIndex(form)
    for rule in index.rules.rules {
      guard let section = form.sections.element(at: rule.place.section) else { continue }
      let cell = rule.place.position.flatMap(section.cells.element(at:))
      try db.cachedStatement(
        sql: """
          INSERT INTO formstate_rule (version_id, section_id, cell_id, kind, expression, rank, starts)
          VALUES (
            :version,
            (SELECT id FROM formstate_section WHERE version_id = :version AND key = :section),
            (SELECT id FROM formstate_cell WHERE version_id = :version AND key = :cell),
            :kind, :expression, :rank, :starts
          )
          """
      ).execute(arguments: [
        "version": version.id, "section": section.key, "cell": cell?.key, "kind": rule.rule.kind.rawValue,
        "expression": rule.rule.source, "rank": rule.rank, "starts": !index.irrelevantAtFirst.contains(rule.place),
      ])
      try insertInputs(rule.inputs, of: db.lastInsertedRowID, form)
    }
  }

  private func insertInputs(_ inputs: [CellPlace], of ruleID: Int64, _ form: FormDefinition) throws {
    for input in inputs {
      let key = form.sections.element(at: input.section)?.cells.element(at: input.position)?.key
      try db.cachedStatement(
        sql: """
          INSERT INTO formstate_rule_input (rule_id, cell_id)
          VALUES (?, (SELECT id FROM formstate_cell WHERE version_id = ? AND key = ?))
          """
      ).execute(arguments: [ruleID, version.id, key])
    }
  }

  /// Puts the rules where they stand in a form that was read without them.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` where a rule stands nowhere, or is of an unknown kind.
  /// - Complexity: O(r log n) for r rules of a form of n cells.
  func readRules(into form: inout FormDefinition) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT section.position, cell.position, rule.cell_id IS NULL, rule.kind, rule.expression
        FROM formstate_rule AS rule
        LEFT JOIN formstate_section AS section
          ON section.id = rule.section_id AND section.version_id = rule.version_id
        LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id AND cell.section_id = section.id
        WHERE rule.version_id = ?
        """,
      arguments: [version.id])
    for row in rows {
      guard let kind = FormRule.Kind(rawValue: try row.decode(atIndex: 3)),
        let section: Int = try row.decode(atIndex: 0), form.sections.indices.contains(section)
      else { throw StoreError.damaged("a rule is of an unknown kind, or of a section that there is not") }
      let rule = FormRule(kind, try row.decode(String.self, atIndex: 4))
      if try row.decode(Bool.self, atIndex: 2) {
        form.sections[section].relevant = rule
      } else if let cell: Int = try row.decode(atIndex: 1), form.sections[section].cells.indices.contains(cell) {
        form.sections[section].cells[cell].relevant = rule
      } else {
        throw StoreError.damaged("a rule is of a cell that there is not")
      }
    }
  }

  /// What is wrong with the rules as they are stored, against what follows from the definition; empty when nothing is.
  ///
  /// - Complexity: O(n + r log r) for n cells and r rules and reads.
  func faults(of form: FormDefinition) throws -> [String] {
    let index = FormIndex(form)
    let expected = index.rules.rules.map { rule in
      StoredRule(
        section: rule.place.section, position: rule.place.position, rank: rule.rank,
        starts: !index.irrelevantAtFirst.contains(rule.place),
        inputs: rule.inputs.map { "\($0.section),\($0.position)" })
    }
    let found = try storedRules()
    return Set(expected) == Set(found) && expected.count == found.count
      ? [] : ["what is stored of its rules is not what follows from them"]
  }

  private struct StoredRule: Hashable {
    let section: Int
    let position: Int?
    let rank: Int
    let starts: Bool
    let inputs: [String]
  }

  private func storedRules() throws -> [StoredRule] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT
          section.position, cell.position, rule.rank, rule.starts,
          (
            SELECT group_concat(place, ' ')
            FROM (
              SELECT above.position || ',' || read.position AS place
              FROM formstate_rule_input AS input
              JOIN formstate_cell AS read ON read.id = input.cell_id
              JOIN formstate_section AS above ON above.id = read.section_id
              WHERE input.rule_id = rule.id
              ORDER BY above.position, read.position
            )
          )
        FROM formstate_rule AS rule
        JOIN formstate_section AS section ON section.id = rule.section_id
        LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id
        WHERE rule.version_id = ?
        """,
      arguments: [version.id])
    return try rows.map { row in
      let inputs = try row.decode(String?.self, atIndex: 4)?.split(separator: " ").map(String.init)
      return StoredRule(
        section: try row.decode(atIndex: 0), position: try row.decode(atIndex: 1), rank: try row.decode(atIndex: 2),
        starts: try row.decode(atIndex: 3), inputs: inputs ?? [])
    }
  }
}
