import FormState
import GRDB

extension FormSession {
  func change(_ news: () throws -> SessionNews) throws -> ScreenChange {
    try advance(inStages: false, news).change
  }

  func change(showing show: (BatchUpdate) -> Void, _ news: () throws -> SessionNews) throws -> ScreenChange {
    let (change, turn) = try advance(inStages: true, news)
    for stage in change.batch.stages {
      // The last stage moves the rows, unless an action that came in between has taken them along.
      if let turn, stage.reloadedRows.isEmpty, !screen.withLock({ $0.moveRows(of: turn) }) { break }
      show(stage)
    }
    return change
  }

  private func advance(
    inStages: Bool, _ news: () throws -> SessionNews
  ) throws -> (change: ScreenChange, turn: Int?) {
    applying.lock()
    defer { applying.unlock() }
    guard !isMovingOn.withLock({ $0 }) else { throw StoreError.withinTransaction }
    isMovingOn.withLock { $0 = true }
    defer { isMovingOn.withLock { $0 = false } }
    let news = try news()
    let isFollowed = !subscribers.isEmpty
    let advance = screen.withLock { $0.advance(by: news, inStages: inStages, isFollowed: isFollowed) }
    subscribers.publish(advance.changes)
    return (ScreenChange(revision: news.revision, batch: advance.batch), advance.turn)
  }

  /// Reads what others have done.
  func read() throws -> SessionNews {
    let known = screen.withLock { $0.known }
    return try store.read { db in
      let location = try ResponseLocation.find(key, in: db)
      var news = try SessionNews(since: known, of: key, at: location, in: db)
      if news.affectsHistory { news.names = try HistoryReader(db: db, location: location).names(scope: undoScope) }
      return news
    }
  }

  /// Commits an action, or an undo or redo several times.
  func commit(_ action: FormAction, times count: Int = 1) throws -> SessionNews {
    let now = ContinuousClock.now
    let (named, known, continued) = try screen.withLock { screen in
      (try screen.named(action), screen.known, screen.edit(continuedBy: action, at: now, within: coalescing))
    }
    let cause: SessionChange.Cause = action.kind.isAboutUndo ? .undo : .local
    let news = try commit(known, cause) { repository, news in
      if case .rowPath(let path) = action.cell { try check(path, known, against: news, repository) }
      guard !action.kind.isAboutUndo else { return try repository.apply(action, times: count).applied.changes }
      return try repository.apply(
        named,
        step: { position in
          guard let continued, position.revision == continued, position.undoTop == continued else {
            return StepPlacement()
          }
          return StepPlacement(start: try repository.history.step(endingAt: continued).start)
        }
      ).changes
    }
    screen.withLock { $0.noteEdit(named, news, at: now) }
    return news
  }

  /// Commits a group of actions.
  func commit(_ name: String, _ work: (ActionGroup) throws -> Void) throws -> SessionNews {
    let known = screen.withLock { $0.known }
    return try commit(known, .local) { repository, news in
      var changes: [PlacedChange] = []
      try withoutActuallyEscaping({ (more: [PlacedChange]) in changes += more }) { note in
        let group = try ActionGroup(
          name, repository: repository,
          naming: { action in
            if case .rowPath(let path) = action.cell { try self.check(path, known, against: news, repository) }
            return try self.screen.withLock { try $0.named(action) }
          }, beforeWriting: note)
        defer { group.close() }
        try work(group)
      }
      return changes
    }
  }

  /// Runs one transaction on the response, after whatever others have done.
  ///
  /// - Parameter work: returns what it changed.
  private func commit(
    _ known: SessionNews.Known, _ cause: SessionChange.Cause,
    _ work: (ResponseRepository, SessionNews) throws -> [PlacedChange]
  ) throws -> SessionNews {
    try store.write { db in
      let repository = try ResponseRepository(key, in: db)
      var news = try SessionNews(since: known, of: key, at: repository.location, in: db)
      let before = try repository.revision()
      let changes = try work(repository, news)
      news.append(changes, revision: try repository.revision(), cause: cause)
      if news.affectsHistory { news.names = try names(after: changes, since: before, cause, repository) }
      return (news, news.revision == 0 ? .rollback : .commit)
    }
  }

  private func names(
    after changes: [PlacedChange], since revision: Int, _ cause: SessionChange.Cause, _ repository: ResponseRepository
  ) throws -> UndoNames {
    let history = repository.history
    let position = try history.position()
    // A step that was just done whole is what an undo takes back, if it does anything; that needs no look at the journal.
    guard cause == .local, let step = position.undoTop, step > revision, step == position.revision,
      try history.step(endingAt: step).start > revision
    else { return try history.names(scope: undoScope) }
    var state = ResponseState()
    for change in changes { state.apply(change.change) }
    guard !Reversal.changes(reverting: changes, in: state, scope: undoScope).isEmpty else {
      return try history.names(scope: undoScope)
    }
    return UndoNames(undo: try history.name(of: step))
  }

  /// Makes sure that a row is as the session shows it, after what others have done.
  private func check(
    _ path: RowPath, _ known: SessionNews.Known, against news: SessionNews, _ repository: ResponseRepository
  ) throws {
    guard !news.parts.isEmpty, !screen.withLock({ $0.keeps(path, after: news.parts) }) else { return }
    throw try RowPathCheck.error(
      at: path, seenAt: known.revision, revision: news.revision, db: repository.db, location: repository.location)
  }
}
