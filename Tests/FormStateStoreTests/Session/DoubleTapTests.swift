import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// A person taps faster than commits reach the screen.
@Suite("Taps before the previous one shows")
struct DoubleTapTests {
  private let form = FormDefinition(key: "f") {
    FormSection(key: "s") {
      Cell.group("allergic", subtitle: "Allergic?") {
        Cell.option("yes", title: "Yes")
        Cell.option("no", title: "No")
      }
      Cell.group("next", subtitle: "Next of kin") { Cell.text("c", title: "C") }
    }
  }
  private let key = ResponseKey(form: "f")
  private let settings = FormStore.Settings(busyTimeout: 600, waitsForDisk: false)

  private func path(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }

  /// A file that another process has locked until `release` is signalled.
  private struct LockedFile {
    let folder: TemporaryFolder
    let mine: FormStore
    let theirs: FormStore
    let release = DispatchSemaphore(value: 0)
  }

  private func locked() throws -> LockedFile {
    let folder = try TemporaryFolder()
    let mine = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    try mine.save(form)
    return LockedFile(
      folder: folder, mine: mine, theirs: try FormStore(path: folder.path("store.sqlite"), settings: settings))
  }

  /// Holds the write lock until the file is released.
  private func hold(
    _ file: LockedFile, doing work: @escaping @Sendable (ActionGroup) throws -> Void = { try $0.apply(.tap("next")) },
    to key: ResponseKey = ResponseKey(form: "f", response: "other")
  ) {
    let held = DispatchSemaphore(value: 0)
    Thread { [theirs = file.theirs, release = file.release] in
      _ = try? theirs.group("Held", in: key) { group in
        try work(group)
        held.signal()
        release.wait()
      }
    }.start()
    held.wait()
  }

  @Test("A second tap applies to the row that was shown when it was made")
  @MainActor func secondTap() async throws {
    let file = try locked()
    let session = try file.mine.session(for: key)
    hold(file)
    let taps = [0, 1].map { row in
      Task { @MainActor in try await session.apply(.tap(.rowPath(path(row)))) { _ in #expect(isOnMainActor()) } }
    }
    // Both taps are made before anything is committed.
    await Task.yield()
    file.release.signal()
    for tap in taps { _ = try await tap.value }
    #expect(session.value(of: "allergic") == nil)
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 4]])
    #expect(try file.mine.journal(of: key).map(\.action) == [.tap("allergic"), .tap("next")])
    #expect(try file.mine.check() == [])
  }

  @Test("Two taps on a row expand and collapse it")
  @MainActor func sameRowTwice() async throws {
    let file = try locked()
    let session = try file.mine.session(for: key)
    hold(file)
    let taps = (0..<2).map { _ in Task { @MainActor in try await session.apply(.tap(.rowPath(path(0)))) } }
    await Task.yield()
    file.release.signal()
    for tap in taps { _ = try await tap.value }
    #expect(session.revision == 2)
    #expect(session.visibleRowsPerSection == [[0, 3]])
  }

  /// Calls work as soon as the next transaction has read what the screen knows.
  private func withinNextTransaction(of store: FormStore, _ work: @escaping @Sendable () -> Void) {
    let isDone = Locked(false)
    store.database.unsafeReentrantWrite { db in
      db.trace { event in
        guard "\(event)".contains("formstate_response"), !isDone.withLock({ $0 }) else { return }
        isDone.withLock { $0 = true }
        work()
      }
    }
  }

  @Test("A tap on a row is accepted when the previous one shows in the middle of its transaction")
  func shownWithinTransaction() async throws {
    let store = try FormStore.inMemory()
    try store.save(form)
    let session = try store.session(for: key)
    let expanded = try await session.commit(session.seen(.tap(.rowPath(path(0)))))
    // The screen does not show the first tap yet.
    let second = try session.seen(.tap(.rowPath(path(0))))
    withinNextTransaction(of: store) { _ = session.advance(by: expanded, inStages: false) }
    let collapsed = try await session.commit(second)
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3]], "only the first tap shows")
    #expect(session.advance(by: collapsed, inStages: false).change.revision == 2)
    #expect(session.visibleRowsPerSection == [[0, 3]])
  }

  @Test("A tap on a row that others have changed is refused when a refresh shows the change within its transaction")
  func refreshedWithinTransaction() async throws {
    let store = try FormStore.inMemory()
    try store.save(form)
    let session = try store.session(for: key)
    let seen = try session.seen(.tap(.rowPath(path(0))))
    try store.apply(.tap("allergic"), to: key)
    let news = try session.read()
    withinNextTransaction(of: store) { _ = session.advance(by: news, inStages: false) }
    await #expect(throws: StaleRowsError.self) { _ = try await session.commit(seen) }
    #expect(session.revision == 1)
  }

  @Test("A waiting group applies to the rows that were shown when it was called")
  @MainActor func waitingGroup() async throws {
    let file = try locked()
    let session = try file.mine.session(for: key)
    hold(file)
    let tap = Task { @MainActor in try await session.apply(.tap(.rowPath(path(0)))) }
    let group = Task { @MainActor in
      try await session.group("Kin") { try $0.apply(.tap(.rowPath(RowPath(section: 0, row: 1)))) }
    }
    await Task.yield()
    file.release.signal()
    _ = try await tap.value
    _ = try await group.value
    #expect(try file.mine.journal(of: key).map(\.action) == [.tap("allergic"), .tap("next")])
  }

  @Test("A model's action applies to the row that was shown when it was performed")
  @available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor func model() async throws {
    let file = try locked()
    let model = FormModel(try file.mine.session(for: key))
    hold(file)
    model.perform(.tap(.rowPath(path(0))))
    model.perform(.tap(.rowPath(path(1))))
    file.release.signal()
    await model.settle()
    #expect(model.failure == nil)
    #expect(try file.mine.journal(of: key).map(\.action) == [.tap("allergic"), .tap("next")])
  }

  @Test("A waiting tap is refused if others changed its row, and applied if they only moved it")
  @MainActor func changedByOthers() async throws {
    let file = try locked()
    let session = try file.mine.session(for: key)
    // The other process expands the tapped row while it holds the lock.
    hold(file, doing: { group in try group.apply(.tap("allergic")) }, to: key)
    let stale = Task { @MainActor in try await session.apply(.tap(.rowPath(path(0)))) }
    let moved = Task { @MainActor in try await session.apply(.tap(.rowPath(path(1)))) }
    await Task.yield()
    file.release.signal()
    await #expect(throws: StaleRowsError.self) { try await stale.value }
    // The other row has only moved.
    _ = try await moved.value
    #expect(try file.mine.journal(of: key).map(\.action) == [.tap("allergic"), .tap("next")])
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 4]])
  }
}

/// The same rules, one step at a time.
@Suite("Rows seen before the screen changed")
struct SeenRowTests {
  private let key = ResponseKey(form: "profile")
  private let first = FormAction.tap(.rowPath(RowPath(section: 0, row: 0)))

  private func opened() throws -> (mine: FormSession, store: FormStore) {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return (try store.session(for: key), store)
  }

  @Test("An action on a row that others changed since it was seen is refused, even after a refresh")
  func shownByNow() async throws {
    let (session, store) = try opened()
    let seen = try session.seen(first)
    try store.apply(.tap("fullname"), to: key)
    try session.refresh()
    await #expect(throws: StaleRowsError.self) { try await session.apply(seen) }
    #expect(session.revision == 1)
  }

  @Test("Others' changes of other rows, and the session's own changes, do not refuse an action")
  func elsewhere() async throws {
    let (session, store) = try opened()
    let seen = try session.seen(first)
    try store.apply(.tap("sport"), to: key)
    try session.refresh()
    #expect(try await session.apply(seen).revision == 2)
    let again = try session.seen(first)
    try session.blocking { try $0.apply(.tap("fullname")) }
    #expect(try await session.apply(again).revision == 4)
  }

  private func kept(_ seen: SeenAction) throws -> SeenAction {
    try JSONDecoder().decode(SeenAction.self, from: JSONEncoder().encode(seen))
  }

  @Test("An action that was kept in a file is applied by another session to the same row, wherever it has moved")
  func relaunched() async throws {
    let (session, store) = try opened()
    let (birth, first) = (try session.seen(.tap(.rowPath(RowPath(section: 0, row: 1)))), try session.seen(first))
    let typed = try session.seen(.set("lastname", "Sawyer"))
    try store.apply(.tap("fullname"), to: key)
    let next = try store.session(for: key)
    #expect(try next.blocking { try $0.apply(kept(birth)) }.revision == 2)
    #expect(next.rowPath(of: "birth-date") != nil)
    #expect(try await next.apply(kept(typed)) { _ in }.revision == 3)
    // The name was collapsed when it was tapped.
    await #expect(throws: StaleRowsError.self) { try await next.apply(kept(first)) }
    // The row differs from what was seen, although by this action itself.
    await #expect(throws: StaleRowsError.self) { try await next.apply(kept(birth)) }
    #expect(next.revision == 3)
  }

  @Test("An action that was kept in a file is refused for a row of another version, and for a key derived in it")
  func relaunchedInAnotherVersion() async throws {
    let store = try FormStore.inMemory()
    func form(_ titles: [String]) -> FormDefinition {
      FormDefinition(
        key: "profile",
        sections: [
          FormSection(
            key: "s",
            cells: titles.enumerated().map {
              FormCell(key: "cell-\($0.offset)", kind: .text, title: $0.element, isKeyDerived: true)
            } + [FormCell(key: "given", kind: .text)])
        ])
    }
    try store.save(form(["Name", "Town"]))
    let session = try store.session(for: key)
    try session.blocking { try $0.apply(.set("given", "x")) }
    let seen = try [
      session.seen(.set("cell-0", "Ada")), session.seen(.set(.rowPath(RowPath(section: 0, row: 1)), "Graz")),
      session.seen(.set("given", "y")),
    ].map(kept)
    try store.save(form(["Town", "Name"]))
    try store.upgrade(key)
    let next = try store.session(for: key)
    await #expect(throws: StaleRowsError.self) { try await next.apply(seen[0]) }
    await #expect(throws: StaleRowsError.self) { try await next.apply(seen[1]) }
    #expect(try await next.apply(seen[2]).revision == 3)
    #expect(next.value(of: "cell-0") == nil && next.value(of: "given") == "y")
  }

  @Test("An action on a row of an earlier version is refused")
  func versions() async throws {
    let (session, store) = try opened()
    try session.blocking { try $0.apply(.set("firstname", "Tom")) }
    let seen = try session.seen(first)
    var form = ProfileForm.form
    form.sections[0].cells[0].title = "Your name"
    try store.save(form)
    try store.upgrade(key)
    await #expect(throws: StaleRowsError.self) { try await session.apply(seen) }
    try session.refresh()
    await #expect(throws: StaleRowsError.self) { try await session.apply(seen) }
  }
}
