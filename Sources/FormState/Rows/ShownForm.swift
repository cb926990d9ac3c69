/// The contents of a screen: the version of the form, the touched state, and the visible rows.
package struct ShownForm: Sendable {
  /// The version of the form.
  package let form: FormDefinition
  /// The touched state.
  package let state: ResponseState
  /// The visible rows.
  package let index: VisibilityIndex
  /// The nesting of each section.
  let nesting: [CompactNesting]
  private let formats: ValueFormats
  /// The words about faults; `nil` for those of commands.
  package var speech: Speech?

  /// Combines the contents of a screen.
  ///
  /// - Parameters:
  ///   - form: the version of the form.
  ///   - state: the touched state.
  ///   - index: the visible rows; the index may be behind the state by rows that are yet to move.
  ///   - nesting: the nesting of each section, if available.
  ///   - formats: the formats of dates and numbers.
  /// - Complexity: O(n) for n cells, O(1) with the nesting.
  package init(
    form: FormDefinition, state: ResponseState, index: VisibilityIndex, nesting: [CompactNesting]? = nil,
    formats: ValueFormats = .stored
  ) {
    self.form = form
    self.state = state
    self.index = index
    self.formats = formats
    self.nesting = nesting ?? form.nestings
  }

  /// The row at a row path; `nil` if there is none. O(log n), and O(k) for k cells directly under a question.
  package func row(at path: RowPath) -> VisibleRow? {
    guard let place = index.place(at: path), let section = form.sections.element(at: place.section),
      let cell = section.cells.element(at: place.position), let nesting = nesting.element(at: place.section),
      let standing = VisibleRow.Place(of: place.position, in: section, nesting, instance: place.instance)
    else { return nil }
    // While rows are yet to move, a triangle turns with the content of its row, but a row grows when rows move.
    let isExpanded = cell.inline == nil ? state.isExpanded(cell, in: place.instance) : index.isExpanded(place)
    var row = VisibleRow(
      cell: cell, place: standing, path: path, isExpanded: isExpanded,
      height: index.rowHeight(of: cell, at: place, in: form), state: state, form: form,
      formats: formats)
    if let speech, !row.faults.isEmpty { row.faults = row.faults.map { $0.said(in: speech) } }
    return row
  }

  /// Who or what gave the value of a row: a person, a rule or the definition.
  package func source(of row: VisibleRow) -> Answer.Source {
    row.value == nil ? .none : source(ofCell: row.key, in: row.instance)
  }

  /// The same for a cell with a value.
  package func source(ofCell key: String, in instance: Int) -> Answer.Source {
    let held = state.cells[StateSubject(key, instance: instance)]
    guard held?.entry == nil else { return .set }
    let calculated = held?[.calculated] ?? form.fresh.state(ofCell: key, in: instance)[.calculated]
    return calculated?.value == nil ? .default : .calculated
  }

  /// The cell at a row path, by its key and instance; `nil` if there is no such row. O(log n).
  func subject(at path: RowPath) -> StateSubject? {
    guard let place = index.place(at: path), let cell = form.cell(at: place) else { return nil }
    return StateSubject(cell.key, instance: place.instance)
  }

  /// The contents of a section's header, and its key for folding; `nil` for an unknown section. O(1).
  func header(ofSection position: Int) -> Header? {
    form.sections.element(at: position).map { section in
      Header(
        foldedByKey: section.isFoldable ? section.key : nil, title: section.title,
        isFolded: index.isFolded(section: position), isHidden: index.hidesHeader(ofSection: position),
        properties: section.properties)
    }
  }

  /// A section's header as a table draws it.
  struct Header: Hashable {
    /// The key for folding the section; `nil` if it is not foldable.
    let foldedByKey: String?
    let title: String
    let isFolded: Bool
    let isHidden: Bool
    let properties: [String: PropertyValue]
  }
}
