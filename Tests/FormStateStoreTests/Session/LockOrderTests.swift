import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A session that is used within a transaction while another thread acts through it. So few cells are kept that almost
/// each use reads some.
@Suite("Sessions within and beside transactions", .pages(of: 1))
struct LockOrderTests {
  /// The kinds of databases that a host may have.
  enum Host: CaseIterable { case queue, pool }

  private static let rounds = TestSeeds.isFull ? 200 : 30
  private let key = ResponseKey(form: "profile")

  private struct Opened {
    let folder: TemporaryFolder
    let database: any DatabaseWriter
    let store: FormStore
    let session: FormSession
  }

  private func open(_ host: Host) throws -> Opened {
    let folder = try TemporaryFolder()
    let path = folder.path("host.sqlite")
    let database: any DatabaseWriter =
      switch host {
      case .queue: try DatabaseQueue(path: path)
      case .pool: try DatabasePool(path: path)
      }
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    let store = try FormStore(database: database)
    try store.save(ProfileForm.form)
    return Opened(
      folder: folder, database: database, store: store, session: try store.session(for: key, coalescing: .zero))
  }

  /// Reads and changes a session; changes must be refused within a transaction, and nowhere else.
  private static func use(_ session: FormSession, within isRefused: Bool, _ racing: Racing) {
    let moves: [(name: String, move: () throws -> Void)] = [
      ("refresh", { try session.refresh() }), ("apply", { try session.apply(.tap(.key("birth"))) }),
      ("undo", { try session.undo() }), ("redo", { try session.redo() }),
      ("diff", { _ = try session.diff(from: 0, to: 0) }),
      ("group", { try session.group("Inner") { try $0.apply(.tap(.key("marital"))) } }),
    ]
    for (name, move) in moves {
      do {
        try move()
        if isRefused { racing.note("\(name) is done within a transaction") }
      } catch let error as StoreError where isRefused && error.code == .withinTransaction {
      } catch is ActionError where !isRefused && name.hasSuffix("do") {
        // Another thread's undo was faster.
      } catch {
        racing.note("\(name): \(error)")
      }
    }
    do {
      _ = try session.explanation(of: "firstname")
      _ = try session.state(at: 0)
    } catch {
      racing.note("asking: \(error)")
    }
    if session.row(at: RowPath(section: 0, row: 0))?.key != "fullname" { racing.note("the first row is another one") }
  }

  private static func actInALoop(_ session: FormSession, _ racing: Racing) {
    racing.start("actions") {
      for _ in 0..<rounds { try session.apply(.tap(.key("fullname"))) }
    }
  }

  private func expectAgreement(_ opened: Opened) throws {
    try opened.session.refresh()
    #expect(opened.session.revision == (try opened.store.revision(of: key)))
    #expect(opened.session.digest == (try opened.store.contents(of: key).digest))
    #expect(
      opened.session.visibleRowsPerSection
        == (try opened.store.session(for: key).visibleRowsPerSection))
    #expect(try opened.store.check() == [])
  }

  @Test(
    "Within its own group, a session can be read but not changed, while another thread acts",
    arguments: Host.allCases)
  func group(host: Host) throws {
    let opened = try open(host)
    let racing = Racing()
    Self.actInALoop(opened.session, racing)
    racing.start("groups") { [session = opened.session] in
      for _ in 0..<Self.rounds {
        try session.group("Sport") { group in
          try group.apply(.tap(.key("sport")))
          Self.use(session, within: true, racing)
        }
      }
    }
    guard racing.finish() else { return }
    #expect(opened.session.revision == 2 * Self.rounds)
    try expectAgreement(opened)
  }

  @Test(
    "Within a host's transaction, a session cannot change; within a pool's read, it can only act",
    arguments: Host.allCases)
  func hostTransaction(host: Host) throws {
    let opened = try open(host)
    let racing = Racing()
    Self.actInALoop(opened.session, racing)
    racing.start("host") { [session = opened.session, database = opened.database] in
      for _ in 0..<Self.rounds {
        try database.write { _ in Self.use(session, within: true, racing) }
        try database.read { _ in
          for look in [{ _ = try session.refresh() }, { _ = try session.diff(from: 0, to: 0) }] {
            #expect(throws: StoreError.withinTransaction) { try look() }
          }
          // A pool writes on another connection.
          if host == .pool { try session.apply(.tap("sport")) }
        }
      }
    }
    guard racing.finish() else { return }
    try expectAgreement(opened)
    #expect(opened.session.revision == (host == .pool ? 2 : 1) * Self.rounds)
  }

  /// A host's observer that uses a session after each commit.
  private final class Observer: TransactionObserver {
    let session: FormSession
    let racing: Racing
    let uses = Locked(0)
    private var isUsing = false

    init(_ session: FormSession, _ racing: Racing) {
      self.session = session
      self.racing = racing
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidRollback(_ db: Database) {}

    func databaseDidCommit(_ db: Database) {
      // The observer's own actions are committed as well.
      guard !isUsing else { return }
      isUsing = true
      defer { isUsing = false }
      uses.withLock { $0 += 1 }
      LockOrderTests.use(session, within: false, racing)
    }
  }

  @Test("After a commit, an observer can read and change the session", arguments: Host.allCases)
  func afterCommit(host: Host) throws {
    let opened = try open(host)
    let racing = Racing()
    let observer = Observer(opened.session, racing)
    opened.database.add(transactionObserver: observer)
    Self.actInALoop(opened.session, racing)
    racing.start("others") { [store = opened.store, key] in
      for _ in 0..<Self.rounds / 4 { try store.apply(.tap(.key("sport")), to: key) }
    }
    guard racing.finish() else { return }
    #expect(observer.uses.withLock { $0 } >= Self.rounds)
    try expectAgreement(opened)
  }

  @Test("Two sessions that use each other within their groups never deadlock")
  func crosswise() throws {
    let opened = try open(.pool)
    let sessions = [opened.session, try opened.store.session(for: key, hiddenRows: .zeroHeight, coalescing: .zero)]
    let racing = Racing()
    for (mine, other) in [(0, 1), (1, 0)] {
      racing.start("session \(mine)") {
        for _ in 0..<Self.rounds {
          try sessions[mine].group("Both") { group in
            try group.apply(.tap(.key("sport")))
            Self.use(sessions[other], within: true, racing)
          }
          try sessions[other].refresh()
          _ = try sessions[mine].diff(from: 0, to: 1)
        }
      }
    }
    guard racing.finish() else { return }
    try sessions[1].refresh()
    #expect(sessions[1].digest == (try opened.store.contents(of: key).digest))
    try expectAgreement(opened)
  }

  // MARK: Older snapshots of the database

  @Test("Within an older snapshot, a session does not move backwards")
  func olderLook() throws {
    let opened = try open(.pool)
    let pool = try #require(opened.database as? DatabasePool)
    let session = opened.session
    try session.apply(.tap(.key("fullname")))
    let snapshot = try pool.makeSnapshot()
    try pool.read { db in
      let entries = try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_entry")
      #expect(entries == 1)
      let racing = Racing()
      racing.start("actions") { [store = opened.store, key] in
        try session.apply(.tap(.key("birth")))
        try store.apply(.tap(.key("sport")), to: key)
      }
      racing.finish()
      let entriesNow = try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_entry")
      #expect(entriesNow == 1)
      #expect(throws: StoreError.withinTransaction) { try session.refresh() }
      #expect(throws: StoreError.withinTransaction) { try session.diff(from: 0, to: 1) }
      #expect(session.revision == 2)
    }
    let change = try snapshot.read { db in
      let entries = try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_entry")
      #expect(entries == 1)
      return try session.refresh()
    }
    #expect(change.revision == 3)
    #expect(
      try snapshot.read { _ in try session.refresh() }
        == ScreenChange(previousRevision: 3, revision: 3, batch: BatchUpdate()))
    #expect(try pool.unsafeRead { _ in try session.refresh() }.revision == 3)
    try expectAgreement(opened)
  }

  @Test("Concurrent refreshes and actions never move a session backwards")
  func manyRefreshes() throws {
    let opened = try open(.pool)
    let racing = Racing()
    let isActing = Locked(true)
    for number in 0..<3 {
      racing.start("refresh \(number)") { [session = opened.session] in
        var last = 0
        while isActing.withLock({ $0 }) {
          let revision = try session.refresh().revision
          if revision < last { racing.note("from revision \(last) back to \(revision)") }
          last = revision
        }
      }
    }
    racing.start("actions") { [store = opened.store, session = opened.session, key] in
      defer { isActing.withLock { $0 = false } }
      for _ in 0..<Self.rounds {
        try store.apply(.tap(.key("sport")), to: key)
        try session.apply(.tap(.key("fullname")))
      }
    }
    guard racing.finish() else { return }
    try expectAgreement(opened)
  }
}
