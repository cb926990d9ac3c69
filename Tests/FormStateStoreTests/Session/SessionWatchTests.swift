import Dispatch
import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A session that follows others' changes by itself.
@Suite("Watches")
struct SessionWatchTests {
  private let key = ResponseKey(form: "profile")

  @Test("A watch shows others' changes stage by stage", .timeLimit(.minutes(15)))
  func shows() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    let (stages, stage) = AsyncStream.makeStream(of: (update: BatchUpdate, rows: Int).self)
    let watch = session.watch(every: 0.002, on: DispatchQueue(label: "screen")) {
      stage.yield((update: $0, rows: session.numberOfRows(in: 0)))
    }
    try store.apply(.expand(.key("fullname")), to: key)
    var shown: [(update: BatchUpdate, rows: Int)] = []
    for await stage in stages {
      shown.append(stage)
      if shown.count == 2 { break }
    }
    watch.cancel()
    #expect(shown.first?.update.reloadedRows == [RowPath(section: 0, row: 0)])
    #expect(shown.last?.update.insertedRows == [RowRange(section: 0, rows: 1..<3)])
    #expect(shown.map(\.rows) == [3, 5])
  }

  @Test("A failed refresh is reported, and the next one tries again", .timeLimit(.minutes(15)))
  func failing() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    let (errors, note) = AsyncStream.makeStream(of: String.self)
    let changes = session.changes
    try store.deleteForm("profile")
    let watch = session.watch(every: 0.002, on: DispatchQueue(label: "screen")) { _ in
    } failing: { error in
      note.yield("\(error)")
    }
    for await error in errors {
      #expect(error == "there is no form “profile”")
      break
    }
    try store.save(ProfileForm.form)
    try store.apply(.expand(.key("fullname")), to: key)
    for await change in changes {
      #expect(change.revision == 1)
      break
    }
    watch.cancel()
  }

  @Test("A watch keeps neither its session nor itself alive", .timeLimit(.minutes(15)))
  func lifetime() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    var session: FormSession? = try store.session(for: key)
    let changes = try #require(session?.changes)
    let watch = session?.watch(every: 0.002, on: DispatchQueue(label: "screen")) { _ in }
    session = nil
    // The sequence ends with the session.
    for await _ in changes {}
    watch?.cancel()
  }
}
