import FormState
import GRDB

/// What an undo or a redo did.
public struct RevertedSteps: Hashable, Sendable {
  /// The number of steps that were undone, or redone.
  public let count: Int
  /// The revision afterwards.
  public let revision: Int
}

extension FormStore {
  /// Applies one action to a response, without loading its form.
  ///
  /// The response begins with its first action. The action is decided on the committed state, inside the transaction
  /// that writes its changes and its journal entry. That transaction may be the caller's: both are committed together,
  /// or neither is. A refused action reverts its own writes and leaves the transaction unchanged; sessions see it after
  /// the commit, when they catch up.
  ///
  /// ```swift
  /// try database.write { db in
  ///   try Visit(patient: 7).insert(db)
  ///   try store.apply(.set("weight", 71.5), to: ResponseKey(form: "visit"), in: db)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - key: the response.
  ///   - revision: the revision at which the person saw the rows, for an action that names its cell by a row path; by
  ///     default the row path refers to the rows when the action is applied.
  ///   - begins: whether to begin the response if it does not exist; `false` detects a mistyped key.
  ///   - db: a writable connection to the store's database, within a transaction; by default the action has a
  ///     transaction of its own.
  /// - Returns: the revision after the action, unchanged if the action has no effect.
  /// - Throws: `ActionError` if the action is refused; ``StaleRowsError`` if the row is not the one that was seen;
  ///   ``StoreError``, such as ``StoreError/Code/unknownResponse`` if none begins.
  /// - Complexity: a handful of reads and writes by key, regardless of the size of the form; the first time as for
  ///   opening a session. An action that names its cell by a row path reads the k opened or closed cells, O(k log n).
  @discardableResult
  public func apply(
    _ action: FormAction, to key: ResponseKey, seenAt revision: Int? = nil, begins: Bool = true,
    in db: Database? = nil
  ) throws -> Int {
    try change(key, begins: begins, in: db) { try $0.apply(action, seenAt: revision) { _ in }.revision }
  }

  /// Applies one action to a response, and determines its effect on a screen.
  ///
  /// - Parameters: as for ``apply(_:to:seenAt:begins:in:)``.
  /// - Returns: the revision after the action and the update of the screen; the batch update is empty if nothing
  ///   visible changed.
  /// - Throws: as ``apply(_:to:seenAt:begins:in:)``.
  /// - Complexity: O(k log n) for k opened or closed cells, in addition to ``apply(_:to:seenAt:begins:in:)``.
  package func screenChange(
    applying action: FormAction, to key: ResponseKey, seenAt revision: Int? = nil, begins: Bool = true
  ) throws -> ScreenChange {
    try screenChange(key, begins: begins) {
      try $0.apply(action, seenAt: revision, beforeWriting: $1.record).revision
    }
  }

  /// Reverts the last undo steps of a response.
  ///
  /// Each undo is a new entry, so revisions only grow and nothing is lost. This never begins a response: if it does not
  /// exist, there is nothing to undo.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: the number of steps; limited to the existing ones, and none if below 1.
  ///   - scope: whether to revert disclosure and folding too.
  ///   - db: as for ``apply(_:to:seenAt:begins:in:)``.
  /// - Returns: the number of reverted steps, and the revision afterwards.
  /// - Throws: `ActionError.Code.nothingToUndo`, or `ActionError.Code.completed` if a step would change an answer of a
  ///   completed response, in which case nothing has changed; ``StoreError``.
  @discardableResult
  public func undo(
    of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything, in db: Database? = nil
  ) throws -> RevertedSteps {
    try revert(.undo(scope), key, count: count, in: db)
  }

  /// Restores the last undone steps of a response.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: the number of steps; limited to the existing ones, and none if below 1.
  ///   - scope: whether to restore disclosure and folding too.
  ///   - db: as for ``apply(_:to:seenAt:begins:in:)``.
  /// - Returns: the number of restored steps, and the revision afterwards.
  /// - Throws: `ActionError.Code.nothingToRedo`, or `ActionError.Code.completed`, in which case nothing has changed;
  ///   ``StoreError``.
  @discardableResult
  public func redo(
    of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything, in db: Database? = nil
  ) throws -> RevertedSteps {
    try revert(.redo(scope), key, count: count, in: db)
  }

  private func revert(
    _ action: FormAction, _ key: ResponseKey, count: Int, in db: Database?
  ) throws -> RevertedSteps {
    try change(key, in: db) { repository in
      let (count, applied) = try repository.apply(action, times: count)
      return RevertedSteps(count: count, revision: applied.revision)
    }
  }

  /// Undoes or redoes steps of a response, and determines the effect on a screen.
  ///
  /// - Parameters:
  ///   - direction: whether to undo or to redo.
  ///   - key: the response.
  ///   - count: the number of steps; limited to the existing ones, and none if below 1.
  ///   - scope: whether to include disclosure and folding.
  /// - Returns: the number of steps, the revision afterwards, and the update of the screen.
  /// - Throws: as ``undo(of:count:scope:)`` and ``redo(of:count:scope:)``.
  /// - Complexity: O(k log n) for k opened or closed cells, in addition to the steps themselves.
  package func screenChange(
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

  /// The names of the next steps for undo and redo, without a session; both `nil` before the first action.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  package func undoNames(of key: ResponseKey, scope: UndoScope = .everything) throws -> UndoNames {
    try read { db in
      try StoredJournal(db: db, location: try ResponseLocation.find(key, in: db)).names(scope: scope)
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
  ///   - name: the name of the step for undo and redo.
  ///   - key: the response.
  ///   - begins: whether to begin the response if it does not exist; `false` detects a mistyped key.
  ///   - db: as for ``apply(_:to:seenAt:begins:in:)``.
  ///   - work: applies the actions; each is decided on the state after the previous ones. An error reverts all of them.
  /// - Returns: the revision after the last action.
  /// - Throws: what `work` throws, unchanged; ``StoreError``.
  @discardableResult
  public func group(
    _ name: String, in key: ResponseKey, begins: Bool = true, in db: Database? = nil,
    _ work: (ActionGroup) throws -> Void
  ) throws -> Int {
    try change(key, begins: begins, in: db) { try $0.group(name, path: path, work) }
  }

  /// Applies several actions as one undo step, and determines the effect on a screen.
  ///
  /// - Parameters:
  ///   - actions: the actions, each decided on the state after the previous ones.
  ///   - name: the name of the step for undo and redo.
  ///   - key: the response.
  /// - Throws: ``RefusedActions`` with all that are refused, in which case nothing has changed; ``StoreError``.
  package func screenChange(
    applying actions: [FormAction], as name: String, to key: ResponseKey
  ) throws -> ScreenChange {
    try screenChange(key) { repository, recorder in
      try repository.group(name, path: path, beforeWriting: recorder.record) { group in
        var refused: [(index: Int, error: ActionError)] = []
        for (index, action) in actions.enumerated() {
          do {
            try group.apply(action)
          } catch let error as ActionError {
            refused.append((index, error))
          }
        }
        if !refused.isEmpty { throw RefusedActions(errors: refused) }
      }
    }
  }

  /// Changes a response in one transaction.
  ///
  /// - Parameter work: returns the revision after it.
  private func change<Result>(
    _ key: ResponseKey, begins: Bool = true, in db: Database? = nil, _ work: (ResponseRepository) throws -> Result
  ) throws -> Result {
    if let db { return try change(key, begins: begins, in: db, work) }
    return try write { db in
      let repository = try ResponseRepository(
        key, in: db, author: author, begins: begins, versions: VersionIndexes(db, definitions))
      let last = try LastResponse.of(db)
      try last.lend(to: repository)
      let result = try work(repository)
      // A response without entries needs no row.
      try repository.close(erasing: log)
      try last.keep(repository)
      return (result, .commit)
    }
  }

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

  /// Applies actions one after the other, in one transaction, all or nothing.
  ///
  /// - Parameters:
  ///   - actions: the actions, oldest first.
  ///   - key: the response.
  ///   - isDryRun: whether to decide everything and write nothing.
  ///   - begins: whether to begin the response if it does not exist; `false` detects a mistyped key.
  /// - Returns: the revision after the last action.
  /// - Throws: ``ReplayError``, which names the refused action; ``StoreError``.
  @discardableResult
  package func replay(
    _ actions: [FormAction], to key: ResponseKey, isDryRun: Bool = false, begins: Bool = true
  ) throws -> Int {
    try replay(actions.map { ScriptedAction($0) }, to: key, isDryRun: isDryRun, begins: begins)
  }

  /// Applies recorded actions one after the other, in one transaction, all or nothing.
  ///
  /// - Parameters:
  ///   - actions: the actions, oldest first, with their undo steps.
  ///   - key: the response.
  ///   - isDryRun: whether to decide everything and write nothing.
  ///   - begins: whether to begin the response if it does not exist; `false` detects a mistyped key.
  /// - Returns: the revision after the last action.
  /// - Throws: ``ReplayError``, which names the refused action; ``StoreError``.
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
      try repository.close(erasing: log)
      return (revision, isDryRun ? .rollback : .commit)
    }
  }

  /// Applies a recorded action with its undo step.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - key: the response.
  ///   - begins: whether to begin the response if it does not exist; `false` detects a mistyped key.
  /// - Throws: `ActionError` if the action is refused; ``StoreError``.
  @discardableResult
  package func apply(_ action: ScriptedAction, to key: ResponseKey, begins: Bool = true) throws -> Int {
    try change(key, begins: begins) { try $0.apply(action).revision }
  }
}

extension ResponseRepository {
  /// Applies several actions as one.
  ///
  /// - Parameters:
  ///   - name: the name of the step for undo and redo.
  ///   - path: the path of the database, for messages.
  ///   - beforeWriting: receives what is about to be done.
  ///   - work: applies the actions; its error reaches the caller unchanged.
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

  /// Applies an action whose row path refers to the rows at a revision.
  fileprivate func apply(
    _ action: FormAction, seenAt revision: Int?, beforeWriting: (Decision) throws -> Void
  ) throws -> Applied {
    if let revision, case .rowPath(let path) = action.cell {
      try RowPathCheck(repository: self, path: path, seenAt: revision).run()
    }
    return try apply(action, beforeWriting: beforeWriting)
  }
}
