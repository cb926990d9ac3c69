import FormState

/// What a session keeps in memory: the definition, the touched state, and which rows show, at one revision.
struct Screen: Sendable {
  let form: FormDefinition
  private let levels: [[Int]]
  private(set) var state: ResponseState
  private(set) var index: VisibilityIndex
  private(set) var revision: Int
  private var handEdits: Int
  private var compactedTo: Int?
  let definitionDigest: String
  /// What undo and redo would take back.
  private(set) var names: UndoNames
  /// The last edit that another one may continue as the same undo step.
  private var lastEdit: Edit?
  /// Built when a cell is first asked for by key.
  private var places: [String: CellPlace]?
  /// Changes whose content shows already, while the rows stand as they did before them.
  private var heldBack: [PlacedChange] = []
  /// How often changes have been held back: tells whose batch update the rows that are held back belong to.
  private var turn = 0

  /// Begins at what was read of a response. O(n) for n cells.
  init(
    _ contents: ResponseContents, at location: ResponseLocation, names: UndoNames, hiddenRows: HiddenRows,
    estimates: HeightEstimates
  ) {
    form = contents.form
    handEdits = location.handEdits
    compactedTo = location.compactedTo
    self.names = names
    state = contents.state
    revision = contents.revision
    definitionDigest = contents.definitionDigest
    levels = form.sections.map { Nesting(of: $0).levels }
    index = VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows, estimates: estimates)
  }

  /// What the screen knows of the store.
  var known: SessionNews.Known {
    SessionNews.Known(
      revision: revision, handEdits: handEdits, compactedTo: compactedTo, definitionDigest: definitionDigest)
  }

  /// What came of moving on.
  struct Advance {
    /// What takes a table view there.
    var batch: BatchUpdate
    /// When rows are held back, the turn that ``moveRows(of:)`` wants.
    var turn: Int?
    /// What subscribers are told, one after the other.
    var changes: [SessionChange]
  }

  /// Moves on to what has happened since.
  ///
  /// - Parameters:
  ///   - news: what has happened.
  ///   - inStages: whether to hold the rows back when the batch update has more than one stage.
  ///   - isFollowed: whether anybody wants to be told of the changes.
  mutating func advance(by news: SessionNews, inStages: Bool = false, isFollowed: Bool = false) -> Advance {
    // Rows that an earlier batch update was to move go with this one, since the view has not seen them move.
    let held = heldBack
    var changes: [PlacedChange] = []
    var published: [SessionChange] = []
    for part in news.parts {
      let placed = placed(part.content)
      if isFollowed {
        published.append(
          SessionChange(
            previousRevision: published.last?.revision ?? revision, revision: part.revision,
            batch: batchUpdate(after: .changes(changes), by: placed), cause: part.cause))
      }
      for change in placed { state.apply(change.change) }
      changes += placed
    }
    revision = news.revision
    handEdits = news.handEdits
    compactedTo = news.compactedTo
    if let names = news.names { self.names = names }
    let all = held + changes
    let batch = index.apply(all)
    heldBack = []
    guard inStages, batch.stages.count > 1 else { return Advance(batch: batch, turn: nil, changes: published) }
    _ = index.apply(all.reversed().map(\.inverse))
    heldBack = all
    turn += 1
    return Advance(batch: batch, turn: turn, changes: published)
  }

  /// What a stretch of changes does to the rows, on the way there from the rows as they are; the screen stays as it is.
  ///
  /// - Complexity: O(k log n) for k changes, those on the way included.
  mutating func batchUpdate(after way: SessionNews.Content, by changes: [PlacedChange]) -> BatchUpdate {
    let lead = heldBack + placed(way)
    _ = index.apply(lead)
    let batch = index.apply(changes)
    _ = index.apply((lead + changes).reversed().map(\.inverse))
    return batch
  }

  /// Whether the row at a row path is the same, and shows the same, after what others have done.
  mutating func keeps(_ path: RowPath, after parts: [SessionNews.Part]) -> Bool {
    guard let place = index.place(at: path) else { return true }
    _ = index.apply(heldBack)
    let path = index.rowPath(of: place)
    _ = index.apply(heldBack.reversed().map(\.inverse))
    // What this session has hidden itself is no surprise.
    guard let path else { return true }
    return batchUpdate(after: .changes([]), by: parts.flatMap { placed($0.content) }).keeps(path)
  }

  /// The changes that lead to new content, each with its place in the form.
  private mutating func placed(_ content: SessionNews.Content) -> [PlacedChange] {
    switch content {
    case .changes(let changes): changes
    case .state(let new): state.changes(to: new).compactMap { placed($0) }
    }
  }

  private mutating func placed(_ change: StateChange) -> PlacedChange? {
    switch change {
    case .completion:
      return PlacedChange(change: change, section: 0, position: nil, extent: 0, startsOpen: true)
    case .fold(let key, _, _):
      guard let position = form.sections.firstIndex(where: { $0.key == key }) else { return nil }
      let section = form.sections[position]
      return PlacedChange(
        change: change, section: position, position: nil, extent: section.cells.count,
        startsOpen: !section.startsFolded)
    default:
      guard let place = place(ofCell: change.subject), let cell = cell(at: place) else { return nil }
      return PlacedChange(
        change: change, section: place.section, position: place.position, extent: cell.additionalRows,
        startsOpen: cell.startsExpanded, isInline: cell.inline != nil, defaultValue: cell.defaultValue,
        definedTitle: cell.title)
    }
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

  private func height(of cell: FormCell, at place: CellPlace) -> RowHeight {
    if index.hiddenRows == .zeroHeight, !index.isVisible(place) { return .points(0) }
    return form.rowHeight(of: cell, isExpanded: index.isExpanded(place))
  }

  /// The cell at a row path; `nil` when there is none.
  func cell(at path: RowPath) -> FormCell? {
    index.place(at: path).flatMap(cell(at:))
  }

  /// The cell with a key; `nil` when there is none. O(n) the first time, then O(1).
  mutating func cell(withKey key: String) -> FormCell? {
    place(ofCell: key).flatMap(cell(at:))
  }

  private func cell(at place: CellPlace) -> FormCell? {
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
  func named(_ action: FormAction) throws(ActionError) -> FormAction {
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
    return FormAction(kind: action.kind, cell: .key(cell.key), value: action.value) ?? action
  }
}

// MARK: - Edits that belong together

extension Screen {
  /// An edit of a text cell or a slider.
  struct Edit: Sendable {
    let cell: String
    let revision: Int
    let time: ContinuousClock.Instant
  }

  /// The revision of the edit that an action continues as the same undo step; `nil` when it begins one of its own.
  func edit(
    continuedBy action: FormAction, at time: ContinuousClock.Instant, within interval: Duration
  ) -> Int? {
    guard let lastEdit, action.kind.isEdit, time - lastEdit.time <= interval,
      (try? named(action))?.cell == .key(lastEdit.cell)
    else { return nil }
    return lastEdit.revision
  }

  /// Notes an action that was committed, for the next one to continue.
  mutating func noteEdit(_ action: FormAction, _ news: SessionNews, at time: ContinuousClock.Instant) {
    lastEdit = nil
    guard action.kind.isEdit, case .key(let key) = action.cell, let part = news.parts.last, part.cause == .local,
      case .changes(let changes) = part.content,
      let edited = changes.first(where: { $0.change.subject == key }), let position = edited.position,
      let kind = cell(at: CellPlace(section: edited.section, position: position))?.kind,
      kind == .text || kind == .slider
    else { return }
    lastEdit = Edit(cell: key, revision: part.revision, time: time)
  }
}

extension FormAction.Kind {
  /// Whether an action of the kind is typing, or moving a slider.
  fileprivate var isEdit: Bool { self == .set || self == .clear || self == .draft }
}
