import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// The rows of the journal in the file.
@Suite("The journal's rows")
struct JournalRowsTests {
  private let key = ResponseKey(form: "visit")

  /// A question whose first option has a title.
  private func form(_ poor: String) -> FormDefinition {
    FormDefinition(
      key: "visit",
      sections: [
        FormSection(
          key: "s", title: "",
          cells: [
            FormCell(key: "roof", kind: .group, title: "Roof", isExpandable: true, additionalRows: 2, summary: .choice),
            FormCell(key: "roof-poor", kind: .option, title: poor, optionValue: "poor"),
            FormCell(key: "roof-good", kind: .option, title: "Good", optionValue: "good"),
            FormCell(key: "remark", kind: .text, title: "Remark"),
          ])
      ])
  }

  private func strings(_ store: FormStore, _ sql: String) throws -> [String?] {
    try store.read { try String?.fetchAll($0, sql: sql) }
  }

  @Test("A first answer is one row that marks its cell as touched; a second answer has no mark")
  func firstAnswer() throws {
    let store = try FormStore.inMemory()
    try store.save(form("Poor"))
    try store.apply(.set(.key("remark"), "a"), to: key)
    try store.apply(.set(.key("remark"), "b"), to: key)
    #expect(
      try strings(
        store,
        "SELECT changes FROM formstate_entry ORDER BY revision") == [
          #"[["value",1,null,["a"],1]]"#, #"[["value",1,["a"],["b"]]]"#,
        ])
    #expect(try store.journal(of: key).map { $0.changes.map(\.field) } == [[.value, .touched], [.value]])
    #expect(try store.check() == [])
  }

  @Test("Check finds a touched mark in a separate row where the value's row could hold it")
  func markByItself() throws {
    let store = try FormStore.inMemory()
    try store.save(form("Poor"))
    try store.apply(.set(.key("remark"), "a"), to: key)
    try Tampering.run(
      """
      UPDATE formstate_entry SET changes = '[["value",1,null,["a"]],["touched",1,null,[true]]]'
      """, in: store.database)
    #expect(try store.journal(of: key).map { $0.changes.map(\.field) } == [[.value, .touched]])
    #expect(
      try store.check() == [
        "the response “default” of the form “visit”: revision 1 does not store its changes in "
          + "FormState's notation, or as a person reads them"
      ])
  }

  @Test("The history view shows an answer by its former title, even when an upgrade removes it")
  func renamedOption() throws {
    let store = try FormStore.inMemory()
    try store.save(form("Poor"))
    try store.apply(.choose(.key("roof-poor")), to: key)
    var next = form("Bad")
    next.sections[0].cells[0] = FormCell(key: "roof", kind: .integer, title: "Roof")
    next.sections[0].cells.removeSubrange(1...2)
    try store.save(next)
    try store.upgrade(key)
    let before = "SELECT before FROM history WHERE field = 'value' AND cell = 'roof' AND revision = 2"
    #expect(try strings(store, before).contains("Poor"))
    #expect(try store.check() == [])
  }

  @Test("A cell first touched after an upgrade stays touched after the upgrade's undo")
  func touchedSinceUpgrade() throws {
    let store = try FormStore.inMemory()
    try store.save(form("Poor"))
    try store.apply(.choose(.key("roof-poor")), to: key)
    var next = form("Poor")
    next.sections[0].cells.append(FormCell(key: "name", kind: .text, title: "Name"))
    try store.save(next)
    try store.upgrade(key)
    try store.apply(.set(.key("remark"), "a"), to: key)
    try store.undo(of: key)
    try store.undo(of: key)
    let contents = try store.contents(of: key)
    #expect(contents.version == 1)
    #expect(contents.state.cells[StateSubject("remark")]?.isTouched == true)
    #expect(try store.check() == [])
  }

  @Test("Check finds an edited content of a change, both before and after")
  func editedSides() throws {
    for side in [2, 3] {
      let store = try FormStore.inMemory()
      try store.save(form("Poor"))
      try store.apply(.set(.key("remark"), "a"), to: key)
      try store.apply(.set(.key("remark"), "b"), to: key)
      try Tampering.run(
        "UPDATE formstate_entry SET changes = json_set(changes, '$[0][\(side)][0]', 'c') WHERE revision = 2",
        in: store.database)
      #expect(try !store.check().isEmpty, "\(side)")
    }
  }

  @Test("A key is deleted with the last form whose journals name it")
  func keysOfDeletedForms() throws {
    let store = try FormStore.inMemory()
    try store.save(form("Poor"))
    var other = form("Poor")
    other.key = "other"
    other.sections[0].cells[3].key = "note"
    try store.save(other)
    try store.apply(.choose(.key("roof-poor")), to: key)
    try store.apply(.choose(.key("roof-poor")), to: ResponseKey(form: "other"))
    try store.apply(.set(.key("note"), "a"), to: ResponseKey(form: "other"))
    let keys = "SELECT key FROM formstate_key ORDER BY key"
    #expect(try strings(store, keys) == ["note", "roof", "roof-poor"])
    try store.deleteForm("other", includingResponses: true)
    #expect(try strings(store, keys) == ["roof", "roof-poor"])
    #expect(try store.check() == [])
    try store.undo(of: key)
    #expect(try store.contents(of: key).state.entries.isEmpty)
  }

  @Test("A chosen answer takes less than 140 bytes, its title and previous content included")
  func economy() throws {
    let store = try FormStore.inMemory()
    try store.save(form("Poor"))
    let count = 2000
    try store.replay((0..<count).map { .choose(.key($0 % 2 == 0 ? "roof-poor" : "roof-good")) }, to: key)
    let size = try #require(try store.journalSize(), "SQLite was built without the table dbstat")
    #expect(size.entries == count)
    #expect(size.bytes < 140 * count, "\(size.bytesPerEntry)")
  }
}
