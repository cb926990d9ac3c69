import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// The size of an entry depends on its change alone, and every revision can still be read.
@Suite("The size of a journal")
struct JournalEconomyTests {
  private let key = ResponseKey(form: "letter")

  private func letterStore() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "letter") { FormSection(key: "s") { Cell.text("text", title: "Text") } })
    return store
  }

  private func bytes(_ store: FormStore) throws -> FormStore.JournalSize {
    try #require(try store.journalSize(), "SQLite was built without the table dbstat")
  }

  @Test("Characters that are set one by one read back exactly")
  func typing() throws {
    let store = try letterStore()
    let count = TestSeeds.isFull ? 1000 : 300
    let characters = (0..<count).map { Character(UnicodeScalar(UInt8(97 + $0 * 7 % 26))) }
    let texts = characters.indices.map { String(characters[...$0]) }
    try store.replay(texts.map { .set(.key("text"), .text($0)) }, to: key)
    let journal = try store.journal(of: key)
    #expect(journal.map(\.action.value) == texts.map(CellValue.text))
    let typed = try journal.map { entry in try #require(entry.changes.first { $0.field == .value }) }
    #expect(typed.map(\.after) == texts.map(FieldContent.text))
    #expect(typed.map(\.before) == [nil] + texts.dropLast().map(FieldContent.text))

    #expect(try store.state(of: key, at: 0).entries == [:])
    // Every seventh revision; in a full run, all of them.
    let unlike = try stride(from: 1, through: count, by: TestSeeds.isFull ? 1 : 7).filter { revision in
      try store.state(of: key, at: revision).entries["text"] != .text(texts[revision - 1])
    }
    #expect(unlike == [])
    try expectViews(of: store, tell: texts)
    #expect(try store.check() == [])
  }

  private func expectViews(of store: FormStore, tell texts: [String]) throws {
    let (changes, history) = try store.read { db in
      (
        try Row.fetchAll(
          db, sql: "SELECT before, after FROM history WHERE field = 'value' ORDER BY revision"),
        try Row.fetchAll(
          db,
          sql: """
            SELECT value_before AS before, value_after AS after FROM history WHERE field = 'value' ORDER BY revision
            """)
      )
    }
    for rows in [changes, history] {
      #expect(rows.map { $0["after"] as String? } == texts)
      #expect(rows.map { $0["before"] as String? } == [nil] + texts.dropLast())
    }
  }

  @Test("A tap takes at most 100 bytes, indexes included")
  func tapping() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    let groups = ["fullname", "birth", "marital", "sport", "colour", "level"]
    try store.replay((0..<2000).map { .tap(.key(groups[$0 % groups.count])) }, to: key)
    let size = try bytes(store)
    #expect(size.entries == 2000)
    #expect(size.bytesPerEntry <= 100)
  }
}
