#if !canImport(UIKit)
import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

extension ControlTable: UITableViewHeaderProvider {}

/// Each seed's table with its controls, as the article shows them.
@Suite("Documented controls")
@MainActor
struct ControlTableTests {
  private func table(
    _ form: FormDefinition, cells: [String: UITableViewCell.Type] = [:]
  ) throws -> (ControlTable, UITableView) {
    let store = try FormStore.inMemory()
    try store.save(form)
    let table = ControlTable(session: try store.session(for: ResponseKey(form: form.key)))
    let tableView = UITableView()
    table.attach(to: tableView, cells: cells)
    tableView.reloadData()
    return (table, tableView)
  }

  private func cell<Cell: UITableViewCell>(_ key: CellReference, _ table: ControlTable) throws -> Cell {
    let path = try #require(table.session.rowPath(of: key))
    return try #require(table.tableView?.cellForRow(at: path.indexPath) as? Cell)
  }

  @Test("Typing keeps the cell, the keyboard and the text; leaving the field answers", .timeLimit(.minutes(15)))
  func typing() async throws {
    let (table, tableView) = try table(ProfileForm.form)
    try await table.perform(.expand("fullname"), on: tableView)
    let cell: TextFieldCell = try cell("firstname", table)
    cell.field.type("T")
    cell.field.type("To")
    try await waitUntil { table.session.row(at: RowPath(section: 0, row: 1))?.draft == "To" }
    // A row below and the row itself change while the person is typing.
    try table.session.store.apply(.set("lastname", "Sawyer"), to: table.session.key)
    try table.session.store.apply(.set("firstname", "Huck"), to: table.session.key)
    try table.session.refresh { table.take($0, in: tableView) }
    #expect(try self.cell("firstname", table) === cell)
    #expect(cell.field.isEditing && cell.field.text == "To")
    cell.field.type("Tom")
    cell.field.leave()
    try await waitUntil { table.session.value(of: "firstname") == "Tom" }
    try await waitUntil { tableView.drawn[0][0] == "Tom Sawyer|Full name" }
    #expect(cell.field.text == "Tom" && tableView.inconsistencies == [])
    try await table.undo(on: tableView)
    #expect(cell.field.text != "Tom")
    // A field that a person only visits answers nothing.
    let revision = table.session.revision
    cell.field.leave()
    try await table.perform(.collapse("fullname"), on: tableView)
    #expect(table.session.revision == revision + 1)
  }

  @Test("A switch, a slider and a date picker answer, and show the value again when refused", .timeLimit(.minutes(15)))
  func controls() async throws {
    var form = ProfileForm.form
    form.sections[2].cells[1].step = 1
    let (table, tableView) = try table(form)
    for key in ["birth", "marital", "level"] { try await table.perform(.expand(.key(key)), on: tableView) }
    let married: SwitchControlCell = try cell("marital-switch", table)
    married.control.isOn = true
    married.control.sendActions(for: .valueChanged)
    try await waitUntil { tableView.drawn[0].contains("Married|Marital status") }
    let birth: DatePickerCell = try cell("birth-date", table)
    birth.picker.date = try #require(CalendarDate(isoText: "1835-11-30")).date(in: .current)
    birth.picker.sendActions(for: .valueChanged)
    try await waitUntil { tableView.drawn[0].contains("November 30, 1835|Date of birth") }
    let level: SliderControlCell = try cell("level-slider", table)
    #expect(level.slider.minimumValue == 0 && level.slider.maximumValue == 10)
    level.slider.value = 7.6
    level.slider.sendActions(for: .valueChanged)
    try await waitUntil { table.session.value(of: "level-slider") == .integer(8) }
    try await waitUntil { level.slider.value == 8 }
    try table.session.blocking { _ = try $0.apply(.complete) }
    married.control.isOn = false
    married.control.sendActions(for: .valueChanged)
    try await waitUntil { married.control.isOn }
    #expect(tableView.inconsistencies == [])
  }

  @Test("A tap on a header folds its section, and its triangle turns", .timeLimit(.minutes(15)))
  func folding() async throws {
    let (table, tableView) = try table(
      FormDefinition(key: "settings") {
        FormSection(key: "account", title: "Account", isFoldable: false) { Cell.text("name", title: "Name") }
        FormSection(key: "sound", title: "Sound") { Cell.switch("vibrate", title: "Vibrate") }
      })
    let fixed = try #require(tableView.headerView(forSection: 0) as? FoldingHeader)
    let sound = try #require(tableView.headerView(forSection: 1) as? FoldingHeader)
    #expect(fixed.button.title == "Account" && !fixed.button.isEnabled)
    #expect(sound.button.title == "▾ Sound")
    sound.button.sendActions(for: .touchUpInside)
    try await waitUntil { sound.button.title == "▸ Sound" }
    #expect(tableView.drawn == [["Name|"], []])
    sound.button.sendActions(for: .touchUpInside)
    try await waitUntil { sound.button.title == "▾ Sound" }
    #expect(tableView.drawn[1] == ["Vibrate|"] && tableView.inconsistencies == [])
    #expect(!table.session.isFolded(section: 1))
  }

  @Test("Comments grow in place, and a headline closes the one before it")
  func expansion() async throws {
    let (table, tableView) = try table(
      FormDefinition(
        key: "news",
        sections: [
          FormSection(
            key: "today",
            cells: [
              FormCell(
                key: "ada", kind: .label, identifier: "CommentCell", title: "It works.", isExpandable: true,
                inline: InlineExpansion(collapsedHeight: .points(64), expandedHeight: .automatic, lineLimit: 2)),
              FormCell(key: "bridge", kind: .label, title: "Bridge", isExpandable: true, additionalRows: 1),
              FormCell(key: "article", kind: .label, title: "Trams cross."),
            ])
        ], accordion: .cells), cells: ["CommentCell": ControlCell.self])
    #expect(tableView.drawn == [["It works.||2", "Bridge|"]])
    await table.tap(RowPath(section: 0, row: 0), on: tableView).value
    #expect(tableView.drawn == [["It works.|", "Bridge|"]])
    await table.tap(RowPath(section: 0, row: 1), on: tableView).value
    #expect(tableView.drawn == [["It works.||2", "Bridge|", "  Trams cross.|"]])
    #expect(tableView.inconsistencies == [])
  }

  @Test("A table fed by JSON has cells of its own, which read their properties")
  func properties() throws {
    let friend = FormCell(
      key: "matt", kind: .label, identifier: "FriendCell", title: "Matt", properties: ["name": .string("Matt")])
    let (table, tableView) = try table(
      FormDefinition(key: "person", sections: [FormSection(key: "friends", title: "Friends", cells: [friend])]),
      cells: ["FriendCell": FriendCell.self])
    let cell: FriendCell = try cell("matt", table)
    #expect(cell.textLabel?.text == "Matt" && tableView.inconsistencies == [])
  }

  @Test("A diffable data source keeps the cell that is typed in, and replaces none but new ones")
  func diffable() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let tableView = UITableView()
    tableView.register(TextFieldCell.self, forCellReuseIdentifier: CellKind.text.standardIdentifier)
    let table = DiffableTable(
      session: try store.session(for: ResponseKey(form: "profile")), tableView: tableView
    ) { row, cell in
      cell.textLabel?.text = row.title
      (cell as? ControlCell)?.show(row)
    }
    try await table.perform(.expand("fullname"))
    let cell = try #require(table.source.cells["firstname"] as? TextFieldCell)
    cell.field.type("To")
    try await table.perform(.draft("firstname", "To"))
    try await table.perform(.set("firstname", "Huck"))
    try await table.perform(.expand("sport"))
    #expect(table.source.cells["firstname"] === cell && cell.field.text == "To" && cell.field.isEditing)
    #expect(table.source.cells["fullname"]?.textLabel?.text == "Huck")
    #expect(
      table.source.snapshot().itemIdentifiers(inSection: "preferences").prefix(3) == [
        "sport", "football", "basketball",
      ])
    try await table.perform(.collapse("fullname"))
    #expect(table.source.cells["firstname"] == nil && tableView.inconsistencies == [])
  }

  @Test("A reloaded row keeps its cell and its identifier", arguments: TestSeeds.seeds(3, full: 30))
  func reloads(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 3, cellsPerSection: 20)
    let store = try FormStore.inMemory()
    try store.save(form)
    let session = try store.session(for: ResponseKey(form: form.key))
    for _ in 0..<150 {
      let before = session.shown
      let action = random.action(on: form, visibleRows: session.visibleRowsPerSection)
      guard let batch = try? session.apply(action).batch else { continue }
      for (old, new) in zip(batch.reloadedRows, batch.reloadedRowsAfter) {
        let (old, new) = (before.row(at: old), session.row(at: new))
        #expect(old?.id == new?.id && old?.identifier == new?.identifier, "replay with FORMSTATE_TEST_SEED=\(seed)")
      }
    }
  }
}
#endif
