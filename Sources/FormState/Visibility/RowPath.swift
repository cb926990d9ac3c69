/// The place of a visible row: its section and its position among the section's visible rows, both from 0.
///
/// In a table that keeps hidden rows without height, the position is that among all cells of the section. This is what UIKit calls an index path.
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

  /// Orders row paths as they stand in a table, from top to bottom.
  public static func < (left: RowPath, right: RowPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  /// The row path as files and messages write it: `[0,3]`.
  public var description: String { "[\(section),\(row)]" }
}
