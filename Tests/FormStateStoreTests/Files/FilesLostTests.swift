import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Files lost under an open store")
struct FilesLostTests {
  private let profile = ResponseKey(form: "profile")

  /// How the database was opened.
  enum Opener: CaseIterable {
    case store, hostQueue, hostPool

    func open(_ path: String) throws -> FormStore {
      switch self {
      case .store: return try FormStore(path: path)
      case .hostPool: return try FormStore(database: try DatabasePool(path: path))
      case .hostQueue:
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        return try FormStore(database: queue)
      }
    }
  }

  private func loss(after damage: FileDamage) -> FileLoss {
    switch damage {
    case .deleted, .renamed, .folderRenamed: .databaseGone
    case .replacedByACopy: .databaseReplaced
    case .truncated: .databaseTruncated
    case .logDeleted: .logGone
    case .logEmptied, .logHalved: .logTruncated
    case .indexDeleted, .indexEmptied: .indexGone
    }
  }

  private func opened(_ folder: TemporaryFolder, by opener: Opener) throws -> (FormStore, path: String) {
    let inner = folder.path("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    let path = inner + "/store.sqlite"
    let store = try opener.open(path)
    try store.save(ProfileForm.form)
    for _ in 0..<5 { try store.apply(.tap(.key("fullname")), to: profile) }
    return (store, path)
  }

  @Test(
    "After a loss, every action and read throws the same error", arguments: FileDamage.allCases,
    Opener.allCases)
  func refused(damage: FileDamage, opener: Opener) throws {
    let folder = try TemporaryFolder()
    let (store, path) = try opened(folder, by: opener)
    let session = try store.session(for: profile)
    try damage.happen(to: path)
    let expected = StoreError.filesLost(path: path, loss(after: damage))
    #expect(throws: expected) { try store.apply(.tap(.key("fullname")), to: profile) }
    #expect(throws: expected) { try session.apply(.tap(.key("birth"))) }
    #expect(throws: expected) { try session.refresh() }
    #expect(throws: expected) { try store.formKeys() }
    #expect(throws: expected) { try store.reclaimSpace() }
  }

  @Test("A loss is final for a store, even when the file is put back, and another one goes on")
  func putBack() throws {
    let folder = try TemporaryFolder()
    let (store, path) = try opened(folder, by: .store)
    try FileDamage.renamed.happen(to: path)
    let expected = StoreError.filesLost(path: path, .databaseGone)
    #expect(throws: expected) { try store.formKeys() }
    try FileManager.default.moveItem(atPath: path + "-elsewhere", toPath: path)
    #expect(throws: expected) { try store.formKeys() }
    #expect(throws: expected) { try store.apply(.tap(.key("fullname")), to: profile) }
    #expect(try FormStore(path: path).revision(of: profile) == 5)
  }

  @Test("A read alone detects the loss", arguments: FileDamage.allCases)
  func seen(damage: FileDamage) throws {
    let folder = try TemporaryFolder()
    let (store, path) = try opened(folder, by: .store)
    try damage.happen(to: path)
    #expect(throws: StoreError.filesLost(path: path, loss(after: damage))) { try store.formKeys() }
  }

  @Test(
    "A loss during a transaction is detected before its commit returns",
    arguments: FileDamage.allCases.filter { $0 != .indexEmptied })
  func duringTransaction(damage: FileDamage) throws {
    let folder = try TemporaryFolder()
    let (store, path) = try opened(folder, by: .store)
    #expect(throws: StoreError.filesLost(path: path, loss(after: damage))) {
      try store.write { db in
        try db.execute(sql: "UPDATE formstate_form SET key = 'changed'")
        try damage.happen(to: path)
        return ((), .commit)
      }
    }
  }

  @Test("A truncated log is not checkpointed on closing, and the remaining database is sound")
  func closingAfterwards() throws {
    let folder = try TemporaryFolder()
    var store: FormStore? = try FormStore(path: folder.path("store.sqlite"))
    try store?.save(ProfileForm.form)
    try store?.reclaimSpace()
    for _ in 0..<20 { try store?.apply(.tap(.key("fullname")), to: profile) }
    try FileDamage.logHalved.happen(to: folder.path("store.sqlite"))
    #expect(throws: StoreError.self) { try store?.apply(.tap(.key("fullname")), to: profile) }
    let before = try FileDamage.bytes(of: folder.path("store.sqlite"))
    store = nil
    #expect(try FileDamage.bytes(of: folder.path("store.sqlite")) == before)
    // The files as a process finds them that opens them after this one has ended.
    try before.write(to: URL(fileURLWithPath: folder.path("copy.sqlite")))
    try FileDamage.bytes(of: folder.path("store.sqlite-wal")).write(
      to: URL(fileURLWithPath: folder.path("copy.sqlite-wal")))
    let reopened = try FormStore(path: folder.path("copy.sqlite"))
    #expect(try reopened.check() == [])
    #expect((1..<20).contains(try reopened.revision(of: profile)))
  }

  @Test("Checkpoints, vacuums and schema changes by others are no loss")
  func others() throws {
    let folder = try TemporaryFolder()
    let (store, path) = try opened(folder, by: .store)
    let other = try DatabaseQueue(path: path)
    for round in 1...30 {
      try store.apply(.tap(.key("fullname")), to: profile)
      try other.writeWithoutTransaction { db in
        switch round % 4 {
        case 0: try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        case 1: try db.execute(sql: "PRAGMA wal_checkpoint(RESTART)")
        case 2: try db.execute(sql: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        default: try db.execute(sql: "PRAGMA journal_size_limit = 0; PRAGMA wal_checkpoint(RESTART)")
        }
      }
      if round % 3 == 0 { try other.write { try $0.execute(sql: "CREATE TABLE t\(round) (a); DROP TABLE t\(round)") } }
      #expect(try store.revision(of: profile) == 5 + round)
    }
    #expect(try store.check() == [])
  }

  @Test("Readers and writers report no loss while others truncate the log")
  func manyThreads() async throws {
    let folder = try TemporaryFolder()
    let (_, path) = try opened(folder, by: .store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for opener in Opener.allCases {
        group.addTask {
          var configuration = Configuration()
          configuration.busyMode = .timeout(30)
          let store =
            opener == .store
            ? try FormStore(path: path, settings: FormStore.Settings(busyTimeout: 30))
            : try FormStore(database: try DatabaseQueue(path: path, configuration: configuration))
          for _ in 0..<100 {
            try store.apply(.tap(.key("fullname")), to: ResponseKey(form: "profile"))
            _ = try store.revision(of: ResponseKey(form: "profile"))
          }
        }
      }
      group.addTask {
        let other = try DatabaseQueue(path: path)
        for _ in 0..<300 {
          // The checkpoint is often refused as busy, which is intended.
          try? other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try FormStore(path: path).revision(of: profile) == 305)
  }

  @Test("A store in memory guards no files, and a host's database without a log only its own")
  func withoutLog() throws {
    let folder = try TemporaryFolder()
    #expect(try FormStore.inMemory().files == nil)
    let path = folder.path("host.sqlite")
    let store = try FormStore(database: try DatabaseQueue(path: path))
    try store.save(ProfileForm.form)
    try store.apply(.tap(.key("fullname")), to: profile)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["host.sqlite"])
    try FileDamage.deleted.happen(to: path)
    #expect(throws: StoreError.filesLost(path: path, .databaseGone)) {
      try store.apply(.tap(.key("fullname")), to: profile)
    }
  }

  @Test("A store goes on after its host turns the log off")
  func givingUpTheLog() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("host.sqlite"))
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    #expect(try store.apply(.tap(.key("fullname")), to: profile) == 1)
  }
}
