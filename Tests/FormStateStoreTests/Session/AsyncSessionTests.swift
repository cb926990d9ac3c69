import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// The async forms of a session's methods, which block no thread.
@Suite("A session's async forms", .timeLimit(.minutes(15)))
struct AsyncSessionTests {
  private let key = ResponseKey(form: "profile")

  private func openedTwice() throws -> (folder: TemporaryFolder, mine: FormStore, theirs: FormStore) {
    let folder = try TemporaryFolder()
    // A long timeout: when many tests run at once, the main actor's turns take long.
    let settings = FormStore.Settings(busyTimeout: 600, waitsForDisk: false)
    let mine = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    try mine.save(ProfileForm.form)
    return (folder, mine, try FormStore(path: folder.path("store.sqlite"), settings: settings))
  }

  @Test("Actions, undo and redo on the main actor show their stages on it")
  @MainActor func mainActor() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key, coalescing: .zero)
    var rows: [Int] = []
    var stages: [BatchUpdate] = []
    // Neither it nor its captures are Sendable, so it can run only where it was made.
    let show: (BatchUpdate) -> Void = { stage in
      #expect(isOnMainActor())
      stages.append(stage)
      rows.append(session.numberOfRows(in: 0))
    }
    let change = try await session.apply(.tap("fullname"), showing: show)
    #expect(change.revision == 1)
    #expect(stages == change.batch.stages && rows == [3, 5])
    #expect(try await session.undo(showing: show).revision == 2)
    #expect(rows == [3, 5, 5, 3])
    #expect(try await session.redo(showing: show).revision == 3)
    #expect(rows == [3, 5, 5, 3, 3, 5])
    #expect(try await session.apply(.tap("birth")).batch.insertedRows == [RowRange(section: 0, rows: 4..<5)])
    #expect(try await session.undo(count: 2).revision == 6)
    #expect(try await session.redo(count: 9).revision == 8)
    await #expect(throws: ActionError.nothingToRedo) { try await session.redo() }
    await #expect(throws: ActionError.self) { try await session.apply(.set("level-slider", 99), showing: show) }
    #expect(rows.count == 6)
    #expect(try await session.perform(.tap("fullname"), showing: { show($0) }).value.revision == 9)
    try await session.group("Open both", showing: show) { group in
      try group.apply(.tap("fullname"))
      try group.apply(.tap("birth"))
    }
    #expect(rows == [3, 5, 5, 3, 3, 5, 6, 4, 4, 5])
    #expect(session.digest == (try store.contents(of: key).digest))
  }

  @Test("The screen stays as it is in the middle of a turn of the main actor")
  @available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor func turns() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key, coalescing: .zero)
    let model = FormModel(session)
    let (begun, release) = (Locked(0), DispatchSemaphore(value: 0))
    // Each transaction that writes waits at its beginning.
    store.database.unsafeReentrantWrite { db in
      db.trace { event in
        guard "\(event)".hasPrefix("BEGIN IMMEDIATE") else { return }
        begun.withLock { $0 += 1 }
        release.wait()
      }
    }
    let acts: [@MainActor () -> Task<ScreenChange, any Error>] = [
      { Task { try await session.apply(.tap("fullname")) } }, { Task { try await session.undo() } },
      { Task { try await session.redo() } },
      { Task { try await session.group("Tap") { try $0.apply(.tap("birth")) } } },
      { session.perform(.tap("fullname")) }, { model.perform(.tap("birth")) },
    ]
    for round in 0..<240 {
      let act = acts[round % acts.count]()
      try await waitUntil { begun.withLock { $0 } == round + 1 }
      // The commit ends within this turn, and only a later one may show it.
      release.signal()
      try waitOnThread { try store.revision(of: key) > round }
      for _ in 0..<50 where session.revision == round { _ = try store.revision(of: key) }
      #expect(session.revision == round)
      #expect(try await act.value.revision == round + 1)
    }
  }

  /// Runs an actor in a queue of its own.
  private final class ScreenQueue: SerialExecutor {
    private static let isScreen = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "screen")

    init() { queue.setSpecific(key: Self.isScreen, value: true) }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: isScreen) == true }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  /// A screen that is an actor.
  private actor Screen {
    private let queue = ScreenQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
    let session: FormSession
    var rows: [Int] = []

    init(_ session: FormSession) { self.session = session }

    func tap(_ key: String) async throws -> Int {
      try await session.apply(.tap(.key(key))) { _ in self.take() }.revision
    }

    func back() async throws -> Int { try await session.undo { _ in self.take() }.revision }

    private func take() {
      #expect(ScreenQueue.isCurrent)
      rows.append(session.numberOfRows(in: 0))
    }
  }

  @Test("Actions and undo on a custom actor show their stages on it")
  func ownActor() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let screen = Screen(try store.session(for: key))
    #expect(try await screen.tap("fullname") == 1)
    #expect(try await screen.tap("birth") == 2)
    #expect(try await screen.back() == 3)
    #expect(await screen.rows == [3, 5, 5, 6, 6, 5])
  }

  @Test("During another connection's long write, the main actor runs and reads succeed")
  @MainActor func longWrite() async throws {
    let (folder, mine, theirs) = try openedTwice()
    defer { _ = folder }
    let session = try mine.session(for: key, coalescing: .zero)
    try await session.apply(.tap("fullname"))
    let (isLocked, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let racing = Racing()
    racing.start("long write") {
      try theirs.database.writeWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          isLocked.signal()
          // Holds the lock until everything below is done; if the main actor waited for it, the test would fail.
          mayEnd.wait()
          return .rollback
        }
      }
    }
    await Task.detached { isLocked.waitForTest() }.value
    let isDone = Locked(false)
    let applying = Task { @MainActor in
      defer { isDone.withLock { $0 = true } }
      return try await session.apply(.tap("birth")).revision
    }
    var turns = 0
    let counting = Task { @MainActor in
      while turns < 50 {
        turns += 1
        await Task.yield()
      }
    }
    await counting.value
    #expect(turns == 50)
    #expect(session.row(at: RowPath(section: 0, row: 1))?.key == "firstname")
    #expect(try session.explanation(of: "birth-date").isVisible == false)
    #expect(try session.state(at: 0).isEmpty)
    #expect(try session.diff(from: 1, to: 0).batch.deletedRows.count == 1)
    #expect(try session.refresh().revision == 1)
    #expect(try mine.journal(of: key).count == 1)
    #expect(!isDone.withLock { $0 })
    mayEnd.signal()
    #expect(try await applying.value == 2)
    await Task.detached { racing.finishForTest() }.value
  }

  @Test("Overlapping actions are reported as local changes, each once and in order")
  @MainActor func overlapping() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    var session: FormSession? = try store.session(for: key, coalescing: .zero)
    let changes = try #require(session?.changes)
    let tasks = (0..<40).map { number in
      Task { @MainActor [session] in
        if number % 4 == 3 { try await session?.apply(.tap("birth")) }
        return try await session?.apply(.set("firstname", .text("Tom \(number)"))).revision
      }
    }
    for task in tasks { _ = try await task.value }
    #expect(session?.revision == 50)
    #expect(session?.digest == (try store.contents(of: key).digest))
    session = nil
    var received: [SessionChange] = []
    for await change in changes {
      received.append(change)
      if change.revision == 50 { break }
    }
    #expect(received.map(\.revision) == Array(1...50))
    #expect(received.map(\.previousRevision) == Array(0...49))
    #expect(Set(received.map(\.cause)) == [.local])
  }

  @Test("An action that was committed and cannot be shown says so, and a refresh shows it")
  func committedUnseen() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key, coalescing: .zero)
    let first = try await session.commit(session.seen(.tap("fullname")))
    let second = try await session.commit(session.seen(.tap("birth")))
    #expect(session.advance(by: first, inStages: false).change.revision == 1)
    // Within a transaction, what happened between the screen and the second action cannot be read.
    var unseen: ScreenChange?
    try store.database.unsafeReentrantWrite { db in
      try db.inTransaction {
        unseen = session.advance(by: second, inStages: false).change
        return .rollback
      }
    }
    #expect(unseen == ScreenChange(previousRevision: 1, revision: 2, batch: BatchUpdate(), needsRefresh: true))
    #expect(session.revision == 1)
    let shown = try session.refresh()
    #expect(shown.revision == 2 && !shown.needsRefresh && session.rowPath(of: "birth-date") != nil)
  }

  @Test("Actions are committed in the order of an actor's calls, so the last keystroke stays")
  @MainActor func order() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    let texts = (1...60).map { "Tom \($0)" }
    let tasks = texts.map { text in Task { @MainActor in try await session.apply(.set("firstname", .text(text))) } }
    for task in tasks { _ = try await task.value }
    let performed = texts.map { session.perform(.set("lastname", .text($0))) }
    for task in performed { _ = try await task.value }
    #expect(try store.journal(of: key).map(\.action.value) == (texts + texts).map(CellValue.text))
  }

  @Test("Overlapping keystrokes in one cell are a single undo step")
  @MainActor func typingFast() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key, coalescing: .seconds(3600))
    let tasks = ["T", "To", "Tom", "Tomm", "Tom"].map { text in
      Task { @MainActor in try await session.apply(.set("firstname", .text(text))) }
    }
    for task in tasks { _ = try await task.value }
    #expect(try store.journal(of: key).map(\.step) == Array(repeating: 1, count: 5))
    #expect(session.undoName == "Set First name")
    try await session.apply(.set("lastname", "Sawyer"))
    #expect(try store.journal(of: key).last?.step == 6)
    try await session.undo(count: 2)
    #expect(session.state.entries.isEmpty && !session.canUndo)
  }

  @Test("Cancelling an action's task leaves it applied or not, and the session equal to the store")
  func cancelling() async throws {
    let (folder, mine, theirs) = try openedTwice()
    defer { _ = folder }
    let session = try mine.session(for: key, coalescing: .zero)
    for round in 0..<300 {
      let task = Task { try await session.apply(.tap("fullname")).revision }
      if round % 3 == 0 { try theirs.apply(.tap("birth"), to: key) }
      if round % 2 == 0 { for _ in 0..<Int.random(in: 0...20) { await Task.yield() } }
      task.cancel()
      let before = session.revision
      switch await task.result {
      case .success(let revision): #expect(session.revision >= revision)
      case .failure(let error):
        #expect(error is CancellationError)
        #expect(session.revision >= before)
      }
    }
    try session.refresh()
    #expect(session.digest == (try theirs.contents(of: key).digest))
    let taps = try mine.journal(of: key).count { $0.action == .tap("birth") }
    #expect(taps == 100)
    #expect(try mine.check() == [])
  }
}

extension DispatchSemaphore {
  /// Blocks a thread that nothing else needs.
  fileprivate func waitForTest() { wait() }
}

extension Racing {
  fileprivate func finishForTest() { finish() }
}
