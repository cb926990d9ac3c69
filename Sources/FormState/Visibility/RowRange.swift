/// Neighbouring visible rows of one section.
public struct RowRange: Hashable, Sendable {
  /// The position of the section in the form.
  public var section: Int
  /// The rows, as positions among the visible rows of the section; never empty in a batch update.
  public var rows: Range<Int>

  /// Creates a range of rows.
  public init(section: Int, rows: Range<Int>) {
    self.section = section
    self.rows = rows
  }

  /// The row paths in the range, in order.
  public var paths: some RandomAccessCollection<RowPath> & Sendable {
    let section = section
    return rows.lazy.map { @Sendable row in RowPath(section: section, row: row) }
  }
}
