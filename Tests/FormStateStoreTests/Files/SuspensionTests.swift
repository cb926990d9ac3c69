import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// An app in the background must not hold a lock on its file, or iOS ends it.
@Suite("A suspended store", .timeLimit(.minutes(15)))
struct SuspensionTests {
  private let key = ResponseKey(form: "profile")

  /// A store that can be suspended, and another connection to the same file.
  private struct Shared: Sendable {
    let folder: TemporaryFolder
    let store: FormStore
    let other: DatabaseQueue

    var path: String { folder.path("app.sqlite") }

    /// A store in a host's pool, or in its own file.
    init(inHost: Bool, waiting seconds: Double = 600) throws {
      folder = try TemporaryFolder()
      let path = folder.path("app.sqlite")
      if inHost {
        var configuration = Configuration()
        configuration.observesSuspensionNotifications = true
        configuration.busyMode = .timeout(seconds)
        store = try FormStore(database: try DatabasePool(path: path, configuration: configuration))
      } else {
        store = try FormStore(
          path: path, settings: FormStore.Settings(busyTimeout: seconds, waitsForDisk: false, observesSuspension: true))
      }
      try store.save(ProfileForm.form)
      var free = Configuration()
      free.allowsUnsafeTransactions = true
      other = try DatabaseQueue(path: path, configuration: free)
    }

    func lock() throws { try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") } }
    func unlock() throws { try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") } }

    /// Becomes true when the store begins its next transaction, which may wait.
    func transactionBegins() -> Locked<Bool> {
      let hasBegun = Locked(false)
      store.database.writeWithoutTransaction { db in
        db.trace { event in
          if "\(event)".hasPrefix("BEGIN IMMEDIATE") { hasBegun.withLock { $0 = true } }
        }
      }
      return hasBegun
    }

    /// Fails while the store holds the lock.
    func writeElsewhere() throws {
      try Tampering.pastGuards("UPDATE formstate_response SET next_instance = next_instance", in: other)
    }
  }

  private static func suspend() { NotificationCenter.default.post(name: FormStore.suspendNotification, object: nil) }
  private static func resume() { NotificationCenter.default.post(name: FormStore.resumeNotification, object: nil) }

  private static func tap(_ cell: String, in session: FormSession) throws -> Int {
    try session.apply(.tap(.key(cell))).revision
  }

  /// Runs work with the turn to suspend, and resumes afterwards in any case.
  private func alone(_ work: @Sendable () async throws -> Void) async throws {
    try await Turns.suspension.alone {
      defer { Self.resume() }
      try await work()
    }
  }

  @Test(
    "A suspended store refuses to write, can still be read, and writes again after it is resumed",
    arguments: [true, false])
  func refusing(inHost: Bool) async throws {
    try await alone {
      let shared = try Shared(inHost: inHost)
      let store = shared.store
      let session = try store.session(for: key)
      #expect(try Self.tap("fullname", in: session) == 1)
      Self.suspend()
      #expect(throws: StoreError.suspended) { try Self.tap("birth", in: session) }
      #expect(throws: StoreError.suspended) { try store.apply(.tap("birth"), to: key) }
      #expect(throws: StoreError.suspended) { try store.group("Two", in: key) { try $0.apply(.tap("birth")) } }
      #expect(throws: StoreError.suspended) { try store.save(ProfileForm.form) }
      #expect(throws: StoreError.suspended) { try store.reclaimSpace() }
      #expect(throws: StoreError.suspended) { try store.backup(to: shared.folder.path("copy.sqlite")) }
      await #expect(throws: StoreError.suspended) { try await session.redo() }
      #expect(session.revision == 1 && session.numberOfRows(in: 0) == 5)
      #expect(try store.revision(of: key) == 1)
      // Another connection writes, and the session catches up without a lock.
      try shared.writeElsewhere()
      try FormStore(path: shared.path).apply(.tap("birth"), to: key)
      #expect(try session.refresh().revision == 2)
      Self.resume()
      #expect(try Self.tap("sport", in: session) == 3)
      #expect(try store.check() == [])
    }
  }

  @Test("The errors of suspension and interruption say what to do")
  func words() {
    #expect(
      StoreError.suspended.description
        == "the store is suspended while the app is in the background, and nothing has changed; resume it, and try again"
    )
    #expect(
      StoreError.interrupted.description == "the database was interrupted, and nothing has changed; try again")
  }

  @Test("Suspension ends a wait for another connection's lock")
  func waiting() async throws {
    try await alone {
      let shared = try Shared(inHost: false)
      try shared.lock()
      let hasBegun = shared.transactionBegins()
      let waiting = onOwnThread { [key] in try shared.store.apply(.tap("fullname"), to: key) }
      let opening = onOwnThread {
        _ = try FormStore(
          path: shared.path, settings: FormStore.Settings(busyTimeout: 600, observesSuspension: true)
        ).save(FormDefinition(key: "other") { FormSection(key: "s") { Cell.text("t") } })
      }
      try await waitUntil { hasBegun.withLock { $0 } }
      Self.suspend()
      await #expect(throws: StoreError.suspended) { try await waiting.value }
      await #expect(throws: StoreError.suspended) { try await opening.value }
      try shared.unlock()
      #expect(throws: StoreError.suspended) {
        try FormStore(path: shared.path, settings: FormStore.Settings(observesSuspension: true))
      }
      Self.resume()
      #expect(try shared.store.apply(.tap("fullname"), to: key) == 1)
    }
  }

  @Test("An opening that is suspended at any moment succeeds or throws “suspended”")
  func suspendedOpening() async throws {
    try await alone {
      let shared = try Shared(inHost: false)
      for round in 0..<40 {
        let hasBegun = Locked(false)
        let opening = onOwnThread {
          hasBegun.withLock { $0 = true }
          _ = try FormStore(path: shared.path, settings: FormStore.Settings(observesSuspension: true))
        }
        try await waitUntil { hasBegun.withLock { $0 } }
        for _ in 0..<(round * 50) { sched_yield() }
        Self.suspend()
        let error = await opening.result.failure
        #expect(error == nil || error as? StoreError == .suspended, "\(String(describing: error))")
        Self.resume()
      }
    }
  }

  @Test("A lock obtained after suspension is released before the closure runs")
  func lockThatComesTooLate() async throws {
    try await alone {
      let shared = try Shared(inHost: true)
      // Otherwise the group would have to begin the response, which writes.
      try shared.store.create(key)
      try shared.lock()
      let hasRun = Locked(false)
      let hasBegun = shared.transactionBegins()
      let group = onOwnThread { [key] in
        try shared.store.group("Late", in: key) { _ in hasRun.withLock { $0 = true } }
      }
      try await waitUntil { hasBegun.withLock { $0 } }
      Self.suspend()
      try shared.unlock()
      await #expect(throws: StoreError.suspended) { try await group.value }
      #expect(!hasRun.withLock { $0 })
      try shared.writeElsewhere()
    }
  }

  @Test("An open transaction releases its lock at its next write", arguments: [true, false])
  func openTransaction(inHost: Bool) async throws {
    try await alone {
      let shared = try Shared(inHost: inHost)
      #expect(throws: StoreError.suspended) {
        try shared.store.group("Half", in: key) { group in
          try group.apply(.set("firstname", "Tom"))
          Self.suspend()
          // The closure ignores the error.
          try? group.apply(.set("lastname", "Sawyer"))
          try shared.writeElsewhere()
        }
      }
      #expect(try shared.store.revision(of: key) == 0)
      Self.resume()
      #expect(try shared.store.apply(.set("firstname", "Tom"), to: key) == 1)
      #expect(try shared.store.check() == [])
    }
  }

  @Test("An action in a host's transaction throws “suspended” after the suspension")
  func hostsTransaction() async throws {
    try await alone {
      let shared = try Shared(inHost: true)
      #expect(throws: StoreError.suspended) {
        try shared.store.database.write { db in
          try shared.store.apply(.set("firstname", "Tom"), to: key, in: db)
          Self.suspend()
          try shared.store.undo(of: key, in: db)
        }
      }
      Self.resume()
      #expect(try shared.store.revision(of: key) == 0)
    }
  }

  @Test("A store that does not observe suspension keeps writing")
  func notObserving() async throws {
    try await alone {
      let folder = try TemporaryFolder()
      let store = try FormStore(path: folder.path("store.sqlite"))
      try store.save(ProfileForm.form)
      Self.suspend()
      #expect(try store.apply(.tap("fullname"), to: key) == 1)
    }
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
