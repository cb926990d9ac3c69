import FormState
import GRDB

/// Reads and writes the repeats of one version of a form.
struct RepeatTable {
  let db: Database
  let versionID: Int64

  /// Writes the repeats of a form whose cells are already written. O(r log n) for r repeats of a form of n cells.
  func insert(_ form: FormDefinition) throws {
    let repeats = RepeatNesting(of: form)
    for each in repeats.all {
      guard let counts = form.cell(at: each.place)?.counts else { continue }
      try db.cachedStatement(
        sql: """
          INSERT INTO formstate_repeat (
            cell_id, version_id, section_id, first_position, last_position, around_id, minimum, maximum, initial,
            first_instances
          )
          SELECT
            cell.id, cell.version_id, cell.section_id, cell.position + 1, cell.position + cell.additional_rows,
            (SELECT id FROM formstate_cell WHERE section_id = cell.section_id AND position = :around),
            :minimum, :maximum, :initial, :first
          FROM formstate_section AS section
          CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = :position
          WHERE section.version_id = :version AND section.position = :section
          """
      ).execute(arguments: [
        "version": versionID, "section": each.section, "position": each.position,
        "around": repeats.repeatAround(each.place), "minimum": counts.minimum, "maximum": counts.maximum,
        "initial": counts.initial, "first": try counts.storedFirst(),
      ])
    }
  }

  /// Whether the version has repeats. O(log r) for r repeats.
  func hasRepeats() throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM formstate_repeat WHERE version_id = ? LIMIT 1")
    return try Int.fetchOne(statement, arguments: [versionID]) != nil
  }

  /// Sets the instance counts of repeats in sections that were read without them.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a cell is not a repeat.
  /// - Complexity: O(r) for r repeats.
  func read(into sections: inout [FormSection]) throws {
    let rows = try rows(where: "owner.version_id = ?", [versionID])
    while let row = try rows.next() {
      let (section, position) = (try row.position(atIndex: 0), try row.position(atIndex: 1))
      guard sections.indices.contains(section), sections[section].cells.indices.contains(position),
        sections[section].cells[position].kind == .repeat
      else { throw Self.noRepeat }
      sections[section].cells[position].counts = try InstanceCounts(stored: row)
    }
  }

  /// The repeats around the version's cells. O(r log r) for r repeats.
  func nesting() throws -> RepeatNesting {
    let rows = try rows(where: "owner.version_id = ? ORDER BY section.position, owner.first_position", [versionID])
    var repeats: [RepeatNesting.Repeat] = []
    while let row = try rows.next() {
      let position = try row.position(atIndex: 1)
      repeats.append(
        RepeatNesting.Repeat(
          section: try row.position(atIndex: 0), position: position,
          end: max(position, try row.position(atIndex: 2)) + 1, counts: try InstanceCounts(stored: row)))
    }
    return RepeatNesting(repeats)
  }

  /// The instance counts of the repeats in a range of cells, by the rows of the cells. O(log r + k) for k of r repeats.
  func counts(ofCells ids: Range<Int64>) throws -> [Int64: InstanceCounts] {
    let rows = try rows(where: "owner.cell_id >= ? AND owner.cell_id < ?", [ids.lowerBound, ids.upperBound])
    var counts: [Int64: InstanceCounts] = [:]
    while let row = try rows.next() { counts[try row.decode(atIndex: 7)] = try InstanceCounts(stored: row) }
    return counts
  }

  private func rows(where condition: String, _ arguments: StatementArguments) throws -> RowCursor {
    let statement = try db.cachedStatement(
      sql: """
        SELECT
          section.position, owner.first_position - 1, owner.last_position, owner.minimum, owner.maximum, owner.initial,
          owner.first_instances, owner.cell_id
        FROM formstate_repeat AS owner
        JOIN formstate_section AS section ON section.id = owner.section_id
        WHERE \(condition)
        """)
    return try Row.fetchCursor(statement, arguments: arguments)
  }

  /// The error for the counts of a cell that is not a repeat.
  static let noRepeat = StoreError.damaged("the cell of a stored repeat is not a repeat")
}

extension InstanceCounts {
  /// Reads instance counts from a row.
  fileprivate init(stored row: Row) throws {
    self.init(
      minimum: try row.decode(atIndex: 3), maximum: try row.decode(atIndex: 4), initial: try row.decode(atIndex: 5),
      first: try InstanceCounts.first(stored: try row.decode(atIndex: 6)))
  }
}
