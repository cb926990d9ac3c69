import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A session whose response is deleted or replaced while it is shown.
@Suite("A response replaced under a session")
struct ReplacedResponseTests {
  private let key = ResponseKey(form: "profile")

  private func opened() throws -> (store: FormStore, session: FormSession) {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key, coalescing: .zero)
    try session.apply(.tap("fullname"))
    try session.apply(.set("firstname", "Tom"))
    return (store, session)
  }

  /// Refreshes the session, and expects the store's contents.
  private func expectCaughtUp(_ session: FormSession, _ store: FormStore) throws {
    let before = NaiveModel.rows(of: ProfileForm.form, state: session.state)
    let change = try session.refresh()
    let contents = try store.contents(of: key)
    #expect(session.digest == contents.digest)
    #expect(session.revision == contents.revision && change.revision == contents.revision)
    let after = NaiveModel.rows(of: ProfileForm.form, state: contents.state)
    #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [])
    #expect(session.undoName == (try store.undoNames(of: key).undo))
    #expect(try session.refresh().batch.isEmpty)
  }

  @Test("A deleted response shows as a new one, which the next action begins")
  func deleted() throws {
    let (store, session) = try opened()
    try store.delete(key)
    try expectCaughtUp(session, store)
    #expect(session.revision == 0 && !session.canUndo)
    #expect(try session.apply(.tap("birth")).revision == 1)
    try expectCaughtUp(session, store)
  }

  @Test("A response that is deleted and begun again is read again, with any number of entries", arguments: 1...4)
  func recreated(count: Int) throws {
    let (store, session) = try opened()
    try store.delete(key)
    for action in [FormAction.tap("birth"), .tap("sport"), .set("lastname", "Finn"), .tap("marital")].prefix(count) {
      try store.apply(action, to: key)
    }
    #expect(try session.diff(from: 0, to: 1).batch == store.diff(of: key, from: 0, to: 1).batch)
    try expectCaughtUp(session, store)
  }

  @Test("A response that takes the name of another is read again and gets the next action")
  func renamed() throws {
    let (store, session) = try opened()
    let other = ResponseKey(form: "profile", response: "other")
    for action in [FormAction.tap("birth"), .set("lastname", "Finn")] { try store.apply(action, to: other) }
    try store.rename(key, to: "former")
    try store.rename(other, to: "default")
    #expect(throws: StaleRowsError.self) { try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0)))) }
    #expect(try session.apply(.set("firstname", "Huck")).revision == 3)
    #expect(session.value(of: "lastname") == "Finn")
    try expectCaughtUp(session, store)
    #expect(try store.contents(of: ResponseKey(form: "profile", response: "former")).revision == 2)
    #expect(try store.check() == [])
  }
}
