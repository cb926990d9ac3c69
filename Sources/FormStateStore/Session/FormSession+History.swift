import FormState

extension FormSession {
  /// What the session does from now on, in order: each subscriber gets every change once, at its own pace.
  ///
  /// ```swift
  /// for await change in session.changes {
  ///   for step in change.batch.steps {
  ///     switch step {
  ///     case .delete(let range): titles[range.section].removeSubrange(range.rows)
  ///     case .insert(let range):
  ///       let rows = range.paths.compactMap(change.row(at:))
  ///       titles[range.section].insert(contentsOf: rows.map(\.title), at: range.rows.lowerBound)
  ///     case .deleteSection(let section): titles.remove(at: section)
  ///     case .insertSection(let section):
  ///       let rows = change.rows.filter { $0.path.section == section }
  ///       titles.insert(rows.map(\.title), at: section)
  ///     case .reload(let path): titles[path.section][path.row] = change.row(at: path)?.title ?? ""
  ///     case .resize: break
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Each change brings the rows that it is about, so that it is enough by itself however late it is read.
  ///
  /// The sequence begins when this is called, not when it is first waited for; subscribe first and look at the rows
  /// then. Changes wait for a slow subscriber in a queue of its own. Cancelling the task that waits ends its sequence
  /// and no other. All sequences end with the session. What others do becomes a change when the session catches up:
  /// with its next action, ``refresh()``, or by itself with ``watch(every:on:showing:failing:)``.
  public var changes: AsyncStream<SessionChange> { snapshot.withLock { _ in subscribers.subscribe() } }

  /// Whether there is a step that ``undo(count:)`` would take back.
  public var canUndo: Bool { undoName != nil }

  /// Whether there is a step that ``redo(count:)`` would do again.
  public var canRedo: Bool { redoName != nil }

  /// What ``undo(count:)`` would take back, as a menu calls it: “Set First name”; `nil` for nothing.
  ///
  /// It is looked up in the journal when it is first asked for after something has happened. Where the store cannot be
  /// read, it is what it was.
  public var undoName: String? { undoNames.undo }

  /// What ``redo(count:)`` would do again; `nil` for nothing. Looked up as ``undoName`` is.
  public var redoName: String? { undoNames.redo }

  /// Whether the response is completed, so that its values are refused.
  public var isCompleted: Bool { snapshot.withLock { $0.state.isCompleted } }

  /// How the value of a cell stands; `nil` for an unknown cell.
  ///
  /// O(1), but for the first question by key of a session, which makes an index of the keys in O(n).
  public func status(of cell: CellReference) -> CellStatus? {
    snapshot.withLock { $0.status(of: cell) }
  }

  /// What the person had touched at a revision. Asks the store.
  ///
  /// - Throws: ``StoreError/Code/unknownRevision``.
  public func state(at revision: Int) throws -> ResponseState {
    try store.state(of: key, at: revision)
  }

  /// What takes a table view from one revision to another, in either direction. Asks the store; the session stays where
  /// it is.
  ///
  /// - Parameters:
  ///   - first: the revision to begin with.
  ///   - last: the revision to end with.
  /// - Returns: the last revision, and a legal batch update.
  /// - Throws: ``StoreError/Code/unknownRevision``; ``StoreError``.
  /// - Complexity: O((k + t) log n) for the k changes between them and t fields that were ever touched; nothing depends
  ///   on the length of the journal.
  public func diff(from first: Int, to last: Int) throws -> ScreenChange {
    while true {
      let (known, hiddenRows) = snapshot.withLock { ($0.known, $0.index.hiddenRows) }
      let difference = try store.read(isLatest: true) { db in
        let revisions = RevisionReader(
          db: db, location: try ResponseLocation.find(key, in: db), definitions: store.definitions)
        return try self.difference(from: first, to: last, known, hiddenRows, revisions)
      }
      let batch: BatchUpdate? =
        switch difference {
        case .batch(let batch): batch
        case .changes(let way, let changes):
          snapshot.withLock { $0.known == known ? $0.batchUpdate(after: way, by: changes) : nil }
        }
      if let batch { return ScreenChange(previousRevision: first, revision: last, batch: batch) }
    }
  }

  /// What lies between two revisions.
  private enum Difference {
    /// What takes a table view there.
    case batch(BatchUpdate)
    /// Changes, of which the screen can tell what they do to its rows, once it is on their near side.
    case changes(way: SessionNews.Content, [PlacedChange])
  }

  private func difference(
    from first: Int, to last: Int, _ known: SessionNews.Known, _ hiddenRows: HiddenRows, _ revisions: RevisionReader
  ) throws -> Difference {
    // The screen knows the rows of its own version alone.
    guard try !revisions.crossesVersions(from: first, to: last),
      try revisions.location(at: first).version.digest == known.definitionDigest,
      revisions.location.version.digest == known.definitionDigest
    else { return .batch(try revisions.batchUpdate(from: first, to: last, hiddenRows: hiddenRows)) }
    let changes = try revisions.difference(from: first, to: last)
    return .changes(way: try way(from: known, to: first, revisions), changes)
  }

  func way(
    from known: SessionNews.Known, to revision: Int, _ revisions: RevisionReader
  ) throws -> SessionNews.Content {
    guard RevisionReader.follows(from: known.revision, to: revision),
      try !revisions.crossesVersions(from: known.revision, to: revision),
      !known.isReplaced(at: revisions.location), known.revision >= revisions.location.compactedTo ?? 0
    else {
      return .state(try revisions.state(at: revision))
    }
    return .changes(try revisions.changes(from: known.revision, to: revision))
  }
}
