/// Where rows lie from top to bottom, in points; what a view that draws only what is on screen asks for.
///
/// Offsets count from the top of the first section's header. Rows that do not show take no place; headers always show.
extension VisibilityIndex {
  /// The height of all rows and headers. O(1).
  package var totalHeight: Double { root.tree.totalHeight }

  /// The height of a row: fixed, measured or estimated; 0 for a hidden one, `nil` for an unknown one. O(log n).
  package func height(at path: RowPath) -> Double? {
    guard let location = place(at: path).flatMap(location(of:)) else { return nil }
    return location.isVisible ? location.around.level.tree.height(of: location.leaf) : 0
  }

  /// How tall a table view makes a cell's row, as the form says; 0 points for a row that is kept but hidden. O(log n).
  package func rowHeight(of cell: FormCell, at place: CellPlace, in form: FormDefinition) -> RowHeight {
    if hiddenRows == .zeroHeight, !isVisible(place) { return .points(0) }
    return form.rowHeight(of: cell, isExpanded: isExpanded(place))
  }

  /// The offset of a row's upper edge; `nil` if there is no such row. O(log n).
  package func offset(of path: RowPath) -> Double? {
    place(at: path).flatMap(location(of:))?.before.height
  }

  /// The offset of a section's header; `nil` for an unknown section. O(log n).
  package func offset(ofSection section: Int) -> Double? {
    guard isSection(section) else { return nil }
    return root.tree.height(before: leaves(ofSection: section).lowerBound - 1)
  }

  /// The visible row that covers an offset, or where a header does, the first visible row below it. O(log n).
  ///
  /// - Returns: `nil` above the first row or header, below the last one, and where no row follows a header.
  package func row(atOffset offset: Double) -> RowPath? {
    guard let covering = root.tree.leaf(atOffset: offset) else { return nil }
    var location = LevelLocation(level: root).cell(at: covering.leaf)
    var rest = covering.rest
    while let (_, slot) = location.around.level.layout.slot(atLeaf: location.leaf) {
      guard let entry = location.around.level.instances[slot.cell]?.entry(atOffset: rest),
        let inner = location.around.location(
          behind: InstanceStep(cell: slot.cell, key: entry.entry.key), instances.templates),
        // Where rounding has left a little too much, the last row is meant.
        let found = inner.level.tree.leaf(atOffset: min(entry.rest, inner.level.tree.totalHeight.nextDown))
      else { return nil }
      location = inner.cell(at: found.leaf)
      rest = found.rest
    }
    // Before the first row at or after a header stand as many as before the header.
    return path(ofVisibleRow: location.before.shown)
  }

  /// Takes the height that a view has measured.
  ///
  /// A cell that grows in place has one measured height collapsed and another expanded; this is the one that it has
  /// now. The caller sees to it that the height of the row is automatic.
  ///
  /// - Parameters:
  ///   - points: the height, finite and 0 or more.
  ///   - place: the cell.
  /// - Returns: whether there is such a cell and the height is usable.
  /// - Complexity: O(log n).
  @discardableResult
  package mutating func setMeasuredHeight(_ points: Double, of place: CellPlace) -> Bool {
    guard points.isFinite, points >= 0, change(place, { $0.setHeight(points, leaf: $1) }) else { return false }
    return true
  }

  private func isSection(_ section: Int) -> Bool { (0..<numberOfSections).contains(section) }
}

/// How tall rows are taken to be until the view has measured them, and how tall section headers are.
///
/// Used for automatic heights alone, unless ``ignoresFixedHeights`` says otherwise; a row of a fixed height has that
/// height.
public struct HeightEstimates: Hashable, Sendable {
  /// The height of a row in points.
  public var row: Double
  /// The heights of rows by reuse identifier, where they differ from ``row``.
  public var rowsByIdentifier: [String: Double]
  /// The height of every section's header in points; 0 for a table that draws none.
  public var header: Double
  /// Whether rows of a fixed height are as tall as the view makes them, like those of an automatic one.
  ///
  /// For a view whose controls are others than those that the heights were made for: the 270 points of a date picker
  /// are a hole where a text field takes a date. A row that is to have no height at all keeps none.
  public var ignoresFixedHeights: Bool

  /// Creates estimates.
  public init(
    row: Double = 44, rowsByIdentifier: [String: Double] = [:], header: Double = 0, ignoresFixedHeights: Bool = false
  ) {
    self.row = row
    self.rowsByIdentifier = rowsByIdentifier
    self.header = header
    self.ignoresFixedHeights = ignoresFixedHeights
  }

  /// Whether the view says how tall a row of a height is.
  package func isMeasured(_ height: RowHeight) -> Bool {
    switch height {
    case .automatic: true
    case .points(let points): ignoresFixedHeights && points != 0
    }
  }

  /// The height in points that a row is taken to have.
  func points(of height: RowHeight, identifier: String) -> Double {
    Self.usable((isMeasured(height) ? nil : height.points) ?? rowsByIdentifier[identifier] ?? row)
  }

  /// The height in points that a header is taken to have.
  var headerPoints: Double { Self.usable(header) }

  /// A sum of heights must stay a number, whatever a caller estimates.
  private static func usable(_ points: Double) -> Double {
    points.isFinite && points > 0 ? points : 0
  }
}
