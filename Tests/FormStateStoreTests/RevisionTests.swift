import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Revisions")
struct RevisionTests {
  @Test(
    "The state at each revision equals the journal's changes up to it",
    arguments: TestSeeds.seeds(1, full: 30))
  func everyRevision(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var filling = try RandomFilling(seed: seed)
    try filling.fillIn(80)
    let (store, key) = (filling.store, filling.key)
    var state = ResponseState()
    #expect(try store.state(of: key, at: 0) == state, place)
    for entry in try store.journal(of: key) {
      for change in entry.changes {
        let follows = state.apply(change)
        #expect(follows, place)
      }
      #expect(try store.state(of: key, at: entry.revision) == state, place)
      #expect(try store.contents(of: key, at: entry.revision).state == state, place)
    }
    let contents = try store.contents(of: key)
    #expect(contents.state.withoutDrafts == state, place)
    let last = try store.contents(of: key, at: contents.revision)
    #expect(last.digest == contents.digest && last.state == state, place)
    #expect(try store.check() == [], place)
  }

  @Test(
    "The batch update between any two revisions is legal, in both directions",
    arguments: TestSeeds.seeds(3, full: 30))
  func diffs(seed: UInt64) throws {
    var filling = try RandomFilling(seed: seed)
    try filling.fillIn(80)
    let (store, key) = (filling.store, filling.key)
    let last = try store.revision(of: key)
    for _ in 0..<20 {
      let (first, second) = (filling.number(in: 0...last), filling.number(in: 0...last))
      let place = Comment(rawValue: "from \(first) to \(second); replay with FORMSTATE_TEST_SEED=\(seed)")
      let change = try store.diff(of: key, from: first, to: second)
      #expect(change.revision == second, place)
      let rows = try [first, second].map {
        NaiveModel.rows(of: filling.form, state: try store.state(of: key, at: $0))
      }
      #expect(BatchChecker.faults(in: change.batch, from: rows[0], to: rows[1]) == [], place)
    }
  }

  @Test("Unknown revisions are refused, and the error names the known ones")
  func unknown() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    for (revision, last) in [(-1, 0), (1, 0)] {
      #expect(throws: StoreError.unknownRevision(revision, first: 0, last: last)) {
        try store.state(of: key, at: revision)
      }
    }
    try store.apply(.tap(.key("fullname")), to: key)
    try store.apply(.tap(.key("fullname")), to: key)
    let error = #expect(throws: StoreError.self) { try store.diff(of: key, from: 0, to: 3) }
    #expect(error?.description == "there is no revision 3; the journal goes from 0 to 2")
    #expect(throws: StoreError.unknownRevision(-1, first: 0, last: 2)) {
      try store.diff(of: key, from: -1, to: 1)
    }
    #expect(throws: StoreError.unknownRevision(3, first: 0, last: 2)) { try store.contents(of: key, at: 3) }
  }
}
