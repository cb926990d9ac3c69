import FormState
import GRDB

extension ResponseReader {
  func rules(readingCells positions: Range<Int>, inSection section: Int) throws -> [RuleSnapshot] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT DISTINCT
          place.position, cell.position, coalesce(cell.key, place.key), rule.expression, rule.rank, rule.cell_id IS NULL
        FROM formstate_section AS read_section
        CROSS JOIN formstate_cell AS read
          ON read.section_id = read_section.id AND read.position >= :first AND read.position < :end
        CROSS JOIN formstate_rule_input AS input ON input.cell_id = read.id
        CROSS JOIN formstate_rule AS rule ON rule.id = input.rule_id
        CROSS JOIN formstate_section AS place ON place.id = rule.section_id
        LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id
        WHERE read_section.version_id = :version AND read_section.position = :section
        """)
    let rows = try Row.fetchAll(
      statement,
      arguments: [
        "version": location.version.id, "section": section, "first": positions.lowerBound, "end": positions.upperBound,
      ])
    return try rows.map { row in
      let position: Int? = try row.decode(atIndex: 1)
      guard (position == nil) == (try row.decode(Bool.self, atIndex: 5)) else {
        throw StoreError.damaged("a rule is of a cell that there is not")
      }
      guard let expression = try? RuleExpression(try row.decode(String.self, atIndex: 3)) else {
        throw StoreError.damaged("a rule is stored that is no expression")
      }
      return RuleSnapshot(
        place: RulePlace(section: try row.position(atIndex: 0), position: position), key: try row.decode(atIndex: 2),
        expression: expression, rank: try row.decode(atIndex: 4))
    }
  }
}
