import Testing

@testable import FormState
@testable import FormStateStore

@Suite("The limits of an upgrade")
struct UpgradeLimitTests {
  private let key = ResponseKey(form: "f")

  private func form(_ cells: [FormCell]) -> FormDefinition {
    FormDefinition(key: "f", sections: [FormSection(key: "section-1", cells: cells, isKeyDerived: true)])
  }

  private func derived(_ key: String, _ title: String) -> FormCell {
    FormCell(key: key, kind: .text, title: title, isKeyDerived: true)
  }

  @Test("A version stays as long as an undo can restore what was set aside from it")
  func versionOfHistory() throws {
    let (name, sport) = (FormCell(key: "name", kind: .text), FormCell(key: "sport", kind: .text))
    let store = try FormStore.inMemory()
    try store.save(form([name, sport]))
    try store.apply(.set(.key("sport"), "chess"), to: key)
    try store.save(form([name]))
    try store.upgrade(key)
    try store.compact(key, keeping: 0)
    try store.save(form([sport, name]))
    try store.upgrade(key)
    #expect(try store.deleteUnusedVersions(of: "f") == [])
    try store.undo(of: key)
    #expect(try store.contents(of: key).state.cells[StateSubject("sport", setAsideFrom: 1)]?.entry == .text("chess"))
    #expect(try store.check() == [])
  }

  @Test("A session of an older version does not answer into another cell that now has the key")
  func screenOfOlderVersion() throws {
    let store = try FormStore.inMemory()
    try store.save(form([derived("guest", "Guest"), derived("wine", "Wine")]))
    try store.apply(.set(.key("guest"), "Tom"), to: key)
    let session = try store.session(for: key)
    try store.save(form([derived("guest", "Guest"), derived("guest-2", "Guest"), derived("wine", "Wine")]))
    try store.upgrade(key, mapping: ["guest": "guest-2"])
    // The text field on the screen reports its text by the key with which it was made.
    #expect(throws: StaleRowsError.self) { try session.apply(.set(.key("guest"), "Huck")) }
    #expect(throws: StaleRowsError.self) {
      try session.group("Paste") { try $0.apply(.draft(.key("guest"), "H")) }
    }
    #expect(try store.contents(of: key).state.entries == ["guest-2": .text("Tom")])
    // A cell that is certainly the same is answered, and the session then shows the new version.
    try session.apply(.set(.key("wine"), "red"))
    #expect(session.form == (try store.form("f")))
    try session.apply(.set(.key("guest"), "Huck"))
    #expect(session.value(of: "guest") == "Huck" && session.value(of: "guest-2") == "Tom")
  }

  @Test("A mapping does not apply to a cell with that key in an earlier version")
  func mappingOfOneVersion() throws {
    let store = try FormStore.inMemory()
    try store.save(form([derived("name", "Name")]))
    try store.apply(.set(.key("name"), "Tom"), to: key)
    // A name is inserted before Tom's twice, and no mapping says where Tom's is.
    try store.save(form([derived("name", "Name"), derived("name-2", "Name")]))
    try store.upgrade(key)
    try store.save(form(["name", "name-2", "name-3"].map { derived($0, "Name") }))
    let plan = try store.upgrade(key, mapping: ["name": "name-2"])
    #expect(plan.cells.map(\.fates) == [[.setAside]])
    let state = try store.contents(of: key).state
    #expect(state.cells.filter { $0.value.holdsAnything }.keys.map(\.description) == ["name of version 1"])
  }

  @Test("A mapping can name one cell by its keys in several versions")
  func keysOfSeveralVersions() throws {
    let store = try FormStore.inMemory()
    for version in ["a", "b", "c"] {
      try store.save(form([FormCell(key: version, kind: .text)]))
      let response = ResponseKey(form: "f", response: version)
      try store.apply(.set(.key(version), .text(version)), to: response)
    }
    try store.upgradeAll(of: "f", mapping: ["a": "c", "b": "c"])
    let states = try store.contents(ofResponsesTo: "f").map(\.state.entries)
    #expect(states == [["c": .text("a")], ["c": .text("b")], ["c": .text("c")]])
    #expect(try store.check() == [])
  }

  @Test("An upgrade keeps the chosen title of a question of a custom kind")
  func titleOfCustomQuestion() throws {
    let question = FormCell(
      key: "sport", kind: .custom, title: "Sport", isExpandable: true, additionalRows: 1, summary: .choice)
    let chess = FormCell(key: "chess", kind: .option, title: "Chess")
    let store = try FormStore.inMemory()
    try store.save(form([question, chess]))
    try store.apply(.choose(.key("chess")), to: key)
    try store.save(form([FormCell(key: "name", kind: .text), question, chess]))
    try store.upgrade(key)
    #expect(try store.contents(of: key).title(of: question) == "Chess")
  }

  @Test("A text becomes the choice that it names, composed or decomposed")
  func spelledChoice() throws {
    let store = try FormStore.inMemory()
    try store.save(form([FormCell(key: "drink", kind: .text)]))
    try store.apply(.set(.key("drink"), "Cafe\u{301}"), to: key)
    let question = FormCell(
      key: "drink", kind: .group, isExpandable: true, additionalRows: 1, summary: .choice)
    try store.save(form([question, FormCell(key: "o", kind: .option, title: "Coffee", optionValue: "Caf\u{e9}")]))
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.converted]])
    #expect(try store.contents(of: key).value(of: question) == "Caf\u{e9}")
    let faults = try store.check()
    #expect(faults == [])
  }

  @Test("Undo of an upgrade returns each answer to its cell, even with derived keys")
  func undoWithDerivedKeys() throws {
    let store = try FormStore.inMemory()
    let (guest, wine) = (derived("guest", "Guest"), derived("wine", "Wine"))
    try store.save(form([guest, wine]))
    try store.apply(.set(.key("wine"), "red"), to: key)
    try store.apply(.fold(section: "section-1"), to: key)
    let before = try store.contents(of: key)
    try store.save(form([wine, derived("cake", "Cake"), guest]))
    try store.upgrade(key)
    try store.undo(of: key)
    #expect(try store.contents(of: key).state == before.state)
    #expect(try store.contents(of: key).digest == before.digest)
    try store.redo(of: key)
    #expect(try store.contents(of: key).state == before.state)
    #expect(try store.check() == [])
  }

  @Test("Undo of an upgrade is deterministic when content returned to a cell with other content")
  func undoOfReturn() throws {
    let group = FormCell(
      key: "more", kind: .group, title: "More", isExpandable: true, additionalRows: 1, isKeyDerived: true)
    let text = derived("text", "Text")
    for _ in 0..<20 {
      let store = try FormStore.inMemory()
      try store.save(form([group, text]))
      try store.apply(.expand(.key("more")), to: key)
      // A text with the same key sets the disclosure aside; the next version has the group again.
      try store.save(form([derived("more", "More"), text]))
      try store.upgrade(key)
      try store.apply(.set(.key("more"), "a"), to: key)
      try store.save(form([group, text, derived("end", "End")]))
      try store.apply(.draft(.key("more"), "b"), to: key)
      let before = try store.contents(of: key)
      try store.upgrade(key)
      try store.undo(of: key)
      #expect(try store.contents(of: key).state == before.state)
      let faults = try store.check()
      #expect(faults == [])
    }
  }

  @Test("Undo of an upgrade returns equal answers to their cells, even if one had the other's key")
  func undoOfEqualAnswers() throws {
    let store = try FormStore.inMemory()
    try store.save(form([derived("name", "Name"), derived("name-2", "Name")]))
    try store.apply(.set(.key("name"), "Tom"), to: key)
    try store.apply(.set(.key("name-2"), "Tom"), to: key)
    let before = try store.contents(of: key)
    try store.save(form([derived("name", "Name"), derived("end", "End")]))
    try store.upgrade(key, mapping: ["name-2": "name", "name": nil])
    try store.undo(of: key)
    #expect(try store.contents(of: key).state == before.state)
    let faults = try store.check()
    #expect(faults == [])
  }
}
