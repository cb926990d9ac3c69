import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// In an accordion, expanding a cell collapses the open one.
@Suite("Accordions")
struct AccordionStoryTests {
  /// Two sections with two groups each; the first group of the first section has a nested one.
  private static let form = FormDefinition(key: "faq", accordion: .cells) {
    FormSection(key: "buying", title: "Buying") {
      Cell.group("prices", title: "Prices") {
        Cell.label("net", title: "Net")
        Cell.group("taxes", title: "Taxes") { Cell.label("rate", title: "Rate") }
      }
      Cell.group("orders", title: "Orders") { Cell.label("by-mail", title: "By mail") }
    }
    FormSection(key: "using", title: "Using") {
      Cell.group("start", title: "Getting started") {
        Cell.label("first", title: "First")
        Cell.label("second", title: "Second")
      }
    }
  }

  private func session(_ form: FormDefinition) throws -> (FormStore, FormSession) {
    let store = try FormStore.inMemory()
    try store.save(form)
    return (store, try store.session(for: ResponseKey(form: form.key)))
  }

  @Test("In a whole form, expanding a cell collapses the open one of another section, as one action")
  func wholeForm() throws {
    let (store, session) = try session(Self.form)
    try session.apply(.tap(.key("prices")))
    try session.apply(.tap(.key("taxes")))
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 4], [0]])
    let change = try session.apply(.tap(.rowPath(RowPath(section: 1, row: 0))))
    #expect(session.visibleRowsPerSection == [[0, 4], [0, 1, 2]])
    #expect(change.revision == 3)
    #expect(change.batch.deletedRows == [RowRange(section: 0, rows: 1..<4)])
    #expect(change.batch.insertedRows == [RowRange(section: 1, rows: 1..<3)])
    #expect(change.batch.reloadedRows == [RowPath(section: 0, row: 0), RowPath(section: 1, row: 0)])
    #expect(
      change.batch.steps == [
        .delete(RowRange(section: 0, rows: 1..<4)), .insert(RowRange(section: 1, rows: 1..<3)),
        .reload(RowPath(section: 0, row: 0)), .reload(RowPath(section: 1, row: 0)),
      ])
    let entry = try #require(try store.journal(of: session.key).last)
    #expect(entry.action == .tap(.key("start")))
    #expect(
      entry.changes == [
        StateChange(.disclosure, of: "prices", before: .flag(true), after: nil),
        StateChange(.disclosure, of: "start", after: .flag(true)),
      ])
    // The nested cells keep their disclosure: expanding the group again shows the nested group open.
    try session.apply(.tap(.key("prices")))
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 4], [0]])
  }

  @Test("In one section, expanding a cell collapses only the open one of that section")
  func section() throws {
    let form = FormDefinition(key: "abc") {
      FormSection(key: "s", isAccordion: true) {
        Cell.group("A") {
          Cell.label("a1")
          Cell.label("a2")
        }
        .expanded()
        Cell.group("B") { Cell.label("b1") }
        Cell.group("C")
      }
      FormSection(key: "other") { Cell.group("D") { Cell.label("d1") }.expanded() }
    }
    let (_, session) = try session(form)
    let batch = try session.apply(.expand(.key("B"))).batch
    #expect(batch.deletedRows == [RowRange(section: 0, rows: 1..<3)])
    #expect(batch.insertedRows == [RowRange(section: 0, rows: 2..<3)])
    // Another section is not affected.
    #expect(session.visibleRowsPerSection == [[0, 3, 4, 5], [0, 1]])
    #expect(try session.apply(.collapse(.key("B"))).batch.insertedRows.isEmpty)
    #expect(session.visibleRowsPerSection[0] == [0, 3, 5])
  }

  @Test("In one cell, expanding a child collapses its sibling and leaves parent and neighbours unchanged")
  func children() throws {
    let form = FormDefinition(key: "menu") {
      FormSection(key: "s") {
        Cell.group("top") {
          Cell.group("x") { Cell.label("x1") }
          Cell.group("y") { Cell.label("y1") }
        }
        .accordion()
        Cell.group("next") { Cell.label("n1") }
      }
    }
    let (_, session) = try session(form)
    for key in ["top", "next", "x", "y"] { try session.apply(.expand(.key(key))) }
    #expect(session.visibleRowsPerSection == [[0, 1, 3, 4, 5, 6]])
    #expect(session.state.disclosure == ["top": true, "next": true, "y": true])
  }

  @Test("Among sections, unfolding one folds the other")
  func sections() throws {
    var form = Self.form
    form.accordion = .sections
    form.sections[1].startsFolded = true
    let (store, session) = try session(form)
    let change = try session.apply(.toggleFold(section: "using"))
    #expect(session.visibleRowsPerSection == [[], [0]])
    #expect(change.batch.deletedRows == [RowRange(section: 0, rows: 0..<2)])
    #expect(change.batch.insertedRows == [RowRange(section: 1, rows: 0..<1)])
    #expect(try store.journal(of: session.key).count == 1)
    // Revealing a cell unfolds its section, which folds the other one.
    try session.apply(.reveal(.key("rate")))
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 4], []])
  }

  @Test("Expanding all leaves one cell open per accordion: the open one, otherwise the first")
  func expandAll() throws {
    let (_, session) = try session(Self.form)
    try session.apply(.expand(.key("orders")))
    try session.apply(.expandAll)
    #expect(session.visibleRowsPerSection == [[0, 4, 5], [0]])
    try session.apply(.collapseAll)
    try session.apply(.expandAll)
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 4], [0]])
  }

  @Test("A form that becomes an accordion keeps cells open until the next expansion")
  func becomesAnAccordion() throws {
    var form = Self.form
    form.accordion = nil
    let (store, before) = try session(form)
    for key in ["prices", "orders"] { try before.apply(.expand(.key(key))) }
    try store.save(Self.form)
    #expect(try store.upgrade(before.key).changesVersion)
    let session = try store.session(for: before.key)
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 4, 5], [0]])
    // Collapsing a cell is no expansion.
    try session.apply(.collapse(.key("orders")))
    try session.apply(.expand(.key("taxes")))
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 4], [0]])
    try session.apply(.expand(.key("start")))
    #expect(session.visibleRowsPerSection == [[0, 4], [0, 1, 2]])
    #expect(try store.check() == [])
  }
}
