import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Control characters in a store")
struct ControlCharacterTests {
  private let key = ResponseKey(form: "profile")

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return store
  }

  @Test("The store refuses control characters in values, drafts, group names, keys and journals")
  func refused() throws {
    let store = try store()
    for action in [FormAction.set(.key("firstname"), "a\u{1B}[31m"), .draft(.key("firstname"), "a\u{1B}[31m")] {
      let error = #expect(throws: ActionError.self) { try store.apply(action, to: key) }
      #expect(
        error?.description
          == "the cell “firstname” refuses the value: “a·[31m” is not accepted; "
          + "give text without the control character U+001B, which no XML property list can represent")
    }
    let group = #expect(throws: StoreError.self) {
      try store.group("Paste\u{1}", in: key) { try $0.apply(.set(.key("lastname"), "Sawyer")) }
    }
    #expect(
      group?.description == "the name of the group of actions holds the control character U+0001, "
        + "which no XML property list can; remove it")
    #expect(throws: StoreError.self) {
      try store.replay([ScriptedAction(.set(.key("lastname"), "Sawyer"), group: "\u{1}")], to: key)
    }
    #expect(try store.responseKeys(ofForm: "profile") == [])
    let change = StateChange(.value, of: StateSubject("firstname"), before: nil, after: .value("\u{FFFF}"))
    let entry = JournalEntry(revision: 1, action: .set(.key("firstname"), "\u{FFFF}"), time: .now, changes: [change])
    let journal = #expect(throws: StoreError.self) {
      try store.importForms([FormContents(form: ProfileForm.form, responses: ["r": .init(journal: [entry])])])
    }
    #expect(
      journal?.description == "the journal does not fit at revision 1: it holds the control character U+FFFF, "
        + "which no XML property list can; remove it")
    #expect(throws: StoreError.self) {
      try store.apply(.tap(.key("fullname")), to: ResponseKey(form: "profile", response: "r\u{FFFE}"))
    }
  }

  @Test("A file that already holds control characters passes check, and undo, redo and set work")
  func earlierFile() throws {
    let store = try store()
    try store.apply(.draft(.key("firstname"), "To?"), to: key)
    try store.apply(.set(.key("firstname"), "To?m"), to: key)
    try store.apply(.set(.key("lastname"), "Sawyer"), to: key)
    let columns = [
      ("formstate_cell_state", "value"), ("formstate_cell_state", "title"), ("formstate_draft", "text"),
    ]
    let statements =
      columns.map { "UPDATE \($0) SET \($1) = replace(\($1), '?', char(27)) WHERE typeof(\($1)) = 'text';" }
      + ["payload", "changes"].map { "UPDATE formstate_entry SET \($0) = replace(\($0), '?', '\\u001b');" }
    try Tampering.run(statements.joined(), in: store.database)
    let cell = try #require(ProfileForm.form.sections.first?.cells.first { $0.key == "firstname" })
    #expect(try store.contents(of: key).value(of: cell) == .text("To\u{1B}m"))
    #expect(try store.check() == [])
    try store.undo(of: key, count: 2)
    try store.redo(of: key, count: 2)
    try store.apply(.set(.key("firstname"), "Tom"), to: key)
    #expect(try store.check() == [])
  }

  @Test("An existing definition with a control character passes check")
  func earlierDefinition() throws {
    let store = try FormStore.inMemory()
    let form = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "c", kind: .text, title: "\u{1B}")])])
    #expect(throws: InvalidDefinition.self) { try store.save(form) }
    try store.importForms([FormContents(proven: form, responses: [:])])
    #expect(try store.check() == [])
  }
}
