import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Entries and the value of the cell")
struct GivenValueTests {
  private let key = ResponseKey(form: "profile")

  @Test("A value that is set again replaces a draft and is no entry")
  func given() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let actions: [FormAction] = [
      .set(.key("firstname"), .text("Tom")), .draft(.key("firstname"), "To"),
      // The value stays, and the draft is removed.
      .set(.key("firstname"), .text("Tom")),
      .set(.key("level-slider"), .text("7")), .draft(.key("level-slider"), "8"),
      .set(.key("level-slider"), .integer(7)),
    ]
    for action in actions { try store.apply(action, to: key) }
    let journal = try store.journal(of: key)
    #expect(journal.map(\.action.value) == ["Tom", 7])
    #expect(try store.contents(of: key).state.drafts.isEmpty)
    #expect(try store.check() == [])
  }

  @Test("A cell keeps its saved value when it has no other content left")
  func saved() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    func change(_ field: StateChange.Field, _ before: FieldContent?, _ after: FieldContent?) -> StateChange {
      StateChange(field, of: StateSubject("sport"), before: before, after: after)
    }
    let changes = [
      change(.disclosure, nil, .flag(true)), change(.saved, nil, .cleared), change(.disclosure, .flag(true), nil),
    ]
    let actions: [FormAction] = [.tap(.key("sport")), .markSaved, .tap(.key("sport"))]
    let journal = zip(actions, changes).enumerated().map { index, entry in
      JournalEntry(revision: index + 1, action: entry.0, time: .now, changes: [entry.1])
    }
    try store.importForms([FormContents(form: ProfileForm.form, responses: ["default": .init(journal: journal)])])
    let state = try store.contents(of: key).state
    #expect(state.cells.keys.map(\.key) == ["sport"])
    #expect(state.cells.values.map(\.saved) == [.cleared])
    #expect(try store.state(of: key, at: 3) == state)
  }
}
