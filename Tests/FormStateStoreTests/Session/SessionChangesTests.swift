import Dispatch
import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Changes for the followers of a session")
struct SessionChangesTests {
  private let key = ResponseKey(form: "profile")

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return store
  }

  /// Collects changes until the session is released.
  private func all(_ changes: AsyncStream<SessionChange>) async -> [SessionChange] {
    var all: [SessionChange] = []
    for await change in changes { all.append(change) }
    return all
  }

  @Test("Each change arrives once, in order, with its cause, local or elsewhere")
  func causes() async throws {
    let store = try store()
    var session: FormSession? = try store.session(for: key, coalescing: .zero)
    let changes = try #require(session?.changes)
    try await session?.apply(.expand(.key("fullname")))
    try store.apply(.expand(.key("birth")), to: key)
    try await session?.apply(.set(.key("firstname"), .text("Tom")))
    try await session?.undo(count: 2)
    try await session?.redo()
    try store.apply(.fold(section: "personal"), to: key)
    try session?.refresh()
    try session?.refresh()
    #expect(throws: ActionError.self) { try session?.apply(.set(.key("level-slider"), .integer(99))) }
    try await session?.apply(.collapse(.key("sport")))
    session = nil
    let received = await all(changes)
    #expect(received.map(\.revision) == [1, 2, 3, 5, 6, 7])
    #expect(received.map(\.previousRevision) == [0, 1, 2, 3, 5, 6])
    #expect(received.map(\.cause) == [.local, .elsewhere, .local, .undo, .undo, .elsewhere])
    #expect(received[1].batch.insertedRows == [RowRange(section: 0, rows: 4..<5)])
    #expect(received[2].batch.reloadedRows.count == 2)
  }

  @Test("A slow follower loses nothing, a cancelled one ends, and a late one begins with the next change")
  func pace() async throws {
    let store = try store()
    var session: FormSession? = try store.session(for: key)
    let slow = try #require(session?.changes)
    let cancelled = try #require(session?.changes)
    let (firstSeen, noteFirst) = AsyncStream.makeStream(of: Int.self)
    let waiting = Task {
      var count = 0
      for await _ in cancelled {
        count += 1
        noteFirst.yield(count)
      }
      return count
    }
    try await session?.apply(.tap(.key("fullname")))
    for await _ in firstSeen { break }
    waiting.cancel()
    #expect(await waiting.value == 1)
    for _ in 0..<500 { try await session?.apply(.tap(.key("fullname"))) }
    let late = try #require(session?.changes)
    try await session?.apply(.tap(.key("birth")))
    // An unused sequence is released.
    _ = session?.changes
    session = nil
    #expect(await all(slow).map(\.revision) == Array(1...502))
    #expect(await all(late).map(\.revision) == [502])
  }

  @Test("Each follower gets the changes of many threads in order")
  func manyThreads() async throws {
    let store = try store()
    var session: FormSession? = try store.session(for: key)
    let streams = (0..<4).compactMap { _ in session?.changes }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask { [session, store, key] in
          for step in 0..<30 {
            if step % 3 == 0 { _ = try? store.apply(.tap(.key("birth")), to: key) }
            _ = try? session?.apply(.tap(.key("fullname")))
          }
        }
      }
    }
    try session?.refresh()
    let last = try #require(session?.revision)
    session = nil
    for stream in streams {
      let received = await all(stream)
      #expect(received.map(\.previousRevision) == [0] + received.dropLast().map(\.revision))
      #expect(received.last?.revision == last)
    }
  }

  @Test("Followers get whole changes while a view shows stages")
  func stages() async throws {
    let store = try store()
    var session: FormSession? = try store.session(for: key, coalescing: .zero)
    let changes = try #require(session?.changes)
    let held = session
    try await session?.apply(.tap(.key("fullname"))) { stage in
      guard !stage.reloadedRows.isEmpty else { return }
      _ = try? held?.apply(.tap(.key("birth")))
    }
    session = nil
    try await expectLegal(changes, store: store, releasing: held)
  }

  private func expectLegal(
    _ changes: AsyncStream<SessionChange>, store: FormStore, releasing session: consuming FormSession?
  ) async throws {
    let last = session?.revision ?? 0
    session = nil
    var revision = 0
    for await change in changes {
      let faults = BatchChecker.faults(
        in: change.batch,
        from: NaiveModel.rows(of: ProfileForm.form, state: try store.state(of: key, at: revision)),
        to: NaiveModel.rows(of: ProfileForm.form, state: try store.state(of: key, at: change.revision)))
      #expect(faults == [])
      revision = change.revision
      if revision == last { break }
    }
    #expect(revision == last)
  }

  @Test("A watch refreshes its session and stops when it is cancelled")
  func watch() async throws {
    let store = try store()
    let session = try store.session(for: key)
    let changes = session.changes
    let queue = DispatchQueue(label: "watch")
    var watch: SessionWatch? = session.watch(every: 0.01, on: queue) { _ in }
    try store.apply(.tap(.key("fullname")), to: key)
    for await change in changes {
      #expect(change.cause == .elsewhere)
      #expect(change.batch.insertedRows == [RowRange(section: 0, rows: 1..<3)])
      break
    }
    // The change arrives at once; the rows move with the last stage that the watch shows.
    try await waitUntil { session.visibleRowsPerSection[0] == [0, 1, 2, 3, 5] }
    watch?.cancel()
    watch = nil
    // Waits for the end of a refresh that began before the cancellation.
    await withCheckedContinuation { ended in queue.async { ended.resume() } }
    // Another watch still sees later changes.
    let other = try store.session(for: key)
    let otherWatch = other.watch(every: 0.01, on: queue) { _ in }
    for revision in 2...3 {
      try store.apply(.tap(.key("birth")), to: key)
      try await waitUntil { other.revision == revision }
    }
    otherWatch.cancel()
    #expect(session.revision == 1)
  }
}
