import FormState
import GRDB

extension FormStore {
  /// A store in memory in which a response that has not begun is as its first action would find it: with what the rules
  /// give at first and the instances that repeats begin with.
  ///
  /// - Returns: `nil` where the response has begun, or begins with nothing but what the definition says.
  /// - Throws: ``StoreError/Code/unknownForm``; `ActionError` where a rule fails.
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
