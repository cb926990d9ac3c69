import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// SQLite reports no changes of tables without rowids to GRDB, but a host that observes them is notified of each.
@Suite("A host that observes its database")
struct HostObservationTests {
  private let key = ResponseKey(form: "profile")

  @Test("A value observation of the answer view fires, on a queue and on a pool", .timeLimit(.minutes(15)))
  func answers() async throws {
    let folder = try TemporaryFolder()
    try await expectAnswersObserved(try DatabaseQueue())
    try await expectAnswersObserved(try DatabasePool(path: folder.path("host.sqlite")))
  }

  private func expectAnswersObserved(_ database: some DatabaseWriter) async throws {
    let store = try FormStore(database: database)
    try store.save(ProfileForm.form)
    let observation = ValueObservation.tracking { db in
      try String.fetchAll(db, sql: "SELECT cell || ' ' || value FROM answer WHERE source = 'set' ORDER BY cell")
    }
    var answers = observation.values(in: database).makeAsyncIterator()
    #expect(try await answers.next() == [])
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    try await expect(["firstname Tom"], in: &answers)
    try store.apply(.set(.key("firstname"), .text("Huck")), to: key)
    try await expect(["firstname Huck"], in: &answers)
    try store.group("More", in: key) { group in
      try group.apply(.set(.key("lastname"), .text("Finn")))
      try group.apply(.choose(.key("red")))
    }
    try await expect(["colour red", "firstname Huck", "lastname Finn"], in: &answers)
    try store.undo(of: key, count: 9)
    try await expect([], in: &answers)
    try await store.session(for: key).apply(.redo(.everything))
    try await expect(["firstname Tom"], in: &answers)
    try store.delete(key)
    try await expect([], in: &answers)
  }

  private typealias Answers = AsyncValueObservation<[String]>.AsyncIterator

  /// Waits for a value; the one before it may come twice.
  private func expect(_ value: [String], in answers: inout Answers) async throws {
    while let next = try await answers.next(), next != value {}
  }

  @Test("An action without an effect notifies no observer")
  func silence() throws {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    let observed = Locked(0)
    let observation = DatabaseRegionObservation(tracking: Table("formstate_cell_state"), Table("formstate_entry"))
    let observer = observation.start(
      in: queue, onError: { _ in }, onChange: { _ in observed.withLock { $0 += 1 } })
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    #expect(observed.withLock { $0 } == 0)
    try store.apply(.set(.key("firstname"), .text("Huck")), to: key)
    #expect(observed.withLock { $0 } == 1)
    observer.cancel()
  }

  @Test("Each kind of change notifies observers once, and a dry run does not")
  func eachWay() throws {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    let observed = Locked(0)
    let observer = DatabaseRegionObservation(tracking: Table("formstate_entry")).start(
      in: queue, onError: { _ in }, onChange: { _ in observed.withLock { $0 += 1 } })
    var expected = 0
    func expect(_ count: Int, _ work: () throws -> Void) rethrows {
      try work()
      expected += count
      #expect(observed.withLock { $0 } == expected)
    }
    let other = ResponseKey(form: "profile", response: "copy")
    try expect(1) { try store.apply(.set("firstname", "Tom"), to: key) }
    try expect(1) {
      try store.group("Both", in: key) { group in
        try group.apply(.set("firstname", "Huck"))
        try group.apply(.set("lastname", "Finn"))
      }
    }
    try expect(1) { try queue.write { _ = try store.apply(.set("lastname", "Sawyer"), to: key, in: $0) } }
    try expect(1) { try store.undo(of: key) }
    try expect(1) { try store.copy(key, to: "copy") }
    try expect(0) { _ = try store.compact(key, keeping: 0, isDryRun: true) }
    try expect(1) { _ = try store.compact(key, keeping: 0) }
    try expect(1) { try store.delete(other) }
    observer.cancel()
  }
}
