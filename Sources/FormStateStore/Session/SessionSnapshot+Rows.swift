import FormState

/// The rows and cells of a screen.
extension SessionSnapshot {
  /// The row at a row path; `nil` if there is none.
  func row(at path: RowPath) -> VisibleRow? {
    shown.row(at: path)
  }

  /// How tall the row at a row path is; `nil` if there is none.
  func height(at path: RowPath) -> RowHeight? {
    guard let place = index.place(at: path), let cell = cell(at: place) else { return nil }
    return index.rowHeight(of: cell, at: place, in: form)
  }

  /// The cell at a row path; `nil` if there is none.
  func cell(at path: RowPath) -> FormCell? {
    index.place(at: path).flatMap(cell(at:))
  }

  func cell(at place: CellPlace) -> FormCell? {
    form.sections.element(at: place.section)?.cells.element(at: place.position)
  }
}

extension SessionSnapshot {
  /// The faults of the answers, in the order of the form.
  mutating func faults() -> [Fault] {
    // While rows are yet to move, the index does not include all instances.
    guard heldBack.isEmpty else { return shownForm.faults(in: state) }
    var known = faultCache ?? FaultCache(of: shown)
    faultCache = nil
    defer { faultCache = known }
    return known.faults(in: shown)
  }
}
