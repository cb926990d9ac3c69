import FormState
import GRDB

/// Reads what stands below a cell.
extension ResponseReader {
  func children(of cell: CellSnapshot) throws -> [CellSnapshot] {
    if let indexed = try indexed { return try indexed.children(of: cell) }
    return try snapshots(
      where: """
        cell.parent_id = (SELECT id FROM formstate_cell WHERE version_id = :version AND key = :key)
        ORDER BY cell.id
        """,
      ["version": location.version.id, "key": cell.cell.key])
  }

  func filledChildren(of cell: CellSnapshot, orAmong changed: Set<CellPlace>) throws -> [CellSnapshot] {
    if let indexed = try indexed { return try indexed.filledChildren(of: cell, orAmong: changed) }
    let positions = changed.lazy.filter { $0.section == cell.place.section }.map { String($0.position) }
    return try snapshots(
      where: """
        cell.parent_id = (SELECT id FROM formstate_cell WHERE version_id = :version AND key = :key)
        AND (
          state.response_id IS NOT NULL OR cell.default_value IS NOT NULL
          OR cell.position IN (SELECT value FROM json_each(:changed))
          OR EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id)
        )
        ORDER BY cell.id
        """,
      [
        "version": location.version.id, "key": cell.cell.key, "changed": "[\(positions.joined(separator: ","))]",
      ])
  }

  func touchedCells(under cell: CellSnapshot?) throws -> [CellSnapshot] {
    if let whole = try whole(ifAskedAbout: cell) { return whole.touchedCells(under: nil) }
    if let cell, try repeating() != nil {
      let positions = cell.place.position...(cell.place.position + max(0, cell.cell.additionalRows))
      return try touchedCells(at: positions, inSection: cell.place.section, cell.instance)
        + instances(below: cell).flatMap { try touchedCells(inInstance: $0.number) }
    }
    func touched(_ condition: String = "") -> String {
      """
      (SELECT cell_id FROM formstate_cell_state WHERE response_id = :response AND instance = 0 \(condition)) AS marked
      CROSS JOIN formstate_cell AS cell ON cell.id = marked.cell_id
      """
    }
    guard let cell else {
      return try snapshots(
        from: touched(), where: "cell.version_id = :version ORDER BY section.position, cell.position",
        ["version": location.version.id])
    }
    let first = cell.place.position
    return try snapshots(
      // The ids of a section's cells grow with their positions, so that what is touched elsewhere is not read.
      from: touched("AND cell_id BETWEEN \(Self.idOfCell(at: ":first")) AND \(Self.idOfCell(at: ":last"))"),
      where: """
        cell.version_id = :version AND section.position = :section AND cell.position BETWEEN :first AND :last
        ORDER BY cell.position
        """,
      [
        "version": location.version.id, "section": cell.place.section, "first": first,
        "last": first + cell.cell.additionalRows,
      ])
  }

  /// The rowid of the cell at a position of a section, as SQL.
  static func idOfCell(at position: String) -> String {
    """
    (
      SELECT cell.id
      FROM formstate_section AS section
      CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = \(position)
      WHERE section.version_id = :version AND section.position = :section
    )
    """
  }
}
