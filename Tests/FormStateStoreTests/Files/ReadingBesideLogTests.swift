import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

/// A file that was copied with its log, as a person who wants help sends it.
@Suite("Reading a file whose log holds something")
struct ReadingBesideLogTests {
  @Test("What is only in the log is read, and both stay as they are, byte by byte", arguments: [true, false])
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
    // Anyone who writes goes on from there.
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
