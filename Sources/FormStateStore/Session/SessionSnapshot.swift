import FormState

/// The memory of a session: the definition, the touched state, and the visible rows, at one revision.
struct SessionSnapshot: Sendable {
  let form: FormDefinition
  let nesting: [CompactNesting]
  let estimates: HeightEstimates
  private(set) var index: VisibilityIndex
  private(set) var revision: Int
  private var compactedTo: Int?
  private var generation: Int
  private var stream: StreamName?
  let definitionDigest: String
  /// The form, for the actions of the session.
  let definition: OpenDefinition
  /// The response in a language other than the form's own; `nil` for its own.
  var view: LanguageView?
  /// The names of the steps for undo and redo.
  private(set) var names = UndoNameCache()
  /// The last edit that another one may continue as the same undo step.
  private(set) var lastEdit: Edit?
  /// The changes that the session has committed, or is about to, and that the screen does not show yet.
  private(set) var ownChanges: [SessionNews.OwnChange] = []
  /// The number of the session's commits with drafts, and of those that the screen shows.
  private(set) var draftTurns = (committed: 0, shown: 0)
  /// The touched state, with what follows from it; without the findings while these are lent.
  private(set) var loaded: LoadedState
  /// The touched state.
  var state: ResponseState { loaded.state }
  /// The faults of the answers, once needed.
  var faultCache: FaultCache?
  /// The log for an observer; `nil` if there is none.
  var log: SessionLog?
  /// Changes whose content is already displayed, while the rows are still at their old positions.
  private(set) var heldBack: [PlacedChange] = []
  /// A counter of held back changes, which identifies the batch update of the held back rows.
  private var turn = 0
  /// The number of times that the screen has included changes by others.
  private(set) var othersTurn = 0

  /// Creates a snapshot from the contents of a response. O(n) for n cells.
  ///
  /// - Parameter language: the language; the form's own for `nil` or an unknown one.
  init(
    _ contents: ResponseContents, of known: OpenDefinition? = nil, compactedTo: Int?, generation: Int,
    hiddenRows: HiddenRows, estimates: HeightEstimates, language: String? = nil
  ) {
    form = contents.form
    (self.compactedTo, self.generation) = (compactedTo, generation)
    stream = contents.revision > 0 ? contents.stream : nil
    loaded = LoadedState(contents.state, of: contents.form)
    revision = contents.revision
    definitionDigest = contents.definitionDigest
    definition = known ?? OpenDefinition(contents.form, digest: contents.definitionDigest)
    self.estimates = estimates
    nesting = form.nestings
    index = VisibilityIndex(form: form, state: contents.state, hiddenRows: hiddenRows, estimates: estimates)
    view = language.flatMap { view(in: $0) }
  }

  /// The drafts of the device that the screen shows.
  mutating func drafts() -> [StateSubject: String] { loaded.drafts() }

  /// Notes that the session has committed drafts, which the screen does not show yet.
  mutating func noteDrafts() { draftTurns.committed += 1 }

  /// Whether news follow on what the screen shows: commits that wait for the screen may pass each other.
  func isFollowed(by news: SessionNews) -> Bool {
    guard news.known == known, let turn = news.draftTurn else { return news.known == known }
    return news.hasAllDrafts ? turn >= draftTurns.shown : turn == draftTurns.shown + 1
  }

  /// What the screen knows of the store.
  var known: SessionNews.Known {
    SessionNews.Known(
      revision: revision, compactedTo: compactedTo, definitionDigest: definitionDigest, stream: stream,
      generation: generation)
  }

  /// The result of advancing.
  struct Advance {
    /// The update of a table view.
    var batch: BatchUpdate
    /// If rows are held back, the turn for ``moveRows(of:)``.
    var turn: Int?
    /// The changes for subscribers, in order.
    var changes: [SessionChange]
  }

  /// Advances by news.
  ///
  /// - Parameters:
  ///   - news: the news.
  ///   - inStages: whether to hold the rows back if the batch update has more than one stage.
  ///   - isFollowed: whether there are subscribers.
  mutating func advance(by news: SessionNews, inStages: Bool = false, isFollowed: Bool = false) -> Advance {
    if news.parts.contains(where: { $0.cause == .elsewhere }) { othersTurn += 1 }
    if let turn = news.draftTurn { draftTurns.shown = turn }
    if case .version(let contents)? = news.parts.last?.content {
      return move(to: contents, by: news, isFollowed: isFollowed)
    }
    // Rows that an earlier batch update was to move are part of this one, since the view has not moved them.
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
    if let part = news.parts.last(where: { $0.revision > revision }) { lastEdit = part.edit }
    revision = news.revision
    (compactedTo, generation) = (news.compactedTo, news.generation)
    stream = news.stream
    if news.affectsHistory { names.outdate(doneAfter: news.doneAfter) }
    ownChanges.removeAll { $0.revisions.upperBound <= revision }
    let batch = move(by: all)
    let turn = holdBack(all, of: batch, inStages: inStages)
    if held.isEmpty && turn == nil { log?.add(changes, batch) } else { log?.addAll() }
    return Advance(batch: batch, turn: turn, changes: published)
  }

  /// Holds the rows back if a batch update is shown in more than one stage.
  ///
  /// - Returns: the turn for ``moveRows(of:)``; `nil` if nothing is held back.
  mutating func holdBack(_ changes: [PlacedChange], of batch: BatchUpdate, inStages: Bool) -> Int? {
    heldBack = []
    guard inStages, batch.stages.count > 1 else { return nil }
    _ = index.apply(changes.reversed().map(\.inverse))
    heldBack = changes
    turn += 1
    return turn
  }

  /// Advances the state.
  ///
  /// - Returns: the changes as displayed.
  private mutating func take(_ content: SessionNews.Content) -> [PlacedChange] {
    switch content {
    case .version: return []
    case .drafts: return take(.changes(placed(content)))
    case .state(let new):
      let changes = placed(content)
      faultCache?.note(changes)
      loaded = LoadedState(new, of: form)
      view = view?.moved(to: new)
      return changes
    case .changes(let changes):
      faultCache?.note(changes)
      for change in changes {
        loaded.apply(change.change, in: definition.index)
      }
      return view?.apply(changes) ?? changes
    }
  }

  /// The screen after some changes.
  func moved(along way: SessionNews.Content) -> SessionSnapshot {
    var snapshot = self
    _ = snapshot.index.apply(snapshot.heldBack)
    snapshot.heldBack = []
    let changes = snapshot.take(way)
    _ = snapshot.move(by: changes)
    return snapshot
  }

  /// Sets the names of the steps for undo and redo.
  mutating func note(_ names: UndoNames) { self.names.take(names) }

  /// The names have to be read again, in other words.
  mutating func forgetNames() { names.outdate(doneAfter: nil) }

  /// The state for an action at a revision, with what was found in it, until ``take(back:at:)``: that is changed
  /// without a copy. `nil` if the screen shows another revision.
  mutating func lend(at revision: Int) -> LoadedState? {
    guard revision == self.revision, draftTurns.shown == draftTurns.committed else { return nil }
    defer { loaded.findings = LoadedState.Findings() }
    return loaded
  }

  /// Takes back what was found in the state at a revision.
  mutating func take(back findings: LoadedState.Findings, at revision: Int) {
    if revision == self.revision { loaded.findings = findings }
  }

  /// Changes to another version of the form, in a single stage: no view needs rows of two versions.
  private mutating func move(to contents: ResponseContents, by news: SessionNews, isFollowed: Bool) -> Advance {
    var next = SessionSnapshot(
      contents, compactedTo: news.compactedTo, generation: news.generation, hiddenRows: index.hiddenRows,
      estimates: estimates, language: view?.language)
    next.names = names
    next.names.outdate(doneAfter: nil)
    let match = VersionMatch(from: form, to: contents.form)
    let (old, new) = (shown, next.shown)
    let upgrade = ScreenUpgrade(from: old, to: new, by: match)
    next.index.takeMeasuredHeights(of: old, by: upgrade)
    next.ownChanges = ownChanges.filter { $0.revisions.upperBound > news.revision }
    next.turn = turn
    next.othersTurn = othersTurn
    next.draftTurns = draftTurns
    next.log = log
    next.log?.addAll()
    var changes: [SessionChange] = []
    if isFollowed {
      // Followers have already received the moves of rows that are held back.
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
    return Advance(batch: upgrade.batch, turn: nil, changes: changes)
  }

  /// The contents of the screen.
  var shown: ShownForm { shown(by: index) }

  private func shown(by index: VisibilityIndex) -> ShownForm { shown(by: index, in: view) }

  /// The contents of the screen with other rows, in a language.
  func shown(by index: VisibilityIndex, in view: LanguageView?) -> ShownForm {
    var shown = ShownForm(
      form: view?.form ?? form, state: view?.state ?? state, index: index, nesting: nesting,
      formats: view?.formats ?? .stored)
    shown.speech = view?.speech
    return shown
  }

  /// Advances the rows, and returns the update of a table view.
  mutating func move(by changes: [PlacedChange]) -> BatchUpdate {
    index.apply(changes, options: form.options)
  }

  /// The update of a table view for the changes that were made last.
  mutating func batchUpdate(made changes: [PlacedChange]) -> BatchUpdate {
    _ = index.apply(changes.reversed().map(\.inverse))
    return move(by: changes)
  }

  /// The rows that a batch update has just inserted or changed, from top to bottom.
  private func rows(of batch: BatchUpdate) -> [VisibleRow] {
    let sections = batch.insertedSections.map { RowRange(section: $0, rows: 0..<index.numberOfRows(in: $0)) }
    let ranges = sections + batch.insertedRows + batch.resizedRows + batch.reloadedRowsAfter.map { RowRange($0) }
    return Set(ranges.lazy.flatMap(\.paths)).sorted().compactMap(row(at:))
  }

  /// The effect of some changes on the rows, after others from the current rows; the screen stays unchanged.
  ///
  /// - Complexity: O(k log n) for k changes, including the preceding ones.
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

  /// Changes relative to the state after some others.
  private func seen(_ changes: [PlacedChange], after way: [PlacedChange]) -> [PlacedChange] {
    guard form.fresh.hasRules else { return changes }
    var state = state
    for change in way { state.apply(change.change) }
    return changes.seen(from: state, in: form)
  }

  /// The row path of a cell after changes; `nil` if it would not be visible. O(k log n) for k changes, including those
  /// held back.
  mutating func rowPath(of place: CellPlace, after changes: [PlacedChange]) -> RowPath? {
    let way = heldBack + changes
    _ = index.apply(way)
    defer { _ = index.apply(way.reversed().map(\.inverse)) }
    return index.rowPath(of: place)
  }

  /// The changes to new content, each with its place in the form.
  mutating func placed(_ content: SessionNews.Content) -> [PlacedChange] {
    switch content {
    case .changes(let changes): changes
    case .state(let new): shownState.changes(to: view?.titled(new) ?? new).compactMap { placed($0) }
    case .version: []
    case .drafts(let drafts): loaded.changes(toDrafts: drafts).compactMap { placed($0) }
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
  /// - Returns: `false` if a later batch update has already moved them.
  mutating func moveRows(of turn: Int) -> Bool {
    guard turn == self.turn, !heldBack.isEmpty else { return false }
    _ = index.apply(heldBack)
    heldBack = []
    log?.addAll()
    return true
  }

  /// Sets the height that a view has measured; `false` for a row whose height is fixed, and for an unknown one.
  mutating func setMeasuredHeight(_ points: Double, at path: RowPath) -> Bool {
    guard let place = index.place(at: path), let cell = cell(at: place),
      estimates.isMeasured(form.rowHeight(of: cell, isExpanded: index.isExpanded(place)))
    else { return false }
    return index.setMeasuredHeight(points, of: place)
  }
}

// MARK: - Queries

extension SessionSnapshot {
  /// The place of a cell; `nil` for an unknown cell, and for a key in a repeat without an instance.
  ///
  /// - Complexity: as ``place(ofCell:)``; O(log n) for a row path.
  mutating func place(of cell: CellReference) -> CellPlace? {
    if case .rowPath(let path) = cell { index.place(at: path) } else { place(ofCell: cell.description) }
  }

  /// The place of the cell with a key or an address; `nil` if there is none, and for a key in a repeat without an
  /// instance.
  ///
  /// - Complexity: O(n) the first time, then O(1); for an address with positions of instances O(n + k log k) for k
  ///   instances.
  private mutating func place(ofCell key: String) -> CellPlace? {
    let index = definition.index
    guard !index.repeats.isEmpty else { return place(ofTemplate: key) }
    if let place = place(ofPlainAddress: key.canonicalKey, index) { return place }
    let reader = FormReader(index, loaded)
    return try? reader.namedCell(.key(key)).place
  }

  /// The place of a cell named by its key, or by its key and the number of its instance; `nil` for any other address.
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

  /// The place of a cell, in no instance; `nil` if there is none. O(n) the first time, then O(1).
  private func place(ofTemplate key: String) -> CellPlace? { form.place(ofCell: key) }
}

// MARK: - Pending commits

extension SessionSnapshot {
  /// Records what the session is about to commit, so it is recognized if the journal is read first.
  mutating func expect(_ ownChange: SessionNews.OwnChange) { ownChanges.append(ownChange) }

  /// Removes the record of what was not committed.
  mutating func forget(_ ownChange: SessionNews.OwnChange) {
    ownChanges.removeAll { $0.revisions == ownChange.revisions }
  }
}
