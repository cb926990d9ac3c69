/// The vertical geometry of rows in points, for a view that draws only what is on screen.
///
/// Offsets count from the top of the first section's header. Hidden rows have no height; headers are always visible.
extension VisibilityIndex {
  /// The height of all rows and headers. O(1).
  package var totalHeight: Double { root.sums.height }

  /// The height of a row: fixed, measured or estimated; 0 for a hidden one, `nil` for an unknown one. O(log n).
  package func height(at path: RowPath) -> Double? {
    guard let location = cell(at: path)?.location else { return nil }
    return location.isVisible ? location.item.inside.height : 0
  }

  /// The height of a cell's row in a table view, as the form defines it; 0 points for a row that is kept but hidden.
  /// O(log n).
  package func rowHeight(of cell: FormCell, at place: CellPlace, in form: FormDefinition) -> RowHeight {
    if hiddenRows == .zeroHeight, !isVisible(place) { return .points(0) }
    return form.rowHeight(of: cell, isExpanded: isExpanded(place))
  }

  /// The offset of a row's upper edge; `nil` if there is no such row. O(log n).
  package func offset(of path: RowPath) -> Double? {
    cell(at: path)?.location.before.height
  }

  /// The offset of a section's header; `nil` for an unknown section. O(log n).
  package func offset(ofSection section: Int) -> Double? {
    guard isSection(section) else { return nil }
    return root.sums(before: starts[section] - 1).height
  }

  /// The visible row at an offset, or at a header, the first visible row below it. O(log n).
  ///
  /// - Returns: `nil` above the first row or header, below the last one, and where no row follows a header.
  package func row(atOffset offset: Double) -> RowPath? {
    guard let (place, location) = cell(at: offset, by: { $0.height }) else { return nil }
    // The first row after a header has the same number of rows before it as the header.
    let isHeader = place.position < 0
    return isHeader ? path(ofVisibleRow: location.before.shown) : path(of: location, inSection: place.section)
  }

  /// Sets the height that a view has measured.
  ///
  /// A cell that grows in place has separate measured heights collapsed and expanded; this sets the current one. The
  /// caller ensures that the height of the row is automatic.
  ///
  /// - Parameters:
  ///   - points: the height, finite and 0 or more.
  ///   - place: the cell.
  /// - Returns: whether the cell exists and the height is usable.
  /// - Complexity: O(log n).
  @discardableResult
  package mutating func setMeasuredHeight(_ points: Double, of place: CellPlace) -> Bool {
    guard points.isFinite, points >= 0, location(of: place) != nil else { return false }
    change(place) { $0.setHeight(points, at: $1) }
    return true
  }

  private func isSection(_ section: Int) -> Bool { (0..<numberOfSections).contains(section) }
}

/// The heights of rows until the view has measured them, and the height of section headers.
///
/// Used only for automatic heights, unless `ignoresFixedHeights` is set; a row with a fixed height has that height.
public struct HeightEstimates: Hashable, Sendable {
  var row: Double
  var rowsByIdentifier: [String: Double]
  package var header: Double
  var ignoresFixedHeights: Bool

  /// Creates estimates.
  ///
  /// - Parameters:
  ///   - row: the height of a row in points.
  ///   - rowsByIdentifier: the heights of rows by reuse identifier, where they differ from `row`.
  ///   - header: the height of every section's header in points; 0 for a table without headers.
  ///   - ignoresFixedHeights: whether the view also determines the height of rows with a fixed height. For a view with
  ///     other controls than the heights were made for: the 270 points of a date picker are a gap if the view uses a
  ///     text field. A row with no height keeps none.
  public init(
    row: Double = 44, rowsByIdentifier: [String: Double] = [:], header: Double = 0, ignoresFixedHeights: Bool = false
  ) {
    self.row = row
    self.rowsByIdentifier = rowsByIdentifier
    self.header = header
    self.ignoresFixedHeights = ignoresFixedHeights
  }

  /// Whether the view determines the height of a row.
  package func isMeasured(_ height: RowHeight) -> Bool {
    switch height {
    case .automatic: true
    case .points(let points): ignoresFixedHeights && points != 0
    }
  }

  /// The estimated height of a row in points.
  func points(of height: RowHeight, identifier: String) -> Double {
    Self.usable((isMeasured(height) ? nil : height.points) ?? rowsByIdentifier[identifier] ?? row)
  }

  /// The height of a header in points.
  var headerPoints: Double { Self.usable(header) }

  /// The sum of heights must remain finite, whatever the caller's estimates.
  private static func usable(_ points: Double) -> Double {
    points.isFinite && points > 0 ? points : 0
  }
}
