#if !canImport(UIKit) && !canImport(SwiftUI)
import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// Uses the apps of README and the articles as a person does.
@Suite("The documented apps")
@MainActor
struct DocumentedViewTests {
  @Test("The article's table expands, chooses and keeps everything for the next launch")
  func table() throws {
    let folder = try TemporaryFolder()
    let tableView = UITableView()
    let app = try VisitTable(path: folder.path("visit.sqlite"))
    (tableView.dataSource, tableView.delegate) = (app, app)
    tableView.reloadData()
    #expect(tableView.drawn == [["|Full name|1", "|Walks|1"]])
    app.tableView(tableView, didSelectRowAt: IndexPath(row: 0, section: 0))
    #expect(tableView.drawn == [["|Full name|1", "First name||1", "Last name||1", "|Walks|1"]])
    app.tableView(tableView, didSelectRowAt: IndexPath(row: 3, section: 0))
    app.tableView(tableView, didSelectRowAt: IndexPath(row: 5, section: 0))
    let drawn = [["|Full name|1", "First name||1", "Last name||1", "With help|Walks|1"]]
    #expect(tableView.drawn == drawn)
    #expect(tableView.inconsistencies == [])

    let tomorrow = try VisitTable(path: folder.path("visit.sqlite"))
    tableView.dataSource = tomorrow
    tableView.reloadData()
    #expect(tableView.drawn == drawn)
  }

  @Test("README's view shows the result of a tap")
  func view() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("visit.sqlite")
    let store = try FormStore(path: path)
    try store.save(visit)
    let model = FormModel(try store.session(for: ResponseKey(form: "visit")))
    let drawing = Drawing(of: VisitView(model: model))
    #expect(drawing.texts == ["# Patient", "Full name", "Walks"])
    drawing.element("Walks")?.tap()
    await model.settle()
    #expect(
      Drawing(of: VisitView(model: model)).texts == ["# Patient", "Full name", "Walks", "Alone", "With help"])
  }

  @Test("The article's view takes texts, switches, options, numbers and dates")
  func controls() async throws {
    let model = try model(of: ProfileForm.form)
    for opened in ["Full name", "Marital status", "Favourite sport"] {
      Drawing(of: FormView(model: model)).element(opened)?.tap()
      await model.settle()
    }
    let drawing = Drawing(of: FormView(model: model))
    drawing.element("First name")?.enter("Tom")
    drawing.element("Off = Single")?.turn(true)
    drawing.element("Basketball")?.tap()
    await model.settle()
    for opened in ["Date of birth", "Level"] {
      Drawing(of: FormView(model: model)).element(opened)?.tap()
      await model.settle()
    }
    let opened = Drawing(of: FormView(model: model))
    opened.element("Slider: 0.0 of 0.0...10.0")?.slide(7)
    opened.element("Date: ")?.pick(Date(timeIntervalSince1970: 86_400 * 40))
    await model.settle()
    #expect(model.value(of: "level-slider") == 7)
    #expect(model.value(of: "birth-date")?.plainText.hasPrefix("1970-02-") == true)
    #expect(model.value(of: "firstname") == "Tom")
    #expect(model.value(of: "marital-switch") == true)
    #expect(model.value(of: "sport") == "basketball")
    model.perform(.expand("sport"))
    await model.settle()
    let texts = Drawing(of: FormView(model: model)).texts
    #expect(texts.contains("First name: Tom") && texts.contains("✓ Basketball") && texts.contains("Football"))
    #expect(texts.contains("Off = Single, On = Married: on"))
    #expect(model.failure == nil)
  }

  @Test("The article's number field enters what was typed when it is submitted or left")
  func fields() async throws {
    let model = try model(
      of: FormDefinition(key: "visit") {
        FormSection(key: "s") { Cell.integer("age", title: "Age", range: NumberRange(minimum: 0, maximum: 120)) }
      })
    func field() -> Drawing.Element? { Drawing(of: FormView(model: model)).element("Age") }
    for (typed, ends, answer) in [("25", \Drawing.Element.submit, "25"), ("250", \.leave, "25"), ("26", \.leave, "26")]
    {
      field()?.enter(typed)
      #expect(field()?.text == "Age: \(typed)")
      field()?[keyPath: ends]()
      await model.settle()
      #expect(model.value(of: "age")?.plainText == answer)
      #expect(field()?.text == "Age: \(typed)" && model.faults.map(\.kind) == (typed == "250" ? [.draft] : []))
    }
  }

  @Test("A model follows others, undoes, and says why an action was refused")
  func modelOfStore() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("profile.sqlite")
    let form = ProfileForm.form

    let store = try FormStore(path: path)
    try store.save(form)
    let model = FormModel(try store.session(for: ResponseKey(form: "profile")))
    model.follow()

    try FormStore(path: path).apply(.expand("fullname"), to: ResponseKey(form: "profile"))
    try await waitUntil { model.revision == 1 }
    #expect(model.sections[0].rows.map(\.key).contains("firstname"))
    model.stopFollowing()

    model.perform(.set("level-slider", 11))
    await model.settle()
    let message = model.failure?.localizedDescription
    model.dismissFailure()

    #expect(message == "the cell “level-slider” refuses the value: “11” is not accepted; give a number from 0 to 10")
    model.undo()
    await model.settle()
    #expect(model.failure == nil && model.canRedo && !model.canUndo)
  }

  @Test("An action returns its change, and the undo name is that of the group")
  func results() async throws {
    let model = try model(of: ProfileForm.form)
    let change = try await model.perform(.set("firstname", "Tom")).value
    #expect(change.revision == 1 && change.batch.reloadedRows == [RowPath(section: 0, row: 0)])

    model.group("Enter name") { group in
      try group.apply(.set("firstname", "Samuel"))
      try group.apply(.set("lastname", "Clemens"))
    }
    await model.settle()
    let menu = model.undoName.map { "Undo \($0)" }

    #expect(menu == "Undo Enter name" && model.sections[0].rows[0].title == "Samuel Clemens")
  }

  @Test(
    "README and the articles show exactly the code that is compiled here",
    arguments: [
      ("Sources/FormStateStore/FormStateStore.docc/InAnApp.md", "VisitTable.swift"), ("README.md", "VisitView.swift"),
      ("Sources/FormStateStore/FormStateStore.docc/SwiftUI.md", "FormView.swift"),
    ])
  func documentedCode(page: String, file: String) throws {
    let source = try Repository.text(of: "Tests/FormStateStoreTests/Embedding/\(file)")
    let code = try #require(source.components(separatedBy: "a test holds them equal.\n\n").last)
      .replacingOccurrences(of: "#endif\n", with: "")
    #expect(try DocumentedCode(page).blocks(in: "swift").contains(code))
  }

  private func model(of form: FormDefinition) throws -> FormModel {
    let store = try FormStore.inMemory()
    try store.save(form)
    return FormModel(try store.session(for: ResponseKey(form: form.key)))
  }
}
#endif
