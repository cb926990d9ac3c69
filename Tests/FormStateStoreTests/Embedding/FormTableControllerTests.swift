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

  @Test("It draws the tutorial's form and animates what a person does")
  func story() throws {
    let (controller, tableView) = try table()
    #expect(tableView.drawn[0] == ["|Full name", "|Date of birth", "|Marital status"])
    controller.tableView(tableView, didSelectRowAt: IndexPath(row: 0, section: 0))
    try controller.perform(.set(.key("firstname"), .text("Tom")), on: tableView)
    try controller.perform(.set(.key("lastname"), .text("Sawyer Jr")), on: tableView)
    controller.tableView(tableView, didSelectRowAt: IndexPath(row: 0, section: 1))
    controller.tableView(tableView, didSelectRowAt: IndexPath(row: 2, section: 1))
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

  @Test("A row that somebody else has changed meanwhile is not acted on, and the table shows what there is now")
  func staleRow() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    let controller = FormTableController(session: try store.session(for: key))
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.delegate = controller
    tableView.reloadData()
    try store.apply(.tap(.key("fullname")), to: key)
    // The person means the date of birth, which stands further down by now.
    controller.tableView(tableView, didSelectRowAt: IndexPath(row: 1, section: 0))
    #expect(controller.session.revision == 1)
    #expect(tableView.drawn[0].count == 5)
    controller.tableView(tableView, didSelectRowAt: IndexPath(row: 3, section: 0))
    #expect(tableView.drawn[0].count == 6)
    try controller.undo(on: tableView)
    #expect(tableView.drawn[0].count == 5)
    try controller.perform(.draft(.key("firstname"), "To"), on: tableView)
    #expect(tableView.drawn[0][1] == "  First name|To")
    #expect(tableView.inconsistencies == [])
  }

  @Test("After any action the animated table shows what a fresh one would", arguments: TestSeeds.seeds(3, full: 30))
  func randomActions(seed: UInt64) throws {
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
      try? controller.perform(action, on: animated)
      fresh.reloadData()
      #expect(animated.heights == fresh.heights, "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      #expect(animated.drawn == fresh.drawn, "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      #expect(animated.inconsistencies == [], "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  @Test(
    "README and documentation show the code that this test compiles and runs",
    arguments: [
      "README.md", "Sources/FormStateStore/FormStateStore.docc/TableView.md",
    ])
  func documentedCode(path: String) throws {
    let source = try Repository.text(of: "Tests/FormStateStoreTests/Embedding/FormTableController.swift")
    let code = try #require(source.components(separatedBy: "a test holds them equal.\n\n").last)
    #expect(try Repository.text(of: path).contains("```swift\n\(code)```\n"))
  }
}
#endif
