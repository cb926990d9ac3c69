#if !canImport(UIKit)
import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

@Suite("The documented table view data source")
@MainActor
struct FormTableControllerTests {
  private func table() throws -> (FormTableController, UITableView) {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let controller = FormTableController(session: try store.session(for: ResponseKey(form: "profile")))
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.delegate = controller
    tableView.reloadData()
    return (controller, tableView)
  }

  @Test("Rows and headers appear and disappear with answers")
  func relevance() async throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "family") {
        FormSection(key: "you", title: "You") {
          Cell.switch("married", title: "Married")
          Cell.text("partner", title: "Partner").relevant("${married}")
        }
        FormSection(key: "children", title: "Children", relevant: "${married}") { Cell.text("names", title: "Names") }
      })
    let controller = FormTableController(session: try store.session(for: ResponseKey(form: "family")))
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.delegate = controller
    tableView.reloadData()
    #expect(tableView.headers == ["You", nil] && tableView.drawn == [["Married|"], []])
    try await controller.perform(.set("married", true), on: tableView)
    #expect(tableView.headers == ["You", "Children"] && tableView.drawn == [["Married|On", "Partner|"], ["Names|"]])
    try await controller.undo(on: tableView)
    #expect(tableView.headers == ["You", nil] && tableView.drawn == [["Married|"], []])
    #expect(tableView.inconsistencies == [])
  }

  @Test("Rows and headers are in the chosen language")
  func language() throws {
    let store = try FormStore.inMemory()
    try store.save(visitor)
    let controller = FormTableController(session: try store.session(for: ResponseKey(form: "visitor")))
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.delegate = controller
    tableView.reloadData()
    #expect(tableView.headers == ["Who you are"] && tableView.drawn[0].first == "Name|")
    try controller.session.show(in: "fr") { controller.take($0, in: tableView) }
    #expect(tableView.headers == ["Qui vous êtes"] && tableView.drawn[0].first == "Nom|")
    #expect(tableView.inconsistencies == [])
  }

  @Test("The table draws the tutorial's form and animates actions")
  func story() async throws {
    let (controller, tableView) = try table()
    #expect(tableView.drawn[0] == ["|Full name", "|Date of birth", "|Marital status"])
    await controller.tap(RowPath(section: 0, row: 0), on: tableView).value
    try await controller.perform(.set(.key("firstname"), .text("Tom")), on: tableView)
    try await controller.perform(.set(.key("lastname"), .text("Sawyer Jr")), on: tableView)
    await controller.tap(RowPath(section: 1, row: 0), on: tableView).value
    await controller.tap(RowPath(section: 1, row: 2), on: tableView).value
    #expect(
      tableView.drawn == [
        [
          "Tom Sawyer Jr|Full name", "  First name|Tom", "  Last name|Sawyer Jr", "|Date of birth",
          "|Marital status",
        ],
        ["Basketball|Favourite sport", "|Favourite colour"],
        ["|Level"],
      ])
    #expect(tableView.inconsistencies == [])
    #expect(controller.tableView(tableView, heightForRowAt: IndexPath(row: 0, section: 0)) == 60)
    #expect(controller.tableView(tableView, titleForHeaderInSection: 2) == "Work Experience")
  }

  @Test("A tap on a row that others have changed is refused, and the table shows the new rows")
  func staleRow() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    let controller = FormTableController(session: try store.session(for: key))
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.delegate = controller
    tableView.reloadData()
    try store.apply(.tap(.key("fullname")), to: key)
    // The tap would expand the full name, which is already expanded.
    await controller.tap(RowPath(section: 0, row: 0), on: tableView).value
    #expect(controller.session.revision == 1)
    #expect(tableView.drawn[0].count == 5)
    try store.apply(.tap(.key("fullname")), to: key)
    try store.apply(.tap(.key("fullname")), to: key)
    // The date of birth is still in its row.
    await controller.tap(RowPath(section: 0, row: 3), on: tableView).value
    #expect(tableView.drawn[0].count == 6)
    try await controller.undo(on: tableView)
    #expect(tableView.drawn[0].count == 5)
    try await controller.perform(.draft(.key("firstname"), "To"), on: tableView)
    #expect(tableView.drawn[0][1] == "  First name|To")
    #expect(tableView.inconsistencies == [])
  }

  @Test("Selecting a row taps it, and the table shows another store's changes", .timeLimit(.minutes(15)))
  func selectingAndFollowing() async throws {
    let folder = try TemporaryFolder()
    let settings = FormStore.Settings(waitsForDisk: false)
    let store = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    let controller = FormTableController(session: try store.session(for: key))
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.delegate = controller
    tableView.reloadData()
    controller.follow(on: tableView)
    controller.tableView(tableView, didSelectRowAt: IndexPath(row: 0, section: 0))
    try await waitUntil { tableView.drawn[0].count == 5 }
    let others = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    try others.apply(.set("firstname", "Tom"), to: key)
    try others.apply(.tap("birth"), to: key)
    try await waitUntil { tableView.drawn[0].count == 6 }
    #expect(tableView.drawn[0].prefix(2) == ["Tom|Full name", "  First name|Tom"])
    #expect(tableView.inconsistencies == [])
  }

  @Test("After any action, the animated table equals a fresh one", arguments: TestSeeds.seeds(3, full: 30))
  func randomActions(seed: UInt64) async throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 3, cellsPerSection: 20)
    let store = try FormStore.inMemory()
    try store.save(form)
    let hiddenRows: HiddenRows = seed.isMultiple(of: 2) ? .removed : .zeroHeight
    let session = try store.session(for: ResponseKey(form: form.key), hiddenRows: hiddenRows)
    let controller = FormTableController(session: session)
    let (animated, fresh) = (UITableView(), UITableView())
    animated.dataSource = controller
    fresh.dataSource = controller
    animated.delegate = controller
    fresh.delegate = controller
    animated.reloadData()
    for step in 0..<150 {
      let action = random.action(on: form, visibleRows: controller.session.visibleRowsPerSection)
      try? await controller.perform(action, on: animated)
      fresh.reloadData()
      #expect(animated.heights == fresh.heights, "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      #expect(animated.drawn == fresh.drawn, "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      #expect(animated.inconsistencies == [], "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  @Test("The article shows exactly the code that this test compiles and runs")
  func documentedCode() throws {
    let source = try Repository.text(of: "Tests/FormStateStoreTests/Embedding/FormTableController.swift")
    let code = try #require(source.components(separatedBy: "a test holds them equal.\n\n").last)
    let article = DocumentedCode("Sources/FormStateStore/FormStateStore.docc/TableView.md")
    #expect(try article.blocks(in: "swift") == [code])
  }
}
#endif
