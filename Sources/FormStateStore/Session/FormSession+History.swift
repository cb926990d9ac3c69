import FormState

extension FormSession {
  /// The changes of the session from now on, in order: each subscriber receives every change once, at its own pace.
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
  /// Each change includes the rows that it affects, so it is self-contained however late it is read.
  ///
  /// The sequence begins with this call, not with the first iteration; subscribe first and then read the rows. Each
  /// subscriber has a queue for its changes. Cancelling the iterating task ends its sequence and no other. All
  /// sequences end with the session. Changes by others are reported when the session catches up: with its next action,
  /// ``refresh(showing:)``, or automatically with ``watch(every:on:showing:failing:)``.
  public var changes: AsyncStream<SessionChange> { snapshot.withLock { _ in subscribers.subscribe() } }

  /// Whether there is a step for ``undo(count:showing:)``.
  public var canUndo: Bool { undoName != nil }

  /// Whether there is a step for ``redo(count:showing:)``.
  public var canRedo: Bool { redoName != nil }

  /// The name of the step that ``undo(count:showing:)`` would revert, for a menu: “Set First name”; `nil` for none.
  ///
  /// It is read from the journal on first use after a change. If the store cannot be read, it is the previous name.
  public var undoName: String? { undoNames.undo }

  /// The name of the step that ``redo(count:showing:)`` would restore; `nil` for none. Read like ``undoName``.
  public var redoName: String? { undoNames.redo }

  /// Whether the response is completed, and entries are refused.
  public var isCompleted: Bool { snapshot.withLock { $0.state.isCompleted } }

  /// The status of a cell's value; `nil` for an unknown cell.
  ///
  /// O(1), except for a session's first query by key, which creates an index of the keys in O(n).
  public func status(of cell: CellReference) -> CellStatus? {
    look { $0.status(of: cell) }
  }

  /// The full address of a cell; `nil` for an unknown cell.
  func fullAddress(of cell: CellReference) -> String? { look { $0.fullAddress(of: cell) } }

  /// The touched state at a revision. Reads the store.
  ///
  /// - Throws: ``StoreError/Code/unknownRevision``.
  public func state(at revision: Int) throws -> ResponseState {
    try store.state(of: key, at: revision)
  }

  /// The changes for a table view from one revision to another, in either direction. Reads the store; the session does
  /// not move.
  ///
  /// - Parameters:
  ///   - first: the first revision.
  ///   - last: the last revision.
  /// - Returns: the last revision, and a valid batch update.
  /// - Throws: ``StoreError/Code/unknownRevision``; ``StoreError``.
  /// - Complexity: O((k + t) log n) for k changes between them and t fields that were ever touched; independent of the
  ///   length of the journal.
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
          look { $0.known == known ? $0.batchUpdate(after: way, by: changes) : nil }
        }
      if let batch { return ScreenChange(previousRevision: first, revision: last, batch: batch) }
    }
  }

  /// The difference between two revisions.
  private enum Difference {
    /// The batch update.
    case batch(BatchUpdate)
    /// Changes whose effect on rows the screen can determine once it is at their start.
    case changes(way: SessionNews.Content, [PlacedChange])
  }

  private func difference(
    from first: Int, to last: Int, _ known: SessionNews.Known, _ hiddenRows: HiddenRows, _ revisions: RevisionReader
  ) throws -> Difference {
    // The screen only has the rows of its own version.
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
