import FormState

/// What a session keeps in memory: the definition, the touched state, and which rows show, at one revision.
struct Screen: Sendable {
  let form: Form
  private let levels: [[Int]]
  private(set) var state: ResponseState
  private(set) var index: VisibilityIndex
  private(set) var revision: Int
  let definitionDigest: String
  /// Built when a cell is first asked for by key.
  private var places: [String: CellPlace]?

  /// Begins at what was read of a response. O(n) for n cells.
  init(_ contents: ResponseContents) {
    form = contents.form
    state = contents.state
    revision = contents.revision
    definitionDigest = contents.definitionDigest
    levels = form.sections.map { Nesting(of: $0).levels }
    index = VisibilityIndex(form: form, state: state)
  }

  /// Moves on to a revision.
  ///
  /// - Returns: what takes a table view there.
  mutating func advance(by changes: [PlacedChange], to revision: Int) -> BatchUpdate {
    self.revision = revision
    for placed in changes { state.apply(placed.change) }
    return index.apply(changes)
  }

  /// The row at a row path; `nil` when there is none.
  func row(at path: RowPath) -> VisibleRow? {
    guard let place = index.place(at: path), let cell = cell(at: place),
      let level = levels.element(at: place.section)?.element(at: place.position)
    else { return nil }
    return VisibleRow(
      cell: cell, path: path, index: place.position, level: level,
      height: form.rowHeight(forIdentifier: cell.identifier), state: state)
  }

  /// The cell at a row path; `nil` when there is none.
  func cell(at path: RowPath) -> Cell? {
    index.place(at: path).flatMap(cell(at:))
  }

  private func cell(at place: CellPlace) -> Cell? {
    form.sections.element(at: place.section)?.cells.element(at: place.position)
  }

  /// Where the cell with a key stands; `nil` when there is none. O(n) the first time, then O(1).
  mutating func place(ofCell key: String) -> CellPlace? {
    if let places { return places[key] }
    var places: [String: CellPlace] = [:]
    places.reserveCapacity(form.cellCount)
    for (section, content) in form.sections.enumerated() {
      for (position, cell) in content.cells.enumerated() {
        places[cell.key] = CellPlace(section: section, position: position)
      }
    }
    self.places = places
    return places[key]
  }
}
