import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

@Suite("Creating, copying and renaming responses")
struct ResponseLivesTests {
  private let key = ResponseKey(form: "profile")

  private func filledIn() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.replay(
      [
        .tap(.key("fullname")), .set(.key("firstname"), .text("Tom")), .set(.key("lastname"), .text("Sawyer")),
        .complete,
      ],
      to: key)
    return store
  }

  @Test("A created response is listed, empty and with its own stream")
  func created() throws {
    let store = try filledIn()
    let first = try store.create(ResponseKey(form: "profile", response: "first"))
    let second = try store.create(ResponseKey(form: "profile", response: "second"))
    #expect(first != second)
    #expect(try store.responseKeys(ofForm: "profile") == ["default", "first", "second"])
    let contents = try store.contents(of: ResponseKey(form: "profile", response: "first"))
    #expect(contents.revision == 0 && contents.state.isEmpty && contents.stream == first)
    #expect(try store.check() == [])
  }

  @Test("A copy has the original's answers, is in progress, and changes independently")
  func copied() throws {
    let store = try filledIn()
    let copy = ResponseKey(form: "profile", response: "copy")
    let stream = try store.copy(key, to: "copy")
    let original = try store.contents(of: key)
    let copied = try store.contents(of: copy)
    #expect(copied.state.entries == original.state.entries && copied.stream == stream && stream != original.stream)
    #expect(original.state.isCompleted && !copied.state.isCompleted)
    #expect(throws: ActionError.nothingToUndo) { try store.undo(of: copy) }
    try store.apply(.set(.key("firstname"), .text("Becky")), to: copy)
    #expect(try store.contents(of: key).digest == original.digest)
    #expect(try store.check() == [])
  }

  @Test("Two copies of a response have equal journals")
  func equalRows() throws {
    let cells = (0..<40).map { FormCell(key: "c\($0)", kind: .text) }
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "profile", sections: [FormSection(key: "s", cells: cells)]))
    for cell in cells.shuffled() { try store.apply(.set(.key(cell.key), .text("x")), to: key) }
    for name in ["one", "two"] { try store.copy(key, to: name) }
    let journals = try ["one", "two"].map { try store.journal(of: ResponseKey(form: "profile", response: $0)) }
    #expect(journals[0].map(\.changes) == journals[1].map(\.changes))
    #expect(journals[0].first?.changes.first?.subject == StateSubject("c0"))
  }

  @Test("A renamed response keeps its journal and its stream")
  func renamed() throws {
    let store = try filledIn()
    let before = try store.contents(of: key)
    let journal = try store.journal(of: key)
    try store.rename(key, to: "tom")
    let after = try store.contents(of: ResponseKey(form: "profile", response: "tom"))
    #expect(after.stream == before.stream && after.digest == before.digest)
    #expect(try store.journal(of: ResponseKey(form: "profile", response: "tom")) == journal)
    #expect(try store.responseKeys(ofForm: "profile") == ["tom"])
    #expect(try store.check() == [])
  }

  @Test("With “begins: false”, every call refuses an unknown key and creates no response")
  func mistyped() throws {
    let store = try filledIn()
    let database = store.database
    let key = ResponseKey(form: "profile", response: "defualt")
    let error = StoreError.unknownResponse(form: "profile", key: "defualt", nearest: "default")
    let tap = FormAction.tap("birth")
    #expect(throws: error) { try store.apply(tap, to: key, begins: false) }
    #expect(throws: error) { try store.apply(ScriptedAction(tap), to: key, begins: false) }
    #expect(throws: error) { try store.screenChange(applying: tap, to: key, begins: false) }
    #expect(throws: error) { try store.group("Both", in: key, begins: false) { try $0.apply(tap) } }
    #expect(throws: error) { try store.replay([tap], to: key, begins: false) }
    #expect(throws: error) { try store.session(for: key, begins: false) }
    #expect(throws: error) { try database.write { try store.apply(tap, to: key, begins: false, in: $0) } }
    #expect(throws: error) {
      try database.write { db in try store.group("Both", in: key, begins: false, in: db) { try $0.apply(tap) } }
    }
    #expect(try store.responseKeys(ofForm: "profile") == ["default"])
  }

  @Test("With “begins: false”, a session does not recreate its deleted response")
  func deletedMeanwhile() async throws {
    let store = try filledIn()
    let session = try store.session(for: key, begins: false)
    #expect(try change(session) == 5)
    try store.delete(key)
    let error = StoreError.unknownResponse(form: "profile", key: "default", nearest: nil)
    #expect(throws: error) { try change(session) }
    #expect(throws: error) { try changeInGroup(session) }
    await #expect(throws: error) { try await session.apply(.tap("fullname")) }
    #expect(try store.responseKeys(ofForm: "profile") == [])
    #expect(try change(try store.session(for: key)) == 1)
  }

  private func change(_ session: FormSession) throws -> Int { try session.apply(.tap("fullname")).revision }

  private func changeInGroup(_ session: FormSession) throws -> Int {
    try session.group("Fold") { try $0.apply(.tap("fullname")) }.revision
  }

  @Test("A taken, empty or unknown key is refused with advice, and nothing changes")
  func refused() throws {
    let store = try filledIn()
    try store.create(ResponseKey(form: "profile", response: "other"))
    let taken = "the form “profile” has a response “default” already; choose another key, or import into a new file"
    let refusals: [(String, () throws -> Void)] = [
      (taken, { try store.create(key) }), (taken, { try store.copy(key, to: "default") }),
      (taken, { try store.rename(ResponseKey(form: "profile", response: "other"), to: "default") }),
      (
        "the key “” cannot be used: the key is empty; give it a permanent name",
        { try store.rename(key, to: "") }
      ),
      (
        "the form “profile” has no response “defalt”; did you mean “default”?",
        { try store.copy(ResponseKey(form: "profile", response: "defalt"), to: "new") }
      ),
      ("there is no form “profil”; did you mean “profile”?", { try store.create(ResponseKey(form: "profil")) }),
    ]
    for (sentence, refused) in refusals {
      let error = #expect(throws: StoreError.self) { try refused() }
      #expect(error?.description == sentence)
    }
    #expect(try store.responseKeys(ofForm: "profile") == ["default", "other"])
  }
}
