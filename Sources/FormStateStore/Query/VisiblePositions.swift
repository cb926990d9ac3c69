import FormState
import GRDB

/// Which cells show, asked from the view `visible_row`, for one action without loading the form.
///
/// Each section's visible positions are read once, in one walk over its visible rows, and kept: an instance answers
/// for one moment and is thrown away after it.
final class VisiblePositions: VisibleRows {
  typealias Failure = any Error

  private let db: Database
  private let location: ResponseLocation
  private var positionsBySection: [Int: [Int]] = [:]

  /// Prepares to ask; reads nothing yet.
  init(db: Database, location: ResponseLocation) {
    self.db = db
    self.location = location
  }

  /// The positions of a section's visible cells in its preorder, ascending. O(v) the first time, for v visible rows.
  func positions(inSection section: Int) throws -> [Int] {
    if let known = positionsBySection[section] { return known }
    let statement = try db.cachedStatement(
      sql: "SELECT position FROM visible_row WHERE response_id = ? AND section = ? ORDER BY row")
    let positions = try Int.fetchAll(statement, arguments: [location.responseID, section])
    positionsBySection[section] = positions
    return positions
  }

  func rowPath(of place: CellPlace) throws -> RowPath? {
    let positions = try positions(inSection: place.section)
    let row = positions.firstIndex(notLessThan: place.position)
    guard row < positions.count, positions[row] == place.position else { return nil }
    return RowPath(section: place.section, row: row)
  }

  func visibleRowCount(inSection section: Int, positions range: Range<Int>) throws -> Int {
    let positions = try positions(inSection: section)
    return positions.firstIndex(notLessThan: range.upperBound)
      - positions.firstIndex(notLessThan: range.lowerBound)
  }
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
