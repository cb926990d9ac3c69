import Dispatch
import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// The code that README shows about undo, groups, followers and other writers.
@Suite("Documented history")
struct DocumentedHistoryTests {
  /// Stands for the table view controller of an app.
  private final class Menu {
    var undoTitle = ""
    var canRedo = false
  }

  @Test("Undo, redo and groups as an app uses them")
  func undoAndGroups() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: ResponseKey(form: "profile"))
    let menu = Menu()
    let show: (BatchUpdate) -> Void = { _ in }

    try session.group("Paste name") { group in
      try group.apply(.set(.key("firstname"), .text("Tom")))
      try group.apply(.set(.key("lastname"), .text("Sawyer")))
    }
    menu.undoTitle = session.undoName.map { "Undo “\($0)”" } ?? "Undo"
    menu.canRedo = session.canRedo
    try session.undo(showing: show)
    try session.redo(count: 1, showing: show)

    #expect(menu.undoTitle == "Undo “Paste name”")
    #expect(!menu.canRedo)
    #expect(session.revision == 4)
  }

  @Test("Following a session, and keeping it up to date")
  func following() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    let session = try store.session(for: key)
    let queue = DispatchQueue(label: "screen")
    var log: [String] = []

    let changes = session.changes
    let watch = session.watch(on: queue) { stage in
      // In an app, on the main queue: MainActor.assumeIsolated { controller.take(stage, in: tableView) }
    }
    try store.apply(.expand(.key("fullname")), to: key)
    for await change in changes {
      log.append("revision \(change.revision), \(change.cause): \(change.batch.insertedRows.count) range comes")
      break
    }
    watch.cancel()

    #expect(log == ["revision 1, elsewhere: 1 range comes"])
  }

  @Test("Looking back")
  func lookingBack() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: ResponseKey(form: "profile"))
    try session.apply(.set(.key("firstname"), .text("Tom")))
    try session.apply(.expand(.key("fullname")))

    let before = try session.state(at: 1)
    let back = try session.diff(from: session.revision, to: 1).batch

    #expect(before.entries["firstname"] == .value(.text("Tom")))
    #expect(back.deletedRows == [RowRange(section: 0, rows: 1..<3)])
  }
}
