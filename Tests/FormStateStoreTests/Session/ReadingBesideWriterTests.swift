import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A store in its own file: several connections read, and one writes and waits for the disk.
@Suite("Reading beside the writer")
struct ReadingBesideWriterTests {
  private let key = ResponseKey(form: "profile")

  @Test(
    "The writer has the durability of the settings, with a pool and without",
    arguments: [(true, true, 2), (false, true, 1), (true, false, 2), (false, false, 1)])
  func synchronous(waitsForDisk: Bool, readsBesideWriter: Bool, expected: Int) throws {
    let folder = try TemporaryFolder()
    let settings = FormStore.Settings(waitsForDisk: waitsForDisk, readsBesideWriter: readsBesideWriter)
    // Creates the file, then opens it again.
    for _ in 0..<2 {
      let store = try FormStore(path: folder.path("store.sqlite"), settings: settings)
      #expect((store.database is DatabasePool) == readsBesideWriter)
      try store.save(ProfileForm.form)
      let session = try store.session(for: key)
      try session.apply(.tap("fullname"))
      let found = try store.database.unsafeReentrantWrite { db in
        try ["synchronous", "foreign_keys", "trusted_schema"].map { try Int.fetchOne(db, sql: "PRAGMA \($0)") }
      }
      #expect(found == [expected, 1, 0])
      #expect(try store.database.unsafeReentrantRead { try Int.fetchOne($0, sql: "PRAGMA trusted_schema") } == 0)
    }
  }

  @Test("Within a group, the store reads the group's changes so far on the writer's connection")
  func withinGroup() throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("store.sqlite"))
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    try session.group("Name") { group in
      try group.apply(.set("firstname", "Tom"))
      #expect(try store.contents(of: key).state.title(of: "fullname") == "Tom")
      #expect(try session.explanation(of: "firstname").isVisible == false)
      #expect(throws: StoreError.withinTransaction) { try session.refresh() }
      #expect(throws: StoreError.withinTransaction) { try session.apply(.tap("birth")) }
    }
    #expect(session.revision == 1)
  }
}

extension ResponseState {
  fileprivate func title(of key: String) -> String? { cells[StateSubject(key)]?.title }
}
