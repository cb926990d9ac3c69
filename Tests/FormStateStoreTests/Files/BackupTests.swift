import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Backup")
struct BackupTests {
  private let profile = ResponseKey(form: "profile")

  @Test("A backup is a whole store with what is in the log, and replaces nothing")
  func backup() throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("answers.sqlite"))
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Tom"), to: profile)
    let path = folder.path("copy.sqlite")
    let saved = try store.contents(of: profile)
    try store.backup(to: path)
    try store.apply(.set("firstname", "Huck"), to: profile)

    let copy = try FormStore(path: path, access: .read)
    #expect(try copy.check() == [])
    #expect(try copy.contents(of: profile) == saved)
    let error = #expect(throws: StoreError.self) { try store.backup(to: path) }
    #expect(error?.code == .copyFailed)
    #expect(try copy.contents(of: profile) == saved)
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).isSubset(of: [
        "answers.sqlite", "answers.sqlite-wal", "answers.sqlite-shm", "copy.sqlite", "copy.sqlite-wal",
        "copy.sqlite-shm",
      ]))
  }
}
