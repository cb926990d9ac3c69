import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateMigrations
@testable import FormStateStore

@Suite("The copy of an older file that is made before it is brought up to date")
struct FileBackupTests {
  private static let steps = OlderFile.steps(and: "CREATE TABLE formstate_note (text TEXT NOT NULL) STRICT")

  private func open(_ file: OlderFile, backup: String?, steps: [Migration] = Self.steps) throws {
    let settings = FormStore.Settings(backupPath: backup.map(file.folder.path))
    _ = try FormStore(path: file.path, access: .write, settings: settings, steps: steps)
  }

  private func permissions(of path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("It holds what the file held, has its permissions, and opens by itself", arguments: [0o640, 0o600, 0o664])
  func copies(permissions: Int) throws {
    let file = try OlderFile()
    let before = try file.overview()
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    try open(file, backup: "before.sqlite")
    #expect(try file.files() == ["answers.sqlite", "before.sqlite"])
    #expect(try file.version() == Self.steps.count && file.version(of: "before.sqlite") == Self.steps.count - 1)
    #expect(try self.permissions(of: file.folder.path("before.sqlite")) == permissions)
    #expect(try file.overview(of: "before.sqlite") == before)
    #expect(try FormStore(path: file.folder.path("before.sqlite")).check() == [])
  }

  @Test("What stands in the log alone is in it too")
  func log() throws {
    let file = try OlderFile()
    let other = try FormStore(path: file.path)
    try other.apply(.set("lastname", "Lovelace"), to: ResponseKey(form: "profile"))
    let before = try other.overview(includingDigests: true)
    try open(file, backup: "before.sqlite")
    #expect(try file.overview(of: "before.sqlite") == before)
    withExtendedLifetime(other) {}
  }

  @Test("A file without a log is copied as well")
  func withoutLog() throws {
    let file = try OlderFile()
    try file.giveUpLog()
    let before = try file.overview()
    try open(file, backup: "before.sqlite")
    #expect(try file.overview(of: "before.sqlite") == before)
    #expect(try file.version() == Self.steps.count)
  }

  @Test("Nothing is copied where nothing is to be done: an up-to-date file, a new one, or no wish for a copy")
  func nothingToDo() throws {
    let file = try OlderFile()
    try open(file, backup: "before.sqlite", steps: Migrations.all)
    let settings = FormStore.Settings(backupPath: file.folder.path("before.sqlite"))
    _ = try FormStore(path: file.folder.path("new.sqlite"), settings: settings)
    #expect(try file.files() == ["answers.sqlite", "new.sqlite"])
    try open(file, backup: nil)
    #expect(try file.files() == ["answers.sqlite", "new.sqlite"])
    #expect(try file.version() == Self.steps.count)
    // Whatever is there by now need not be copied again.
    try "letter".write(toFile: file.folder.path("before.sqlite"), atomically: true, encoding: .utf8)
    try open(file, backup: "before.sqlite")
    #expect(try String(contentsOfFile: file.folder.path("before.sqlite"), encoding: .utf8) == "letter")
  }

  @Test("A store that is asked for a copy makes a new file without one")
  func newFile() throws {
    let file = try OlderFile()
    let path = file.folder.path("new.sqlite")
    let store = try FormStore(path: path, settings: .init(backupPath: "answers-before.sqlite"))
    #expect(try store.check() == [])
    #expect(!FileManager.default.fileExists(atPath: "answers-before.sqlite"))
  }

  @Test("It never takes the place of a file, a link or the database itself, and then the database stays as it was")
  func existing() throws {
    let file = try OlderFile()
    try "letter".write(toFile: file.folder.path("letter.txt"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: file.folder.path("link"), withDestinationPath: file.folder.path("nowhere"))
    let before = try file.bytes()
    for name in ["letter.txt", "link", "answers.sqlite"] {
      let error = #expect(throws: StoreError.self) { try open(file, backup: name) }
      #expect(error == .backupFailed(path: file.folder.path(name), reason: "the file already exists"))
    }
    #expect(try file.bytes() == before)
    #expect(try String(contentsOfFile: file.folder.path("letter.txt"), encoding: .utf8) == "letter")
    #expect(try file.files() == ["answers.sqlite", "letter.txt", "link"])
  }

  @Test("Where it cannot be made, the database stays as it was, and nothing is left of the copy")
  func impossible() throws {
    let file = try OlderFile()
    let before = try file.bytes()
    let error = #expect(throws: StoreError.self) { try open(file, backup: "no/such/folder.sqlite") }
    #expect(
      error == .backupFailed(path: file.folder.path("no/such/folder.sqlite"), reason: "no such file or directory"))
    #expect(try file.bytes() == before)
    #expect(try file.files() == ["answers.sqlite"])
  }

  @Test("A copy that breaks off halfway is taken away again, and the database stays as it was")
  func brokenOff() throws {
    let file = try OlderFile()
    try file.giveUpLog()
    let before = try file.bytes()
    let (source, blocker) = (try DatabaseQueue(path: file.path), try DatabaseQueue(path: file.path))
    let backup = FileBackup(of: source, at: file.path, to: file.folder.path("before.sqlite"), waitsForDisk: true)
    try blocker.writeWithoutTransaction { db in
      try db.inTransaction(.exclusive) {
        let error = #expect(throws: StoreError.self) { try backup.run() }
        #expect(error == .copyFailed(path: file.folder.path("before.sqlite"), reason: "database is locked"))
        return .rollback
      }
    }
    #expect(try file.files() == ["answers.sqlite"])
    #expect(try file.bytes() == before)
    try backup.run()
    #expect(try file.overview(of: "before.sqlite") == file.overview())
  }

  @Test("When a step fails, the copy stays and the database is as it was")
  func stepFails() throws {
    let file = try OlderFile()
    let before = try file.bytes()
    #expect(throws: StoreError.self) {
      try open(file, backup: "before.sqlite", steps: OlderFile.steps(and: "SELECT * FROM nowhere"))
    }
    #expect(try file.bytes() == before)
    #expect(try file.overview(of: "before.sqlite") == file.overview())
  }
}
