import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A live session while others write to the same response: other sessions, other connections, a person in a sqlite3
/// shell.
@Suite("Several writers on one response")
struct SeveralWritersTests {
  private let key = ResponseKey(form: "profile")
  private let settings = FormStore.Settings(waitsForDisk: false)

  /// A file with a profile, opened twice as two processes would.
  private func openedTwice() throws -> (folder: TemporaryFolder, mine: FormStore, theirs: FormStore) {
    let folder = try TemporaryFolder()
    let mine = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    try mine.save(ProfileForm.form)
    return (folder, mine, try FormStore(path: folder.path("store.sqlite"), settings: settings))
  }

  @Test("Replacing an answer is refused if it differs from what the person saw")
  func changedValue() async throws {
    let (folder, mine, theirs) = try openedTwice()
    defer { _ = folder }
    let session = try mine.session(for: key)
    try await session.apply(.set("firstname", "Tom"), replacing: SeenValue(text: ""))
    try theirs.apply(.set("firstname", "Huck"), to: key)
    #expect(session.value(of: "firstname") == .text("Tom"), "the session has not looked yet")
    await #expect(throws: ChangedValueError(cell: "firstname", text: "Huck", isConcealed: false)) {
      try await session.apply(.set("firstname", "Sid"), replacing: SeenValue(text: "Tom"))
    }
    #expect(session.value(of: "firstname") == .text("Tom"))
    #expect(try theirs.revision(of: key) == 2)
    try await session.apply(.set("firstname", "Sid"), replacing: SeenValue(text: "Huck"))
    #expect(session.value(of: "firstname") == .text("Sid"))
    // Others' changes of other cells do not matter.
    try theirs.apply(.set("lastname", "Sawyer"), to: key)
    try await session.apply(.clear("firstname"), replacing: SeenValue(text: "Sid"))
    #expect(session.value(of: "firstname") == nil && session.value(of: "lastname") == .text("Sawyer"))
  }

  @Test("An action on a row that another writer changed or removed is refused with the fresh rows")
  func staleRows() throws {
    let (folder, mine, theirs) = try openedTwice()
    defer { _ = folder }
    let session = try mine.session(for: key)
    try theirs.apply(.tap(.key("fullname")), to: key)
    // Changed: (0,0) has been opened, so that a tap would close it.
    let changed = #expect(throws: StaleRowsError.self) {
      try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
    }
    #expect(changed?.rows.map(\.key) == ["fullname", "firstname", "lastname", "birth", "marital"])
    #expect(
      changed?.description
        == "the row [0,0] has changed since revision 0: the response is at revision 1, and “fullname” is there now; "
        + "look at the rows again")
    #expect(session.revision == 0)
    #expect(try theirs.revision(of: key) == 1)
    // Unchanged: a row in another section.
    let change = try session.apply(.tap(.rowPath(RowPath(section: 1, row: 0))))
    #expect(change.revision == 2)
    #expect(change.batch.insertedRows.first == RowRange(section: 0, rows: 1..<3))
    // Removed.
    try theirs.apply(.tap(.key("fullname")), to: key)
    let removed = #expect(throws: StaleRowsError.self) {
      try session.apply(.tap(.rowPath(RowPath(section: 0, row: 2))))
    }
    #expect(removed?.rows.map(\.key) == ["fullname", "birth", "marital"])
    // A key names its cell wherever it is.
    try session.apply(.tap(.key("birth")))
    #expect(session.revision == 4)
    // Moved: (0,1) was the date of birth, which is now further down.
    try theirs.apply(.tap(.key("fullname")), to: key)
    #expect(session.row(at: RowPath(section: 0, row: 1))?.key == "birth")
    try session.apply(.tap(.rowPath(RowPath(section: 0, row: 1))))
    #expect(try theirs.journal(of: key).last?.action == .tap("birth"))
    try theirs.apply(.fold(section: "personal"), to: key)
    #expect(throws: StaleRowsError.self) {
      try session.group("Taps") { try $0.apply(.tap(.rowPath(RowPath(section: 0, row: 0)))) }
    }
  }

  @Test("Without a session, a row path is refused if it named another row at the revision seen")
  func seenAt() throws {
    let (folder, mine, theirs) = try openedTwice()
    defer { _ = folder }
    try theirs.apply(.tap(.key("fullname")), to: key)
    let birth = FormAction.tap(.rowPath(RowPath(section: 0, row: 1)))
    let error = #expect(throws: StaleRowsError.self) { try mine.apply(birth, to: key, seenAt: 0) }
    #expect(error?.revision == 1 && error?.seenAt == 0)
    #expect(try mine.revision(of: key) == 1)
    try mine.apply(.tap(.rowPath(RowPath(section: 1, row: 0))), to: key, seenAt: 0)
    try mine.apply(.tap(.rowPath(RowPath(section: 0, row: 3))), to: key, seenAt: 2)
    #expect(try mine.journal(of: key).map(\.action) == ["fullname", "sport", "birth"].map { .tap(.key($0)) })
    #expect(throws: StoreError.unknownRevision(9, first: 0, last: 3)) { try mine.apply(birth, to: key, seenAt: 9) }
  }

  @Test("Check finds hand-edited state, and a new session shows it")
  func editedByHand() throws {
    let (folder, mine, theirs) = try openedTwice()
    defer { _ = folder }
    let session = try mine.session(for: key)
    try session.apply(.tap(.key("fullname")))
    try session.apply(.set(.key("firstname"), .text("Tom")))
    try Tampering.pastGuards(
      """
      UPDATE formstate_cell_state SET is_expanded = 0 WHERE is_expanded;
      UPDATE formstate_cell_state SET value = 'Huck' WHERE is_set;
      """, in: theirs.database)
    let opened = try mine.session(for: key)
    #expect(opened.revision == 2)
    #expect(opened.visibleRowsPerSection[0] == [0, 3, 5])
    #expect(opened.state.entries["firstname"] == .value(.text("Huck")))
    #expect(
      try mine.check() == [
        "the response “default” of the form “profile”: the disclosure of “fullname” differs from the journal",
        "the response “default” of the form “profile”: the value of “firstname” differs from the journal",
      ])
  }

  @Test("A session that is behind a compaction reads the state again")
  func compactedBehind() throws {
    let (folder, mine, theirs) = try openedTwice()
    defer { _ = folder }
    let session = try mine.session(for: key)
    try session.apply(.tap(.key("fullname")))
    for text in ["a", "b", "c", "d"] { try theirs.apply(.set(.key("firstname"), .text(text)), to: key) }
    try theirs.apply(.tap(.key("birth")), to: key)
    #expect(try theirs.compact(key, keeping: 2) == FormStore.CompactedResponse(removed: 4, kept: 2, unsent: 0))
    let before = NaiveModel.rows(of: ProfileForm.form, state: session.state)
    let change = try session.refresh()
    let after = NaiveModel.rows(of: ProfileForm.form, state: session.state)
    #expect(change.revision == 6)
    #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [])
    #expect(session.digest == (try theirs.contents(of: key).digest))
    #expect(throws: StoreError.unknownRevision(3, first: 4, last: 6)) { try session.diff(from: 3, to: 6) }
    #expect(try session.diff(from: 6, to: 4).batch.deletedRows == [RowRange(section: 0, rows: 4..<5)])
  }

  @Test("A writer waits for a locked file until its timeout and then throws “busy”")
  func busyTimeout() throws {
    let (folder, mine, theirs) = try openedTwice()
    let hasty = try FormStore(
      path: folder.path("store.sqlite"), settings: FormStore.Settings(busyTimeout: 0.05, waitsForDisk: false))
    try theirs.database.writeWithoutTransaction { db in
      try db.beginTransaction(.immediate)
      #expect(throws: StoreError.busy) { try hasty.apply(.tap(.key("birth")), to: key) }
      try db.rollback()
    }
    try hasty.apply(.tap(.key("birth")), to: key)
    #expect(try mine.revision(of: key) == 1)
  }

  @Test("Concurrent writes of two connections are each applied once, in order")
  func queueing() async throws {
    let (folder, mine, theirs) = try openedTwice()
    defer { _ = folder }
    let session = try mine.session(for: key)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (store, name) in [(mine, "mine"), (theirs, "theirs")] {
        group.addTask {
          for number in 0..<200 {
            try store.apply(.set(.key("firstname"), .text("\(name) \(number)")), to: ResponseKey(form: "profile"))
          }
        }
      }
      try await group.waitForAll()
    }
    let values = try mine.journal(of: key).compactMap { $0.action.value?.plainText }
    for name in ["mine", "theirs"] {
      #expect(values.filter { $0.hasPrefix(name) } == (0..<200).map { "\(name) \($0)" })
    }
    #expect(try session.refresh().revision == 400)
    #expect(try mine.check() == [])
  }
}
