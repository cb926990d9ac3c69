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
  /// Changes whose content shows already, while the rows stand as they did before them.
  private var heldBack: [PlacedChange] = []
  /// How often changes have been held back: tells whose batch update the rows that are held back belong to.
  private var turn = 0

  /// Begins at what was read of a response. O(n) for n cells.
  init(_ contents: ResponseContents, hiddenRows: HiddenRows, estimates: HeightEstimates) {
    form = contents.form
    state = contents.state
    revision = contents.revision
    definitionDigest = contents.definitionDigest
    levels = form.sections.map { Nesting(of: $0).levels }
    index = VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows, estimates: estimates)
  }

  /// Moves on to a revision.
  ///
  /// - Parameters:
  ///   - changes: what has changed since the revision before.
  ///   - revision: the revision.
  ///   - inStages: whether to hold the rows back when the batch update has more than one stage.
  /// - Returns: what takes a table view there, and when rows are held back, the turn that ``moveRows(of:)`` wants.
  mutating func advance(
    by changes: [PlacedChange], to revision: Int, inStages: Bool = false
  ) -> (batch: BatchUpdate, turn: Int?) {
    self.revision = revision
    for placed in changes { state.apply(placed.change) }
    // Rows that an earlier batch update was to move go with this one, since the view has not seen them move.
    let all = heldBack + changes
    let batch = index.apply(all)
    heldBack = []
    guard inStages, batch.stages.count > 1 else { return (batch, nil) }
    _ = index.apply(all.reversed().map(\.inverse))
    heldBack = all
    turn += 1
    return (batch, turn)
  }

  /// Moves the rows that were held back at a turn.
  ///
  /// - Returns: `false` when a later batch update has taken them along.
  mutating func moveRows(of turn: Int) -> Bool {
    guard turn == self.turn, !heldBack.isEmpty else { return false }
    _ = index.apply(heldBack)
    heldBack = []
    return true
  }

  /// Takes the height that a view has measured; `false` for a row whose height is fixed, and for one that there is not.
  mutating func setMeasuredHeight(_ points: Double, at path: RowPath) -> Bool {
    guard let place = index.place(at: path), let cell = cell(at: place),
      form.rowHeight(of: cell, isExpanded: index.isExpanded(place)) == .automatic
    else { return false }
    return index.setMeasuredHeight(points, of: place)
  }
}

// MARK: - Asking

extension Screen {
  /// The row at a row path; `nil` when there is none.
  func row(at path: RowPath) -> VisibleRow? {
    guard let place = index.place(at: path), let cell = cell(at: place),
      let level = levels.element(at: place.section)?.element(at: place.position)
    else { return nil }
    // While rows are held back, a triangle turns with the content of its row, but a row grows when rows move.
    let isExpanded = cell.inline == nil ? state.isExpanded(cell) : index.isExpanded(place)
    return VisibleRow(
      cell: cell, path: path, index: place.position, level: level, isExpanded: isExpanded,
      height: height(of: cell, at: place), state: state)
  }

  /// How tall the row at a row path is; `nil` when there is none.
  func height(at path: RowPath) -> RowHeight? {
    guard let place = index.place(at: path), let cell = cell(at: place) else { return nil }
    return height(of: cell, at: place)
  }

  private func height(of cell: Cell, at place: CellPlace) -> RowHeight {
    if index.hiddenRows == .zeroHeight, !index.isVisible(place) { return .points(0) }
    return form.rowHeight(of: cell, isExpanded: index.isExpanded(place))
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

  /// The action with its cell named by key, as the rows on the screen have it.
  ///
  /// - Throws: `ActionError` when no row stands there, or one that is kept without height.
  func named(_ action: Action) throws(ActionError) -> Action {
    guard case .rowPath(let path) = action.cell else { return action }
    guard (0..<index.numberOfSections).contains(path.section) else {
      throw .noSuchSection(path, sectionCount: index.numberOfSections)
    }
    if index.isFolded(section: path.section), let section = form.sections.element(at: path.section) {
      throw .rowInFoldedSection(path, section: section.key)
    }
    guard let place = index.place(at: path), let cell = cell(at: place) else {
      throw .noSuchRow(path, rowCount: index.numberOfRows(in: path.section))
    }
    guard index.isVisible(place) else { throw .hiddenRow(path, cell: cell.key) }
    return Action(kind: action.kind, cell: .key(cell.key), value: action.value) ?? action
  }
}
