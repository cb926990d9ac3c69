import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A repeat becomes a group, and the other way round.
@Suite("A repeat that becomes a group and a repeat again")
struct RepeatUpgradeTests {
  private let key = ResponseKey(form: "trip")

  /// The trip, with passengers as a repeat or as one group.
  private func form(_ kind: CellKind, title: String = "Passengers", bags: CellKind = .repeat) -> FormDefinition {
    FormDefinition(
      key: "trip",
      sections: [
        FormSection(
          key: "people",
          cells: [
            FormCell(
              key: "passenger", kind: kind, title: title, isExpandable: true, startsExpanded: true, additionalRows: 3),
            FormCell(key: "name", kind: .text, title: "Name"),
            FormCell(key: "bag", kind: bags, title: "Luggage", isExpandable: true, additionalRows: 1),
            FormCell(key: "tag", kind: .text, title: "Tag"),
          ])
      ])
  }

  private func filledIn() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(form(.repeat))
    try store.replay(
      [
        .add("passenger"), .add("passenger"), .set("name:1", "Ada"), .set("name:2", "Ben"), .add("bag:2"),
        .set("tag:3", "red"), .expand("bag:2"), .move("passenger:2", before: "passenger:1"),
      ], to: key)
    return store
  }

  @Test("A group's title goes when the group becomes a repeat, and undo restores it")
  func titles() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "trip") {
        FormSection(key: "people") {
          Cell.repeat("passenger") { Cell.group("bag", title: "Luggage") { Cell.text("tag", title: "Tag") } }
        }
      })
    try store.replay([.add("passenger"), .set("tag:1", "red")], to: key)
    func title() throws -> FieldContent? {
      let state = try store.contents(of: key).state
      return state[.title, of: state.subject("bag", 1)]
    }
    #expect(try title() == .text("red"))
    try store.save(
      FormDefinition(key: "trip") {
        FormSection(key: "people") {
          Cell.repeat("passenger") { Cell.repeat("bag", title: "Luggage") { Cell.text("tag", title: "Tag") } }
        }
      })
    try store.upgrade(key)
    #expect(try title() == nil)
    #expect(try store.check() == [])
    try store.undo(of: key)
    #expect(try title() == .text("red"))
  }

  @Test("Instances are set aside and return in the same order when the repeat returns")
  func backAndForth() throws {
    let store = try filledIn()
    let before = try store.contents(of: key)
    try store.save(form(.group, bags: .group))
    try store.upgrade(key)
    let plain = try store.contents(of: key).state
    #expect(plain.instances.keys.allSatisfy { $0.setAsideFrom == 1 })
    #expect(try store.session(for: key).instances(of: "passenger") == [])
    #expect(try store.check() == [])

    try store.apply(.set("name", "Cleo"), to: key)
    try store.save(form(.repeat, title: "Who travels"))
    try store.upgrade(key)
    let session = try store.session(for: key)
    #expect(session.instances(of: "passenger").map { $0.number >> 32 } == [2, 1])
    #expect(session.instances(of: "bag:2").map { $0.number >> 32 } == [3])
    #expect(session.state.cells[session.state.subject("name", 2)]?.entry == .value(.text("Ben")))
    #expect(session.state.cells[session.state.subject("tag", 3)]?.entry == .value(.text("red")))
    #expect(session.state.cells[session.state.subject("bag", 2)]?.isExpanded == true)
    #expect(session.state[.value, of: StateSubject("name", setAsideFrom: 2)] != nil)
    #expect(try store.check() == [])

    // Undo restores the exact start, and no number is given twice.
    try session.undo(count: 3)
    #expect(session.digest == before.digest)
    try session.apply(.add("passenger"))
    #expect(session.instances(of: "passenger").map { $0.number >> 32 } == [2, 1, 4])
    #expect(try store.check() == [])
  }

  @Test("An inner repeat that becomes a group sets its instances aside and keeps the outer ones")
  func innerOnly() throws {
    let store = try filledIn()
    try store.save(form(.repeat, bags: .group))
    try store.upgrade(key)
    let session = try store.session(for: key)
    #expect(session.instances(of: "passenger").map { $0.number >> 32 } == [2, 1])
    #expect(session.state.cells[session.state.subject("name", 1)]?.entry == .value(.text("Ada")))
    #expect(session.state.instances[session.state.subject("bag", 3, setAsideFrom: 1)] != nil)
    // The tag is now a plain cell of the passenger.
    try session.apply(.set("tag:2", "green"))
    #expect(session.state.cells[session.state.subject("tag", 2)]?.entry == .value(.text("green")))
    #expect(try store.check() == [])
  }

  @Test("A plan has the fate of every instance, even one above the count")
  func surplus() throws {
    func form(_ kind: CellKind, title: String = "") -> FormDefinition {
      FormDefinition(
        key: "trip",
        sections: [
          FormSection(
            key: "people",
            cells: [
              FormCell(key: "number", kind: .integer),
              FormCell(
                key: "passenger", kind: kind, title: title, isExpandable: true, additionalRows: 1,
                rules: kind == .repeat ? [FormRule(.count, "${number}")] : []),
              FormCell(key: "name", kind: .text),
            ])
        ])
    }
    let store = try FormStore.inMemory()
    try store.save(form(.repeat))
    try store.replay([.set("number", 2), .set("number", 1)], to: key)
    for (next, fate) in [(form(.repeat, title: "People"), UpgradedCell.Fate.kept), (form(.group), .setAside)] {
      try store.save(next)
      let plan = try store.upgrade(key)
      #expect(plan.cells.filter { $0.key == "passenger" }.map { $0.instance >> 32 } == [1, 2])
      #expect(plan.cells.filter { $0.key == "passenger" }.map(\.fates) == [[fate], [fate]])
      #expect(try store.check() == [])
    }
    #expect(try store.contents(of: key).state.cells.keys.allSatisfy { $0.setAsideFrom == nil })
  }

  @Test("No rule applies to a set-aside instance, even if another repeat has its key")
  func asideUnderAKeyInUse() throws {
    // Two repeats with one title and derived keys cannot be distinguished.
    func form(_ kind: CellKind) -> FormDefinition {
      FormDefinition(
        key: "trip",
        sections: [
          FormSection(
            key: "places",
            cells: [
              FormCell(key: "hungry", kind: .switch),
              FormCell(
                key: "city", kind: kind, title: "City", isExpandable: true, additionalRows: 1, isKeyDerived: true),
              FormCell(key: "name", kind: .text),
              FormCell(
                key: "city-2", kind: .repeat, title: "City", isExpandable: true, additionalRows: 1, isKeyDerived: true),
              FormCell(key: "food", kind: .text, rules: [FormRule(.relevant, "${hungry}")]),
            ])
        ])
    }
    let store = try FormStore.inMemory()
    try store.save(form(.group))
    try store.replay([.add("city-2"), .set("hungry", true), .set("food:1", "Figs"), .set("hungry", false)], to: key)
    let before = try store.contents(of: key)
    #expect(NaiveInstances(before.form, before.state).faults() == [])
    #expect(before.state[.relevance, of: before.state.subject("food", 1)] == .flag(false))

    try store.save(form(.repeat))
    try store.upgrade(key)
    let after = try store.contents(of: key)
    #expect(Array(after.state.instances.keys) == [after.state.subject("city-2", 1, setAsideFrom: 1)])
    #expect(after.state[.relevance, of: after.state.subject("food", 1)] == nil)
    #expect(NaiveInstances(after.form, after.state).faults() == [])
    #expect(try store.check() == [])
    try store.undo(of: key)
    #expect(try store.contents(of: key).state == before.state)
  }

  @Test("An open session shows the upgrade and its undo as legal batch updates")
  func onScreen() throws {
    let store = try filledIn()
    let session = try store.session(for: key)
    let before = DrawnForm(session)
    try store.save(form(.group, bags: .group))
    try store.upgrade(key)
    let change = try session.refresh()
    #expect(DrawnForm.faults(in: change.batch, from: before, to: DrawnForm(session), crosses: true) == [])
    #expect(session.numberOfRows(in: 0) == 3)
    let plain = DrawnForm(session)
    let back = try session.undo()
    #expect(DrawnForm.faults(in: back.batch, from: plain, to: DrawnForm(session), crosses: true) == [])
    #expect(session.numberOfRows(in: 0) == before.sections[0].rows.count)
  }
}
