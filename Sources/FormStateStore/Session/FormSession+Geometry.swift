import FormState

/// Where rows lie from top to bottom, in points, for a view that draws only what is on screen.
///
/// Measured heights are kept in memory only and are gone with the session.
extension FormSession {
  /// The height of all rows and headers. O(1).
  public var totalHeight: Double { screen.withLock { $0.index.totalHeight } }

  /// How tall a row is in points: fixed, measured or estimated; 0 for one that is kept but hidden, `nil` for one that
  /// there is not. O(log n).
  public func displayedHeight(at path: RowPath) -> Double? {
    screen.withLock { $0.index.height(at: path) }
  }

  /// The offset of a row's upper edge from the top of the first section's header; `nil` when there is no such row.
  /// O(log n).
  public func offset(of path: RowPath) -> Double? {
    screen.withLock { $0.index.offset(of: path) }
  }

  /// The offset of a section's header; `nil` for a section that there is not. O(log n).
  public func offset(ofSection section: Int) -> Double? {
    screen.withLock { $0.index.offset(ofSection: section) }
  }

  /// The visible row that covers an offset, or where a header does, the first visible row below it. O(log n).
  ///
  /// - Returns: `nil` above the first row or header, below the last one, and where no row follows a header.
  public func row(atOffset offset: Double) -> RowPath? {
    screen.withLock { $0.index.row(atOffset: offset) }
  }

  /// Takes the height that the view has measured for a row whose height is automatic.
  ///
  /// A cell that grows in place has one measured height collapsed and another expanded; this is the one that it has now.
  ///
  /// - Parameters:
  ///   - points: the height, finite and 0 or more.
  ///   - path: the row path.
  /// - Returns: whether the height was taken: not for a row of a fixed height, or where there is no row.
  /// - Complexity: O(log n).
  @discardableResult
  public func setMeasuredHeight(_ points: Double, at path: RowPath) -> Bool {
    screen.withLock { $0.setMeasuredHeight(points, at: path) }
  }
}
