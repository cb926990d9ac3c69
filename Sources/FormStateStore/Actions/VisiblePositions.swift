import FormState
import GRDB

/// Which cells show, asked of SQLite for one action without loading the form.
///
/// Each section is walked at most once, from its first visible row down to the last one that is asked about, and what
/// was found is kept: an instance answers for one moment and is thrown away after it.
final class VisiblePositions: VisibleRows {
  typealias Failure = any Error

  private let db: Database
  private let location: ResponseLocation
  /// For each section, how far down it is asked about; to its end where nothing is said.
  private let ends: [Int: Int]
  private var walks: [Int: Walk] = [:]

  /// The visible positions of a section before an end, ascending.
  private struct Walk {
    let positions: [Int]
    let end: Int
  }

  /// Prepares to ask; reads nothing yet.
  ///
  /// - Parameter places: what will be asked about, as far as that is known.
  init(db: Database, location: ResponseLocation, askedAbout places: [CellPlace] = []) {
    self.db = db
    self.location = location
    ends = Dictionary(places.map { ($0.section, $0.position + 1) }, uniquingKeysWith: max)
  }

  /// The positions of a section's visible cells in its preorder, ascending. O(v) the first time, for v visible rows.
  func positions(inSection section: Int) throws -> [Int] {
    try walk(section, to: .max).positions
  }

  /// How many cells of a section show. O(v).
  func rowCount(inSection section: Int) throws -> Int {
    try positions(inSection: section).count
  }

  /// The position of the cell at a row path; `nil` when there is no such row. O(r) for a path to row r.
  func position(at path: RowPath) throws -> Int? {
    guard path.row >= 0, path.row < Int(Int32.max) else { return nil }
    return try fetch(section: path.section, from: 0, to: .max, limit: path.row + 1).element(at: path.row)
  }

  func rowPath(of place: CellPlace) throws -> RowPath? {
    let end = max(ends[place.section] ?? 0, place.position + 1)
    let positions = try walk(place.section, to: end).positions
    let row = positions.firstIndex(notLessThan: place.position)
    guard row < positions.count, positions[row] == place.position else { return nil }
    return RowPath(section: place.section, row: row)
  }

  func visibleRowCount(inSection section: Int, positions range: Range<Int>) throws -> Int {
    // What was walked already is as it was then.
    guard let known = walks[section], known.end >= range.upperBound else {
      return try fetch(section: section, from: range.lowerBound, to: range.upperBound, limit: .max).count
    }
    return known.positions.firstIndex(notLessThan: range.upperBound)
      - known.positions.firstIndex(notLessThan: range.lowerBound)
  }

  private func walk(_ section: Int, to end: Int) throws -> Walk {
    if let known = walks[section], known.end >= end { return known }
    let walk = Walk(positions: try fetch(section: section, from: 0, to: end, limit: .max), end: end)
    walks[section] = walk
    return walk
  }

  /// Walks down the preorder of a section, jumping over the descendants of whatever is collapsed or hidden.
  private func fetch(section: Int, from start: Int, to end: Int, limit: Int) throws -> [Int] {
    let statement = try db.cachedStatement(sql: Self.walk)
    return try Int.fetchAll(
      statement,
      arguments: [
        "response": location.responseID, "version": location.version.id, "section": section, "start": start,
        "end": end, "limit": limit,
      ])
  }

  private static let walk = """
    WITH RECURSIVE
      section (id) AS (
        SELECT section.id
        FROM formstate_section AS section
        LEFT JOIN formstate_section_state AS state
          ON state.response_id = :response AND state.instance = 0 AND state.section_id = section.id
        WHERE section.version_id = :version AND section.position = :section
          AND NOT coalesce(state.is_folded, section.starts_folded)
          AND coalesce(
            state.is_relevant,
            (SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'),
            1
          )
      ),
      walk (section_id, position, shows, next) AS (
        SELECT id, NULL, 0, :start
        FROM section
        UNION ALL
        SELECT
          walk.section_id, cell.position,
          NOT cell.is_hidden AND coalesce(
            state.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant'), 1
          ),
          cell.position + 1
            + iif(
              NOT cell.is_hidden AND coalesce(state.is_expanded, cell.starts_expanded) AND coalesce(
                state.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant'), 1
              ),
              0,
              max(cell.additional_rows, 0)
            )
        FROM walk
        CROSS JOIN formstate_cell AS cell ON cell.section_id = walk.section_id AND cell.position = walk.next
        LEFT JOIN formstate_cell_state AS state
          ON state.response_id = :response AND state.instance = 0 AND state.cell_id = cell.id
        WHERE walk.next < :end
      )
    SELECT position
    FROM walk
    WHERE shows
    LIMIT :limit
    """
}

extension [Int] {
  /// The place of the first element that is not less than a number, by binary search in an ascending array.
  fileprivate func firstIndex(notLessThan number: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
