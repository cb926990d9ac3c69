import FormState
import GRDB

/// Finds the cells that are expanded or collapsed.
extension ResponseReader {
  func expandableCells(areExpanded: Bool) throws -> [CellSnapshot] {
    let plain = try cells(
      sql: """
        SELECT section.position, cell.position, 0
        FROM formstate_section AS section
        JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.is_expandable
        LEFT JOIN formstate_cell_state AS state
          ON state.response_id = :response AND state.instance = 0 AND state.cell_id = cell.id
        WHERE section.version_id = :version AND coalesce(state.is_expanded, cell.starts_expanded) = :expanded
        """,
      ["expanded": areExpanded])
    guard !index.repeats.isEmpty else { return plain }
    let outside = plain.filter { index.repeats.repeatAround($0.place) == nil }
    return (outside + (try whole().expandableCellsInInstances(areExpanded: areExpanded))).sorted { $0.place < $1.place }
  }

  func expandedCells(in accordion: AccordionScope) throws -> [CellSnapshot] {
    let (section, parent): (Int?, Int?)
    switch accordion {
    case .form: (section, parent) = (nil, nil)
    case .section(let position): (section, parent) = (position, nil)
    case .cell(let place):
      if place.instance > 0 || index.cell(at: place)?.kind == .repeat {
        return try whole().expandedCells(in: accordion)
      }
      (section, parent) = (place.section, place.position)
    }
    return try expandedCells(inSection: section, under: parent)
  }

  /// The expanded cells directly below a cell, or for `nil` at the top level, of a section or all sections.
  private func expandedCells(inSection section: Int?, under parent: Int?) throws -> [CellSnapshot] {
    try cells(
      // Found through those that a person expanded and those that start expanded, which are few in a form of any size.
      // Without the index, SQLite reads every touched cell.
      sql: """
        WITH
          parent (id) AS (SELECT \(Self.idOfCell(at: ":parent"))),
          expanded (cell_id) AS (
            SELECT cell_id
            FROM formstate_cell_state INDEXED BY formstate_cell_state_expanded
            WHERE response_id = :response AND instance = 0 AND is_expanded
            UNION
            SELECT id
            FROM formstate_cell
            WHERE version_id = :version AND parent_id IS (SELECT id FROM parent) AND starts_expanded
          )
        SELECT section.position, cell.position, 0
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
}
