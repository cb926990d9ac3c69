import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Live sessions")
struct SessionTests {
  private let key = ResponseKey(form: "profile")

  @Test("An action during an update returns the row changes of both actions, each once")
  func actionDuringAStage() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: ResponseKey(form: "profile"))
    var stages: [BatchUpdate] = []
    var inner: [ScreenChange] = []
    let outer = try session.apply(.tap(.key("fullname"))) { stage in
      stages.append(stage)
      #expect(session.numberOfRows(in: 0) == 3)
      // A text field that loses its focus when its row is redrawn reports its text.
      if let change = try? session.apply(.set(.key("firstname"), .text("Tom"))) { inner.append(change) }
    }
    #expect(stages.map(\.reloadedRows) == [[RowPath(section: 0, row: 0)]])
    #expect(inner.map(\.revision) == [2])
    #expect(inner.first?.batch.insertedRows == outer.batch.insertedRows)
    #expect(session.visibleRowsPerSection[0] == [0, 1, 2, 3, 5])
    #expect(session.revision == 2)
  }

  @Test("An action within another's stages shows the rows of both in consistent stages")
  func stagesWithinAStage() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: ResponseKey(form: "profile"))
    var drawn = (0..<session.numberOfSections).map { session.numberOfRows(in: $0) }
    var inconsistencies = 0
    func take(_ stage: BatchUpdate) {
      for range in stage.deletedRows { drawn[range.section] -= range.rows.count }
      for range in stage.insertedRows { drawn[range.section] += range.rows.count }
      if drawn != (0..<session.numberOfSections).map({ session.numberOfRows(in: $0) }) { inconsistencies += 1 }
    }
    var isFirst = true
    try session.apply(.tap(.key("fullname"))) { stage in
      take(stage)
      guard isFirst else { return }
      isFirst = false
      _ = try? session.apply(.tap(.key("sport")), showing: take)
    }
    #expect(inconsistencies == 0)
    #expect(drawn == [5, 6, 1])
  }

  @Test("A refresh shows its change in stages")
  func refreshInStages() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    let session = try store.session(for: key)
    try store.apply(.tap(.key("fullname")), to: key)
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    var rows: [Int] = []
    let change = try session.refresh { _ in rows.append(session.numberOfRows(in: 0)) }
    #expect(change.revision == 2)
    #expect(rows == [3, 5])
    #expect(session.row(at: RowPath(section: 0, row: 0))?.title == "Tom")
    try session.refresh { _ in Issue.record("nothing happened") }
  }

  @Test("Two sessions on one response catch up with each other, each with a legal batch update")
  func twoSessions() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let first = try store.session(for: key)
    let second = try store.session(for: key)
    try first.apply(.expand(.key("fullname")))
    try first.apply(.set(.key("firstname"), .text("Tom")))
    let before = NaiveModel.rows(of: ProfileForm.form, state: second.state)
    let change = try second.apply(.expand(.key("birth")))
    let after = NaiveModel.rows(of: ProfileForm.form, state: second.state)
    #expect(change.revision == 3)
    #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [])
    #expect(
      change.batch.insertedRows == [RowRange(section: 0, rows: 1..<3), RowRange(section: 0, rows: 4..<5)])
    #expect(try first.refresh().batch.insertedRows == [RowRange(section: 0, rows: 4..<5)])
    #expect(first.state == second.state)
    #expect(try first.refresh().batch.isEmpty)
  }

  @Test(
    "A refused action leaves the session and the store unchanged",
    arguments: [
      FormAction.set(.key("level-slider"), .integer(11)), .tap(.rowPath(RowPath(section: 0, row: 3))),
      .choose(.rowPath(RowPath(section: 1, row: 1))), .expand(.key("firstname")), .fold(section: "nowhere"),
      .tap(.rowPath(RowPath(section: -1, row: 0))), .tap(.rowPath(RowPath(section: 0, row: -1))),
      .tap(.rowPath(RowPath(section: 9, row: Int.max))), .clear(.key("red")),
      .set(.key("firstnam"), .text("x")),
    ])
  func refusedAction(action: FormAction) throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    try session.apply(.set(.key("firstname"), .text("Tom")))
    let digest = session.digest
    let error = #expect(throws: ActionError.self) { try session.apply(action) }
    #expect(throws: ActionError.self) { try store.apply(action, to: key) }
    #expect(error != nil)
    #expect(session.digest == digest)
    #expect(session.revision == 1)
    #expect(try store.contents(of: key).digest == digest)
  }

  @Test("Reads out of range return nothing instead of trapping")
  func outOfRange() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    for path in [(-1, 0), (0, -1), (0, 3), (3, 0), (Int.max, Int.max), (Int.min, Int.min)] {
      #expect(session.row(at: RowPath(section: path.0, row: path.1)) == nil)
      #expect(session.height(at: RowPath(section: path.0, row: path.1)) == nil)
    }
    for section in [-1, 3, Int.max] {
      #expect(session.numberOfRows(in: section) == 0)
      #expect(session.title(ofSection: section) == nil)
      #expect(!session.isFolded(section: section))
    }
    #expect(session.rowPath(of: "nobody") == nil)
    #expect(session.rowPath(of: "firstname") == nil)
  }

  @Test("Many threads can act on and read one session, and no action is lost")
  func manyThreads() async throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(
      path: folder.path("store.sqlite"), settings: FormStore.Settings(waitsForDisk: false))
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    let acknowledged = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var count = 0
          for step in 0..<50 {
            try session.apply(.set(.key("firstname"), .text("\(task).\(step)")))
            count += 1
            for section in 0..<session.numberOfSections {
              for row in 0..<session.numberOfRows(in: section) {
                _ = session.row(at: RowPath(section: section, row: row))
              }
            }
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(session.revision == acknowledged)
    #expect(try store.journal(of: key).count == acknowledged)
    #expect(try store.check() == [])
  }

  @Test("A session on a new response adopts the version with which its first action begins it")
  func otherVersion() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let session = try store.session(for: key)
    var newer = ProfileForm.form
    newer.sections[0].cells[1].title = "Given name"
    #expect(try store.save(newer).version == 2)
    let before = session.visibleRowsPerSection
    #expect(throws: StaleRowsError.self) { try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0)))) }
    #expect(try store.responseKeys(ofForm: "profile") == [])
    let change = try session.apply(.tap(.key("fullname")))
    #expect(session.form == newer && session.visibleRowsPerSection != before)
    #expect(session.row(at: RowPath(section: 0, row: 1))?.title == "Given name")
    #expect(change.revision == 1 && !change.batch.isEmpty)
  }

  @Test("A response keeps its version, and saving an equal definition adds none")
  func versions() throws {
    let store = try FormStore.inMemory()
    let saved = try [store.save(ProfileForm.form), store.save(ProfileForm.form)]
    #expect(saved.map(\.isNew) == [true, false])
    try store.apply(.tap(.key("fullname")), to: key)
    var newer = ProfileForm.form
    newer.title = "Profile 2"
    #expect(try store.save(newer).version == 2)
    #expect(try store.contents(of: key).version == 1)
    #expect(try store.contents(of: ResponseKey(form: "profile", response: "new")).version == 2)
    let second = ResponseKey(form: "profile", response: "second")
    try store.apply(.choose(.key("red")), to: second)
    let all = try store.contents(ofResponsesTo: "profile")
    #expect(all == (try [key, second].map { try store.contents(of: $0) }))
    #expect(all.map(\.version) == [1, 2])
    #expect(try store.responseKeys(ofForm: "profile", version: 2) == ["second"])
    #expect(try [key, second, ResponseKey(form: "profile", response: "third")].map(store.revision(of:)) == [1, 1, 0])
    #expect(try store.form("profile", version: 1) == ProfileForm.form)
    #expect(try store.form("profile") == newer)
    #expect(throws: StoreError.unknownVersion(form: "profile", number: 3)) {
      try store.form("profile", version: 3)
    }
    #expect(throws: StoreError.unknownForm(key: "profil", nearest: "profile")) { try store.form("profil") }
  }
}
