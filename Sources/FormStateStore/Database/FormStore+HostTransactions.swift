import FormState
import GRDB

/// Operations within the caller's transaction: both are committed together, or neither is.
///
/// Sessions see them after the commit, when they catch up. A refused operation reverts its own writes and leaves the
/// transaction unchanged.
extension FormStore {
  /// Applies one action to a response within the caller's transaction: both are committed together, or neither is.
  ///
  /// ```swift
  /// try database.write { db in
  ///   try Visit(patient: 7).insert(db)
  ///   try store.apply(.set("weight", 71.5), to: ResponseKey(form: "visit"), in: db)
  /// }
  /// ```
  ///
  /// Sessions see it after the commit, when they catch up.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - key: the response.
  ///   - begins: whether to begin the response if it does not exist; `false` detects a mistyped key.
  ///   - db: a writable connection to the store's database, within a transaction.
  /// - Returns: the revision after the action.
  /// - Throws: `ActionError` if the action is refused, in which case its writes are reverted and the transaction is
  ///   unchanged; ``StoreError``, also without a transaction.
  @discardableResult
  public func apply(
    _ action: FormAction, to key: ResponseKey, begins: Bool = true, in db: Database
  ) throws -> Int {
    try change(key, begins: begins, in: db) { try $0.apply(action).revision }
  }

  /// Applies several actions as one undo step within the caller's transaction, all or nothing.
  ///
  /// - Parameters:
  ///   - name: the name of the step for undo and redo.
  ///   - key: the response.
  ///   - begins: whether to begin the response if it does not exist; `false` detects a mistyped key.
  ///   - db: as for ``apply(_:to:begins:in:)``.
  ///   - work: applies the actions; an error reverts all of them, and leaves the transaction unchanged.
  /// - Returns: the revision after the last action.
  /// - Throws: what `work` throws, unchanged; ``StoreError``, also without a transaction.
  @discardableResult
  public func group(
    _ name: String, in key: ResponseKey, begins: Bool = true, in db: Database, _ work: (ActionGroup) throws -> Void
  ) throws -> Int {
    try change(key, begins: begins, in: db) { try $0.group(name, path: path, work) }
  }

  /// Reverts the last undo steps of a response within the caller's transaction; see ``undo(of:count:scope:)``.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: the number of steps.
  ///   - scope: whether to include disclosure and folding.
  ///   - db: as for ``apply(_:to:begins:in:)``.
  /// - Throws: as ``undo(of:count:scope:)``; ``StoreError/Code/outsideTransaction``.
  @discardableResult
  public func undo(
    of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything, in db: Database
  ) throws -> RevertedSteps {
    try revert(.undo(scope), key, count: count, in: db)
  }

  /// Restores the last undone steps of a response within the caller's transaction; see ``redo(of:count:scope:)``.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: the number of steps.
  ///   - scope: whether to include disclosure and folding.
  ///   - db: as for ``apply(_:to:begins:in:)``.
  /// - Throws: as ``redo(of:count:scope:)``; ``StoreError/Code/outsideTransaction``.
  @discardableResult
  public func redo(
    of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything, in db: Database
  ) throws -> RevertedSteps {
    try revert(.redo(scope), key, count: count, in: db)
  }

  private func revert(
    _ action: FormAction, _ key: ResponseKey, count: Int, in db: Database
  ) throws -> RevertedSteps {
    try change(key, begins: true, in: db) { repository in
      let (done, applied) = try repository.apply(action, times: count)
      return RevertedSteps(count: done, revision: applied.revision)
    }
  }

  private func change<Result>(
    _ key: ResponseKey, begins: Bool, in db: Database, _ work: (ResponseRepository) throws -> Result
  ) throws -> Result {
    try translating {
      guard db.isInsideTransaction else { throw StoreError.outsideTransaction }
      try requireActive()
      try schema.require(in: db, isCommitted: false)
      return try WriteGate.opening(db) {
        let repository = try ResponseRepository(
          key, in: db, author: author, begins: begins, versions: VersionIndexes(db, definitions))
        do {
          let changesBefore = db.totalChangesCount
          let last = try LastResponse.of(db)
          try last.lend(to: repository)
          let result = try repository.atomically { try CellPages.requiring { try work(repository) } }
          if db.totalChangesCount != changesBefore { try StateWriter.notifyObservers(in: db) }
          try log.retry(in: db)
          try repository.close(erasing: log)
          try last.keep(repository)
          return result
        } catch {
          try? repository.close(erasing: log)
          throw error
        }
      }
    }
  }
}
