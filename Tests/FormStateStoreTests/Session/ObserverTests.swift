import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A host that keeps its session up to date from a transaction observer.
@Suite("Sessions and stores in a host's observers and transactions")
struct ObserverTests {
  enum Host: CaseIterable { case queue, pool }

  private final class Refreshing: TransactionObserver {
    private let session: FormSession
    private var depth = 0
    private(set) var deepest = 0
    private(set) var failure: (any Error)?

    init(_ session: FormSession) { self.session = session }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidRollback(_ db: Database) {}

    func databaseDidCommit(_ db: Database) {
      depth += 1
      defer { depth -= 1 }
      deepest = max(deepest, depth)
      // Deep enough to prove an endless recursion.
      guard depth < 20 else { return }
      do { try session.refresh() } catch { failure = error }
    }
  }

  private func open(_ host: Host) throws -> (folder: TemporaryFolder, database: any DatabaseWriter) {
    let folder = try TemporaryFolder()
    let path = folder.path("host.sqlite")
    switch host {
    case .queue: return (folder, try DatabaseQueue(path: path))
    case .pool: return (folder, try DatabasePool(path: path))
    }
  }

  @Test("A session can refresh in databaseDidCommit without recursion", arguments: Host.allCases)
  func refreshing(host: Host) throws {
    let (folder, database) = try open(host)
    defer { _ = folder }
    let store = try FormStore(database: database)
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    let session = try store.session(for: key)
    let observer = Refreshing(session)
    database.add(transactionObserver: observer, extent: .databaseLifetime)
    for number in 0..<20 {
      try store.apply(.set("firstname", .text("\(number)")), to: key)
      #expect(session.revision == 2 * number + 1)
      try session.apply(.set("lastname", .text("\(number)")))
      #expect(session.revision == 2 * number + 2)
    }
    #expect(observer.deepest == 1)
    #expect(observer.failure == nil)
    #expect(session.value(of: "firstname") == .text("19"))
    #expect(session.digest == (try store.contents(of: key).digest))
  }

  @Test("Reads notify no observer of a commit", arguments: Host.allCases)
  func reading(host: Host) throws {
    final class Counting: TransactionObserver {
      var commits = 0
      func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
      func databaseDidChange(with event: DatabaseEvent) {}
      func databaseDidRollback(_ db: Database) { commits += 1 }
      func databaseDidCommit(_ db: Database) { commits += 1 }
    }
    let (folder, database) = try open(host)
    defer { _ = folder }
    let store = try FormStore(database: database)
    try store.save(ProfileForm.form)
    let observer = Counting()
    database.add(transactionObserver: observer, extent: .databaseLifetime)
    let session = try store.session(for: ResponseKey(form: "profile"))
    try session.refresh()
    #expect(throws: StoreError.self) { try store.session(for: ResponseKey(form: "profil")) }
    #expect(observer.commits == 0)
    try store.apply(.set("firstname", "Tom"), to: session.key)
    #expect(observer.commits == 1)
  }

  @Test("Opening a store within a transaction is refused, and works outside of one", arguments: Host.allCases)
  func opening(host: Host) throws {
    let (folder, database) = try open(host)
    defer { _ = folder }
    try database.write { _ -> Void in
      #expect(throws: StoreError.withinTransaction) { try FormStore(database: database) }
    }
    let store = try database.writeWithoutTransaction { _ in try FormStore(database: database) }
    try store.save(ProfileForm.form)
    try database.write { _ -> Void in
      #expect(throws: StoreError.withinTransaction) { try FormStore(database: database) }
    }
    #expect(try FormStore(database: database).formKeys() == ["profile"])
  }
}
