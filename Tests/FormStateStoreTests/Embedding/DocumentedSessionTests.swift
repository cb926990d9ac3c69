#if !canImport(UIKit)
import Dispatch
import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// Runs the code that the articles show about sessions.
@Suite("Documented sessions")
@MainActor
struct DocumentedSessionTests {
  /// Stands for the menu of an app.
  private final class Menu {
    var undoTitle = ""
    var canRedo = false
  }

  private struct Person: Decodable {
    let firstname: String
    let sport: String?
  }

  private func profileSession() throws -> FormSession {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return try store.session(for: ResponseKey(form: "profile"))
  }

  @Test("A store in a file, a session and an action")
  func overview() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("answers.sqlite")
    let form = ProfileForm.form

    let store = try FormStore(path: path)
    try store.save(form)
    let session = try store.session(for: ResponseKey(form: "profile"))
    let change = try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))

    #expect(change.batch.insertedRows == [RowRange(section: 0, rows: 1..<3)])
  }

  @Test("Reading rows, values and answers")
  func asking() throws {
    let session = try profileSession()
    try session.apply(.set("firstname", "Tom"))
    try session.apply(.choose("basketball"))

    let row = session.row(at: RowPath(section: 1, row: 0))
    let chosen = row?.options.first { $0.isChosen }?.title
    let sport = session.value(of: "sport")
    let person = try session.answers(as: Person.self)

    #expect(row?.key == "sport" && chosen == "Basketball" && sport == "basketball")
    #expect(person.firstname == "Tom" && person.sport == "basketball")
  }

  @Test("The blocking form in async code")
  func blocking() async throws {
    let session = try profileSession()

    let change = try session.blocking { try $0.apply(.tap("fullname")) }

    #expect(change.revision == 1)
  }

  @Test("An async action shows its stages on the caller's actor")
  func asynchronously() async throws {
    let session = try profileSession()
    let controller = FormTableController(session: session)
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.reloadData()

    try await session.apply(.expand("fullname")) { controller.take($0, in: tableView) }
    try await session.undo { controller.take($0, in: tableView) }
    try await session.redo { controller.take($0, in: tableView) }

    #expect(tableView.drawn.first?.count == 5)
    #expect(tableView.inconsistencies == [])
  }

  @Test("Undo, redo and groups in an app's menu")
  func undoAndGroups() throws {
    let session = try profileSession()
    let menu = Menu()
    var shown = 0
    let show: (BatchUpdate) -> Void = { _ in shown += 1 }

    try session.group("Paste name") { group in
      try group.apply(.set("firstname", "Tom"))
      try group.apply(.set("lastname", "Sawyer"))
    }
    menu.undoTitle = session.undoName.map { "Undo “\($0)”" } ?? "Undo"
    menu.canRedo = session.canRedo

    #expect(menu.undoTitle == "Undo “Paste name”")
    #expect(!menu.canRedo)

    try session.undo(showing: show)
    try session.redo(count: 1, showing: show)

    #expect(session.value(of: "lastname") == "Sawyer")
    #expect(session.revision == 4)
    #expect(shown == 2)
  }

  @Test("A watch shows others' changes on the main queue", .timeLimit(.minutes(15)))
  func watching() async throws {
    let session = try profileSession()
    let controller = FormTableController(session: session)
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.reloadData()

    let watch = session.watch(on: .main) { stage in
      MainActor.assumeIsolated { controller.take(stage, in: tableView) }
    }
    try session.store.apply(.expand("fullname"), to: session.key)
    try await waitUntil { tableView.drawn.first?.count == 5 }
    watch.cancel()

    #expect(tableView.drawn.first?.prefix(3) == ["|Full name", "  First name|", "  Last name|"])
    #expect(tableView.inconsistencies == [])
  }

  @Test(
    "A follower keeps its own titles from changes alone, even after the session is released",
    .timeLimit(.minutes(15)))
  func following() async throws {
    var (titles, changes, final) = try storyOfChanges()

    for await change in changes {
      for step in change.batch.steps {
        switch step {
        case .delete(let range): titles[range.section].removeSubrange(range.rows)
        case .insert(let range):
          let rows = range.paths.compactMap(change.row(at:))
          titles[range.section].insert(contentsOf: rows.map(\.title), at: range.rows.lowerBound)
        case .deleteSection(let section): titles.remove(at: section)
        case .insertSection(let section):
          let rows = change.rows.filter { $0.path.section == section }
          titles.insert(rows.map(\.title), at: section)
        case .reload(let path): titles[path.section][path.row] = change.row(at: path)?.title ?? ""
        case .resize: break
        }
      }
    }

    #expect(titles == final)
    #expect(titles.first?.first == "Tom")
  }

  /// The first titles of a session, its changes, and its last titles.
  private func storyOfChanges() throws -> ([[String]], AsyncStream<SessionChange>, [[String]]) {
    let session = try profileSession()
    let titles = Self.titles(of: session)

    let changes = session.changes

    try session.apply(.expand("fullname"))
    try session.apply(.set("firstname", "Tom"))
    try session.apply(.expand("sport"))
    try session.apply(.collapse("fullname"))
    return (titles, changes, Self.titles(of: session))
  }

  private static func titles(of session: FormSession) -> [[String]] {
    (0..<session.numberOfSections).map { section in
      (0..<session.numberOfRows(in: section)).compactMap {
        session.row(at: RowPath(section: section, row: $0))?.title
      }
    }
  }

  @Test("Reading an earlier state and the batch update back to it")
  func lookingBack() throws {
    let session = try profileSession()
    try session.apply(.set("firstname", "Tom"))
    try session.apply(.expand("fullname"))

    let before = try session.state(at: 1)
    let back = try session.diff(from: session.revision, to: 1).batch

    #expect(before.entries["firstname"] == .value(.text("Tom")))
    #expect(back.deletedRows == [RowRange(section: 0, rows: 1..<3)])
  }

  @Test("Creating, copying, renaming and deleting a response")
  func life() throws {
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "address") { FormSection(key: "only") { Cell.text("city") } })
    let template = ResponseKey(form: "address", response: "template")

    try store.create(template)
    try store.apply(.set("city", "Hannibal"), to: template)
    try store.copy(template, to: "tom")
    try store.rename(ResponseKey(form: "address", response: "tom"), to: "tom-sawyer")

    let copy = try store.session(for: ResponseKey(form: "address", response: "tom-sawyer"))
    #expect(copy.value(of: "city") == "Hannibal" && !copy.canUndo)

    try store.delete(ResponseKey(form: "address", response: "tom-sawyer"))
    let unused = try store.deleteUnusedVersions(of: "address")
    try store.deleteForm("address", includingResponses: true)
    try store.reclaimSpace()

    #expect(try unused.isEmpty && store.formKeys().isEmpty)
  }

  @Test("Restoring and merging whole stores")
  func wholeStores() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Tom"), to: ResponseKey(form: "profile"))
    let other = try FormStore.inMemory()

    try other.restore(parts: store.forEachPart)
    #expect(try other.overview(includingDigests: true) == store.overview(includingDigests: true))

    let report = try store.merge(parts: other.forEachPart)
    for response in report.responses where response.questions > 0 {
      print("\(response.key) has \(response.questions) open questions")
    }
    for question in try store.questions() {
      print(question.address ?? "The response", question.alternatives.compactMap(\.text))
    }
    #expect(!report.changesAnything)
  }

  @Test("Authors of actions")
  func author() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")

    store.author = "Becky"
    try store.apply(.set("firstname", "Tom"), to: key)
    try store.acting(as: "Sid").session(for: key).apply(.set("lastname", "Sawyer"))

    #expect(try store.journal(of: key).map(\.author) == ["Becky", "Sid"])
  }

  private struct Guest: Decodable {
    let born: Date

    enum CodingKeys: String, CodingKey { case born = "birth-date" }
  }

  @Test("Days decode as dates, and a session opens only an existing response")
  func days() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.apply(.set("birth-date", "1910-04-21"), to: key)
    let session = try store.session(for: key)

    let guest = try session.answers(as: Guest.self, timeZone: .current)
    let visit = try store.session(for: key, begins: false)

    #expect(CalendarDate(guest.born, in: .current) == CalendarDate(isoText: "1910-04-21"))
    #expect(visit.revision == 1)
  }

  @Test("Only files without any reference are deleted")
  func files() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "site", sections: [FormSection(key: "s", cells: [FormCell(key: "photo", kind: .file)])]))
    try store.replay([.set("photo", "a.jpg"), .set("photo", "b.jpg")], to: ResponseKey(form: "site"))
    let files = ["a.jpg", "b.jpg", "c.jpg"]
    var deleted: [String] = []
    func delete(_ file: String) { deleted.append(file) }

    let attachments = try store.attachments()
    for file in files where !attachments.inUse.contains(file) && !attachments.history.contains(file) {
      delete(file)
    }

    #expect(deleted == ["c.jpg"])
  }

  @Test("An app postpones an action while it is suspended")
  func background() async throws {
    try await Turns.suspension.alone { @MainActor in try goToTheBackgroundAndBack() }
  }

  private func goToTheBackgroundAndBack() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("answers.sqlite")
    let settings = FormStore.Settings(
      observesSuspension: true, fileProtection: .completeUntilFirstUserAuthentication)
    let store = try FormStore(path: path, settings: settings)
    try store.save(ProfileForm.form)
    let session = try store.session(for: ResponseKey(form: "profile"))
    let controller = FormTableController(session: session)
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.reloadData()
    var postponed: [SeenAction] = []
    var refused: [StaleRowsError] = []
    let url = URL(fileURLWithPath: folder.path("postponed.json"))

    NotificationCenter.default.post(name: FormStore.suspendNotification, object: nil)
    for row in 0..<2 {
      let action = FormAction.tap(.rowPath(RowPath(section: 0, row: row)))
      let seen = try session.seen(action)
      do {
        try session.apply(seen)
      } catch let error as StoreError where error.code == .suspended {
        postponed.append(seen)
      }
    }
    #expect(postponed.map(\.action) == [.tap("fullname"), .tap("birth")])
    try FormStore(path: path).apply(.expand("fullname"), to: session.key)
    try JSONEncoder().encode(postponed).write(to: url, options: .atomic)
    let kept = try JSONDecoder().decode([SeenAction].self, from: Data(contentsOf: url))

    NotificationCenter.default.post(name: FormStore.resumeNotification, object: nil)
    try session.refresh { stage in controller.take(stage, in: tableView) }
    for seen in postponed {
      do {
        try session.apply(seen) { stage in controller.take(stage, in: tableView) }
      } catch let error as StaleRowsError {
        refused.append(error)
      }
    }

    #expect(refused.map(\.path) == [RowPath(section: 0, row: 0)])
    #expect(tableView.drawn.first?.count == 6 && tableView.inconsistencies == [])
    #expect(session.rowPath(of: "birth-date") != nil && session.revision == 2)
    // After a relaunch the tap is no longer on the row that the person saw.
    let next = try store.session(for: session.key)
    for seen in kept { #expect(throws: StaleRowsError.self) { try next.apply(seen) } }
    #expect(next.revision == 2)
  }

  @Test("Finding the visible rows by their offsets")
  func geometry() throws {
    let session = try profileSession()
    let visible = 0..<200.0

    var path = session.row(atOffset: visible.lowerBound)
    var drawn: [String] = []
    while let next = path, let offset = session.offset(of: next), offset < visible.upperBound {
      drawn.append(session.row(at: next)?.key ?? "")
      path = session.row(atOffset: offset + (session.displayedHeight(at: next) ?? 0))
    }

    #expect(drawn.prefix(2) == ["fullname", "birth"])
  }
}
#endif
