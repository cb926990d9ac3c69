import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// The tests do not run on a system with file protection; a stand-in records the requests instead.
@Suite("Protected files")
struct ProtectedFilesTests {
  private final class NotedSystem: Sendable {
    let protections = Locked<[String: FormStore.FileProtection]>([:])
    let asked = Locked<[String]>([])

    var system: ProtectedFiles.System {
      ProtectedFiles.System(
        protection: { path in self.protections.withLock { $0[path] } },
        protect: { path, protection in
          self.asked.withLock { $0.append(path) }
          self.protections.withLock { $0[path] = protection }
        })
    }
  }

  @Test("The database, its log and its index are each protected once, as soon as they exist")
  func eachFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    let noted = NotedSystem()
    let files = ProtectedFiles(ofDatabaseAt: path, .completeUnlessOpen, system: noted.system)
    try files.protect()
    #expect(noted.asked.withLock { $0 } == [])
    let store = try FormStore(path: path)
    try files.protect()
    try files.protect()
    #expect(noted.asked.withLock { $0 } == [path, path + "-wal", path + "-shm"])
    #expect(noted.protections.withLock { Set($0.values) } == [.completeUnlessOpen])
    withExtendedLifetime(store) {}
  }

  @Test("A file that cannot be protected is not opened")
  func refused() throws {
    struct Refusal: LocalizedError { var errorDescription: String? { "no such class" } }
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    try Data().write(to: URL(fileURLWithPath: path))
    let system = ProtectedFiles.System(protection: { _ in nil }, protect: { _, _ in throw Refusal() })
    #expect(throws: StoreError.cannotOpen(path: path, reason: "it cannot be protected: no such class")) {
      try ProtectedFiles(ofDatabaseAt: path, .complete, system: system).protect()
    }
  }

  @Test("On other systems, the protection has no effect", arguments: FormStore.FileProtection.allCases)
  func elsewhere(protection: FormStore.FileProtection) throws {
    let folder = try TemporaryFolder()
    let settings = FormStore.Settings(fileProtection: protection)
    #expect(settings.fileProtection == protection)
    let store = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    try store.save(ProfileForm.form)
    #expect(try store.apply(.tap("fullname"), to: ResponseKey(form: "profile")) == 1)
    #expect(FormStore.Settings().fileProtection == nil && !FormStore.Settings().observesSuspension)
  }
}
