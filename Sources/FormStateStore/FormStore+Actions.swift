import FormState
import GRDB

extension FormStore {
  /// Applies one action to a response, without loading its form.
  ///
  /// The response begins with its first action. What the action means is decided on the committed state, inside the
  /// transaction that writes what it does and its journal entry.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - key: the response.
  ///   - revision: the revision at which the person saw the rows, for an action that names its cell by a row path; when
  ///     left out, the row path means the rows as they are when the action is applied.
  /// - Returns: the revision after the action and what it did to the screen; the revision stays and the batch update
  ///   is empty when everything was already as the action wants it.
  /// - Throws: `ActionError` when the action is refused; ``StaleRowsError`` when the row is not the one that was seen;
  ///   ``StoreError``.
  @discardableResult
  public func apply(_ action: FormAction, to key: ResponseKey, seenAt revision: Int? = nil) throws -> ScreenChange {
    try change(key) { repository, recorder in
      if let revision, case .rowPath(let path) = action.cell {
        try RowPathCheck(repository: repository, path: path, seenAt: revision).run()
      }
      return try repository.apply(action, beforeWriting: recorder.record).revision
    }
  }

  /// Takes the last undo steps of a response back, as one change of screen.
  ///
  /// Each step is taken back by an entry of its own, so that revisions only grow and nothing is lost.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: how many steps to take back, 1 or more; as many as there are when there are fewer.
  ///   - scope: whether to take back disclosure and folds too.
  /// - Returns: how many steps were taken back, the revision after that, and what it did to the screen.
  /// - Throws: `ActionError.nothingToUndo`, or `ActionError.completed` when one would change an answer of a completed
  ///   response, nothing changed; ``StoreError``.
  @discardableResult
  public func undo(
    _ key: ResponseKey, count: Int = 1, scope: UndoScope = .everything
  ) throws -> (count: Int, change: ScreenChange) {
    try revert(.undo(scope), key, count: count)
  }

  /// Does the steps of a response again that were taken back last, as one change of screen.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: how many steps to do again, 1 or more; as many as there are when there are fewer.
  ///   - scope: whether to do disclosure and folds again too.
  /// - Returns: how many steps were done again, the revision after that, and what it did to the screen.
  /// - Throws: `ActionError.nothingToRedo`, or `ActionError.completed`, nothing changed; ``StoreError``.
  @discardableResult
  public func redo(
    _ key: ResponseKey, count: Int = 1, scope: UndoScope = .everything
  ) throws -> (count: Int, change: ScreenChange) {
    try revert(.redo(scope), key, count: count)
  }

  private func revert(_ action: FormAction, _ key: ResponseKey, count: Int) throws -> (count: Int, change: ScreenChange)
  {
    var done = 0
    let change = try change(key) { repository, recorder in
      let (count, applied) = try repository.apply(action, times: count, beforeWriting: recorder.record)
      done = count
      return applied.revision
    }
    return (done, change)
  }

  /// What undo and redo would take back next, read without loading the form; both `nil` before the first action.
  ///
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  public func undoNames(of key: ResponseKey, scope: UndoScope = .everything) throws -> UndoNames {
    try read { db in
      try HistoryReader(db: db, location: try ResponseLocation.find(key, in: db)).names(scope: scope)
    }
  }

  /// Applies several actions as one: one transaction, one undo step, all or nothing.
  ///
  /// ```swift
  /// try store.group("Paste address", in: key) { group in
  ///   try group.apply(.set(.key("street"), .text("Main Street 1")))
  ///   try group.apply(.set(.key("city"), .text("Hannibal")))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: what undo and redo call the step.
  ///   - key: the response.
  ///   - work: applies the actions; each is decided on what the ones before it have done. Whatever it throws takes all of
  ///     them back.
  /// - Returns: the revision after the last action, and what all of them did to the screen.
  /// - Throws: what `work` throws; ``StoreError``.
  @discardableResult
  public func group(
    _ name: String, in key: ResponseKey, _ work: (ActionGroup) throws -> Void
  ) throws -> ScreenChange {
    try change(key) { repository, recorder in
      let group = try ActionGroup(name, repository: repository, beforeWriting: recorder.record)
      defer { group.close() }
      try work(group)
      return try repository.revision()
    }
  }

  /// Changes a response in one transaction and works out what that does to the screen.
  private func change(
    _ key: ResponseKey, _ work: (ResponseRepository, BatchRecorder) throws -> Int
  ) throws -> ScreenChange {
    try write { db in
      let repository = try ResponseRepository(key, in: db)
      let recorder = BatchRecorder(db: db, location: repository.location)
      let revision = try work(repository, recorder)
      let change = ScreenChange(revision: revision, batch: try recorder.batchUpdate())
      // A response that nothing has happened to is not worth a row.
      return (change, revision == 0 ? .rollback : .commit)
    }
  }

  /// Applies actions one after the other, all in one transaction or none.
  ///
  /// - Parameters:
  ///   - actions: what the person did, oldest first.
  ///   - key: the response.
  ///   - isDryRun: whether to decide everything and write nothing.
  /// - Returns: the revision after the last action.
  /// - Throws: ``ReplayError`` that says which action was refused; ``StoreError``.
  @discardableResult
  public func replay(_ actions: [FormAction], to key: ResponseKey, isDryRun: Bool = false) throws -> Int {
    try replay(actions.map { ScriptedAction($0) }, to: key, isDryRun: isDryRun)
  }

  /// Applies recorded actions one after the other, all in one transaction or none.
  ///
  /// - Parameters:
  ///   - actions: what the person did, oldest first, with the undo steps as they were.
  ///   - key: the response.
  ///   - isDryRun: whether to decide everything and write nothing.
  /// - Returns: the revision after the last action.
  /// - Throws: ``ReplayError`` that says which action was refused; ``StoreError``.
  @discardableResult
  public func replay(_ actions: [ScriptedAction], to key: ResponseKey, isDryRun: Bool = false) throws -> Int {
    try write { db in
      let repository = try ResponseRepository(key, in: db)
      var revision = 0
      for (index, action) in actions.enumerated() {
        do {
          revision = try repository.apply(action).revision
        } catch let error as ActionError {
          throw ReplayError(index: index, reason: error)
        }
      }
      return (revision, isDryRun || revision == 0 ? .rollback : .commit)
    }
  }

  /// Applies a recorded action, with the undo step that it was part of.
  ///
  /// - Throws: `ActionError` when the action is refused; ``StoreError``.
  @discardableResult
  public func apply(_ action: ScriptedAction, to key: ResponseKey) throws -> ScreenChange {
    try change(key) { repository, recorder in
      try repository.apply(action, beforeWriting: recorder.record).revision
    }
  }
}
