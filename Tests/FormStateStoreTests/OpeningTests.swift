import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Opening a store")
struct OpeningTests {
  @Test("Only the access “create” creates a missing file")
  func missingFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("none.sqlite")
    for access in [FormStore.Access.read, .write] {
      #expect(throws: StoreError.missingFile(path: path)) { try FormStore(path: path, access: access) }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try FormStore(path: path, access: .create)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("A file that is not SQLite is refused and stays unchanged")
  func notADatabase() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("letter.txt")
    let text = Data(String(repeating: "Dear Becky, ", count: 500).utf8)
    try text.write(to: URL(fileURLWithPath: path))
    for access in [FormStore.Access.read, .write, .create] {
      #expect(throws: StoreError.notADatabase(path: path)) { try FormStore(path: path, access: access) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["letter.txt"])
  }

  @Test("A folder, and a file in a folder that does not exist, cannot be opened")
  func folders() throws {
    let folder = try TemporaryFolder()
    #expect(throws: StoreError.cannotOpen(path: folder.path, reason: "it is a folder")) {
      try FormStore(path: folder.path)
    }
    let path = folder.path("no/such/folder.sqlite")
    let error = #expect(throws: StoreError.self) { try FormStore(path: path) }
    #expect(
      error?.description
        == "“\(path)” cannot be opened (unable to open database file); "
        + "check that its folder exists and may be written")
  }

  @Test("A path by which SQLite would make a temporary database is refused", arguments: ["", ":memory:"])
  func temporary(path: String) throws {
    for access in [FormStore.Access.read, .write, .create] {
      let error = #expect(throws: StoreError.self) { try FormStore(path: path, access: access) }
      #expect(error?.description == "“\(path)” names no file; give the path of one")
    }
  }

  @Test("A closed store leaves only the database file and refuses further use")
  func closing() throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("store.sqlite"))
    try store.save(ProfileForm.form)
    let session = try store.session(for: ResponseKey(form: "profile"))
    #expect(try store.formKeys() == ["profile"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    try store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
    #expect(throws: (any Error).self) { try store.formKeys() }
    #expect(throws: (any Error).self) { try session.refresh() }
    #expect(try FormStore(path: folder.path("store.sqlite"), access: .read).formKeys() == ["profile"])
  }

  @Test("A file without permission to write can be read but not written")
  func readOnlyFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    try FormStore(path: path).save(ProfileForm.form)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let error = #expect(throws: StoreError.self) { try FormStore(path: path, access: .write) }
    #expect(error?.description == "“\(path)” is read-only; allow writing, or work on a copy")
    #expect(try FormStore(path: path, access: .read).formKeys() == ["profile"])
  }

  @Test("A store opened for reading refuses to write")
  func readingStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    try FormStore(path: path).save(ProfileForm.form)
    let store = try FormStore(path: path, access: .read)
    #expect(throws: StoreError.readOnly(path: path)) {
      try store.apply(.tap(.key("fullname")), to: ResponseKey(form: "profile"))
    }
    #expect(throws: StoreError.readOnly(path: path)) { try store.save(FormDefinition(key: "other")) }
  }

  @Test("Reading leaves nothing beside the file")
  func readingLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    try FormStore(path: path).save(ProfileForm.form)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(try FormStore(path: path, access: .read).form("profile") == ProfileForm.form)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("An SQLite file without FormState tables is refused for reading")
  func foreignDatabase() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("other.sqlite")
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE note (text)") }
    #expect(throws: StoreError.notAStore(path: path)) { try FormStore(path: path, access: .read) }
  }

  @Test("The writer has the settings that durability depends on")
  func settings() throws {
    let folder = try TemporaryFolder()
    let expected: [(FormStore.Settings, Int)] = [
      (FormStore.Settings(), 2), (FormStore.Settings(waitsForDisk: false), 1),
    ]
    for (settings, synchronous) in expected {
      let store = try FormStore(path: folder.path("store.sqlite"), settings: settings)
      let found = try store.database.unsafeReentrantWrite { db in
        try ["journal_mode", "synchronous", "foreign_keys", "trusted_schema", "temp_store"].map { name in
          try String.fetchOne(db, sql: "PRAGMA \(name)")
        }
      }
      // 2 is memory: temporary data contains answers.
      #expect(found == ["wal", "\(synchronous)", "1", "0", "2"])
    }
  }

  @Test("A writer throws “busy” when another one holds the lock beyond the timeout")
  func busy() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    try FormStore(path: path).save(ProfileForm.form)
    let blocker = try DatabaseQueue(path: path)
    let store = try FormStore(path: path, settings: FormStore.Settings(busyTimeout: 0.05))
    try blocker.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        #expect(throws: StoreError.busy) {
          try store.apply(.tap(.key("fullname")), to: ResponseKey(form: "profile"))
        }
        return .rollback
      }
    }
    #expect(try store.apply(.tap(.key("fullname")), to: ResponseKey(form: "profile")) == 1)
  }
}
