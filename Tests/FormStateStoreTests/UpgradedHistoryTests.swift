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

  /// A store in which a response has been filled in and its form saved again.
  private func store(_ old: FormDefinition, _ actions: [FormAction], then new: FormDefinition) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(old)
    try store.replay(actions, to: key)
    try store.save(new)
    return store
  }

  @Test("An upgrade is an undo step, and undo and redo cross it")
  func undoAcross() throws {
    let old = form(FormCell(key: "a", kind: .text), FormCell(key: "b", kind: .slider))
    let new = form(
      FormCell(key: "b", kind: .slider), FormCell(key: "new", kind: .text), FormCell(key: "a", kind: .text))
    let store = try store(
      old, [.set(.key("a"), .text("x")), .draft(.key("b"), "1"), .set(.key("b"), .integer(7)), .markSaved], then: new)
    #expect(try store.upgrade(key).changesVersion)
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Upgrade to version 2"))
    try store.apply(.set(.key("new"), .text("y")), to: key)
    let count = try store.undo(of: key, count: 9).count
    #expect(count == 4)
    let contents = try store.contents(of: key)
    #expect(contents.version == 1 && contents.state.entries == [:] && contents.state.drafts == [:])
    #expect(contents.state.saved.count == 2)
    #expect(try store.undoNames(of: key) == UndoNames(redo: "Set a"))
    #expect(try store.check() == [])
    try store.redo(of: key, count: 9)
    let again = try store.contents(of: key)
    #expect(again.version == 2 && again.state.entries == ["a": .text("x"), "b": .value(7), "new": .text("y")])
    #expect(try store.check() == [])
  }

  @Test("A plan predicts what an upgrade does, including what it would set aside")
  func plan() throws {
    let remark = FormCell(key: "remark", kind: .text)
    let store = try store(
      form(remark), [.set(.key("remark"), .text("leans"))], then: form(FormCell(key: "note", kind: .text)))
    #expect(try store.upgradePlan(for: key).count(of: .setAside) == 1)
    let plan = try store.upgradePlan(for: key, mapping: ["remark": "note"])
    if plan.count(of: .setAside) == 0 { try store.upgrade(key, mapping: ["remark": "note"]) }
    #expect(plan.cells.map(\.fates) == [[.renamed]])
    #expect(try store.contents(of: key).state.entries == ["note": .text("leans")])
    #expect(try store.setAside(of: key) == [])
    #expect(
      throws: StoreError.unfitMapping(
        form: "f",
        problems: [
          "no earlier version has a cell “remrk”; did you mean “remark”?",
          "version 2 has no cell “nota”; did you mean “note”?",
        ])
    ) { try store.upgrade(key, mapping: ["remrk": "nota"]) }
  }

  @Test("Undo of values reverts a whole upgrade and keeps later expansions")
  func values() throws {
    let group = FormCell(key: "g", kind: .group, isExpandable: true, additionalRows: 1)
    let old = form(group, FormCell(key: "a", kind: .text))
    var renamed = group
    renamed.key = "h"
    let new = form(renamed, FormCell(key: "a", kind: .text))
    let store = try store(old, [.set(.key("a"), .text("x"))], then: new)
    try store.upgrade(key, mapping: ["g": "h"])
    try store.apply(.expand(.key("h")), to: key)
    try store.undo(of: key, scope: .values)
    let contents = try store.contents(of: key)
    #expect(contents.version == 1 && contents.state.entries == ["a": .text("x")])
    #expect(contents.state.cells[StateSubject("g")]?.isExpanded == true)
    #expect(try store.check() == [])
    try store.undo(of: key, scope: .values)
    try store.redo(of: key, count: 2, scope: .values)
    #expect(try store.contents(of: key).version == 2)
    #expect(try store.contents(of: key).state.cells[StateSubject("h")]?.isExpanded == true)
    #expect(try store.check() == [])
  }

  @Test("A set-aside answer returns when a later version has its cell again, even after compaction")
  func returning() throws {
    let sport = FormCell(key: "sport", kind: .text, title: "Favourite sport")
    let name = FormCell(key: "name", kind: .text)
    let store = try store(
      form(name, sport), [.set(.key("sport"), .text("chess")), .draft(.key("name"), "T")], then: form(name))
    let gone = try store.upgrade(key)
    #expect(gone.cells.map(\.fates) == [[.setAside]])
    #expect(gone.cells.last?.title == "Favourite sport")
    try store.compact(key, keeping: 0)
    #expect(try store.check() == [])
    try store.save(form(sport, name))
    // A version is kept as long as something is set aside from it.
    #expect(try store.deleteUnusedVersions(of: "f") == [])
    let back = try store.upgrade(key)
    #expect(back.cells.map(\.fates) == [[.returned]])
    #expect(try store.contents(of: key).value(of: sport) == "chess")
    #expect(try store.contents(of: key).state.drafts == ["name": "T"])
    #expect(try store.check() == [])
  }
}
