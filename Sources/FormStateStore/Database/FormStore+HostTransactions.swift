import FormState
import GRDB

/// What can be part of a transaction of the caller's: both are committed together, or neither is.
///
/// Sessions see it once it is committed, when they catch up. What is refused reverts what it would have written and
/// leaves the transaction as it was.
extension FormStore {
  /// Applies one action to a response within a transaction of the caller's: both are committed together, or neither is.
  ///
  /// ```swift
  /// try database.write { db in
  ///   try Visit(patient: 7).insert(db)
  ///   try store.apply(.set("weight", 71.5), to: ResponseKey(form: "visit"), in: db)
  /// }
  /// ```
  ///
  /// Sessions see it once it is committed, when they catch up.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - key: the response.
  ///   - begins: whether to begin the response if there is none, as a mistyped key has none.
  ///   - db: a connection to the store's database that can write, within a transaction.
  /// - Returns: the revision after the action.
  /// - Throws: `ActionError` when the action is refused, what it would have written reverted and the transaction left
  ///   as it was; ``StoreError``, also when there is no transaction.
  @discardableResult
  public func apply(
    _ action: FormAction, to key: ResponseKey, begins: Bool = true, in db: Database
  ) throws -> Int {
    try change(key, begins: begins, in: db) { try $0.apply(action).revision }
  }

  /// Applies several actions as one undo step within a transaction of the caller's, all or none of them.
  ///
  /// - Parameters:
  ///   - name: what undo and redo call the step.
  ///   - key: the response.
  ///   - begins: whether to begin the response if there is none, as a mistyped key has none.
  ///   - db: as for ``apply(_:to:begins:in:)``.
  ///   - work: applies the actions; whatever it throws takes all of them back, and leaves the transaction as it was.
  /// - Returns: the revision after the last action.
  /// - Throws: what `work` throws, as it is; ``StoreError``, also when there is no transaction.
  @discardableResult
  public func group(
    _ name: String, in key: ResponseKey, begins: Bool = true, in db: Database, _ work: (ActionGroup) throws -> Void
  ) throws -> Int {
    try change(key, begins: begins, in: db) { try $0.group(name, path: path, work) }
  }

  /// Takes the last undo steps of a response back within a transaction of the caller's; see ``undo(_:count:scope:)``.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: how many steps to take back.
  ///   - scope: whether to take disclosure and folds along.
  ///   - db: as for ``apply(_:to:begins:in:)``.
  /// - Throws: as ``undo(_:count:scope:)``; ``StoreError/Code/outsideTransaction``.
  @discardableResult
  public func undo(
    of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything, in db: Database
  ) throws -> (count: Int, revision: Int) {
    try revert(.undo(scope), key, count: count, in: db)
  }

  /// Does the steps of a response again that were reverted last, within a transaction of the caller's; see
  /// ``redo(_:count:scope:)``.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - count: how many steps to do again.
  ///   - scope: whether to take disclosure and folds along.
  ///   - db: as for ``apply(_:to:begins:in:)``.
  /// - Throws: as ``redo(_:count:scope:)``; ``StoreError/Code/outsideTransaction``.
  @discardableResult
  public func redo(
    of key: ResponseKey, count: Int = 1, scope: UndoScope = .everything, in db: Database
  ) throws -> (count: Int, revision: Int) {
    try revert(.redo(scope), key, count: count, in: db)
  }

  private func revert(
    _ action: FormAction, _ key: ResponseKey, count: Int, in db: Database
  ) throws -> (count: Int, revision: Int) {
    try change(key, begins: true, in: db) { repository in
      let (done, applied) = try repository.apply(action, times: count)
      return (done, applied.revision)
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
          let result = try repository.atomically { try work(repository) }
          if db.totalChangesCount != changesBefore { try StateWriter.tellObservers(in: db) }
          try repository.close()
          return result
        } catch {
          try? repository.close()
          throw error
        }
      }
    }
  }
}
