/// The place of a visible row: its section and its position among the section's visible rows, both from 0.
///
/// In a table that keeps hidden rows without height, the position is that among all cells of the section. UIKit's term
/// is index path.
public struct RowPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The position of the section in the form.
  public var section: Int
  /// The position among the visible rows of the section.
  public var row: Int

  /// Creates a row path.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Orders row paths from top to bottom.
  public static func < (left: RowPath, right: RowPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  /// The row path as files and messages write it: `[0,3]`.
  public var description: String { "[\(section),\(row)]" }
}

/// Neighbouring rows of one section.
public struct RowRange: Hashable, Sendable, Comparable {
  /// The position of the section in the form.
  public var section: Int
  /// The rows, as positions among the rows of the section; never empty in a batch update.
  public var rows: Range<Int>

  /// Creates a range of rows.
  public init(section: Int, rows: Range<Int>) {
    self.section = section
    self.rows = rows
  }

  /// The range of one row.
  package init(_ path: RowPath) {
    self.init(section: path.section, first: path.row, count: 1)
  }

  /// The range of a number of rows from a first one, limited to representable positions.
  init(section: Int, first: Int, count: Int) {
    self.init(section: section, rows: first..<first.clampedSum(max(0, count)))
  }

  /// The row paths in the range, in order.
  public var paths: some RandomAccessCollection<RowPath> & Sendable {
    let section = section
    return rows.lazy.map { @Sendable row in RowPath(section: section, row: row) }
  }

  /// Orders ranges from top to bottom.
  public static func < (left: RowRange, right: RowRange) -> Bool {
    (left.section, left.rows.lowerBound, left.rows.upperBound)
      < (right.section, right.rows.lowerBound, right.rows.upperBound)
  }

  /// Merges adjacent ranges in an ascending list.
  static func merged(_ ranges: [RowRange]) -> [RowRange] {
    ranges.reduce(into: []) { merged, range in
      guard let last = merged.last, last.section == range.section, range.rows.lowerBound <= last.rows.upperBound else {
        return merged.append(range)
      }
      let end = max(last.rows.upperBound, range.rows.upperBound)
      merged[merged.count - 1].rows = last.rows.lowerBound..<end
    }
  }

  /// Whether one of some ascending, disjoint ranges contains a row. O(log m) for m ranges.
  static func contain(_ ranges: [RowRange], _ path: RowPath) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      let range = ranges[middle]
      if (range.section, range.rows.upperBound) <= (path.section, path.row) { low = middle + 1 } else { high = middle }
    }
    guard let range = ranges.element(at: low) else { return false }
    return range.section == path.section && range.rows.contains(path.row)
  }

  /// Subtracts ranges from others, all of them ascending and disjoint. O(m) for m ranges.
  static func subtracting(_ others: [RowRange], from ranges: [RowRange]) -> [RowRange] {
    var others = others[...]
    var left: [RowRange] = []
    for range in ranges {
      var next = range.rows.lowerBound
      func isBefore(_ other: RowRange) -> Bool {
        (other.section, other.rows.upperBound) <= (range.section, next)
      }
      others = others.drop(while: isBefore)
      for other in others {
        guard other.section == range.section, other.rows.lowerBound < range.rows.upperBound else { break }
        if next < other.rows.lowerBound {
          left.append(RowRange(section: range.section, rows: next..<other.rows.lowerBound))
        }
        next = max(next, other.rows.upperBound)
      }
      if next < range.rows.upperBound {
        left.append(RowRange(section: range.section, rows: next..<range.rows.upperBound))
      }
    }
    return left
  }
}
