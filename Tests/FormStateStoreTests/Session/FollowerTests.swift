import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// What followers of a session can rely on.
@Suite("Followers")
struct FollowerTests {
  private let key = ResponseKey(form: "profile")

  /// Collects changes until the session is released.
  private func all(_ changes: AsyncStream<SessionChange>) async -> [SessionChange] {
    var all: [SessionChange] = []
    for await change in changes { all.append(change) }
    return all
  }

  /// A follower that starts while others act.
  private struct Follower {
    let changes: AsyncStream<SessionChange>
    /// The revision of the session right after the start.
    let revision: Int
  }

  /// Starts followers while a session and another writer act.
  private func race(_ session: FormSession, _ store: FormStore) -> [Follower]? {
    let followers = Locked<[Follower]>([])
    let racing = Racing()
    racing.start("actions") { for _ in 0..<12 { try session.apply(.tap(.key("fullname"))) } }
    racing.start("others") { [key] in
      for _ in 0..<6 {
        try store.apply(.tap(.key("birth")), to: key)
        try session.refresh()
      }
    }
    for number in 0..<2 {
      racing.start("followers \(number)") {
        for _ in 0..<8 {
          let changes = session.changes
          let revision = session.revision
          followers.withLock { $0.append(Follower(changes: changes, revision: revision)) }
          for _ in 0..<20 { sched_yield() }
        }
      }
    }
    return racing.finish() ? followers.withLock { $0 } : nil
  }

  @Test("A follower that starts while others act misses no later change", .timeLimit(.minutes(15)))
  func subscribingRacesWithActions() async throws {
    for _ in 0..<(TestSeeds.isFull ? 60 : 20) {
      let store = try FormStore.inMemory()
      try store.save(ProfileForm.form)
      var session: FormSession? = try store.session(for: key, coalescing: .zero)
      let followers = try #require(
        try session.map { session in
          let followers = race(session, store)
          try session.refresh()
          return followers
        } ?? nil)
      let last = try #require(session?.revision)
      session = nil
      for follower in followers {
        let received = await all(follower.changes)
        let first = received.first?.previousRevision ?? last
        #expect(first <= follower.revision)
        #expect(
          received.map(\.previousRevision) == (received.isEmpty ? [] : [first] + received.dropLast().map(\.revision)))
        #expect((received.last?.revision ?? last) == last)
      }
    }
  }

  // MARK: Reading late

  /// Rows that a follower keeps from changes alone.
  private struct Kept {
    var rows: [[VisibleRow]]

    init(of session: FormSession) {
      rows = (0..<session.numberOfSections).map { section in
        (0..<session.numberOfRows(in: section)).compactMap { session.row(at: RowPath(section: section, row: $0)) }
      }
    }

    /// A row as it is drawn: without height, its expansion does not show.
    private static func drawn(_ row: VisibleRow) -> VisibleRow {
      var row = row
      if row.isInline, row.height == .points(0) { row.isExpanded = false }
      return row
    }

    /// The rows as they are drawn, with their current paths.
    var drawn: [[VisibleRow]] {
      rows.enumerated().map { section, rows in
        rows.enumerated().map { number, row in
          var row = Self.drawn(row)
          row.path = RowPath(section: section, row: number)
          return row
        }
      }
    }

    mutating func take(_ change: SessionChange) {
      for step in change.batch.steps {
        switch step {
        case .delete(let range): rows[range.section].removeSubrange(range.rows)
        case .insert(let range):
          rows[range.section].insert(contentsOf: range.paths.compactMap(change.row(at:)), at: range.rows.lowerBound)
        case .deleteSection(let section): rows.remove(at: section)
        case .insertSection(let section): rows.insert(change.rows.filter { $0.path.section == section }, at: section)
        case .reload(let path): take(path, change)
        case .resize(let range): for path in range.paths { take(path, change) }
        }
      }
    }

    private mutating func take(_ path: RowPath, _ change: SessionChange) {
      guard let row = change.row(at: path) else { return }
      rows[path.section][path.row] = row
    }
  }

  /// Acts 25 times, through the followed session or without it.
  private func act(
    on session: FormSession, _ store: FormStore, _ random: inout RandomForm, _ generator: inout SeededGenerator
  ) {
    let form = session.form
    for _ in 0..<25 {
      let action = random.action(on: form, visibleRows: session.visibleRowsPerSection)
      // Many random actions are refused.
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: _ = try? session.undo(count: 2)
      case 1: _ = try? session.redo { _ in }
      case 2: _ = try? session.apply(.expandAll)
      case 3: _ = try? store.undo(of: session.key, scope: .values)
      case 4, 5: _ = try? store.apply(action, to: session.key)
      case 6:
        _ = try? session.group("Three") { group in
          for _ in 0..<3 { try? group.apply(random.action(on: form, visibleRows: session.visibleRowsPerSection)) }
        }
      case 7:
        // Another action runs during the stages of the first.
        _ = try? session.apply(action) { _ in _ = try? session.apply(.collapseAll) }
      default: _ = try? session.apply(action)
      }
    }
    // Drafts change no revision; what ends the round does.
    _ = try? session.refresh()
    _ = try? session.apply(.reportFault("round at \(session.revision)"))
  }

  @Test(
    "A follower that applies changes late to its own rows gets the session's rows",
    arguments: TestSeeds.seeds(1, full: 60), [HiddenRows.removed, .zeroHeight])
  func readingLate(seed: UInt64, hiddenRows: HiddenRows) async throws {
    var random = RandomForm(seed: seed)
    var generator = SeededGenerator(seed: seed &+ 7)
    let form = random.form(sections: 4, cellsPerSection: 25)
    let store = try FormStore.inMemory()
    try store.save(form)
    let session = try store.session(for: ResponseKey(form: form.key), hiddenRows: hiddenRows, coalescing: .zero)
    let changes = session.changes
    var kept = Kept(of: session)
    var revision = 0
    for round in 0..<10 {
      act(on: session, store, &random, &generator)
      if revision != session.revision {
        for await change in changes {
          #expect(change.previousRevision == revision)
          kept.take(change)
          revision = change.revision
          if revision == session.revision { break }
        }
      }
      let place = Comment(rawValue: "round \(round); replay with FORMSTATE_TEST_SEED=\(seed)")
      try #require(kept.rows.map { $0.map(\.key) } == Kept(of: session).rows.map { $0.map(\.key) }, place)
      for (mine, row) in zip(kept.drawn.joined(), Kept(of: session).drawn.joined()) {
        try #require(mine == row && mine.path == row.path, place)
      }
    }
  }

  @Test("A change contains exactly the inserted and changed rows, with their new paths")
  func rowsOfAChange() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key, coalescing: .zero)
    var changes = session.changes.makeAsyncIterator()
    try await session.apply(.expand(.key("fullname")))
    try await session.apply(.set(.key("firstname"), "Tom"))
    try await session.apply(.collapse(.key("fullname")))
    let opened = try #require(await changes.next())
    #expect(opened.rows.map(\.key) == ["fullname", "firstname", "lastname"])
    #expect(opened.rows.map(\.path.row) == [0, 1, 2])
    #expect(opened.row(at: RowPath(section: 0, row: 1))?.value == nil)
    #expect(opened.row(at: RowPath(section: 0, row: 3)) == nil)
    let named = try #require(await changes.next())
    #expect(named.rows.map(\.title) == ["Tom", "First name"])
    #expect(named.row(at: RowPath(section: 0, row: 1))?.value == "Tom")
    let closed = try #require(await changes.next())
    #expect(closed.rows.map(\.key) == ["fullname"])
    #expect(closed.rows.first?.isExpanded == false)
  }
}
