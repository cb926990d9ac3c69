#if Collect
@testable import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// Two copies of a response that go on differently, and what becomes of them.
@Suite("Conflicts") struct ConflictTests {
  let server: CollectingServer
  private let folder: TemporaryFolder
  private let visit = ResponseKey(form: "visit", response: "v1")

  private static let form = FormDefinition(key: "visit") {
    FormSection(key: "s") {
      Cell.text("name", title: "Name")
      Cell.text("town", title: "Town")
      Cell.text("job", title: "Job")
      Cell.text("note")
      Cell.repeat("child", title: "Child") { Cell.text("age", title: "Age") }
    }
  }

  init() throws {
    server = try CollectingServer()
    folder = try TemporaryFolder()
  }

  private func store(_ name: String, _ actions: [FormAction]) throws -> FormStore {
    let store = try FormStore(path: folder.path("\(name).sqlite"))
    try store.save(Self.form)
    _ = try store.create(visit)
    for action in actions { try store.apply(action, to: visit) }
    return store
  }

  /// A copy that goes on in another version than the response: their lines wait beside each other.
  private func copy(of name: String, as copy: String) throws -> FormStore {
    try FormStore.copyFile(at: folder.path("\(name).sqlite"), to: folder.path("\(copy).sqlite"))
    for name in [name, copy] {
      let store = try FormStore(path: folder.path("\(name).sqlite"))
      var form = Self.form
      form.title = name
      try store.save(form)
      try store.upgrade(visit)
    }
    return try FormStore(path: folder.path("\(copy).sqlite"))
  }

  private func stream(of store: FormStore) throws -> StreamName { try #require(try store.contents(of: visit).stream) }

  private func conflicts(all: Bool = false) throws -> [Conflict] {
    var found: [Conflict] = []
    try CollectorConflicts(connection: server.connection).forEach(settledToo: all) { found.append($0) }
    return found
  }

  /// A conflict's questions as `verdict cell: before → main / other`.
  private func words(of conflict: Conflict?) throws -> [String] {
    try #require(conflict).questions.map { question in
      let texts = [question.before, question.main.text, question.other.text].map { $0 ?? "-" }
      return "\(question.verdict) \(question.cell): \(texts[0]) → \(texts[1]) / \(texts[2])"
    }
  }

  /// Replays a merge on a device as one script.
  private func replay(_ actions: [ScriptedAction], on store: FormStore) throws {
    for action in actions { try store.apply(action, to: visit) }
  }

  /// The answer of a cell on a device.
  private func answer(_ cell: CellReference, of store: FormStore) throws -> String? {
    try store.status(of: cell, in: visit).value?.plainText
  }

  @Test("A fork names each question that its copies answer differently, with devices, authors and times")
  func fork() throws {
    let north = try store("north", [.set("name", "Tom"), .set("town", "Ghent")])
    let south = try copy(of: "north", as: "south")
    try north.acting(as: "Ada").apply(.set("name", "Ada"), to: visit)
    try north.apply(.set("job", "Cook"), to: visit)
    try south.acting(as: "Eve").apply(.set("name", "Eve"), to: visit)
    try south.apply(.clear("town"), to: visit)
    // Both say the same, so nothing is to be decided.
    for store in [north, south] { try store.apply(.set("note", "seen"), to: visit) }
    try server.collect(from: north, device: "north")
    try server.collect(from: south, device: "south")
    let conflict = try #require(try conflicts().first)
    #expect(try conflicts().count == 1)
    #expect(conflict.key == visit && conflict.lastShared == 2)
    #expect(conflict.main == .init(stream: try stream(of: north), line: 1, device: "north"))
    #expect(conflict.other == .init(stream: try stream(of: north), line: 2, device: "south"))
    #expect(
      try words(of: conflict) == [
        "open name: Tom → Ada / Eve", "missing town: Ghent → Ghent / -", "kept job: - → Cook / -",
      ])
    let name = conflict.questions[0]
    #expect(name.title == "Name" && name.main.author == "Ada" && name.other.author == "Eve")
    #expect(name.main.time == (try north.journal(of: visit))[3].time)
    #expect(name.other.time == (try south.journal(of: visit))[3].time)
  }

  @Test("What a merge writes is replayed, pushed, and part of the history as one step; choosing settles the fork")
  func merge() throws {
    let north = try store("north", [.set("name", "Tom"), .set("town", "Ghent")])
    let south = try copy(of: "north", as: "south")
    try north.apply(.set("name", "Ada"), to: visit)
    for action: FormAction in [.set("name", "Eve"), .set("town", "Lier"), .set("job", "Nurse")] {
      try south.apply(action, to: visit)
    }
    for store in [north, south] { try server.collect(from: store) }
    let merge = try #require(try conflicts().first).merge(takingOpen: false)
    #expect(merge.actions.map(\.action) == [.set("town", "Lier"), .set("job", "Nurse")])
    #expect(merge.open.map(\.cell) == ["name"])
    try replay(merge.actions, on: north)
    try server.collect(from: north)
    #expect(try words(of: try conflicts().first) == ["open name: Tom → Ada / Eve"])
    try server.expectSound(north, south)
    try north.undo(of: visit)
    #expect(try answer("town", of: north) == "Ghent")
    try north.redo(of: visit)
    // All of the other copy, where both changed it.
    let all = try #require(try conflicts().first).merge(takingOpen: true)
    #expect(all.actions.map(\.action) == [.set("name", "Eve")] && all.open == [])
    #expect(try CollectedLines(connection: server.connection).choose(1, of: try stream(of: north).description))
    #expect(try conflicts().isEmpty)
    #expect(try conflicts(all: true).count == 1)
    // The chosen line may go on; another one that does asks again.
    try north.apply(.set("note", "more"), to: visit)
    try server.collect(from: north)
    #expect(try conflicts().isEmpty)
    try south.apply(.set("note", "late"), to: visit)
    try server.collect(from: south)
    #expect(try conflicts().count == 1)
    try server.expectSound(north, south)
  }

  @Test("Instances that the other copy added are added after those of this one; removed ones are removed")
  func instances() throws {
    let north = try store("north", [.add("child"), .set("age:1", "3"), .add("child"), .set("age:2", "5")])
    let south = try copy(of: "north", as: "south")
    for action: FormAction in [.add("child"), .set("age:3", "north")] { try north.apply(action, to: visit) }
    for action: FormAction in [
      .add("child"), .set("age:3", "south"), .remove(.instance("child", number: 1)), .set("age:2", "6"),
    ] { try south.apply(action, to: visit) }
    for store in [north, south] { try server.collect(from: store) }
    let conflict = try #require(try conflicts().first)
    #expect(try words(of: conflict) == ["missing age:2: 5 → 5 / 6", "missing age:3: - → - / south"])
    #expect(
      conflict.instances.map { "\($0.verdict) \($0.cell) \($0.isAdded)" } == [
        "missing child:3 true", "missing child:1 false",
      ])
    try replay(conflict.merge(takingOpen: false).actions, on: north)
    #expect(try ["age:2", "age:3", "age:4"].map { try answer(.key($0), of: north) } == ["6", "north", "south"])
    try server.collect(from: north)
    try server.expectSound(north, south)
  }

  @Test("A removed instance that the other copy changed is open")
  func removedAndChanged() throws {
    let north = try store("north", [.add("child"), .set("age:1", "3")])
    let south = try copy(of: "north", as: "south")
    try north.apply(.set("age:1", "4"), to: visit)
    try south.apply(.remove(.instance("child", number: 1)), to: visit)
    for store in [north, south] { try server.collect(from: store) }
    let conflict = try #require(try conflicts().first)
    #expect(conflict.instances.map(\.verdict) == ["open"])
    #expect(conflict.merge(takingOpen: false).actions == [])
    #expect(conflict.merge(takingOpen: true).actions.map(\.action) == [.remove(.instance("child", number: 1))])
  }

  @Test("A completed response is reopened first, and an answer that was reset is reset")
  func completed() throws {
    let north = try store("north", [.set("name", "Tom"), .set("town", "Ghent")])
    let south = try copy(of: "north", as: "south")
    try north.apply(.complete, to: visit)
    try south.apply(.reset("town"), to: visit)
    for store in [north, south] { try server.collect(from: store) }
    let actions = try #require(try conflicts().first).merge(takingOpen: false).actions
    #expect(actions.map(\.action) == [.reopen, .reset("town")])
    try replay(actions, on: north)
    #expect(try answer("town", of: north) == nil)
  }

  @Test("A key that was begun twice is listed as twins, unless every file has the key; choosing settles it")
  func twins() throws {
    // One instance on both, as a count adds it.
    let child = FormAction.add("child", number: 1 << 32)
    let north = try store("north", [.set("name", "Tom"), .set("town", "Ghent"), child, .set("age:1", "3")])
    let south = try store("south", [.set("name", "Huck"), .set("job", "Cook"), child, .set("age:1", "3")])
    for store in [north, south] {
      try store.apply(.set("name", "Anybody"), to: ResponseKey(form: "visit"))
      try server.collect(from: store)
    }
    let conflict = try #require(try conflicts().first)
    #expect(try conflicts().count == 1)
    #expect(conflict.lastShared == nil)
    #expect(
      try words(of: conflict) == ["open name: - → Tom / Huck", "kept town: - → Ghent / -", "missing job: - → - / Cook"])
    #expect(conflict.instances == [])
    let collector = CollectorConflicts(connection: server.connection)
    let other = try #require(try collector.conflict(of: try stream(of: south), withResponse: try stream(of: north)))
    #expect(other.merge(takingOpen: false).actions.map(\.action) == [.set("town", "Ghent")])
    #expect(
      try CollectedLines(connection: server.connection).choose(
        1, of: try stream(of: south).description, overTwins: true))
    #expect(try conflicts().isEmpty)
    let names = try server.connection.execute(
      "SELECT readable FROM current_answer WHERE response = 'v1' AND cell = 'name'")
    #expect(try names.map { try $0[0] as String } == ["Huck"])
    // It stays so when the other one goes on, and when everything is made again.
    try north.apply(.set("name", "Tom Sawyer"), to: visit)
    try server.collect(from: north)
    try server.expectRebuilt()
    #expect(try server.connection.execute("SELECT 1 FROM formstate_line WHERE is_main AND response = 'v1'").count == 1)
    try server.expectSound(north, south)
  }

  @Test("A copy with another key is still a copy")
  func renamed() throws {
    let north = try store("north", [.set("name", "Tom")])
    let south = try copy(of: "north", as: "south")
    try south.rename(visit, to: "v2")
    try south.apply(.set("name", "Eve"), to: ResponseKey(form: "visit", response: "v2"))
    try north.apply(.set("name", "Ada"), to: visit)
    for store in [north, south] { try server.collect(from: store) }
    #expect(try words(of: try conflicts().first) == ["open name: Tom → Ada / Eve"])
  }

  @Test("A choice counts that is made while a collector writes the lines again")
  func chosenWhileTaken() throws {
    let north = try store("north", [.set("name", "Tom")])
    let south = try copy(of: "north", as: "south")
    for (store, name) in [(north, "Ada"), (south, "Eve")] {
      try store.apply(.set("name", .text(name)), to: visit)
      try server.collect(from: store)
    }
    let stream = try stream(of: north).description
    try server.connection.execute("CREATE TABLE again AS SELECT * FROM formstate_line")
    let taking = try PostgresConnection(server.cluster.address())
    try taking.execute(script: "BEGIN; DELETE FROM formstate_line; INSERT INTO formstate_line SELECT * FROM again")
    let address = server.cluster.address()
    let isChosen = Locked<Bool?>(nil)
    let choosing = Thread {
      let chosen = try? CollectedLines(connection: try PostgresConnection(address)).choose(2, of: stream)
      isChosen.withLock { $0 = chosen ?? false }
    }
    choosing.start()
    try waitOnThread {
      try !server.connection.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'").isEmpty
    }
    try taking.execute("COMMIT")
    try waitOnThread { isChosen.withLock { $0 != nil } }
    #expect(isChosen.withLock { $0 } == true)
    #expect(try server.connection.execute("SELECT line FROM formstate_line WHERE is_main").only[0] as Int64 == 2)
    try server.expectRebuilt()
  }

  @Test("Without copies there is nothing to list, and a copy that is not there has no conflict")
  func none() throws {
    let north = try store("north", [.set("name", "Tom")])
    try server.collect(from: north)
    #expect(try conflicts(all: true).isEmpty)
    let collector = CollectorConflicts(connection: server.connection)
    #expect(try collector.conflict(of: try stream(of: north), withLine: 1) == nil)
    #expect(try collector.conflict(of: try stream(of: north), withLine: 2) == nil)
    #expect(try collector.conflict(of: try stream(of: north), withResponse: .random()) == nil)
  }
}

/// The differences of two journals, against a model that keeps whole states.
@Suite("Comparing journals") struct LineComparisonTests {
  @Test(
    "A question is missing, kept or open as whole states before and after say",
    arguments: TestSeeds.seeds(50, full: 2000))
  func anything(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var revision = 0
    func entries(_ count: Int, from state: inout [String: String]) -> [JournalEntry] {
      (0..<count).map { _ in
        revision += 1
        let cell = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
        let after = ["x", "y", nil].randomElement(using: &generator) ?? nil
        let change = StateChange(
          .value, of: StateSubject(cell), before: state[cell].map { .text($0) }, after: after.map { .text($0) })
        state[cell] = after
        return JournalEntry(
          revision: revision, action: .set(.key(cell), .text(after ?? "")), time: Timestamp(.now), changes: [change])
      }
    }
    var start: [String: String] = [:]
    let shared = entries(Int.random(in: 0..<4, using: &generator), from: &start)
    var (left, right) = (start, start)
    let main = entries(Int.random(in: 0..<5, using: &generator), from: &left)
    let other = entries(Int.random(in: 0..<5, using: &generator), from: &right)
    let comparison = LineComparison(main: shared + main, other: shared + other, sharedCount: shared.count)
    let expected = ["a", "b", "c"].compactMap { cell -> String? in
      guard left[cell] != right[cell] else { return nil }
      return left[cell] == start[cell]
        ? "\(cell) missing" : right[cell] == start[cell] ? "\(cell) kept" : "\(cell) open"
    }
    #expect(
      comparison.differences.map { "\($0.subject) \($0.verdict.rawValue)" } == expected,
      "replay with FORMSTATE_TEST_SEED=\(seed)")
  }
}
#endif
