import FormState
import FormStateStore
import TestSupport

/// Fills in forms at random.
enum RandomResponse {
  /// Applies random actions; refused ones are skipped.
  static func fillIn(_ key: ResponseKey, of form: FormDefinition, in store: FormStore, random: inout RandomForm) throws
  {
    let session = try store.session(for: key)
    for _ in 0..<60 {
      do {
        try session.apply(random.action(on: form, visibleRows: session.visibleRowsPerSection))
      } catch is ActionError {
        continue
      }
    }
  }

  /// A response of a form after random actions.
  static func contents(of form: FormDefinition, random: inout RandomForm) throws -> ResponseContents {
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: form.key)
    try fillIn(key, of: form, in: store, random: &random)
    return try store.contents(of: key)
  }
}
