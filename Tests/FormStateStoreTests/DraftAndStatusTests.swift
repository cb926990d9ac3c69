import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Drafts, saved values and completion")
struct DraftAndStatusTests {
  private let key = ResponseKey(form: "profile")

  private func store(_ actions: [FormAction] = []) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.replay(actions, to: key)
    return store
  }

  private func status(_ cell: String, _ store: FormStore) throws -> CellStatus {
    try store.status(of: .key(cell), in: key)
  }

  // MARK: - Drafts

  @Test("A draft survives a relaunch and shows in its row, on screen and in the view")
  func draftSurvives() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    do {
      let store = try FormStore(path: path)
      try store.save(ProfileForm.form)
      try store.apply(.tap(.key("birth")), to: key)
      let change = try store.screenChange(applying: .draft(.key("birth-date"), "1835-1"), to: key)
      #expect(change.batch.reloadedRows == [RowPath(section: 0, row: 2)])
    }
    let store = try FormStore(path: path)
    let row = try store.session(for: key).row(at: RowPath(section: 0, row: 2))
    #expect(row?.draft == "1835-1" && row?.value == nil)
    let view = try store.read { db in
      try String.fetchAll(db, sql: "SELECT cell || ': ' || draft FROM visible_row WHERE draft IS NOT NULL")
    }
    #expect(view == ["birth-date: 1835-1"])
    #expect(try status("birth-date", store).draft == "1835-1")
    #expect(try store.check() == [])
  }

  @Test("A draft is no answer: it changes no value, no title and no row of the answer view")
  func draftIsNoAnswer() throws {
    let store = try store([.set(.key("firstname"), .text("Tom")), .draft(.key("lastname"), "Saw")])
    let contents = try store.contents(of: key)
    #expect(contents.state.titles == ["fullname": "Tom"])
    #expect(contents.state.entries == ["firstname": .value(.text("Tom"))])
    let answers = try store.read { try String.fetchAll($0, sql: "SELECT cell FROM answer WHERE source = 'set'") }
    #expect(answers == ["firstname"])
    // A draft over a value leaves the value unchanged.
    try store.apply(.draft(.key("firstname"), "To"), to: key)
    #expect(try status("firstname", store).value == .text("Tom"))
    #expect(try store.contents(of: key).state.titles == ["fullname": "Tom"])
  }

  @Test("Setting, clearing or resetting a cell removes its draft, which undo leaves as it is")
  func draftGoes() throws {
    let replacing: [FormAction] = [
      .set(.key("firstname"), .text("Tom")), .clear(.key("firstname")), .reset(.key("firstname")), .reset(nil),
      .reset(.key("fullname")), .draft(.key("firstname"), nil),
    ]
    for action in replacing {
      let store = try store([.draft(.key("firstname"), "To")])
      try store.apply(action, to: key)
      #expect(try store.contents(of: key).state.drafts == [:], "\(action)")
      guard try store.revision(of: key) > 0 else { continue }
      try store.apply(.draft(.key("firstname"), "T"), to: key)
      try store.undo(of: key)
      #expect(try store.contents(of: key).state.drafts == ["firstname": "T"], "\(action)")
    }
  }

  @Test("A draft is no entry: the revision, the digest and the history stay, and a dump has none")
  func outsideTheJournal() throws {
    let store = try store([.set(.key("firstname"), .text("Tom"))])
    let before = try store.contents(of: key)
    #expect(try store.apply(.draft(.key("lastname"), "S"), to: key) == 1)
    let after = try store.contents(of: key)
    #expect(after.revision == 1 && after.digest == before.digest && after.state != before.state)
    #expect(try store.journal(of: key).map(\.action.kind) == [.set])
    #expect(try store.read { try String.fetchAll($0, sql: "SELECT DISTINCT action FROM history") } == ["set"])
    try store.undo(of: key)
    #expect(try store.contents(of: key).state.drafts == ["lastname": "S"])
    #expect(try store.check() == [])
  }

  @Test("A draft alone begins the response, and is there after a relaunch")
  func draftOfANewResponse() throws {
    let store = try store()
    let session = try store.session(for: key)
    let change = try session.apply(.draft(.key("firstname"), "T"))
    #expect(change.revision == 0 && change.batch.isEmpty)
    try session.apply(.tap(.key("fullname")))
    #expect(session.row(at: RowPath(section: 0, row: 1))?.draft == "T")
    let other = try store.session(for: key)
    #expect(other.status(of: "firstname")?.draft == "T")
    #expect(try store.check() == [])
  }

  @Test("Each device has its own drafts; another screen of the same device shows them after a refresh")
  func devices() throws {
    let store = try store()
    let phone = try store.session(for: key, device: "phone")
    let same = try store.session(for: key, device: "phone")
    let tablet = try store.session(for: key, device: "tablet")
    try phone.apply(.draft("firstname", "T"))
    try tablet.apply(.draft("firstname", "B"))
    #expect(same.status(of: "firstname")?.draft == nil)
    let change = try same.refresh()
    #expect(change.revision == 0 && same.status(of: "firstname")?.draft == "T")
    try same.apply(.set("firstname", "Tom"))
    try phone.refresh()
    try tablet.refresh()
    #expect(phone.status(of: "firstname")?.draft == nil)
    #expect(tablet.status(of: "firstname")?.draft == "B" && tablet.status(of: "firstname")?.value == "Tom")
    #expect(phone.faults.isEmpty && tablet.faults.map(\.kind) == [.draft])
    try phone.apply(.complete)
    #expect(try store.check() == [])
  }

  @Test("A draft that is committed before the screen shows it is known to the next action")
  func draftBeforeTheScreen() async throws {
    let store = try store()
    let session = try store.session(for: key)
    let waiting = try await session.commit(try session.seen(.draft("firstname", "T")))
    try await session.apply(.set("firstname", "Tom"))
    let late = session.advance(by: waiting, inStages: false)
    #expect(late.change.revision == 1 && session.status(of: "firstname")?.draft == nil)
    #expect(try store.status(of: "firstname", in: key).draft == nil)
    // Two drafts reach the screen in the other order.
    let first = try await session.commit(try session.seen(.draft("lastname", "S")))
    let second = try await session.commit(try session.seen(.draft("lastname", "Sa")))
    _ = session.advance(by: second, inStages: false)
    _ = session.advance(by: first, inStages: false)
    #expect(session.status(of: "lastname")?.draft == "Sa")
  }

  @Test("The past has no drafts: a device keeps only what is typed now")
  func pastWithoutDrafts() throws {
    let store = try store([.tap("fullname"), .set("firstname", "Tom")])
    let session = try store.session(for: key)
    try session.apply(.draft("lastname", "S"))
    var past = try session.snapshot(at: 1)
    let found = past.rowPath(of: "lastname")
    let path = try #require(found)
    #expect(past.shown.row(at: path)?.draft == nil && session.row(at: path)?.draft == "S")
  }

  @Test("A draft follows its cell to another key, and an undo of the upgrade brings it back")
  func renamedCell() throws {
    func form(_ key: String) -> FormDefinition {
      FormDefinition(key: "f") {
        FormSection(key: "s") {
          Cell.integer(key)
          Cell.text("name")
        }
      }
    }
    let store = try FormStore.inMemory()
    try store.save(form("age"))
    let key = ResponseKey(form: "f")
    try store.apply(.set("name", "Tom"), to: key)
    try store.apply(.draft("age", "2-"), to: key)
    try store.save(form("years"))
    try store.upgrade(key, mapping: ["age": "years"])
    #expect(try store.status(of: "years", in: key).draft == "2-")
    try store.undo(of: key)
    #expect(try store.status(of: "age", in: key).draft == "2-")
    try store.redo(of: key)
    #expect(try store.status(of: "years", in: key).draft == "2-")
    #expect(try store.check() == [])
  }

  @Test("Clearing a sensitive cell removes the drafts of all devices from the file")
  func sensitiveDrafts() throws {
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "f") { FormSection(key: "s") { Cell.text("pin").sensitive() } })
    let key = ResponseKey(form: "f")
    let (phone, tablet) = (
      try store.session(for: key, device: "phone"), try store.session(for: key, device: "tablet")
    )
    try phone.apply(.draft("pin", "12"))
    try tablet.apply(.draft("pin", "34"))
    try phone.apply(.clear("pin"))
    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM formstate_draft") } == 0)
    try tablet.refresh()
    #expect(tablet.status(of: "pin")?.draft == nil)
  }

  @Test("Choosing an option removes the draft of its question, even of a custom kind")
  func draftGoesWithAChoice() throws {
    let form = FormDefinition(key: "menu") {
      FormSection(key: "s") {
        Cell.custom("size") {
          Cell.option("small", title: "Small")
          Cell.option("large", title: "Large")
        }
      }
    }
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: "menu")
    try store.apply(.draft(.key("size"), "lar"), to: key)
    try store.apply(.choose(.key("large")), to: key)
    let state = try store.contents(of: key).state
    #expect(state.drafts == [:] && state.entries == ["size": .value(.text("large"))])
    #expect(try store.check() == [])
  }

  @Test("An empty draft is a draft")
  func emptyDraft() throws {
    let store = try store([.draft(.key("firstname"), "")])
    #expect(try status("firstname", store).draft == "")
    #expect(try store.apply(.draft(.key("firstname"), ""), to: key) == 0)
    #expect(try store.apply(.draft(.key("lastname"), nil), to: key) == 0)
  }

  @Test(
    "A draft is refused in a cell without a text field, and with a control character",
    arguments: [
      ("fullname", "a", "the cell “fullname” is of kind group, which has no text field, so it keeps no draft"),
      ("football", "a", "the cell “football” is of kind option, which has no text field, so it keeps no draft"),
      (
        "firstname", "a\u{1B}b",
        "the cell “firstname” refuses the value: “a·b” is not accepted; "
          + "give text without the control character U+001B, which no XML property list can represent"
      ),
    ])
  func refusedDrafts(cell: String, text: String, message: String) throws {
    let store = try store()
    let error = #expect(throws: ActionError.self) { try store.apply(.draft(.key(cell), text), to: key) }
    #expect(error?.description == message)
    #expect(try store.responseKeys(ofForm: "profile") == [])
  }

  @Test("A label refuses a draft")
  func labelKeepsNoDraft() throws {
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "f") { FormSection(key: "s") { Cell.label("note", title: "Note") } })
    let error = #expect(throws: ActionError.self) {
      try store.apply(.draft(.key("note"), nil), to: ResponseKey(form: "f"))
    }
    #expect(
      error?.description == "the cell “note” is of kind label, which has no text field, so it keeps no draft")
  }

  // MARK: - Status

  @Test("A cell is dirty while it differs from its default, and stays touched after an undo")
  func dirtyAndTouched() throws {
    let store = try store()
    #expect(try status("level-slider", store) == CellStatus(of: sliderCell, in: ResponseState(), of: ProfileForm.form))
    try store.apply(.set(.key("level-slider"), .integer(7)), to: key)
    var slider = try status("level-slider", store)
    #expect(slider.isDirty && slider.isTouched && slider.isUnsaved)
    #expect(slider.value == .integer(7) && slider.defaultValue == .integer(0) && slider.savedValue == .integer(0))
    try store.undo(of: key)
    slider = try status("level-slider", store)
    #expect(!slider.isDirty && slider.isTouched && !slider.isUnsaved)
    // Entering the default makes a cell unsaved, but not dirty.
    try store.apply(.set(.key("level-slider"), .integer(0)), to: key)
    slider = try status("level-slider", store)
    #expect(!slider.isDirty && slider.isTouched && slider.isUnsaved)
    try store.apply(.reset(nil), to: key)
    slider = try status("level-slider", store)
    #expect(!slider.isDirty && slider.isTouched && !slider.isUnsaved)
    #expect(try !status("firstname", store).isTouched)
    try store.apply(.draft(.key("firstname"), "T"), to: key)
    #expect(try status("firstname", store).isTouched)
    try store.apply(.choose(.key("red")), to: key)
    #expect(try status("colour", store).isTouched && !status("red", store).isTouched)
    let error = #expect(throws: ActionError.self) { try status("firstnam", store) }
    #expect(error?.description == "there is no cell “firstnam”; did you mean “firstname”?")
  }

  private var sliderCell: FormCell {
    ProfileForm.form.sections.flatMap(\.cells).first { $0.key == "level-slider" } ?? FormCell(key: "", kind: .slider)
  }

  @Test("A cell is unsaved while it differs from its saved value, even after an undo")
  func saved() throws {
    let store = try store([.set(.key("firstname"), .text("Tom")), .clear(.key("level-slider"))])
    #expect(try status("firstname", store).savedValue == nil && status("firstname", store).isUnsaved)
    try store.apply(.markSaved, to: key)
    #expect(try !store.status(of: key).cells.contains(where: \.isUnsaved))
    #expect(try status("firstname", store).savedValue == .text("Tom"))
    #expect(try status("level-slider", store).savedValue == nil)
    #expect(try store.apply(.markSaved, to: key) == 3)
    try store.undo(of: key)
    #expect(try status("level-slider", store).isUnsaved && status("level-slider", store).savedValue == nil)
    try store.apply(.set(.key("firstname"), .text("Becky")), to: key)
    #expect(try store.status(of: key).cells.filter(\.isUnsaved).map(\.key) == ["firstname", "level-slider"])
    try store.apply(.reset(nil), to: key)
    #expect(try status("firstname", store).isUnsaved && status("firstname", store).savedValue == .text("Tom"))
    try store.apply(.markSaved, to: key)
    #expect(try store.contents(of: key).state.saved == [:])
    #expect(try store.check() == [])
  }

  @Test("An answer of another type is unsaved until it is marked as saved")
  func savedNumbers() throws {
    let form = FormDefinition(key: "f") { FormSection(key: "s") { Cell.custom("n") } }
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: "f")
    let values: [CellValue] = [.integer(1), .real(1.5), .text("1"), .integer(2)]
    for value in values {
      try store.apply(.set(.key("n"), value), to: key)
      #expect(try store.status(of: "n", in: key).isUnsaved, "\(value)")
      try store.apply(.markSaved, to: key)
      #expect(try !store.status(of: "n", in: key).isUnsaved, "\(value)")
    }
    #expect(try store.check() == [])
  }

  @Test(
    "A cell's status is the same when read alone or with all others",
    arguments: TestSeeds.seeds(3, full: 30))
  func agreement(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var filling = try RandomFilling(seed: seed)
    for _ in 0..<4 {
      try filling.fillIn(20)
      let status = try filling.store.status(of: filling.key)
      #expect(
        status.cells.map(\.key) == filling.form.sections.flatMap(\.cells).filter(\.kind.holdsValue).map(\.key), place)
      for cell in status.cells {
        #expect(try filling.store.status(of: .key(cell.key), in: filling.key) == cell, place)
      }
      let contents = try filling.store.contents(of: filling.key)
      #expect(status.isCompleted == contents.state.isCompleted, place)
      #expect(
        Set(contents.state.entries.keys).union(contents.state.drafts.keys).isSubset(
          of: status.cells.filter(\.isTouched).map(\.key)), place)
    }
  }

  // MARK: - Completion

  @Test("A completed response refuses to change an answer and advises to reopen it")
  func completed() throws {
    let store = try store([.set(.key("firstname"), .text("Tom")), .draft(.key("lastname"), "S")])
    let error = #expect(throws: ActionError.self) { try store.apply(.complete, to: key) }
    #expect(
      error?.description
        == "the response cannot be completed: “lastname”: "
        + "The input is not an answer yet; enter it, correct it or discard it.")
    try store.apply(.draft(.key("lastname"), nil), to: key)
    try store.apply(.complete, to: key)
    let refused: [(FormAction, String)] = [
      (.set(.key("firstname"), .text("Becky")), "firstname"), (.clear(.key("firstname")), "firstname"),
      (.draft(.key("lastname"), "Sa"), "lastname"),
      (.choose(.key("red")), "colour"), (.tap(.key("red")), "colour"), (.reset(.key("firstname")), "firstname"),
      (.reset(nil), "firstname"), (.undo(.everything), "firstname"), (.undo(.values), "firstname"),
    ]
    let contents = try store.contents(of: key)
    for (action, cell) in refused {
      let error = #expect(throws: ActionError.self, "\(action)") { try store.apply(action, to: key) }
      #expect(
        error?.description == "the response is completed, so “\(cell)” cannot change; reopen it first", "\(action)")
    }
    #expect(throws: ActionError.completed(cell: "firstname")) { try store.undo(of: key, count: 5) }
    #expect(try store.contents(of: key) == contents)
    #expect(contents.state.isCompleted && contents.revision == 2)
    #expect(try store.status(of: key).isCompleted)
  }

  @Test("A completed response can be expanded, folded, saved and reopened, and the journal records it")
  func completedStaysOpenable() throws {
    let store = try store([.set(.key("firstname"), .text("Tom")), .complete])
    let looking: [FormAction] = [
      .tap(.key("fullname")), .undo(.everything), .redo(.everything), .fold(section: "work"), .expandAll, .markSaved,
      .reset(.key("sport")),
    ]
    for action in looking { try store.apply(action, to: key) }
    // The latest step changed no answer; an earlier one did.
    #expect(throws: ActionError.completed(cell: "firstname")) { try store.undo(of: key, scope: .values) }
    #expect(throws: ActionError.completed(cell: "firstname")) { try store.undo(of: key, count: 9) }
    #expect(try store.contents(of: key).state.isCompleted)
    try store.apply(.reopen, to: key)
    try store.undo(of: key, scope: .values)
    #expect(try store.contents(of: key).state.entries == [:])
    let kinds = try store.journal(of: key).map(\.action.kind)
    #expect(
      kinds == [
        .set, .complete, .tap, .undo, .redo, .fold, .expandAll, .markSaved, .reset, .reopen, .undo,
      ])
    #expect(
      try store.journal(of: key)[1].changes == [StateChange(.completion, of: "response", after: .flag(true))])
    #expect(try store.overview().first?.responses.first?.isCompleted == false)
    #expect(try store.check() == [])
  }
}
