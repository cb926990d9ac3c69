import FormState

/// What a session keeps in memory: the definition, the touched state, and which rows show, at one revision.
struct SessionSnapshot: Sendable {
  let form: FormDefinition
  private let nesting: [CompactNesting]
  let estimates: HeightEstimates
  private(set) var state: ResponseState
  private(set) var index: VisibilityIndex
  private(set) var revision: Int
  private var compactedTo: Int?
  private var stream: StreamName?
  let definitionDigest: String
  /// The form, for the actions of the session.
  let definition: KnownDefinition
  /// The response as another language than the form's own shows it; `nil` for that.
  var view: LanguageView?
  /// What undo and redo would take back.
  private(set) var names = KnownUndoNames()
  /// The last edit that another one may continue as the same undo step.
  private(set) var lastEdit: Edit?
  /// What the session has committed, or is about to, and the screen does not show yet.
  private(set) var doings: [SessionNews.Doing] = []
  /// What rules have read of instances, as ``state`` has it.
  private(set) var instances = KnownInstances()
  /// The faults of the answers, once somebody has asked.
  var knownFaults: KnownFaults?
  /// What an observer is told of; `nil` if there is none.
  var log: SessionLog?
  /// Changes whose content shows already, while the rows stand as they did before them.
  private(set) var heldBack: [PlacedChange] = []
  /// How often changes have been held back: tells whose batch update the rows that are held back belong to.
  private var turn = 0
  /// How often the screen has imported what others did.
  private(set) var othersTurn = 0

  /// Begins at what was read of a response. O(n) for n cells.
  ///
  /// - Parameter language: the language to show it in; one that the form has not, like `nil`, means its own.
  init(
    _ contents: ResponseContents, of known: KnownDefinition? = nil, compactedTo: Int?,
    hiddenRows: HiddenRows, estimates: HeightEstimates, language: String? = nil
  ) {
    form = contents.form
    self.compactedTo = compactedTo
    stream = contents.revision > 0 ? contents.stream : nil
    state = contents.state
    revision = contents.revision
    definitionDigest = contents.definitionDigest
    definition = known ?? KnownDefinition(contents.form, digest: contents.definitionDigest)
    self.estimates = estimates
    nesting = form.sections.map(CompactNesting.init(of:))
    index = VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows, estimates: estimates)
    view = language.flatMap { view(in: $0) }
  }

  /// What the screen knows of the store.
  var known: SessionNews.Known {
    SessionNews.Known(
      revision: revision, compactedTo: compactedTo, definitionDigest: definitionDigest, stream: stream)
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
    if news.parts.contains(where: { $0.cause == .elsewhere }) { othersTurn += 1 }
    if case .version(let contents)? = news.parts.last?.content {
      return move(to: contents, by: news, isFollowed: isFollowed)
    }
    // Rows that an earlier batch update was to move go with this one, since the view has not seen them move.
    let held = heldBack
    var changes: [PlacedChange] = []
    var published: [SessionChange] = []
    if isFollowed { _ = index.apply(held) }
    for part in news.parts {
      let placed = take(part.content)
      changes += placed
      guard isFollowed else { continue }
      let batch = move(by: placed)
      published.append(
        SessionChange(
          previousRevision: published.last?.revision ?? revision, revision: part.revision, batch: batch,
          rows: rows(of: batch), cause: part.cause))
    }
    let all = held + changes
    if isFollowed { _ = index.apply(all.reversed().map(\.inverse)) }
    revision = news.revision
    compactedTo = news.compactedTo
    stream = news.stream
    if news.affectsHistory { names.outdate(doneAfter: news.doneAfter) }
    if let part = news.parts.last { lastEdit = part.edit }
    doings.removeAll { $0.revisions.upperBound <= revision }
    let batch = move(by: all)
    let turn = holdBack(all, of: batch, inStages: inStages)
    if held.isEmpty && turn == nil { log?.add(changes, batch) } else { log?.addAll() }
    return Advance(batch: batch, turn: turn, changes: published)
  }

  /// Holds the rows back where a batch update is shown in more than one stage.
  ///
  /// - Returns: the turn that ``moveRows(of:)`` wants; `nil` where nothing is held back.
  mutating func holdBack(_ changes: [PlacedChange], of batch: BatchUpdate, inStages: Bool) -> Int? {
    heldBack = []
    guard inStages, batch.stages.count > 1 else { return nil }
    _ = index.apply(changes.reversed().map(\.inverse))
    heldBack = changes
    turn += 1
    return turn
  }

  /// Moves the state on.
  ///
  /// - Returns: the changes as they show.
  private mutating func take(_ content: SessionNews.Content) -> [PlacedChange] {
    switch content {
    case .version: return []
    case .state(let new):
      let changes = placed(content)
      knownFaults?.note(changes)
      state = new
      view = view?.moved(to: new)
      instances = KnownInstances()
      return changes
    case .changes(let changes):
      knownFaults?.note(changes)
      for change in changes {
        state.apply(change.change)
        if !instances.isEmpty, change.change.subject.setAsideFrom == nil {
          instances.take(change.change, ofCellAt: place(ofTemplate: change.change.subject.key))
        }
      }
      return view?.apply(changes) ?? changes
    }
  }

  /// The screen as it is at the end of a way.
  func moved(along way: SessionNews.Content) -> SessionSnapshot {
    var snapshot = self
    _ = snapshot.index.apply(snapshot.heldBack)
    snapshot.heldBack = []
    let changes = snapshot.take(way)
    _ = snapshot.move(by: changes)
    return snapshot
  }

  /// Notes what undo and redo would take back.
  mutating func note(_ names: UndoNames) { self.names.take(names) }

  /// Keeps in mind what rules have read of instances at a revision.
  mutating func remember(at revision: Int, _ note: (inout KnownInstances) -> Void) {
    if revision == self.revision { note(&instances) }
  }

  /// Moves to another version of the form, in a single stage: no view is asked for rows of two versions.
  private mutating func move(to contents: ResponseContents, by news: SessionNews, isFollowed: Bool) -> Advance {
    var next = SessionSnapshot(
      contents, compactedTo: news.compactedTo, hiddenRows: index.hiddenRows, estimates: estimates,
      language: view?.language)
    next.names = names
    next.names.outdate(doneAfter: nil)
    let match = VersionMatch(from: form, to: contents.form)
    let (old, new) = (shown, next.shown)
    let crossing = VersionCrossing(from: old, to: new, by: match)
    next.index.takeMeasuredHeights(of: old, by: crossing)
    next.doings = doings.filter { $0.revisions.upperBound > news.revision }
    next.turn = turn
    next.othersTurn = othersTurn
    next.log = log
    next.log?.addAll()
    var changes: [SessionChange] = []
    if isFollowed {
      // Followers have seen the rows move that are held back.
      var followed = index
      _ = followed.apply(heldBack)
      let shown = self.shown(by: followed)
      let batch = BatchUpdate(from: shown, to: new, by: match)
      changes = [
        SessionChange(
          previousRevision: revision, revision: news.revision, batch: batch, rows: next.rows(of: batch),
          cause: news.parts.last?.cause ?? .elsewhere)
      ]
    }
    self = next
    return Advance(batch: crossing.batch, turn: nil, changes: changes)
  }

  /// What the screen shows.
  var shown: ShownForm { shown(by: index) }

  private func shown(by index: VisibilityIndex) -> ShownForm { shown(by: index, in: view) }

  /// What the screen shows with other rows, in a language.
  func shown(by index: VisibilityIndex, in view: LanguageView?) -> ShownForm {
    ShownForm(
      form: view?.form ?? form, state: view?.state ?? state, index: index, nesting: nesting,
      formats: view?.formats ?? .stored)
  }

  /// Moves the rows on, and tells what takes a table view there.
  mutating func move(by changes: [PlacedChange]) -> BatchUpdate {
    index.apply(changes, options: form.options)
  }

  /// What takes a table view to the rows as they are from those before some changes, the last that were made.
  mutating func batchUpdate(made changes: [PlacedChange]) -> BatchUpdate {
    _ = index.apply(changes.reversed().map(\.inverse))
    return move(by: changes)
  }

  /// The rows that a batch update has just brought or changed, from top to bottom.
  private func rows(of batch: BatchUpdate) -> [VisibleRow] {
    let sections = batch.insertedSections.map { RowRange(section: $0, rows: 0..<index.numberOfRows(in: $0)) }
    let ranges = sections + batch.insertedRows + batch.resizedRows + batch.reloadedRowsAfter.map { RowRange($0) }
    return Set(ranges.lazy.flatMap(\.paths)).sorted().compactMap(row(at:))
  }

  /// What a stretch of changes does to the rows, on the way there from the rows as they are; the screen stays as it is.
  ///
  /// - Complexity: O(k log n) for k changes, those on the way included.
  mutating func batchUpdate(after way: SessionNews.Content, by changes: [PlacedChange]) -> BatchUpdate {
    let placedWay = placed(way)
    let lead = heldBack + placedWay
    var ahead = view
    if case .state(let new) = way { ahead = ahead?.moved(to: new) } else { _ = ahead?.apply(placedWay) }
    let seen = seen(changes, after: placedWay)
    let changes = ahead?.apply(seen) ?? seen
    _ = index.apply(lead)
    let batch = move(by: changes)
    _ = index.apply((lead + changes).reversed().map(\.inverse))
    return batch
  }

  /// Changes as they are seen from the state to which others lead from this one.
  private func seen(_ changes: [PlacedChange], after way: [PlacedChange]) -> [PlacedChange] {
    guard form.fresh.hasRules else { return changes }
    var state = state
    for change in way { state.apply(change.change) }
    return changes.map { $0.seen(from: state, in: form) }
  }

  /// Where a cell would show after changes; `nil` if it would not. O(k log n) for k changes, those held back
  /// included.
  mutating func rowPath(of place: CellPlace, after changes: [PlacedChange]) -> RowPath? {
    let way = heldBack + changes
    _ = index.apply(way)
    defer { _ = index.apply(way.reversed().map(\.inverse)) }
    return index.rowPath(of: place)
  }

  /// The changes that lead to new content, each with its place in the form.
  mutating func placed(_ content: SessionNews.Content) -> [PlacedChange] {
    switch content {
    case .changes(let changes): changes
    case .state(let new): shownState.changes(to: view?.titled(new) ?? new).compactMap { placed($0) }
    case .version: []
    }
  }

  private mutating func placed(_ change: StateChange) -> PlacedChange? {
    guard change.subject.setAsideFrom == nil else { return nil }
    switch change.field.scope {
    case .response:
      return PlacedChange(ofResponse: change)
    case .section:
      guard let position = form.sections.firstIndex(where: { $0.key == change.subject.key }) else { return nil }
      let section = form.sections[position]
      return PlacedChange(
        change: change, section: position, position: nil, extent: section.cells.count,
        startsOpen: change.field == .fold
          ? !section.startsFolded : form.fresh.isRelevant(section: section.key))
    case .cell:
      return snapshot(of: change.subject).map { PlacedChange(change, of: $0) }
    case .instance:
      return snapshot(of: change.subject).map { PlacedChange(ofInstance: change, $0) }
    }
  }

  private mutating func snapshot(of subject: StateSubject) -> CellSnapshot? {
    guard let place = place(ofTemplate: subject.key)?.within(subject.instance),
      let cell = shownForm.sections.element(at: place.section)?.cells.element(at: place.position)
    else { return nil }
    return CellSnapshot(
      cell: cell, place: place, state: shownState.state(of: cell, in: subject.instance),
      starts: shownForm.fresh.state(ofCell: cell.key, in: subject.instance))
  }

  /// Moves the rows that were held back at a turn.
  ///
  /// - Returns: `false` when a later batch update has taken them along.
  mutating func moveRows(of turn: Int) -> Bool {
    guard turn == self.turn, !heldBack.isEmpty else { return false }
    _ = index.apply(heldBack)
    heldBack = []
    log?.addAll()
    return true
  }

  /// Takes the height that a view has measured; `false` for a row whose height is fixed, and for an unknown one.
  mutating func setMeasuredHeight(_ points: Double, at path: RowPath) -> Bool {
    guard let place = index.place(at: path), let cell = cell(at: place),
      estimates.isMeasured(form.rowHeight(of: cell, isExpanded: index.isExpanded(place)))
    else { return false }
    return index.setMeasuredHeight(points, of: place)
  }
}

// MARK: - Asking

extension SessionSnapshot {
  /// What a cell holds; `nil` for nothing, and for an unknown cell.
  mutating func value(of cell: CellReference) -> CellValue? {
    guard let place = place(of: cell), let cell = self.cell(at: place) else { return nil }
    return state.value(of: cell, in: form, instance: place.instance)
  }

  /// How the value of a cell stands; `nil` for an unknown cell.
  mutating func status(of cell: CellReference) -> CellStatus? {
    guard let place = place(of: cell), let cell = self.cell(at: place) else { return nil }
    return CellStatus(of: cell, in: state, instance: place.instance, of: form)
  }

  /// Where a cell is; `nil` for an unknown cell, and for a key in a repeat without an instance.
  ///
  /// - Complexity: as ``place(ofCell:)``; O(log n) for a row path.
  mutating func place(of cell: CellReference) -> CellPlace? {
    if case .rowPath(let path) = cell { index.place(at: path) } else { place(ofCell: cell.description) }
  }

  /// Where the cell with a key or an address is; `nil` if there is none, and for a key in a repeat without an
  /// instance.
  ///
  /// - Complexity: O(n) the first time, then O(1); for an address with places of instances O(n + k log k) for k
  ///   instances.
  private mutating func place(ofCell key: String) -> CellPlace? {
    let index = definition.index
    guard !index.repeats.isEmpty else { return place(ofTemplate: key) }
    if let place = place(ofPlainAddress: key.canonicalKey, index) { return place }
    let reader = FormReader(index, state: state, stacks: UndoStacks(journal: [], base: 0))
    return try? reader.namedCell(.key(key)).place
  }

  /// Where a cell stands that is named by its key, or by its key and the number of its instance; `nil` for every other
  /// address.
  private mutating func place(ofPlainAddress address: String, _ index: FormIndex) -> CellPlace? {
    if let place = place(ofTemplate: address) { return index.repeats.repeatAround(place) == nil ? place : nil }
    let parts = address.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[1]), let place = place(ofTemplate: String(parts[0])),
      let around = index.repeats.repeatAround(place),
      let owner = cell(at: CellPlace(section: place.section, position: around)),
      state.instances[StateSubject(owner.key, instance: number)] != nil
    else { return nil }
    return place.within(number)
  }

  /// Where the cell with a key stands, in no instance; `nil` if there is none. O(n) the first time, then O(1).
  private func place(ofTemplate key: String) -> CellPlace? { form.place(ofCell: key) }
}

// MARK: - What is about to be committed

extension SessionSnapshot {
  /// Notes what the session is about to commit, so that it is known again by anyone who reads the journal first.
  mutating func expect(_ doing: SessionNews.Doing) { doings.append(doing) }

  /// Forgets what was not committed after all.
  mutating func forget(_ doing: SessionNews.Doing) {
    doings.removeAll { $0.revisions == doing.revisions }
  }
}
