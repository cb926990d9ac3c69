import FormState
import GRDB

/// Finds the cells that are expanded or collapsed.
extension ResponseSource {
  func expandablePlaces(areExpanded: Bool) throws -> [CellPlace] {
    try places(
      sql: """
        SELECT section.position, cell.position
        FROM formstate_section AS section
        JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.is_expandable
        LEFT JOIN formstate_cell_state AS state
          ON state.response_id = :response AND state.instance = 0 AND state.cell_id = cell.id
        WHERE section.version_id = :version AND coalesce(state.is_expanded, cell.starts_expanded) = :expanded
        """,
      ["expanded": areExpanded])
  }

  func expandedPlaces(inSection section: Int?, under parent: Int?) throws -> [CellPlace] {
    try places(
      // Found through those that a person expanded and those that start expanded, which are few in a form of any size.
      // Without the index, SQLite reads every touched cell.
      sql: """
        WITH
          parent (id) AS (
            SELECT cell.id
            FROM formstate_section AS section
            CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = :parent
            WHERE section.version_id = :version AND section.position = :section
          ),
          expanded (cell_id) AS (
            SELECT cell_id
            FROM formstate_cell_state INDEXED BY formstate_cell_state_expanded
            WHERE response_id = :response AND instance = 0 AND is_expanded
            UNION
            SELECT id
            FROM formstate_cell
            WHERE version_id = :version AND parent_id IS (SELECT id FROM parent) AND starts_expanded
          )
        SELECT section.position, cell.position
        FROM expanded
        CROSS JOIN formstate_cell AS cell ON cell.id = expanded.cell_id
        CROSS JOIN formstate_section AS section ON section.id = cell.section_id AND section.version_id = :version
        LEFT JOIN formstate_cell_state AS state
          ON state.response_id = :response AND state.instance = 0 AND state.cell_id = cell.id
        WHERE cell.parent_id IS (SELECT id FROM parent)
          AND section.position = coalesce(:section, section.position)
          AND coalesce(state.is_expanded, cell.starts_expanded)
        """,
      ["section": section, "parent": parent])
  }

  private func places(
    sql: String, _ arguments: [String: (any DatabaseValueConvertible)?]
  ) throws -> [CellPlace] {
    let all = arguments.merging(
      ["response": location.responseID, "version": location.version.id]
    ) { given, _ in given }
    let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: StatementArguments(all))
    var places: [CellPlace] = []
    while let row = try rows.next() {
      places.append(CellPlace(section: try row.position(atIndex: 0), position: try row.position(atIndex: 1)))
    }
    return places
  }
}
