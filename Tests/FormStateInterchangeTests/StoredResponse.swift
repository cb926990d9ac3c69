import FormState
import FormStateStore

extension FormContents.Response {
  /// A response as a store has it, to be written into a document.
  init(of key: ResponseKey, in store: FormStore) throws {
    self.init(stream: try store.contents(of: key).stream, journal: try store.journal(of: key))
  }
}
