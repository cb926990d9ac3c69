import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

/// A file that was copied with its log, such as one sent for support.
@Suite("Reading a file with a log")
struct ReadingBesideLogTests {
  @Test("A reader sees what is only in the log, and changes neither file", arguments: [true, false])
  func untouched(hasIndex: Bool) throws {
    let folder = try TemporaryFolder()
    let (source, copy) = (folder.path("answers.sqlite"), folder.path("copy.sqlite"))
    let store = try FormStore(path: source)
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: ProfileForm.form.key)
    try store.apply(.set("firstname", "Ada"), to: key)
    for ending in ["", "-wal"] + (hasIndex ? ["-shm"] : []) {
      try FileManager.default.copyItem(atPath: source + ending, toPath: copy + ending)
    }
    let before = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }
    #expect(!before[1].isEmpty)
    try read(copy, key)
    #expect(try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) } == before)
    // A writer continues from it.
    try FormStore(path: copy).apply(.set("lastname", "Byron"), to: key)
    try read(copy, key)
    #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
  }

  private func read(_ path: String, _ key: ResponseKey) throws {
    let store = try FormStore(path: path, access: .read)
    #expect(try store.contents(of: key).state.changes.contains { $0.field == .value && $0.after == .text("Ada") })
    #expect(try store.session(for: key).value(of: "firstname") == "Ada")
  }
}
