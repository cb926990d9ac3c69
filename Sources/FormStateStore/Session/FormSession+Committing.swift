import FormState
import GRDB

extension FormSession {
  func change(
    by seen: SeenAction, times count: Int = 1, showing show: ((BatchUpdate) -> Void)?
  ) throws -> ScreenChange {
    try change(showing: show) { try commit(seen, times: count, committed: $0) }
  }

  /// Resolves the row paths of an action to the cells that the session shows there now.
  ///
  /// Called when the person acts, before anything waits: the rows may move until the commit. An action that is applied
  /// later, after others may have changed the response, is kept as seen:
  ///
  /// ```swift
  /// let seen = try session.seen(.tap(.rowPath(indexPath.rowPath)))
  /// ```
  ///
  /// - Parameter action: the action.
  /// - Returns: the action, for the overloads of `apply` that take it.
  /// - Throws: `ActionError` if there is no row; ``StoreError`` if it cannot be read.
  /// - Complexity: O(log n).
  public func seen(_ action: FormAction) throws -> SeenAction {
    // An unreadable row must not be reported as missing.
    try saying { try CellPages.requiring { try look { try $0.seen(action) } } }
  }

  /// Advances by news.
  ///
  /// - Parameter work: passes on the news once, as soon as they are committed.
  func change(
    showing show: ((BatchUpdate) -> Void)?, _ work: ((SessionNews) -> Void) throws -> Void
  ) throws -> ScreenChange {
    var advanced = (change: unchanged, turn: Int?.none)
    try work { advanced = advance(by: $0, inStages: show != nil) }
    return shown(advanced, show)
  }

  /// Shows a change in stages, if there is a view to show it.
  func shown(_ advanced: (change: ScreenChange, turn: Int?), _ show: ((BatchUpdate) -> Void)?) -> ScreenChange {
    if let show { self.show(advanced.change, turn: advanced.turn, show) }
    return advanced.change
  }

  /// Advances the screen by news.
  ///
  /// Subscribers are notified under the lock that orders revisions, so none misses a change. If another thread has
  /// advanced the screen meanwhile, the remaining changes are read again.
  func advance(by news: SessionNews, inStages: Bool) -> (change: ScreenChange, turn: Int?) {
    var next: SessionNews? = news
    while let news = next {
      let advance = store.holdingConnection {
        snapshot.withLock { snapshot -> SessionSnapshot.Advance? in
          guard snapshot.isFollowed(by: news) else { return nil }
          let advance = snapshot.advance(by: news, inStages: inStages, isFollowed: !subscribers.isEmpty)
          subscribers.publish(advance.changes)
          return advance
        }
      }
      if let advance {
        let change = ScreenChange(
          previousRevision: news.known.revision, revision: news.revision, batch: advance.batch)
        return (change, advance.turn)
      }
      let shown = revision
      guard shown < news.revision || news.draftTurn != nil else { break }
      next = try? read()
      // What was committed stays committed, and a later refresh shows it.
      if next == nil {
        let change = ScreenChange(
          previousRevision: shown, revision: news.revision, batch: BatchUpdate(), needsRefresh: true)
        return (change, nil)
      }
    }
    return (unchanged, nil)
  }

  /// A change without any effect on the screen.
  private var unchanged: ScreenChange {
    let revision = revision
    return ScreenChange(previousRevision: revision, revision: revision, batch: BatchUpdate())
  }

  /// Shows a change in stages, without holding a lock.
  func show(_ change: ScreenChange, turn: Int?, _ show: (BatchUpdate) -> Void) {
    for stage in change.batch.stages {
      // The last stage moves the rows, unless an action in between has already moved them.
      if let turn, stage.movesOrResizes, !snapshot.withLock({ $0.moveRows(of: turn) }) { break }
      show(stage)
    }
  }

  /// Reads the changes by others.
  func read() throws -> SessionNews {
    let draftTurn = snapshot.withLock { $0.draftTurns.committed }
    return try store.read(isLatest: true) { db in
      let (known, ownChanges) = snapshot.withLock { ($0.known, $0.ownChanges) }
      let location = try ResponseLocation.find(key, in: db)
      var news = try SessionNews(since: known, ownChanges, of: key, at: location, on: device, in: db, store.definitions)
      if !news.movesToVersion { try takeDrafts(into: &news, at: location, in: db) }
      news.draftTurn = draftTurn
      return news
    }
  }

  /// Adds the drafts of the device to news.
  ///
  /// - Parameter ifOthers: whether to add them only if the screen shows others.
  private func takeDrafts(
    into news: inout SessionNews, at location: ResponseLocation, in db: Database, ifOthers: Bool = false
  ) throws {
    let drafts = try DraftTable(db: db, location: location).drafts(of: device)
    let shown = snapshot.withLock { $0.drafts() }
    if !ifOthers || drafts != shown { news.take(drafts: drafts, shown: shown) }
  }
}

extension BatchUpdate {
  /// Whether the stage has more than reloads.
  fileprivate var movesOrResizes: Bool { reloadedRows.isEmpty && reloadedHeaders.isEmpty }
}

// MARK: - Committing

extension FormSession {
  /// Commits an action, or an undo or redo several times.
  private func commit(_ seen: SeenAction, times count: Int, committed: (SessionNews) -> Void) throws {
    _ = try saying { try store.write({ try transaction($0, seen, times: count) }, committed: committed) }
  }

  /// Commits an action, or an undo or redo several times, without blocking the thread.
  func commit(
    _ seen: SeenAction, times count: Int = 1, isolation: isolated (any Actor)? = #isolation
  ) async throws -> SessionNews {
    do {
      return try await store.write { try self.transaction($0, seen, times: count) }
    } catch {
      throw said(error)
    }
  }

  private func transaction(
    _ db: Database, _ seen: SeenAction, times count: Int
  ) throws -> (SessionNews, Database.TransactionCompletion) {
    let (now, action, author) = (ContinuousClock.now, seen.action, seen.author ?? store.author)
    let (known, continued) = snapshot.withLock { snapshot in
      (snapshot.known, snapshot.edit(continuedBy: action, of: author, at: now, within: coalescing))
    }
    let cause: SessionChange.Cause = action.kind.isAboutUndo ? .undo : .local
    let edit = { (changes: [PlacedChange], revision: Int) in
      cause == .local
        ? self.snapshot.withLock { $0.edit(by: action, of: author, changes, revision: revision, at: now) } : nil
    }
    let news = try self.news(known, cause, by: author, in: db, edit: edit) { repository, news in
      try check(seen, known, against: news, repository)
      guard !action.kind.isAboutUndo else { return try repository.apply(action, times: count).applied.changes }
      return try repository.apply(
        action,
        step: { position in
          guard let continued, position.revision == continued, position.undoTop == continued else {
            return StepPlacement()
          }
          return StepPlacement(start: try repository.journal.step(endingAt: continued).start)
        }
      ).changes
    }
    return (news, .commit)
  }

  /// Commits a group of actions.
  func commit(
    _ name: String, _ work: (ActionGroup) throws -> Void, committed: (SessionNews) -> Void
  ) throws {
    let shown = shownNow()
    _ = try saying { try store.write({ (try transaction($0, name, shown, work), .commit) }, committed: committed) }
  }

  /// Commits a group of actions, without blocking the thread.
  ///
  /// - Parameter shown: the screen when the group was requested.
  func commit(
    _ name: String, _ shown: Locked<SessionSnapshot?>, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) async throws -> SessionNews {
    do {
      return try await store.write { (try self.transaction($0, name, shown, work), .commit) }
    } catch {
      throw said(error)
    }
  }

  /// The current screen, which the row paths of a group refer to.
  ///
  /// In a box that the transaction empties, since the session would copy all of its rows to advance while the box holds
  /// them.
  func shownNow() -> Locked<SessionSnapshot?> { Locked(snapshot.withLock { $0 }) }

  private func transaction(
    _ db: Database, _ name: String, _ shown: Locked<SessionSnapshot?>, _ work: (ActionGroup) throws -> Void
  ) throws -> SessionNews {
    let shown = shown.withLock { $0.take() } ?? snapshot.withLock { $0 }
    let known = snapshot.withLock { $0.known }
    return try news(known, .local, by: store.author, in: db) { repository, news in
      var changes: [PlacedChange] = []
      try withoutActuallyEscaping({ (more: [PlacedChange]) in changes += more }) { note in
        let group = ActionGroup(
          name, repository: repository, path: store.path,
          naming: { action in
            let seen = try shown.seen(action)
            try self.check(seen, known, against: news, repository)
            return seen.action
          }, noting: note)
        defer { group.close() }
        do {
          try work(group)
        } catch {
          throw CallersError(error)
        }
      }
      return changes
    }
  }

  /// Changes the response, after the changes by others, within a transaction.
  ///
  /// - Parameters:
  ///   - author: the author; `nil` for none.
  ///   - edit: returns the edit for the changes and the resulting revision; `nil` for none.
  ///   - work: returns its changes.
  private func news(
    _ known: SessionNews.Known, _ cause: SessionChange.Cause, by author: String?, in db: Database,
    edit: ([PlacedChange], Int) -> SessionSnapshot.Edit? = { _, _ in nil },
    _ work: (ResponseRepository, SessionNews) throws -> [PlacedChange]
  ) throws -> SessionNews {
    let repository = try ResponseRepository(
      key, in: db, author: author, begins: begins, versions: VersionIndexes(db, store.definitions),
      definition: snapshot.withLock { $0.definition }, device: device)
    let ownChanges = snapshot.withLock { $0.ownChanges }
    let (before, version) = (try repository.revision(), repository.location.version)
    var news = try SessionNews(
      since: known, ownChanges, through: before, of: key, at: repository.location, on: device, in: db,
      store.definitions)
    // Another session of the device may have drafted without an entry.
    if !news.hasAllDrafts { try takeDrafts(into: &news, at: repository.location, in: db, ifOthers: true) }
    // Without news, the screen shows the current state.
    if news.parts.isEmpty, let loaded = snapshot.withLock({ $0.lend(at: before) }) {
      try repository.take(loaded, at: before)
    }
    let changes = try work(repository, news)
    if let findings = repository.takeFindings() { snapshot.withLock { $0.take(back: findings, at: before) } }
    let revision = try repository.revision()
    let own =
      news.movesToVersion || repository.location.version != version
      ? try news.replace(
        with: key, at: repository.location, on: device, after: before, revision: revision, cause: cause, in: db,
        store.definitions)
      : news.append(changes, after: before, revision: revision, cause: cause, edit: edit(changes, revision))
    // What waits for an instance comes back with it.
    if changes.contains(where: { $0.change.field == .instance && $0.change.after != nil }), !news.movesToVersion {
      try takeDrafts(into: &news, at: repository.location, in: db)
    }
    try noteDrafts(of: changes, in: &news, db)
    if let own { try expect(own, in: db) }
    if cause == .local, covers(changes, areOfOneEntry: revision == before + 1) { news.doneAfter = before }
    try repository.close(erasing: store.log)
    return news
  }

  /// Records what is about to be committed: others may read it before the screen shows it.
  private func expect(_ ownChange: SessionNews.OwnChange, in db: Database) throws {
    try db.whenTransactionEnds(onRollback: { [snapshot] _ in snapshot.withLock { $0.forget(ownChange) } })
    snapshot.withLock { $0.expect(ownChange) }
  }

  /// Records that drafts are about to be committed, so that no action is decided without them.
  private func noteDrafts(of changes: [PlacedChange], in news: inout SessionNews, _ db: Database) throws {
    let hasDrafts = changes.contains { $0.change.field == .draft }
    guard hasDrafts || news.hasAllDrafts else { return }
    news.draftTurn = snapshot.withLock { $0.draftTurns.committed } + (hasDrafts ? 1 : 0)
    guard hasDrafts else { return }
    try db.whenTransactionEnds(onCommit: { [snapshot] _ in snapshot.withLock { $0.noteDrafts() } })
  }

  /// Whether undo covers the changes.
  private func covers(_ changes: [PlacedChange], areOfOneEntry: Bool) -> Bool {
    // The changes of one action are already net.
    let net = areOfOneEntry ? changes : PlacedChange.net(changes)
    return net.contains { undoScope.covers($0.change.field) }
  }

  /// Checks that a key still refers to the cell that the session shows, after others have upgraded the response.
  ///
  /// The text field in a row reports typed text with the key at its creation; a derived key may belong to another cell
  /// now.
  private func checkKey(
    of seen: SeenAction, _ known: SessionNews.Known, against news: SessionNews, _ repository: ResponseRepository
  ) throws {
    guard let reference = seen.action.cell, let key = reference.subject?.key else { return }
    // The session shows another version by now, and the former one may not be in memory.
    if seen.definitionDigest != known.definitionDigest {
      let (path, isDerived) = snapshot.withLock { snapshot in
        let place = snapshot.place(of: reference)
        return (
          place.flatMap { snapshot.index.rowPath(of: $0) },
          place.flatMap { snapshot.cell(at: $0) }?.isKeyDerived == true
        )
      }
      if isDerived {
        guard let path else { throw ActionError.unknownCell(key: key, nearest: nil) }
        throw try RowPathCheck.error(at: path, seenAt: seen.revision, revision: news.revision, repository)
      }
    }
    guard let form = news.formMovedTo else { return }
    let path = try snapshot.withLock { snapshot -> RowPath? in
      guard let place = snapshot.place(of: reference) else { return nil }
      guard VersionMatch(from: snapshot.form, to: form).successor(ofCell: key) != key else { return nil }
      guard let path = snapshot.index.rowPath(of: place) else { throw ActionError.unknownCell(key: key, nearest: nil) }
      return path
    }
    guard let path else { return }
    throw try RowPathCheck.error(
      at: path, seenAt: known.revision, revision: news.revision, repository)
  }

  /// Whether a row that the person saw is unchanged after the changes by others.
  ///
  /// A refresh, or an earlier action whose commit is over, may show its changes while the transaction runs. Only what
  /// the screen then still lacks is news to it.
  private func keeps(
    _ row: SeenRow, of definition: String, after news: SessionNews, _ repository: ResponseRepository
  ) throws -> Bool {
    var rest = news
    while true {
      let (keeps, known, ownChanges) = snapshot.withLock { snapshot in
        (
          snapshot.known == rest.known ? snapshot.keeps(row, of: definition, after: rest) : nil, snapshot.known,
          snapshot.ownChanges
        )
      }
      if let keeps { return keeps }
      rest = try SessionNews(
        since: known, ownChanges, through: news.revision, of: key, at: repository.location, on: device,
        in: repository.db, store.definitions)
    }
  }

  /// Checks that an action still refers to what the person saw, after the changes by others.
  private func check(
    _ seen: SeenAction, _ known: SessionNews.Known, against news: SessionNews, _ repository: ResponseRepository
  ) throws {
    for row in seen.rows where try !keeps(row, of: seen.definitionDigest, after: news, repository) {
      throw try RowPathCheck.error(at: row.path, seenAt: seen.revision, revision: news.revision, repository)
    }
    try checkKey(of: seen, known, against: news, repository)
    if let value = seen.value, seen.action.kind == .settle {
      let question = try repository.question(about: seen.action.cell)
      // Without a question the action itself is refused, in the words about that.
      if let question, question.identity != value.text {
        throw ActionError.otherQuestion(about: seen.action.cell?.description ?? "response")
      }
    } else if let value = seen.value, let reference = seen.action.cell {
      let cell = try repository.cell(reference)
      guard value.agrees(with: cell.value) else {
        throw ChangedValueError(
          cell: reference.description, text: cell.value?.plainText ?? "", isConcealed: cell.cell.isSensitive)
      }
    }
  }
}
