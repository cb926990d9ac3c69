import FormState
import GRDB

extension FormStore {
  /// A store in memory with a response that has not begun in the state before its first action: with the results of
  /// rules and the initial instances of repeats.
  ///
  /// - Returns: `nil` if the response has begun, or there are no such results or instances.
  /// - Throws: ``StoreError/Code/unknownForm``; `ActionError` if a rule fails.
  /// - Complexity: O(n) for n cells.
  package func beginning(of key: ResponseKey) throws -> FormStore? {
    let begins = try read { db in
      let location = try ResponseLocation.find(key, in: db)
      return try location.responseID == nil && RuleTables(db: db, version: location.version).beginsWithRules()
    }
    guard begins else { return nil }
    let store = try FormStore.inMemory()
    try store.restore([try contents(ofForm: key.form, responses: [])])
    try store.apply(.recalculate, to: key)
    return store
  }
}
