import FormState

/// Where a person stands in a response: what a screen restores after it was closed or killed.
///
/// It belongs to a device and not to the response: it is in no journal, digest, export, dump or batch for collectors,
/// and undo leaves it as it is.
public struct FormPlace: Hashable, Sendable {
  /// The cell that has the focus, or had it last; `nil` for none.
  public var cell: CellReference?
  /// The cell in the first visible row, from the top of the view; `nil` if it is unknown.
  public var firstRow: CellReference?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - cell: the cell that has the focus; `nil` for none.
  ///   - firstRow: the cell in the first visible row; `nil` if it is unknown.
  public init(cell: CellReference? = nil, firstRow: CellReference? = nil) {
    self.cell = cell
    self.firstRow = firstRow
  }

  /// The cell to scroll to: that of the first row, or else the one with the focus; `nil` for neither.
  package var target: CellReference? { firstRow ?? cell }
}

/// A place by keys, so another version of the form has it wherever it has the keys.
struct StoredPlace: Hashable, Sendable {
  var cell: StateSubject?
  var firstRow: StateSubject?

  var isEmpty: Bool { cell == nil && firstRow == nil }
}
