import TestSupport
import Testing

@testable import FormState

@Suite("Row updates between versions")
struct ScreenUpgradeTests {
  private func form(_ sections: [FormSection], rowHeights: [String: RowHeight] = [:]) -> FormDefinition {
    FormDefinition(key: "visit", sections: sections, rowHeights: rowHeights)
  }

  private func section(_ key: String, _ cells: [FormCell], title: String? = nil) -> FormSection {
    FormSection(key: key, title: title ?? key, cells: cells)
  }

  private func text(_ key: String, _ title: String? = nil) -> FormCell {
    FormCell(key: key, kind: .text, title: title ?? key)
  }

  private func friend(_ name: String, isDerived: Bool = false) -> [FormCell] {
    [
      FormCell(
        key: name, kind: .group, title: name, isExpandable: true, additionalRows: 1, isKeyDerived: isDerived),
      FormCell(key: "\(name) phone", kind: .text, title: "\(name)’s phone", isKeyDerived: isDerived),
    ]
  }

  private func state(_ contents: (StateChange.Field, String, FieldContent)...) -> ResponseState {
    var state = ResponseState()
    for (field, key, content) in contents {
      state.apply(StateChange(field, of: StateSubject(key), before: nil, after: content))
    }
    return state
  }

  private func shown(
    _ form: FormDefinition, _ state: ResponseState = ResponseState(), hiddenRows: HiddenRows = .removed
  ) -> ShownForm {
    ShownForm(form: form, state: state, index: VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows))
  }

  private func batch(from old: ShownForm, to new: ShownForm, mapping: [String: String] = [:]) -> BatchUpdate {
    BatchUpdate(from: old, to: new, by: VersionMatch(from: old.form, to: new.form, mapping: mapping))
  }

  private func rows(_ section: Int, _ rows: Range<Int>) -> RowRange { RowRange(section: section, rows: rows) }

  @Test("The same version in the same state needs no batch")
  func same() {
    let form = form([section("people", friend("Ada") + friend("Bea"))])
    let state = state((.disclosure, "Ada", .flag(true)), (.value, "Ada phone", .text("123")))
    #expect(batch(from: shown(form, state), to: shown(form, state)).isEmpty)
  }

  @Test("A new question at the top inserts one row; the rows below stay with their answers")
  func newQuestion() {
    let old = form([section("visit", [text("name"), text("date")])])
    let new = form([section("visit", [text("reason"), text("name"), text("date")])])
    let state = state((.value, "name", .text("Ada")))
    let batch = batch(from: shown(old, state), to: shown(new, state))
    #expect(batch.insertedRows == [rows(0, 0..<1)])
    #expect(batch.stages.count == 1 && batch.deletedRows.isEmpty && batch.insertedSections.isEmpty)
    #expect(batch.steps == [.insert(rows(0, 0..<1))])
  }

  @Test("Removing a group deletes its rows, and another expanded group stays")
  func friendGone() {
    let old = form([section("friends", friend("Ada") + friend("Bea") + friend("Cid"))])
    let new = form([section("friends", friend("Ada") + friend("Cid"))])
    let state = state((.disclosure, "Cid", .flag(true)), (.disclosure, "Bea", .flag(true)))
    let batch = batch(from: shown(old, state), to: shown(new, state))
    #expect(batch.deletedRows == [rows(0, 1..<3)])
    #expect(batch.insertedRows.isEmpty)
  }

  @Test("A row that moves up is deleted and inserted, and the others stay")
  func reordered() {
    let old = form([section("s", ["a", "b", "c", "d"].map { text($0) })])
    let new = form([section("s", ["d", "a", "b", "c"].map { text($0) })])
    let batch = batch(from: shown(old), to: shown(new))
    #expect(batch.deletedRows == [rows(0, 3..<4)])
    #expect(batch.insertedRows == [rows(0, 0..<1)])
  }

  @Test("A converted answer, and a draft made from one, are redrawn")
  func converted() {
    let old = form([section("s", [text("age"), text("size"), text("name")])])
    let new = form([
      section(
        "s",
        [
          FormCell(key: "age", kind: .text, title: "age", properties: ["unit": .string("years")]), text("size"),
          text("name"),
        ]
      )
    ])
    let before = state((.value, "age", .text("7")), (.value, "size", .text("tall")))
    let after = state((.value, "age", .text("7")), (.draft, "size", .text("tall")))
    let batch = batch(from: shown(old, before), to: shown(new, after))
    #expect(batch.deletedRows == [rows(0, 0..<2)])
    #expect(batch.insertedRows == [rows(0, 0..<2)])
  }

  @Test("A row that changes only its height is redrawn, so that the batch has one stage")
  func taller() {
    let cells = [text("name"), FormCell(key: "when", kind: .date, title: "when")]
    let old = form([section("s", cells)])
    let new = form([section("s", cells)], rowHeights: ["idCellDatePicker": .points(300)])
    let batch = batch(from: shown(old), to: shown(new))
    #expect(batch.deletedRows == [rows(0, 1..<2)])
    #expect(batch.insertedRows == [rows(0, 1..<2)])
    #expect(batch.resizedRows.isEmpty && batch.stages.count == 1)
  }

  @Test("Rows whose derived keys shift are redrawn, so that input never goes to another cell")
  func slidKeys() {
    func derived(_ key: String, _ subtitle: String) -> FormCell {
      FormCell(key: key, kind: .text, title: "Name", subtitle: subtitle, isKeyDerived: true)
    }
    let last = text("last")
    let old = form([section("s", [derived("name", "mother"), derived("name-2", "father"), last])])
    let new = form([
      section("s", [derived("name", "child"), derived("name-2", "mother"), derived("name-3", "father"), last])
    ])
    let batch = batch(from: shown(old), to: shown(new))
    #expect(batch.deletedRows == [rows(0, 0..<2)])
    #expect(batch.insertedRows == [rows(0, 0..<3)])
  }

  @Test("A cell whose match is ambiguous stays only where a mapping says so")
  func mapped() {
    let twins = ["name", "name-2"].map {
      FormCell(key: $0, kind: .text, title: "Name", isKeyDerived: true)
    }
    let old = form([section("s", [twins[0]])])
    let new = form([section("s", twins)])
    #expect(batch(from: shown(old), to: shown(new)).deletedRows == [rows(0, 0..<1)])
    let batch = batch(from: shown(old), to: shown(new), mapping: ["name": "name"])
    #expect(batch.deletedRows.isEmpty)
    #expect(batch.insertedRows == [rows(0, 1..<2)])
  }

  @Test("Inserted and deleted sections include their rows; only rows of kept sections are listed")
  func sections() {
    let old = form([
      section("gone", [text("a")]), section("stays", [text("b"), text("c")]), section("last", [text("d")]),
    ])
    let new = form([
      section("stays", [text("b"), text("x")]), section("new", [text("y"), text("a")]), section("last", [text("d")]),
    ])
    let batch = batch(from: shown(old), to: shown(new))
    #expect(batch.deletedSections == [0] && batch.insertedSections == [1])
    #expect(batch.deletedRows == [rows(1, 1..<2)])
    #expect(batch.insertedRows == [rows(0, 1..<2)])
    #expect(
      batch.steps == [
        .delete(rows(1, 1..<2)), .deleteSection(0), .insertSection(1), .insert(rows(0, 1..<2)),
      ])
  }

  @Test("When sections are reordered, the longest run in order stays")
  func reorderedSections() {
    let sections = ["a", "b", "c"].map { section($0, [text("\($0)1")]) }
    let old = form(sections)
    let new = form([sections[2], sections[0], sections[1]])
    let batch = batch(from: shown(old), to: shown(new))
    #expect(batch.deletedSections == [2] && batch.insertedSections == [0])
    #expect(batch.deletedRows.isEmpty && batch.insertedRows.isEmpty)
  }

  @Test(
    "A section is redrawn when its header changes: title, foldable, folded or properties",
    arguments: 0..<5)
  func headers(number: Int) {
    let old = section("s", [text("a")])
    var new = old
    switch number {
    case 0: new.title = "Another title"
    case 1: new.isFoldable = false
    case 2: new.startsFolded = true
    case 3: new.properties = ["icon": .string("star")]
    default: break
    }
    let state = number == 4 ? state((.fold, "s", .flag(true))) : ResponseState()
    let batch = batch(from: shown(form([old])), to: shown(form([new]), state))
    #expect(batch.deletedSections == [0] && batch.insertedSections == [0])
    #expect(batch.deletedRows.isEmpty && batch.insertedRows.isEmpty)
  }

  @Test("A section whose derived key shifts stays only if it is not foldable")
  func slidSections() {
    func derived(_ number: Int, _ title: String, isFoldable: Bool) -> FormSection {
      FormSection(
        key: "section-\(number)", title: title, isFoldable: isFoldable, cells: [text("\(title)-1")],
        isKeyDerived: true)
    }
    for isFoldable in [true, false] {
      let old = form([derived(1, "b", isFoldable: isFoldable)])
      let new = form([derived(1, "a", isFoldable: isFoldable), derived(2, "b", isFoldable: isFoldable)])
      let batch = batch(from: shown(old), to: shown(new))
      #expect(batch.deletedSections == (isFoldable ? [0] : []))
      #expect(batch.insertedSections == (isFoldable ? [0, 1] : [0]))
    }
  }

  @Test("A cell moved under a collapsed one loses its row, or is redrawn with zero height")
  func hidden() {
    let old = form([section("s", friend("Ada") + [text("note")])])
    var cells = friend("Ada") + [text("note")]
    cells[0].additionalRows = 2
    let new = form([section("s", cells)])
    let removed = batch(from: shown(old), to: shown(new))
    #expect(removed.deletedRows == [rows(0, 1..<2)])
    #expect(removed.insertedRows.isEmpty)
    let kept = batch(from: shown(old, hiddenRows: .zeroHeight), to: shown(new, hiddenRows: .zeroHeight))
    #expect(kept.deletedRows == [rows(0, 2..<3)])
    #expect(kept.insertedRows == [rows(0, 2..<3)])
  }

  @Test("A reworded option redraws its own row and its question's")
  func options() {
    func question(_ wording: String) -> [FormCell] {
      [
        FormCell(
          key: "mood", kind: .group, title: "mood", isExpandable: true, startsExpanded: true, additionalRows: 2),
        FormCell(key: "good", kind: .option, title: "Good"), FormCell(key: "bad", kind: .option, title: wording),
      ]
    }
    let old = form([section("s", question("Bad") + [text("note")])])
    let new = form([section("s", question("Poor") + [text("note")])])
    let batch = batch(from: shown(old), to: shown(new))
    #expect(batch.deletedRows == [rows(0, 0..<1), rows(0, 2..<3)])
    #expect(batch.insertedRows == [rows(0, 0..<1), rows(0, 2..<3)])
  }

  @Test("Rows that stay keep their measured heights; redrawn rows lose them")
  func measured() {
    let heights = ["idCellTextfield": RowHeight.automatic]
    let old = form([section("s", [text("a"), text("b"), text("c")])], rowHeights: heights)
    let new = form([section("s", [text("x"), text("a"), text("b", "B"), text("c")])], rowHeights: heights)
    var index = VisibilityIndex(form: old)
    for position in 0..<3 { index.setMeasuredHeight(100, of: CellPlace(section: 0, position: position)) }
    let before = ShownForm(form: old, state: ResponseState(), index: index)
    let upgrade = ScreenUpgrade(from: before, to: shown(new), by: VersionMatch(from: old, to: new))
    var moved = VisibilityIndex(form: new)
    moved.takeMeasuredHeights(of: before, by: upgrade)
    #expect((0..<4).map { moved.height(at: RowPath(section: 0, row: $0)) } == [44, 100, 44, 100])
  }

  @Test("A row with pending inserts already shows its new triangle, and the batch inserts only the rest")
  func heldBack() {
    let form = form([section("friends", friend("Ada"))])
    let opened = state((.disclosure, "Ada", .flag(true)))
    let old = ShownForm(form: form, state: opened, index: VisibilityIndex(form: form))
    #expect(old.row(at: RowPath(section: 0, row: 0))?.isExpanded == true)
    let batch = batch(from: old, to: shown(form, opened))
    #expect(batch.deletedRows.isEmpty)
    #expect(batch.insertedRows == [rows(0, 1..<2)])
  }

  @Test("A form that was or becomes empty inserts or deletes whole sections")
  func empty() {
    let full = form([section("a", [text("x")]), section("b", [])])
    let empty = form([])
    #expect(batch(from: shown(empty), to: shown(full)).insertedSections == [0, 1])
    #expect(batch(from: shown(full), to: shown(empty)).deletedSections == [0, 1])
    #expect(batch(from: shown(empty), to: shown(empty)).isEmpty)
  }

  @Test("Row paths follow inserted and deleted sections")
  func paths() {
    var batch = BatchUpdate()
    batch.deletedSections = [0]
    batch.insertedSections = [1, 2]
    batch.deletedRows = [rows(2, 0..<1)]
    batch.insertedRows = [rows(3, 0..<2)]
    batch.reloadedRows = [RowPath(section: 1, row: 4), RowPath(section: 2, row: 3)]
    #expect(batch.reloadedRowsAfter == [RowPath(section: 0, row: 4), RowPath(section: 3, row: 4)])
    batch.reloadedRows = []
    #expect(!batch.keeps(RowPath(section: 0, row: 0)) && !batch.keeps(RowPath(section: 1, row: 0)))
    batch = BatchUpdate()
    (batch.deletedSections, batch.insertedSections) = ([0], [0])
    #expect(batch.keeps(RowPath(section: 1, row: 7)) && !batch.keeps(RowPath(section: 0, row: 7)))
  }

  @Test("Removing every tenth of many thousand rows is one batch")
  func many() {
    let count = TestSeeds.isFull ? 1_000_000 : 30_000
    let old = form([section("s", (0..<count).map { text("c\($0)") })])
    var new = old
    new.sections[0].cells = FormCells(old.sections[0].cells.enumerated().filter { $0.offset % 10 > 0 }.map(\.element))
    let batch = batch(from: shown(old), to: shown(new))
    #expect(batch.deletedRows.count == count / 10 && batch.insertedRows.isEmpty)
  }
}
