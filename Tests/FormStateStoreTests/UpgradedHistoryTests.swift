import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("History across versions of a form")
struct UpgradedHistoryTests {
  private let key = ResponseKey(form: "f")

  private func form(_ cells: FormCell...) -> FormDefinition {
    FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])
  }

  /// A store in which a response has been filled in and its form saved anew.
  private func store(_ old: FormDefinition, _ actions: [FormAction], then new: FormDefinition) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(old)
    try store.replay(actions, to: key)
    try store.save(new)
    return store
  }

  @Test("What was done before an upgrade can be undone and redone after it")
  func undoAfterUpgrade() throws {
    let old = form(FormCell(key: "a", kind: .text), FormCell(key: "b", kind: .slider))
    let new = form(
      FormCell(key: "b", kind: .slider), FormCell(key: "new", kind: .text), FormCell(key: "a", kind: .text))
    let store = try store(
      old, [.set(.key("a"), .text("x")), .draft(.key("b"), "1"), .set(.key("b"), .integer(7)), .markSaved], then: new)
    try store.undo(key)
    #expect(try store.upgrade(key).isNew)
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Draft b", redo: "Set b"))
    try store.redo(key)
    try store.undo(key, count: 9)
    let state = try store.contents(of: key).state
    #expect(state.entries == [:] && state.drafts == [:] && state.saved.count == 2)
    #expect(try store.check() == [])
  }

  @Test("What the newest version would refuse, had it to be taken back or done again, refuses the upgrade")
  func formerValues() throws {
    func slider(_ maximum: Double) -> FormCell {
      FormCell(key: "b", kind: .slider, range: NumberRange(minimum: 0, maximum: maximum))
    }
    let sets: [FormAction] = [.set(.key("b"), .integer(9)), .set(.key("b"), .integer(3))]
    for actions in [sets, [sets[1], sets[0], .undo(.everything)]] {
      let store = try store(form(slider(10)), actions, then: form(slider(5)))
      let error = #expect(throws: StoreError.self) { try store.upgrade(key) }
      #expect(
        error
          == .cannotUpgrade(
            form: "f", response: "default", version: 2,
            problems: ["the journal tells of a value of “b” that the cell does not accept any more"]))
    }
  }
}
