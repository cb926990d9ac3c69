import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Authors")
struct AuthorTests {
  private let key = ResponseKey(form: "profile")

  @Test("The journal and the history view record the store's author for every kind of action")
  func author() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.tap(.key("fullname")), to: key)
    store.author = "Becky"
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    try store.group("Name", in: key) { try $0.apply(.set(.key("lastname"), .text("Sawyer"))) }
    try store.undo(of: key)
    try store.replay([.tap(.key("birth"))], to: key)
    try store.session(for: key).apply(.tap(.key("sport")))
    store.author = nil
    try store.apply(.tap(.key("colour")), to: key)
    let authors = [nil] + Array(repeating: "Becky", count: 5) + [nil]
    #expect(try store.journal(of: key).map(\.author) == authors)
    let history = try store.read { db in
      try Row.fetchAll(db, sql: "SELECT DISTINCT revision, author FROM history ORDER BY revision")
    }
    #expect(history.map { $0["author"] as String? } == authors)
    #expect(try store.check() == [])
  }

  @Test("An open session acts under its store's current author")
  func openSessions() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    try session.apply(.tap("fullname"))
    store.author = "Becky"
    try session.apply(.tap("birth"))
    try session.undo()
    store.author = "Tom"
    try session.group("Name") { try $0.apply(.set("firstname", "Tom")) }
    #expect(try store.journal(of: key).map(\.author) == [nil, "Becky", "Becky", "Tom"])
    #expect(try store.check() == [])
  }

  @Test("A store that acts as another author keeps its own name, and so do its sessions")
  func actingForOthers() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    store.author = "Becky"
    let toms = store.acting(as: "Tom")
    let session = try toms.session(for: key)
    store.author = "Aunt Polly"
    try session.apply(.tap("fullname"))
    try store.apply(.tap("birth"), to: key)
    toms.author = ""
    try session.apply(.tap("sport"))
    #expect(store.author == "Aunt Polly" && toms.author == nil && store.acting(as: nil).author == nil)
    #expect(try store.journal(of: key).map(\.author) == ["Tom", "Aunt Polly", nil])
  }

  @Test("Two authors in one session are recorded separately, and their typing makes separate undo steps")
  func oneSession() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    store.author = "Becky"
    let session = try store.session(for: key, coalescing: .seconds(1000))
    for (name, author) in [("T", "Tom"), ("To", "Tom"), ("Tom", nil), ("Tom S", nil), ("Huck", "Huck")] {
      try await session.apply(.set("firstname", .text(name)), replacing: nil, by: author)
    }
    #expect(try store.journal(of: key).map(\.author) == ["Tom", "Tom", "Becky", "Becky", "Huck"])
    var before: [CellValue?] = []
    while session.undoNames.undo != nil {
      try await session.undo()
      before.append(session.value(of: "firstname"))
    }
    #expect(before == [.text("Tom S"), .text("To"), nil])
    #expect(store.author == "Becky")
  }

  @Test("An empty author is no author, and one with a control character is refused")
  func emptyName() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    for name in ["\0", "Becky\u{1B}Thatcher", "Becky\u{FFFE}"] {
      store.author = name
      #expect(throws: StoreError.self) { try store.apply(.tap(.key("fullname")), to: key) }
    }
    for name in ["", "Becky\r\nThatcher"] {
      store.author = name
      try store.apply(.tap(.key("fullname")), to: key)
    }
    #expect(try store.journal(of: key).map(\.author) == [nil, "Becky\r\nThatcher"])
    #expect(try store.check() == [])
  }

  @Test("An imported journal and the checkpoint of a compaction keep their authors")
  func stays() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    store.author = "Becky"
    for cell in ["fullname", "birth", "sport"] { try store.apply(.tap(.key(cell)), to: key) }
    let journal = try store.journal(of: key)
    let other = try FormStore.inMemory()
    other.author = "Tom"
    try other.importForms([FormContents(form: ProfileForm.form, responses: ["default": .init(journal: journal)])])
    try other.apply(.tap(.key("colour")), to: key)
    #expect(try other.journal(of: key).map(\.author) == ["Becky", "Becky", "Becky", "Tom"])
    try other.compact(key, keeping: 2)
    #expect(try other.journal(of: key).map(\.author) == ["Becky", "Becky", "Tom"])
  }
}
