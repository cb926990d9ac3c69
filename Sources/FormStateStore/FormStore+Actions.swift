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
  /// - Returns: the revision after the action and what it did to the screen; the revision stays and the batch update
  ///   is empty when everything was already as the action wants it.
  /// - Throws: `ActionError` when the action is refused; ``StoreError``.
  @discardableResult
  public func apply(_ action: Action, to key: ResponseKey) throws -> ScreenChange {
    try write { db in
      let change = try ResponseRepository(key, in: db).applyForScreen(action)
      // A response that nothing has happened to is not worth a row.
      return (change, change.revision == 0 ? .rollback : .commit)
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
  public func replay(_ actions: [Action], to key: ResponseKey, isDryRun: Bool = false) throws -> Int {
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
}
