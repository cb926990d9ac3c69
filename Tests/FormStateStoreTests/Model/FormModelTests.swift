import Observation
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

@Suite("The observable model", .timeLimit(.minutes(15)))
@MainActor
struct FormModelTests {
  private let key = ResponseKey(form: "profile")

  private func model() throws -> (FormModel, FormStore) {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return (FormModel(try store.session(for: key, coalescing: .zero)), store)
  }

  /// Runs some work and waits until the values read have changed.
  private func expectObserved(_ read: () -> Void, after work: () throws -> Void) async throws {
    let (changed, note) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking(read) { note.yield() }
    try work()
    for await _ in changed { break }
  }

  private func titles(_ model: FormModel) -> [[String]] { model.sections.map { $0.rows.map(\.title) } }

  @Test("A reader of the rows, a value or the undo state is notified when an action changes them")
  func observation() async throws {
    let (model, _) = try model()
    #expect(model.sections.map(\.title) == ["Personal", "Preferences", "Work Experience"])
    #expect(model.sections.map(\.rows.count) == [3, 2, 1])
    try await expectObserved({ _ = model.sections }, after: { model.perform(.tap("fullname")) })
    await model.settle()
    #expect(model.sections.map(\.rows.count) == [5, 2, 1])
    try await expectObserved({ _ = model.value(of: "firstname") }, after: { model.perform(.set("firstname", "Tom")) })
    await model.settle()
    #expect(model.value(of: "firstname") == "Tom")
    #expect(titles(model)[0].first == "Tom")
    try await expectObserved({ _ = model.canRedo }, after: { model.undo() })
    await model.settle()
    #expect(model.canRedo && model.canUndo && model.value(of: "firstname") == nil)
    try await expectObserved({ _ = model.canRedo }, after: { model.redo() })
    await model.settle()
    #expect(!model.canRedo && model.value(of: "firstname") == "Tom")
    #expect(model.revision == 4)
  }

  @Test("An action that was seen a while ago is about the row that was shown then")
  func seenBefore() async throws {
    let (model, store) = try model()
    // Two rows were inserted above it since.
    let sport = try model.session.seen(.tap(.rowPath(RowPath(section: 0, row: 1))))
    model.perform(.tap("fullname"))
    let change = try await model.perform(sport).value
    #expect(change.revision == 2)
    #expect(
      model.sections.first?.rows.map(\.key) == ["fullname", "firstname", "lastname", "birth", "birth-date", "marital"])
    // Somebody else has changed the row, so the person did not see what it shows now.
    let stale = try model.session.seen(.tap(.rowPath(RowPath(section: 0, row: 0))))
    try store.apply(.set("firstname", "Ada"), to: key)
    await #expect(throws: StaleRowsError.self) { try await model.perform(stale).value }
    #expect(model.failure is StaleRowsError)
  }

  @Test("A reader of the undo names is notified of each change")
  func undoNames() async throws {
    let (model, _) = try model()
    try await expectObserved({ _ = model.undoName }, after: { model.perform(.set("firstname", "Tom")) })
    await model.settle()
    #expect(model.undoName == "Set First name")
    try await expectObserved({ _ = model.undoName }, after: { model.perform(.tap("fullname")) })
    await model.settle()
    #expect(model.undoName == "Expand Full name" && model.redoName == nil)
    try await expectObserved({ _ = model.redoName }, after: { model.undo() })
    await model.settle()
    #expect(model.undoName == "Set First name" && model.redoName == "Expand Full name")
    try await expectObserved({ _ = model.canUndo }, after: { model.undo() })
    await model.settle()
    #expect(!model.canUndo && model.redoName == "Set First name")
  }

  @Test("A reader of the faults is notified when an answer changes them")
  func faults() async throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "trip") {
        FormSection(key: "trip") { Cell.text("name", title: "Name").required(message: "Who travels?") }
      })
    let model = FormModel(try store.session(for: ResponseKey(form: "trip"), coalescing: .zero))
    #expect(model.faults.map(\.message) == ["Who travels?"])
    model.perform(.complete)
    await model.settle()
    #expect(model.failure as? ActionError == .faults(model.faults))
    try await expectObserved({ _ = model.faults }, after: { model.perform(.set("name", "Ada")) })
    await model.settle()
    #expect(model.faults == [])
  }

  @Test("Actions are applied one after another, in the order of their calls")
  func order() async throws {
    let (model, store) = try model()
    for number in 0..<50 {
      model.perform(.set("firstname", .text("\(number)")))
      if number % 10 == 9 { model.undo() }
    }
    await model.settle()
    let values = try store.journal(of: key).compactMap { $0.action.value?.plainText }
    #expect(values == (0..<50).map(String.init))
    #expect(model.revision == 55)
    #expect(model.value(of: "firstname") == "48")
    #expect(model.failure == nil)
  }

  @Test("A refusal shows until it is dismissed, and later actions still succeed")
  func failure() async throws {
    let (model, _) = try model()
    model.perform(.set("level-slider", 99))
    await model.settle()
    #expect(model.failure is ActionError)
    model.perform(.set("level-slider", 7))
    await model.settle()
    #expect(model.failure is ActionError)
    #expect(model.value(of: "level-slider") == 7)
    try await expectObserved({ _ = model.failure }, after: { model.dismissFailure() })
    #expect(model.failure == nil)
    model.redo()
    model.perform(.tap("sport"))
    await model.settle()
    #expect(model.failure as? ActionError == .nothingToRedo)
    #expect(model.sections[1].rows.count == 6)
  }

  @Test("Sections appear and disappear with relevance rules and versions")
  func sectionsThatChange() async throws {
    let store = try FormStore.inMemory()
    func form(more: Bool) -> FormDefinition {
      FormDefinition(key: "trip", title: "Trip") {
        if more { FormSection(key: "first", title: "First") { Cell.text("first") } }
        FormSection(key: "all", title: "All") { Cell.text("name") }
        FormSection(key: "visa", title: "Visa", relevant: "${name} = 'Ada'") { Cell.text("country") }
        FormSection(key: "end", title: "End") { Cell.text("note") }
      }
    }
    try store.save(form(more: false))
    let model = FormModel(try store.session(for: ResponseKey(form: "trip"), coalescing: .zero))
    #expect(model.sections.map(\.id) == ["all", "end"])
    let reader = { _ = model.sections }
    try await expectObserved(reader, after: { model.perform(.set("name", "Ada")) })
    #expect(model.sections.map(\.id) == ["all", "visa", "end"])
    model.perform(.set("note", "n"))
    model.perform(.set("name", "Ben"))
    await model.settle()
    #expect(model.sections.map(\.id) == ["all", "end"])
    #expect(model.sections[1].rows.map(\.path) == [RowPath(section: 2, row: 0)])
    try store.save(form(more: true))
    try await expectObserved(reader, after: { model.perform(.upgrade(UpgradeRecord(to: 2))) })
    #expect(model.sections.map(\.id) == ["first", "all", "end"])
    #expect(model.sections[2].rows.map(\.path) == [RowPath(section: 3, row: 0)])
    #expect(model.value(of: "name") == "Ben" && model.failure == nil)
  }

  @Test("A folded section reports that it is folded and has no rows")
  func folding() async throws {
    let (model, _) = try model()
    #expect(model.sections[0].isFoldable && !model.sections[0].isFolded)
    model.perform(.fold(section: "personal"))
    await model.settle()
    #expect(model.sections[0].isFolded && model.sections[0].rows.isEmpty)
    #expect(model.sections.map(\.id) == ["personal", "preferences", "work"])
  }

  @Test("A following model shows another store's changes, in rows and in values without a row")
  func following() async throws {
    let folder = try TemporaryFolder()
    let settings = FormStore.Settings(waitsForDisk: false)
    let mine = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    try mine.save(ProfileForm.form)
    let theirs = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    let model = FormModel(try mine.session(for: key))
    model.follow(every: 0.002)
    try await expectObserved({ _ = model.sections }, after: { try theirs.apply(.tap("fullname"), to: key) })
    try await expectShown(model, revision: 1)
    #expect(model.sections.map(\.rows.count) == [5, 2, 1])
    // The date is under a collapsed cell.
    let date = { model.value(of: "birth-date") }
    try theirs.apply(.set("birth-date", "1835-11-30"), to: key)
    try await expectShown(model, revision: 2)
    #expect(date() == CalendarDate(year: 1835, month: 11, day: 30).map(CellValue.date))
    try theirs.apply(.markSaved, to: key)
    try await expectShown(model, revision: 3)
    model.perform(.tap("birth"))
    await model.settle()
    #expect(model.revision == 4)
    #expect(model.sections == FormModel(try mine.session(for: key)).sections)
    model.stopFollowing()
    // Another model follows on and sees later changes.
    let other = FormModel(try mine.session(for: key))
    other.follow(every: 0.002)
    for revision in 5...6 {
      try theirs.apply(.tap("sport"), to: key)
      try await waitUntil { other.revision == revision }
    }
    #expect(model.revision == 4)
  }

  @Test("A failed refresh reports its error, and the next one tries again")
  func failingLook() async throws {
    let (model, store) = try model()
    var errors: [String] = []
    try store.deleteForm("profile")
    model.follow(every: 0.002) { errors.append("\($0)") }
    try await waitUntil { !errors.isEmpty }
    #expect(errors.first == "there is no form “profile”")
    try store.save(ProfileForm.form)
    try store.apply(.tap("fullname"), to: key)
    try await expectShown(model, revision: 1)
  }

  /// Waits until the model shows a revision, and expects the session's rows.
  private func expectShown(_ model: FormModel, revision: Int) async throws {
    try await waitUntil { model.revision >= revision }
    #expect(model.revision == revision)
    #expect(model.sections == FormModel(model.session).sections)
  }
}
