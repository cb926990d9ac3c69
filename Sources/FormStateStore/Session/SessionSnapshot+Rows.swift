import FormState

/// The rows and cells of a screen.
extension SessionSnapshot {
  /// The value of a cell; `nil` for none, and for an unknown cell.
  mutating func value(of cell: CellReference) -> CellValue? {
    guard let place = place(of: cell), let cell = self.cell(at: place) else { return nil }
    return state.value(of: cell, in: form, instance: place.instance)
  }

  /// The status of a cell's value; `nil` for an unknown cell.
  mutating func status(of cell: CellReference) -> CellStatus? {
    guard let place = place(of: cell), let cell = self.cell(at: place) else { return nil }
    return CellStatus(of: cell, in: state, instance: place.instance, of: form)
  }

  /// The full address of a cell; `nil` for an unknown cell.
  mutating func fullAddress(of cell: CellReference) -> String? {
    guard let place = place(of: cell), let cell = self.cell(at: place) else { return nil }
    return CellReference(cell.key, in: place.instance).description
  }

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
  /// The open questions of the response.
  ///
  /// - Complexity: O(k log k) for k touched fields.
  func questions(of key: ResponseKey, in speech: Speech) -> [ResponseQuestion] {
    let index = definition.index
    // What an upgrade set aside is not on the screen.
    let open = OpenQuestions(in: state, of: index).inOrder.filter { $0.identity.subject.setAsideFrom == nil }
    guard !open.isEmpty else { return [] }
    let words = QuestionWords(key: key, open, shownIn: shownForm, state, speech: speech)
    return (try? words.questions()) ?? []
  }

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
