import FormState
import GRDB

/// Writes the titles and conditions of the questions of one version of a form.
///
/// They follow from the cells and never change, so they are written once: a view that walked up the form for each
/// answer would take longer than all the rest.
struct QuestionTable {
  let db: Database
  let versionID: Int64

  /// The number of rows per statement.
  private static let count = 32
  private static let columnCount = 9

  /// Writes the questions of a form.
  ///
  /// - Parameters:
  ///   - form: a form whose cells are already written.
  ///   - sectionIDs: the rows of its sections.
  ///   - firstCellIDs: the rows of the first cell of each section; the others follow in preorder.
  /// - Complexity: O(n) for n cells.
  func insert(_ form: FormDefinition, sectionIDs: [Int64], firstCellIDs: [Int64]) throws {
    var repeats: [String: Int64] = [:]
    // One after the other, since joining separate rows would take longer than writing them.
    var values: [(any DatabaseValueConvertible)?] = []
    // A repeat precedes the cells in it.
    try form.forEachQuestion { question in
      let cell = question.cell
      let id = firstCellIDs[question.place.section] + Int64(question.place.position)
      if cell.kind == .repeat { repeats[cell.key] = id }
      guard cell.kind.holdsValue else { return }
      let hasDefault = cell.defaultValue != nil || cell.rule(.calculate) != nil || cell.rule(.default) != nil
      values += [
        versionID, id, sectionIDs[question.place.section], question.name, question.repeatAround.flatMap { repeats[$0] },
        cell.defaultValue.flatMap { form.storedText(of: $0, inCellAt: question.place) }, question.isHidden,
        question.isConditional, hasDefault,
      ]
      if values.count == Self.count * Self.columnCount {
        try write(values)
        values.removeAll(keepingCapacity: true)
      }
    }
    try write(values)
  }

  /// Writes the rules that decide the relevance of questions, after the questions and the rules.
  ///
  /// - Complexity: O(n log n) for n conditions.
  func insertConditions() throws {
    try db.execute(
      sql: """
        INSERT INTO formstate_condition (version_id, cell_id, rule_id)
        SELECT asked.version_id, asked.cell_id, rule.id
        FROM formstate_rule AS rule
        LEFT JOIN formstate_cell AS deciding ON deciding.id = rule.cell_id
        CROSS JOIN formstate_cell AS cell
          ON cell.section_id = rule.section_id
          AND cell.position BETWEEN coalesce(deciding.position, 0)
            AND iif(rule.cell_id IS NULL, 9223372036854775807, deciding.position + deciding.additional_rows)
        CROSS JOIN formstate_question AS asked ON asked.version_id = rule.version_id AND asked.cell_id = cell.id
        WHERE rule.version_id = ? AND rule.kind = 'relevant' AND asked.repeat_id IS NULL
        """, arguments: [versionID])
  }

  private func write(_ values: [(any DatabaseValueConvertible)?]) throws {
    guard !values.isEmpty else { return }
    let row = "(" + Array(repeating: "?", count: Self.columnCount).joined(separator: ", ") + ")"
    let rows = Array(repeating: row, count: values.count / Self.columnCount)
    try db.cachedStatement(
      sql: """
        INSERT INTO formstate_question (
          version_id, cell_id, section_id, question, repeat_id, readable, is_hidden, is_conditional,
          has_default
        ) VALUES \(rows.joined(separator: ", "))
        """
    ).execute(arguments: StatementArguments(values))
  }
}
