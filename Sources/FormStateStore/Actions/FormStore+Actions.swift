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
  ///   - begins: whether to begin the response if there is none, as a mistyped key has none.
  /// - Returns: the revision after the action, which stays where it was when everything was already as the action wants
  ///   it.
  /// - Throws: `ActionError` when the action is refused; ``StaleRowsError`` when the row is not the one that was seen;
  ///   ``StoreError``, such as ``StoreError/Code/unknownResponse`` where none begins.
  /// - Complexity: a handful of reads and writes by key, whatever the size of the form; the first time as for a session
  ///   that opens. An action that names its cell by a row path looks at the k cells that were opened or closed, O(k log
  ///   n).
  @discardableResult
  public func apply(
    _ action: FormAction, to key: ResponseKey, seenAt revision: Int? = nil, begins: Bool = true
  ) throws -> Int {
    try change(key, begins: begins) { try $0.apply(action, seenAt: revision) { _ in }.revision }
  }

  /// Applies one action to a response, and determines what that does to a screen.
  ///
  /// - Parameters: as for ``apply(_:to:seenAt:begins:)``.
  /// - Returns: the revision after the action and what it did to the screen; the batch update is empty when nothing
  ///   shows that changed.
  /// - Throws: as ``apply(_:to:seenAt:begins:)``.
  /// - Complexity: O(k log n) for k cells that were opened or closed, besides ``apply(_:to:seenAt:begins:)``.
  public func screenChange(
    applying action: FormAction, to key: ResponseKey, seenAt revision: Int? = nil, begins: Bool = true
  ) throws -> ScreenChange {
    try screenChange(key, begins: begins) {
      try $0.apply(action, seenAt: revision, beforeWriting: $1.record).revision
    }
  }

  /// Takes the last undo steps of a response back.
  ///
  /// Each step is reverted by an entry of its own, so that revisions only grow and nothing is lost. This begins no
  /// response: if there is none, there is nothing to undo.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: how many steps to take back; as many as there are when there are fewer, and none below 1.
  ///   - scope: whether to take back disclosure and folds too.
  /// - Returns: how many steps were reverted, and the revision after that.
  /// - Throws: `ActionError.Code.nothingToUndo`, or `ActionError.Code.completed` when one would change an answer of
  ///   a completed response, nothing changed; ``StoreError``.
  @discardableResult
  public func undo(
    of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything
  ) throws -> (count: Int, revision: Int) {
    try revert(.undo(scope), key, count: count)
  }

  /// Does the steps of a response again that were reverted last.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: how many steps to do again; as many as there are when there are fewer, and none below 1.
  ///   - scope: whether to do disclosure and folds again too.
  /// - Returns: how many steps were done again, and the revision after that.
  /// - Throws: `ActionError.Code.nothingToRedo`, or `ActionError.Code.completed`, nothing changed; ``StoreError``.
  @discardableResult
  public func redo(
    of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything
  ) throws -> (count: Int, revision: Int) {
    try revert(.redo(scope), key, count: count)
  }

  private func revert(_ action: FormAction, _ key: ResponseKey, count: Int) throws -> (count: Int, revision: Int) {
    var done = 0
    let revision = try change(key) { repository in
      let (count, applied) = try repository.apply(action, times: count)
      done = count
      return applied.revision
    }
    return (done, revision)
  }

  /// Takes steps of a response back or does them again, and determines what that does to a screen.
  ///
  /// - Parameters:
  ///   - direction: whether to take steps back or to do them again.
  ///   - key: the response.
  ///   - count: how many steps; as many as there are when there are fewer, and none below 1.
  ///   - scope: whether to take disclosure and folds along too.
  /// - Returns: how many steps there were, the revision after that, and what it did to the screen.
  /// - Throws: as ``undo(_:count:scope:)`` and ``redo(_:count:scope:)``.
  /// - Complexity: O(k log n) for k cells that were opened or closed, besides the steps themselves.
  public func screenChange(
    reverting direction: UndoDirection, of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything
  ) throws -> (count: Int, change: ScreenChange) {
    var done = 0
    let change = try screenChange(key) { repository, recorder in
      let action: FormAction = direction == .undo ? .undo(scope) : .redo(scope)
      let (count, applied) = try repository.apply(action, times: count, beforeWriting: recorder.record)
      done = count
      return applied.revision
    }
    return (done, change)
  }

  /// What undo and redo would take back next, without a session; both `nil` before the first action.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
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
  ///   - begins: whether to begin the response if there is none, as a mistyped key has none.
  ///   - work: applies the actions; each is decided on what the ones before it have done. Whatever it throws takes all
  ///     of them back.
  /// - Returns: the revision after the last action.
  /// - Throws: what `work` throws, as it is; ``StoreError``.
  @discardableResult
  public func group(
    _ name: String, in key: ResponseKey, begins: Bool = true, _ work: (ActionGroup) throws -> Void
  ) throws -> Int {
    try change(key, begins: begins) { try $0.group(name, path: path, work) }
  }

  /// Applies several actions as one undo step, and determines what that does to a screen.
  ///
  /// - Parameters:
  ///   - actions: what the person did, each decided on what the ones before it have done.
  ///   - name: what undo and redo call the step.
  ///   - key: the response.
  /// - Throws: `ActionError` when one of them is refused, nothing changed; ``StoreError``.
  package func screenChange(
    applying actions: [FormAction], as name: String, to key: ResponseKey
  ) throws -> ScreenChange {
    try screenChange(key) { repository, recorder in
      try repository.group(name, path: path, beforeWriting: recorder.record) { group in
        for action in actions { try group.apply(action) }
      }
    }
  }

  /// Changes a response in one transaction.
  ///
  /// - Parameter work: returns the revision after it.
  private func change(
    _ key: ResponseKey, begins: Bool = true, _ work: (ResponseRepository) throws -> Int
  ) throws -> Int {
    try write { db in
      let repository = try ResponseRepository(
        key, in: db, author: author, begins: begins, versions: VersionIndexes(db, definitions))
      let revision = try work(repository)
      // A response that nothing has happened to is not worth a row.
      try repository.close()
      return (revision, .commit)
    }
  }

  /// Changes a response in one transaction and determines what that does to the screen.
  private func screenChange(
    _ key: ResponseKey, begins: Bool = true, _ work: (ResponseRepository, BatchRecorder) throws -> Int
  ) throws -> ScreenChange {
    var batch = BatchUpdate()
    var before = 0
    let revision = try change(key, begins: begins) { repository in
      before = try repository.revision()
      let recorder = BatchRecorder(
        db: repository.db, location: repository.location, definitions: definitions)
      let revision = try work(repository, recorder)
      batch = try recorder.batchUpdate(at: repository.location)
      return revision
    }
    return ScreenChange(previousRevision: before, revision: revision, batch: batch)
  }

  /// Applies actions one after the other, all in one transaction or none.
  ///
  /// - Parameters:
  ///   - actions: what the person did, oldest first.
  ///   - key: the response.
  ///   - isDryRun: whether to decide everything and write nothing.
  ///   - begins: whether to begin the response if there is none, as a mistyped key has none.
  /// - Returns: the revision after the last action.
  /// - Throws: ``ReplayError`` that says which action was refused; ``StoreError``.
  @discardableResult
  public func replay(
    _ actions: [FormAction], to key: ResponseKey, isDryRun: Bool = false, begins: Bool = true
  ) throws -> Int {
    try replay(actions.map { ScriptedAction($0) }, to: key, isDryRun: isDryRun, begins: begins)
  }

  /// Applies recorded actions one after the other, all in one transaction or none.
  ///
  /// - Parameters:
  ///   - actions: what the person did, oldest first, with the undo steps as they were.
  ///   - key: the response.
  ///   - isDryRun: whether to decide everything and write nothing.
  ///   - begins: whether to begin the response if there is none, as a mistyped key has none.
  /// - Returns: the revision after the last action.
  /// - Throws: ``ReplayError`` that says which action was refused; ``StoreError``.
  @discardableResult
  public func replay(
    _ actions: [ScriptedAction], to key: ResponseKey, isDryRun: Bool = false, begins: Bool = true
  ) throws -> Int {
    try write { db in
      let repository = try ResponseRepository(
        key, in: db, author: author, begins: begins, versions: VersionIndexes(db, definitions))
      var revision = try repository.revision()
      for (index, action) in actions.enumerated() {
        do {
          revision = try repository.apply(action).revision
        } catch let error as ActionError {
          throw ReplayError(index: index, reason: error)
        }
      }
      try repository.close()
      return (revision, isDryRun ? .rollback : .commit)
    }
  }

  /// Applies a recorded action, with the undo step that it was part of.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - key: the response.
  ///   - begins: whether to begin the response if there is none, as a mistyped key has none.
  /// - Throws: `ActionError` when the action is refused; ``StoreError``.
  @discardableResult
  public func apply(_ action: ScriptedAction, to key: ResponseKey, begins: Bool = true) throws -> Int {
    try change(key, begins: begins) { try $0.apply(action).revision }
  }
}

extension ResponseRepository {
  /// Applies several actions as one.
  ///
  /// - Parameters:
  ///   - name: what undo and redo call the step.
  ///   - path: the path of the database, for messages.
  ///   - beforeWriting: is told what is about to be done.
  ///   - work: applies the actions; what it throws reaches the caller as it is.
  /// - Returns: the revision after the last action.
  func group(
    _ name: String, path: String, beforeWriting: @escaping (Decision) throws -> Void = { _ in },
    _ work: (ActionGroup) throws -> Void
  ) throws -> Int {
    let group = ActionGroup(name, repository: self, path: path, beforeWriting: beforeWriting)
    defer { group.close() }
    do {
      try work(group)
    } catch {
      throw CallersError(error)
    }
    return try revision()
  }

  /// Applies an action whose row path means the rows as they were at a revision.
  fileprivate func apply(
    _ action: FormAction, seenAt revision: Int?, beforeWriting: (Decision) throws -> Void
  ) throws -> Applied {
    if let revision, case .rowPath(let path) = action.cell {
      try RowPathCheck(repository: self, path: path, seenAt: revision).run()
    }
    return try apply(action, beforeWriting: beforeWriting)
  }
}
