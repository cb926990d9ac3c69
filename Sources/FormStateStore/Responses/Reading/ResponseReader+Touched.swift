import FormState
import GRDB

/// Finds the cells that were touched.
extension ResponseReader {
  func touchedCells(under cell: CellSnapshot?) throws -> [CellSnapshot] {
    guard let cell else { return try touchedCells(where: "1") }
    let positions = cell.place.position...(cell.place.position + max(0, cell.cell.additionalRows))
    return try touchedCells(at: positions, inSection: cell.place.section, cell.instance)
      + instances(below: cell).flatMap { try touchedCells(inInstance: $0.number) }
  }

  func touchedCells(inInstance number: Int) throws -> [CellSnapshot] {
    guard let instance = try instance(number), let cell = index.cell(at: instance.cell) else { return [] }
    let positions = instance.cell.position...(instance.cell.position + max(0, cell.additionalRows))
    return try touchedCells(at: positions, inSection: instance.cell.section, number)
  }

  func reportedCells() throws -> [CellSnapshot] {
    try touchedCells(where: "state.reported_faults IS NOT NULL", index: "formstate_cell_state_reported")
  }

  func unsavedCells() throws -> [CellSnapshot] {
    // IS NOT treats 1 and 1.0 as equal, but they are different values.
    try touchedCells(
      where: "(is_set IS NOT is_saved OR value IS NOT saved OR typeof(value) <> typeof(saved))")
  }

  /// The touched cells that satisfy a condition, in the order of the form.
  ///
  /// - Parameters:
  ///   - condition: the condition on `state`, as SQL.
  ///   - index: an index with all of them; `nil` to search the touched cells.
  private func touchedCells(where condition: String, index: String? = nil) throws -> [CellSnapshot] {
    try cells(
      sql: """
        SELECT section.position, cell.position, state.instance
        FROM formstate_cell_state AS state \(index.map { "INDEXED BY \($0)" } ?? "")
        CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id AND cell.version_id = :version
        CROSS JOIN formstate_section AS section ON section.id = cell.section_id
        WHERE state.response_id = :response AND state.origin = 0 AND \(condition)
        """)
  }

  /// The cells at the places in a query's result, in the order of the form.
  func cells(
    sql: String, _ arguments: [String: (any DatabaseValueConvertible)?] = [:]
  ) throws -> [CellSnapshot] {
    let all = arguments.merging(
      ["response": location.responseID, "version": location.version.id]
    ) { given, _ in given }
    let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: StatementArguments(all))
    var places: [CellPlace] = []
    while let row = try rows.next() {
      places.append(
        CellPlace(
          section: try row.position(atIndex: 0), position: try row.position(atIndex: 1),
          instance: try row.instance(atIndex: 2)))
    }
    return try places.sorted().compactMap(cell)
  }

  /// The touched cells in a range of a section, in an instance; 0 outside of repeats.
  private func touchedCells(
    at positions: ClosedRange<Int>, inSection section: Int, _ instance: Int
  ) throws -> [CellSnapshot] {
    try touchedPositions(among: positions, inSection: section, instance).compactMap { position in
      try cell(at: CellPlace(section: section, position: position, instance: instance))
    }
  }

  /// The positions of touched cells in a range of a section, in an instance; 0 outside of repeats.
  func touchedPositions(
    among positions: ClosedRange<Int>, inSection section: Int, _ instance: Int
  ) throws -> [Int] {
    let statement = try db.cachedStatement(
      // The ids of a section's cells grow with their positions, so cells touched elsewhere are not read.
      sql: """
        SELECT cell.position
        FROM formstate_cell_state AS state
        CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id AND cell.version_id = :version
        CROSS JOIN formstate_section AS section ON section.id = cell.section_id AND section.position = :section
        WHERE state.response_id = :response AND state.instance = :instance
          AND state.cell_id BETWEEN \(Self.idOfCell(at: ":first")) AND \(Self.idOfCell(at: ":last"))
          AND cell.position BETWEEN :first AND :last
        ORDER BY cell.position
        """)
    let found = try Int.fetchAll(
      statement,
      arguments: [
        "version": location.version.id, "section": section, "response": location.responseID, "instance": instance,
        "first": positions.lowerBound, "last": positions.upperBound,
      ])
    return found.map { Int(Int32(clamping: $0)) }
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
