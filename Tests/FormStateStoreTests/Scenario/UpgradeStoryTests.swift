import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A questionnaire changes while people fill it in.
@Suite("Upgrading a response while it is filled in")
struct UpgradeStoryTests {
  private let key = ResponseKey(form: "visit", response: "ada")

  private func question(_ key: String, _ title: String, _ options: [String]) -> [FormCell] {
    let cell = FormCell(
      key: key, kind: .group, title: title, isExpandable: true, additionalRows: options.count, summary: .choice)
    return [cell] + options.map { FormCell(key: "\(key)=\($0)", kind: .option, title: $0, optionValue: $0) }
  }

  private func form(_ sections: (key: String, cells: [FormCell])...) -> FormDefinition {
    FormDefinition(
      key: "visit",
      sections: sections.map { FormSection(key: $0.key, title: $0.key.capitalized, cells: $0.cells) })
  }

  private var person: [FormCell] {
    [FormCell(key: "name", kind: .text, title: "Name"), FormCell(key: "born", kind: .date, title: "Born")]
  }

  private var diet: [FormCell] { question("diet", "How do you eat?", ["well", "poor"]) }

  private func faults(in store: FormStore) throws -> [Fault] {
    let contents = try store.contents(of: key)
    return contents.form.faults(in: contents.state)
  }

  private func keys(_ session: FormSession) -> [[String]] {
    FollowedScreen.rows(of: session).map { $0.map(\.key) }
  }

  @Test("After a form gains questions, an upgrade keeps answers, disclosure and folds")
  func growing() throws {
    let store = try FormStore.inMemory()
    try store.save(form(("person", person), ("habits", diet)))
    let session = try store.session(for: key)
    try session.apply(.set(.key("name"), "Ada"))
    try session.apply(.choose(.key("diet=well")))
    try session.apply(.expand(.key("diet")))
    try session.apply(.fold(section: "person"))
    let smoking = FormCell(key: "smoking", kind: .switch, title: "Do you smoke?")
    let city = FormCell(key: "city", kind: .text, title: "City")
    try store.save(form(("person", person + [city]), ("rooms", [city].map(renamed)), ("habits", [smoking] + diet)))

    // No response upgrades by itself, and a plan changes nothing.
    let plan = try store.upgradePlan(for: key)
    #expect(plan.cells.map(\.key) == ["name", "diet"] && plan.count(of: .kept) == 2)
    #expect(try session.refresh().batch.isEmpty)
    #expect(try store.upgrade(key) == plan)

    let before = DrawnForm(session)
    let change = try session.refresh()
    #expect(change.batch.insertedSections == [1])
    #expect(change.batch.insertedRows == [RowRange(section: 2, rows: 0..<1)])
    #expect(change.batch.deletedRows == [] && change.batch.reloadedRows == [] && change.batch.deletedSections == [])
    #expect(DrawnForm.faults(in: change.batch, from: before, to: DrawnForm(session), crosses: true) == [])
    #expect(keys(session) == [[], ["room"], ["smoking", "diet", "diet=well", "diet=poor"]])
    #expect(session.row(at: RowPath(section: 2, row: 1))?.title == "well")

    try session.apply(.tap(.rowPath(RowPath(section: 2, row: 3))))
    #expect(session.value(of: "diet") == "poor" && session.value(of: "name") == "Ada")
    // Undo to the old form, and redo.
    #expect(session.undoName == "Choose poor")
    try session.undo(count: 2)
    #expect(session.form.sections.map(\.key) == ["person", "habits"] && session.value(of: "diet") == "well")
    #expect(session.redoName == "Upgrade to version 2")
    try session.redo(count: 2)
    #expect(session.value(of: "diet") == "poor")
    #expect(try store.check() == [])
  }

  private func renamed(_ cell: FormCell) -> FormCell {
    var cell = cell
    (cell.key, cell.title) = ("room", "Room")
    return cell
  }

  @Test("An upgrade converts a text to a number or keeps it as a draft, and keeps an offered choice")
  func answersOfOtherKinds() throws {
    let store = try FormStore.inMemory()
    let level = FormCell(key: "level", kind: .text, title: "Level")
    try store.save(form(("all", [level] + diet)))
    let other = ResponseKey(form: "visit", response: "tom")
    for (key, text) in [(key, "7"), (other, "rather good")] {
      try store.apply(.set(.key("level"), .text(text)), to: key)
      try store.apply(.choose(.key("diet=poor")), to: key)
    }
    var slider = level
    (slider.kind, slider.identifier) = (.slider, CellKind.slider.standardIdentifier)
    slider.range = NumberRange(minimum: 0, maximum: 10)
    try store.save(form(("all", [slider] + question("diet", "How do you eat?", ["poor", "very well"]))))
    let plans = try store.upgradeAll(of: "visit")
    #expect(plans.map(\.plan).map { $0.cells.map(\.fates) } == [[[.converted], [.kept]], [[.keptAsDraft], [.kept]]])
    #expect(try store.contents(of: key).value(of: slider) == 7)
    #expect(try store.status(of: "level", in: other).draft == "rather good")
    #expect(try store.status(of: "level", in: other).value == nil)

    // Then the option is removed as well.
    try store.save(form(("all", [slider] + question("diet", "How do you eat?", ["very well"]))))
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.kept], [.setAside]])
    let contents = try store.contents(of: key)
    #expect(contents.state.cells[StateSubject("diet", setAsideFrom: 2)]?.entry == .text("poor"))
    #expect(contents.title(of: diet[0]) == "How do you eat?")
    // It is offered again.
    try store.save(form(("all", [slider] + question("diet", "How do you eat?", ["very well", "poor", "well"]))))
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.kept], [.returned]])
    #expect(try store.contents(of: key).value(of: diet[0]) == "poor")
    #expect(try store.contents(of: key).title(of: diet[0]) == "poor")
    #expect(try store.check() == [])
  }

  @Test("An answer that a version refuses is a fault until it is replaced, discarded or accepted again")
  func refusedAnswer() throws {
    let store = try FormStore.inMemory()
    func save(maximum: Double) throws {
      let range = NumberRange(minimum: 30, maximum: maximum)
      let cell = FormCell(key: "temperature", kind: .decimal, title: "Temperature", range: range)
      try store.save(form(("all", [cell])))
    }
    try save(maximum: 45)
    try store.apply(.set("temperature", "38.70"), to: key)
    try save(maximum: 38)
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.keptAsDraft]])
    let found = try faults(in: store)
    #expect(found.map(\.kind) == [.refused] && found.map(\.severity) == [.error])
    #expect(found.map(\.message) == ["An earlier version of the form accepted this answer; this version does not."])
    #expect(throws: ActionError.self) { try store.apply(.complete, to: key) }
    #expect(try store.status(of: "temperature", in: key).draft == "38.70")

    // Another draft keeps the fault; without it the refused answer shows again. Discarding that removes the fault, and
    // undo restores it.
    try store.apply(.draft("temperature", "37"), to: key)
    #expect(try faults(in: store).map(\.kind) == [.refused])
    try store.apply(.draft("temperature", nil), to: key)
    #expect(try store.status(of: "temperature", in: key).draft == "38.70")
    for action: FormAction in [.draft("temperature", nil), .set("temperature", "37.5"), .clear("temperature")] {
      try store.apply(action, to: key)
      #expect(try faults(in: store) == [])
      try store.undo(of: key)
      #expect(try faults(in: store).map(\.kind) == [.refused])
    }

    try save(maximum: 50)
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.returned]])
    #expect(try faults(in: store) == [])
    #expect(try store.status(of: "temperature", in: key).value == .decimal(try #require(ExactDecimal("38.70"))))
    #expect(try store.status(of: "temperature", in: key).draft == nil)
    try store.apply(.complete, to: key)
    #expect(try store.check() == [])
  }

  @Test("A multiple choice loses only a removed option, and regains it when the option returns")
  func choicesKept() throws {
    let store = try FormStore.inMemory()
    func save(_ options: [String]) throws {
      let languages = FormCell(
        key: "languages", kind: .choices, title: "Languages", isExpandable: true, additionalRows: options.count)
      let cells = options.map { FormCell(key: "languages=\($0)", kind: .option, title: $0, optionValue: $0) }
      try store.save(form(("all", [languages] + cells)))
    }
    try save(["de", "en", "fr"])
    for option in ["de", "en"] { try store.apply(.choose(.key("languages=\(option)")), to: key) }
    try save(["de", "fr"])
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.partlyKept]])
    #expect(try store.status(of: "languages", in: key).value == .choices(["de"]))
    #expect(try store.setAside(of: key) == [] && faults(in: store) == [])
    try save(["de", "en"])
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.returned]])
    #expect(try store.status(of: "languages", in: key).value == .choices(["de", "en"]))
    #expect(try store.check() == [])
  }

  @Test("Two open sessions follow each other across an upgrade, its undo and its redo")
  func twoDevices() throws {
    let folder = try TemporaryFolder()
    let (phone, tablet) = (
      try FormStore(path: folder.path("visit.sqlite")), try FormStore(path: folder.path("visit.sqlite"))
    )
    try phone.save(form(("person", person), ("habits", diet)))
    let onPhone = try phone.session(for: key)
    try onPhone.apply(.set(.key("name"), "Ada"))
    try onPhone.apply(.set(.key("born"), "1815-12-10"))
    let onTablet = try tablet.session(for: key)
    try phone.save(form(("habits", diet), ("person", [person[0]])))
    let plan = try phone.upgrade(key)
    #expect(plan.count(of: .setAside) == 1)
    // The tablet still shows the old version; a tap on one of its rows is refused, since the rows there now are unseen.
    #expect(keys(onTablet) == [["name", "born"], ["diet"]])
    #expect(throws: StaleRowsError.self) { try onTablet.apply(.tap(.rowPath(RowPath(section: 1, row: 0)))) }
    let before = DrawnForm(onTablet)
    let change = try onTablet.refresh()
    #expect(DrawnForm.faults(in: change.batch, from: before, to: DrawnForm(onTablet), crosses: true) == [])
    #expect(keys(onTablet) == [["diet"], ["name"]])
    try onTablet.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
    // The tablet undoes the expansion and the upgrade, while the phone shows the new version.
    try onPhone.refresh()
    try onTablet.undo(count: 2)
    #expect(keys(onTablet) == [["name", "born"], ["diet"]])
    #expect(onTablet.value(of: "born") == CalendarDate(year: 1815, month: 12, day: 10).map(CellValue.date))
    let back = DrawnForm(onPhone)
    let moved = try onPhone.refresh()
    #expect(DrawnForm.faults(in: moved.batch, from: back, to: DrawnForm(onPhone), crosses: true) == [])
    #expect(keys(onPhone) == keys(onTablet))
    try onPhone.redo(count: 2)
    try onTablet.refresh()
    #expect(keys(onTablet) == [["diet", "diet=well", "diet=poor"], ["name"]])
    #expect(try tablet.check() == [])
  }
}
