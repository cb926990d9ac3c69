import FormState
import FormStateStore

extension FormContents.Response {
  /// A response of a store, for writing it into a document.
  init(of key: ResponseKey, in store: FormStore) throws {
    self.init(stream: try store.contents(of: key).stream, journal: try store.journal(of: key))
  }
}
