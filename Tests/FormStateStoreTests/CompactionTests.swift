import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

@Suite("Compaction")
struct CompactionTests {
  private let profile = ResponseKey(form: "profile")

  private func profileStore(_ actions: [FormAction]) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.replay(actions, to: profile)
    return store
  }

  @Test(
    "Compaction keeps the state, the revision and the remaining entries",
    arguments: TestSeeds.seeds(1, full: 30))
  func keepsWhatStays(seed: UInt64) throws {
    var filling = try RandomFilling(seed: seed)
    try filling.fillIn(90)
    let (store, key) = (filling.store, filling.key)
    // Each compaction starts from the result of the previous one.
    for count in [70, 40, 39, 12, 3, 0, 0] {
      let place = Comment(rawValue: "keeping \(count); replay with FORMSTATE_TEST_SEED=\(seed)")
      let before = try store.contents(of: key)
      let journal = try store.journal(of: key)
      let compacted = try store.compact(key, keeping: count)
      #expect(try store.contents(of: key) == before, place)
      #expect(try store.check() == [], place)
      try expectKept(journal, in: store, key, compacted, keeping: count, place)
    }
  }

  private func expectKept(
    _ before: [JournalEntry], in store: FormStore, _ key: ResponseKey, _ compacted: FormStore.CompactedResponse,
    keeping count: Int, _ place: Comment
  ) throws {
    let after = try store.journal(of: key)
    let kept = after.filter { $0.action != .checkpoint }
    #expect(compacted.kept == kept.count, place)
    #expect(kept.count >= min(count, before.count { $0.action != .checkpoint }), place)
    #expect(Array(before.suffix(kept.count)) == kept, place)
    // A step that is kept is kept whole.
    #expect(kept.allSatisfy { $0.step >= (kept.first?.revision ?? 0) }, place)
    var state = ResponseState()
    for entry in before {
      for change in entry.changes { state.apply(change) }
      if entry.revision >= after.first?.revision ?? 1 {
        #expect(try store.state(of: key, at: entry.revision) == state, place)
      }
    }
    guard let first = after.first?.revision, after.first?.action == .checkpoint else { return }
    let replaced = before.last { $0.revision <= first }
    #expect(after.first?.time == replaced?.time && after.first?.author == replaced?.author, place)
    let last = try store.revision(of: key)
    let rows = try [first, last].map {
      NaiveModel.rows(of: try store.form(key.form), state: try store.state(of: key, at: $0))
    }
    let (forth, back) = (
      try store.diff(of: key, from: first, to: last), try store.diff(of: key, from: last, to: first)
    )
    #expect(BatchChecker.faults(in: forth.batch, from: rows[0], to: rows[1]) == [], place)
    #expect(BatchChecker.faults(in: back.batch, from: rows[1], to: rows[0]) == [], place)
    #expect(throws: StoreError.unknownRevision(first - 1, first: first, last: last), place) {
      try store.state(of: key, at: first - 1)
    }
  }

  @Test(
    "Actions, undo and redo work after compaction, and the store stays sound",
    arguments: TestSeeds.seeds(2, full: 30))
  func goesOn(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var filling = try RandomFilling(seed: seed)
    let (store, key) = (filling.store, filling.key)
    for _ in 0..<6 {
      try filling.fillIn(15)
      try store.compact(key, keeping: filling.number(in: 0...12))
      #expect(try store.check() == [], place)
      try expectSameElsewhere(store, key, place)
    }
    _ = try? store.undo(of: key, count: .max)
    #expect(try store.check() == [], place)
    _ = try? store.redo(of: key, count: .max)
    #expect(try store.check() == [], place)
    try expectSameElsewhere(store, key, place)
  }

  /// Imports the journal into another store, and expects the same journal, contents and undo names there.
  private func expectSameElsewhere(_ store: FormStore, _ key: ResponseKey, _ place: Comment) throws {
    let journal = try store.journal(of: key)
    // A form without possible actions leaves a response that has not begun, but an imported one has.
    guard !journal.isEmpty else { return }
    let other = try FormStore.inMemory()
    let response = FormContents.Response(stream: try store.contents(of: key).stream, journal: journal)
    try other.importForms([FormContents(form: try store.form(key.form), responses: [key.response: response])])
    #expect(try other.journal(of: key) == journal, place)
    #expect(try other.contents(of: key).digest == (try store.contents(of: key).digest), place)
    #expect(try other.contents(of: key).state == (try store.contents(of: key).state.withoutDrafts), place)
    for scope in UndoScope.allCases {
      #expect(try other.undoNames(of: key, scope: scope) == (try store.undoNames(of: key, scope: scope)), place)
    }
    #expect(try other.check() == [], place)
  }

  @Test("A journal whose changes compaction has removed, and its copy elsewhere, are sound")
  func withoutKeys() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.apply(.expand("fullname"), to: key)
    try store.undo(of: key)
    try store.compact(key, keeping: 0)
    #expect(try store.journal(of: key).map(\.changes) == [[]])
    #expect(try store.check() == [])
    // In the other store, no journal has ever named a key.
    try expectSameElsewhere(store, key, "elsewhere")
  }

  @Test("Compaction keeps a step whole that begins before the cut")
  func stepIsNotTorn() throws {
    let store = try profileStore([.tap(.key("birth"))])
    try store.group("Name", in: profile) { group in
      try group.apply(.set(.key("firstname"), .text("Tom")))
      try group.apply(.set(.key("lastname"), .text("Sawyer")))
      try group.apply(.tap(.key("fullname")))
    }
    try store.apply(.tap(.key("sport")), to: profile)
    #expect(try store.compact(profile, keeping: 2) == FormStore.CompactedResponse(removed: 1, kept: 4, unsent: 0))
    #expect(try store.journal(of: profile).map(\.step) == [1, 2, 2, 2, 5])
    #expect(try store.undo(of: profile, count: 9).count == 2)
    #expect(try store.contents(of: profile).state.disclosure == ["birth": true])
    #expect(try store.check() == [])
    // A step that begins with the first entry leaves nothing to compact.
    #expect(try store.compact(profile, keeping: 5) == FormStore.CompactedResponse(removed: 0, kept: 6, unsent: 0))
  }

  @Test("Compacted revisions can neither be undone nor read, and the error names the known ones")
  func whatWent() throws {
    let store = try profileStore([.set(.key("firstname"), .text("Tom")), .tap(.key("fullname")), .tap(.key("birth"))])
    #expect(try store.compact(profile, keeping: 1) == FormStore.CompactedResponse(removed: 2, kept: 1, unsent: 0))
    let journal = try store.journal(of: profile)
    #expect(journal.map(\.action) == [.checkpoint, .tap(.key("birth"))])
    #expect(journal.map(\.revision) == [2, 3])
    let error = #expect(throws: StoreError.self) { try store.state(of: profile, at: 1) }
    #expect(
      error?.description
        == "there is no revision 1; the journal goes from 2 to 3; earlier revisions were compacted")
    #expect(try store.undo(of: profile, count: 9).count == 1)
    #expect(throws: ActionError.nothingToUndo) { try store.undo(of: profile) }
    #expect(try store.contents(of: profile).state.entries == ["firstname": .value(.text("Tom"))])
  }

  @Test("The undo of a compacted step is named “an older step” and can be redone or abandoned")
  func undoOfWhatWent() throws {
    for isRedone in [true, false] {
      let store = try profileStore([.tap(.key("birth")), .set(.key("firstname"), .text("Tom")), .undo(.everything)])
      try store.compact(profile, keeping: 1)
      #expect(try store.undoNames(of: profile) == UndoNames(redo: "an older step"))
      #expect(try store.history(of: profile, limit: 10).map(\.did) == ["Undo: an older step", "Checkpoint"])
      #expect(try store.check() == [])
      if isRedone {
        try store.redo(of: profile)
        #expect(try store.undoNames(of: profile) == UndoNames(undo: "an older step"))
      } else {
        try store.apply(.tap(.key("sport")), to: profile)
        #expect(try store.undoNames(of: profile) == UndoNames(undo: "Expand Favourite sport"))
      }
      #expect(try store.check() == [])
      try expectSameElsewhere(store, profile, "\(isRedone)")
    }
  }

  @Test("Compaction leaves a response that has not begun, or has nothing to remove, unchanged")
  func nothingToDo() throws {
    let store = try profileStore([])
    #expect(try store.compact(profile, keeping: 0) == FormStore.CompactedResponse(removed: 0, kept: 0, unsent: 0))
    #expect(try store.responseKeys(ofForm: "profile") == [])
    try store.apply(.tap(.key("birth")), to: profile)
    #expect(try store.compact(profile, keeping: 1) == FormStore.CompactedResponse(removed: 0, kept: 1, unsent: 0))
    #expect(try store.compact(profile, keeping: -3) == FormStore.CompactedResponse(removed: 1, kept: 0, unsent: 0))
    #expect(try store.compact(profile, keeping: 0) == FormStore.CompactedResponse(removed: 0, kept: 0, unsent: 0))
    #expect(throws: ActionError.nothingToUndo) { try store.undo(of: profile) }
    #expect(try store.apply(.tap(.key("birth")), to: profile) == 2)
    #expect(try store.check() == [])
  }

  @Test("Check finds a missing checkpoint, and one that contradicts the state")
  func checkFindsAMissingCheckpoint() throws {
    let store = try profileStore([.tap(.key("birth")), .tap(.key("fullname"))])
    try store.compact(profile, keeping: 1)
    try Tampering.pastGuards("UPDATE formstate_entry SET changes = '[]' WHERE revision = 1", in: store.database)
    #expect(
      try store.check() == [
        "the response “default” of the form “profile”: the disclosure of “birth” differs from the journal"
      ])
    try Tampering.pastGuards("DELETE FROM formstate_entry WHERE revision = 1", in: store.database)
    #expect(
      try store.check() == [
        "the response “default” of the form “profile”: the checkpoint is missing from the journal"
      ])
  }

  @Test("An imported journal may have a checkpoint only at its beginning")
  func checkpointElsewhere() throws {
    let store = try profileStore([.tap(.key("birth")), .tap(.key("fullname"))])
    try store.compact(profile, keeping: 1)
    let journal = try store.journal(of: profile)
    var twice = journal
    twice.append(
      JournalEntry(revision: 3, action: .checkpoint, time: journal[0].time, changes: []))
    let other = try FormStore.inMemory()
    let error = #expect(throws: StoreError.self) {
      try other.importForms([FormContents(form: ProfileForm.form, responses: ["default": .init(journal: twice)])])
    }
    #expect(
      error == .unfitJournal(revision: 3, problem: "a checkpoint can only be at the beginning"))
    #expect(try other.formKeys() == [])
  }

  @Test("Compaction reduces the journal's size, and its space can be reclaimed")
  func reclaiming() throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("store.sqlite"))
    try store.save(ProfileForm.form)
    try store.replay((0..<400).map { _ in .tap(.key("fullname")) }, to: profile)
    let before = try store.journalSize()
    try store.compact(profile, keeping: 10)
    try store.reclaimSpace()
    let after = try store.journalSize()
    if let before, let after {
      #expect(before.entries == 400 && after.entries == 11)
      #expect(after.bytes < before.bytes)
    }
    #expect(try store.revision(of: profile) == 400)
    #expect(try store.undo(of: profile, count: 99).count == 10)
    #expect(try store.check() == [])
  }
}
