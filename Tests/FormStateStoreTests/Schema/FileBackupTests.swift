import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("The backup of an older file before its migration")
struct FileBackupTests {
  private static let steps = OlderFile.steps(and: "CREATE TABLE formstate_note (text TEXT NOT NULL) STRICT")

  private func open(_ file: OlderFile, backup: String?, steps: [Migration] = Self.steps) throws {
    let settings = FormStore.Settings(backupPath: backup.map(file.folder.path))
    _ = try FormStore(path: file.path, access: .write, settings: settings, steps: steps)
  }

  private func permissions(of path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("The backup has the file's contents and permissions and opens without a log", arguments: [0o640, 0o600, 0o664])
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

  @Test("The backup includes what is only in the log")
  func log() throws {
    let file = try OlderFile()
    let other = try FormStore(path: file.path)
    try other.apply(.set("lastname", "Lovelace"), to: ResponseKey(form: "profile"))
    let before = try other.overview(includingDigests: true)
    try open(file, backup: "before.sqlite")
    #expect(try file.overview(of: "before.sqlite") == before)
    withExtendedLifetime(other) {}
  }

  @Test("A file without a log is backed up as well")
  func withoutLog() throws {
    let file = try OlderFile()
    try file.giveUpLog()
    let before = try file.overview()
    try open(file, backup: "before.sqlite")
    #expect(try file.overview(of: "before.sqlite") == before)
    #expect(try file.version() == Self.steps.count)
  }

  @Test("An up-to-date file, a new file, and a missing backup path make no backup")
  func nothingToDo() throws {
    let file = try OlderFile()
    try open(file, backup: "before.sqlite", steps: Migrations.all)
    let settings = FormStore.Settings(backupPath: file.folder.path("before.sqlite"))
    _ = try FormStore(path: file.folder.path("new.sqlite"), settings: settings)
    #expect(try file.files() == ["answers.sqlite", "new.sqlite"])
    try open(file, backup: nil)
    #expect(try file.files() == ["answers.sqlite", "new.sqlite"])
    #expect(try file.version() == Self.steps.count)
    // The file is up to date, so the existing file at the backup path is no obstacle.
    try "letter".write(toFile: file.folder.path("before.sqlite"), atomically: true, encoding: .utf8)
    try open(file, backup: "before.sqlite")
    #expect(try String(contentsOfFile: file.folder.path("before.sqlite"), encoding: .utf8) == "letter")
  }

  @Test("A new file with a relative backup path gets no backup")
  func newFile() throws {
    let file = try OlderFile()
    let path = file.folder.path("new.sqlite")
    let store = try FormStore(path: path, settings: .init(backupPath: "answers-before.sqlite"))
    #expect(try store.check() == [])
    #expect(!FileManager.default.fileExists(atPath: "answers-before.sqlite"))
  }

  @Test("A backup never replaces a file, a link or the database, which stays unchanged")
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

  @Test("An impossible backup leaves the database unchanged and no file behind")
  func impossible() throws {
    let file = try OlderFile()
    let before = try file.bytes()
    let error = #expect(throws: StoreError.self) { try open(file, backup: "no/such/folder.sqlite") }
    #expect(
      error == .backupFailed(path: file.folder.path("no/such/folder.sqlite"), reason: "no such file or directory"))
    #expect(try file.bytes() == before)
    #expect(try file.files() == ["answers.sqlite"])
  }

  @Test("A backup that fails halfway is deleted, and the database stays unchanged")
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

  @Test("When a migration fails, the backup stays and the database is unchanged")
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
