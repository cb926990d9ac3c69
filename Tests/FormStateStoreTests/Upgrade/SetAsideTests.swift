import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Answers that an upgrade set aside are mapped or discarded later, within one version.
@Suite("Mapping and discarding what is set aside")
struct SetAsideTests {
  private let key = ResponseKey(form: "visit", response: "ada")

  private func form(_ cells: FormCell...) -> FormDefinition {
    FormDefinition(key: "visit", sections: [FormSection(key: "house", title: "House", cells: cells)])
  }

  private func text(_ key: String) -> FormCell { FormCell(key: key, kind: .text, title: key.capitalized) }

  /// A response whose remark and age are set aside.
  private func upgraded() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(form(text("name"), text("remark"), FormCell(key: "age", kind: .integer, title: "Age")))
    try store.apply(.set(.key("remark"), "It leans"), to: key)
    try store.apply(.set(.key("age"), 7), to: key)
    try store.apply(.markSaved, to: key)
    try store.save(form(text("name"), text("note"), text("other")))
    try store.upgrade(key)
    return store
  }

  private func setAside(in store: FormStore) throws -> [String] {
    try store.setAside(of: key).map { "\($0.key) of \($0.version)" }
  }

  private func values(in store: FormStore) throws -> [String] {
    try store.contents(of: key).state.cells.filter { $0.key.setAsideFrom == nil && $0.value.entry != nil }
      .map { "\($0.key)=\($0.value.entry?.value?.plainText ?? "")" }.sorted()
  }

  @Test("What an upgrade set aside is reported with its candidates until it is mapped")
  func candidates() throws {
    let store = try FormStore.inMemory()
    try store.save(form(text("name"), text("remark")))
    try store.apply(.set("remark", "It leans"), to: key)
    var note = text("remark")
    note.key = "note"
    try store.save(form(text("name"), note))
    try store.upgrade(key)
    let before = try store.contents(of: key)
    for plan in [
      try store.upgradePlan(for: key), try store.upgrade(key),
      try store.upgradeAll(of: "visit", isDryRun: true)[0].plan,
    ] {
      #expect(!plan.changesAnything && !plan.changesVersion)
      #expect(plan.cells.map(\.key) == ["remark"] && plan.cells.map(\.setAsideFrom) == [1])
      #expect(plan.cells.map(\.fates) == [[.setAside]] && plan.cells.map(\.candidates) == [["note"]])
    }
    #expect(try store.contents(of: key) == before)
    try store.upgrade(key, mapping: ["remark": "note"])
    #expect(try store.upgradePlan(for: key).cells == [])
  }

  @Test("A mapping restores a set-aside answer as a separate step that can be undone and redone")
  func mapping() throws {
    let store = try upgraded()
    #expect(try setAside(in: store) == ["remark of 1", "age of 1"])
    let before = try store.contents(of: key)
    let session = try store.session(for: key)
    let plan = try store.upgradePlan(for: key, mapping: ["remark": "note"])
    #expect(!plan.changesVersion && plan.changesAnything)
    #expect(plan.cells.map(\.key) == ["remark", "age"] && plan.cells.map(\.newKey) == ["note", nil])
    #expect(plan.cells.map(\.fates) == [[.returned, .renamed], [.setAside]])
    #expect(try store.contents(of: key) == before)

    #expect(try store.upgrade(key, mapping: ["remark": "note"]) == plan)
    let after = try store.contents(of: key)
    #expect(after.revision == before.revision + 1 && after.version == 2)
    #expect(try values(in: store) == ["note=It leans"])
    #expect(try setAside(in: store) == ["age of 1"])
    #expect(try store.check() == [])
    #expect(try session.refresh().batch.reloadedRows == [RowPath(section: 0, row: 1)])
    #expect(session.value(of: "note") == "It leans")
    #expect(session.undoName == "Settle what is set aside")

    let batch = try store.screenChange(applying: .undo(.everything), to: key).batch
    #expect(batch.reloadedRows == [RowPath(section: 0, row: 1)])
    #expect(try store.contents(of: key).state == before.state)
    #expect(try store.check() == [])
    #expect(try session.refresh().batch.reloadedRows == [RowPath(section: 0, row: 1)])
    #expect(session.value(of: "note") == nil)
    try session.apply(.redo(.everything))
    #expect(try store.contents(of: key).state == after.state)
    try session.apply(.undo(.values))
    #expect(try store.contents(of: key).state == before.state)
    // The next step to undo is the upgrade itself.
    try session.apply(.undo(.everything))
    #expect(try values(in: store) == ["age=7", "remark=It leans"])
    #expect(try store.check() == [])
  }

  @Test("A discarded title of a set-aside cell comes back with an undo, which reverts nothing else")
  func titleAlone() throws {
    let store = try FormStore.inMemory()
    let person = FormCell(
      key: "person", kind: .group, title: "Person", isExpandable: true, additionalRows: 1,
      summary: .join(separator: " "))
    try store.save(form(person, text("first"), text("remark")))
    try store.apply(.set(.key("first"), "Ada"), to: key)
    try store.save(form(text("remark")))
    try store.upgrade(key)
    try store.apply(.set(.key("remark"), "Here"), to: key)
    let before = try store.contents(of: key).state
    #expect(before[.title, of: StateSubject("person", setAsideFrom: 1)] == .text("Ada"))
    try store.discardSetAside(["person"], of: key)
    #expect(try store.contents(of: key).state != before)
    try store.undo(of: key)
    #expect(try store.contents(of: key).state == before)
    #expect(try store.check() == [])
  }

  @Test("A mapped answer is converted for its cell and never replaces an existing answer")
  func places() throws {
    let store = try upgraded()
    try store.upgrade(key, mapping: ["age": "other"])
    #expect(try values(in: store) == ["other=7"])
    let revision = try store.contents(of: key).revision
    try store.apply(.set(.key("note"), "Mine"), to: key)
    let plan = try store.upgrade(key, mapping: ["remark": "note"])
    #expect(!plan.changesAnything && plan.cells.map(\.fates) == [[.setAside]])
    #expect(try values(in: store) == ["note=Mine", "other=7"])
    #expect(try store.contents(of: key).revision == revision + 1)
    #expect(try setAside(in: store) == ["remark of 1"])
    try store.apply(.complete, to: key)
    #expect(throws: ActionError.completed(cell: "remark of version 1")) { try store.discardSetAside(of: key) }
  }

  @Test("Discarding what is set aside is a step, and undo restores it")
  func discarding() throws {
    let store = try upgraded()
    let before = try store.contents(of: key)
    #expect(try store.discardSetAside(["remark"], of: key, isDryRun: true).map(\.key) == ["remark"])
    #expect(try store.contents(of: key) == before)
    #expect(try store.discardSetAside(["remark"], of: key).map(\.key) == ["remark"])
    #expect(try setAside(in: store) == ["age of 1"])
    #expect(try store.check() == [])
    #expect(throws: StoreError.notSetAside(cell: "agee", response: "ada", nearest: "age")) {
      try store.discardSetAside(["agee"], of: key)
    }
    try store.discardSetAside(of: key)
    #expect(try setAside(in: store) == [])
    #expect(try store.discardSetAside(of: key) == [])
    try store.apply(.undo(.everything), to: key)
    try store.apply(.undo(.everything), to: key)
    #expect(try store.contents(of: key).state == before.state)
    #expect(try store.check() == [])
  }

  @Test("Discarding a repeat discards the answers in its instances, and undo restores them")
  func repeats() throws {
    let store = try FormStore.inMemory()
    let room = FormCell(key: "rooms", kind: .repeat, title: "Rooms", isExpandable: true, additionalRows: 1)
    try store.save(form(text("name"), room, text("size")))
    for _ in 0..<2 { try store.apply(.add(.key("rooms")), to: key) }
    try store.apply(.set(.instance("size", number: 2), "big"), to: key)
    try store.save(form(text("name")))
    try store.upgrade(key)
    let before = try store.contents(of: key).state
    #expect(try setAside(in: store) == ["size of 1"])
    // Only an upgrade restores its instances.
    #expect(try !store.upgradePlan(for: key, mapping: ["rooms": "name"]).changesAnything)
    #expect(try store.discardSetAside(["rooms"], of: key).map(\.key) == ["size"])
    #expect(try store.contents(of: key).state.hasSetAside == false)
    #expect(try store.check() == [])
    try store.apply(.undo(.everything), to: key)
    #expect(try store.contents(of: key).state == before)
    #expect(try store.check() == [])
    try store.apply(.redo(.everything), to: key)
    #expect(try store.contents(of: key).state.hasSetAside == false)
  }

  @Test("An imported journal renumbers the versions of set-aside answers and passes check")
  func elsewhere() throws {
    let store = try upgraded()
    try store.upgrade(key, mapping: ["remark": "note"])
    try store.discardSetAside(of: key)
    try store.apply(.undo(.everything), to: key)
    let old = form(text("name"), text("remark"), FormCell(key: "age", kind: .integer, title: "Age"))
    let new = form(text("name"), text("note"), text("other"))
    let other = try FormStore.inMemory()
    try other.save(form(text("first")))
    let response = FormContents.Response(stream: nil, journal: try store.journal(of: key))
    try other.importForms([FormContents(form: new, version: 2, otherVersions: [1: old], responses: ["ada": response])])
    #expect(try other.contents(of: key).digest == store.contents(of: key).digest)
    #expect(try other.setAside(of: key).map(\.version) == [2])
    #expect(try other.check() == [])
  }
}
