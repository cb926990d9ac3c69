import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Replay and journals")
struct ReplayTests {
  private let key = ResponseKey(form: "profile")

  @Test("A replay applies all actions or none, and names the refused one")
  func allOrNothing() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let actions: [FormAction] = [
      .set(.key("firstname"), .text("Tom")), .tap(.rowPath(RowPath(section: 0, row: 1))),
      .set(.key("level-slider"), .integer(99)),
    ]
    let error = #expect(throws: ReplayError.self) { try store.replay(actions, to: key) }
    #expect(error?.index == 2)
    #expect(
      error?.description
        == "action 3: the cell “level-slider” refuses the value: “99” is not accepted; give a number from 0 to 10"
    )
    #expect(try store.contents(of: key).revision == 0)
    #expect(try store.replay(Array(actions.prefix(2)), to: key, isDryRun: true) == 2)
    #expect(try store.responseKeys(ofForm: "profile") == [])
    #expect(try store.replay(Array(actions.prefix(2)), to: key) == 2)
    #expect(try store.journal(of: key).map(\.action) == [actions[0], .tap(.key("birth"))])
  }

  @Test("A new instance may take a greater number, but none that was ever used")
  func numbers() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "tour") {
        FormSection(key: "stops") { Cell.repeat("stop", title: "Stops") { Cell.text("town", title: "Town") } }
      })
    let key = ResponseKey(form: "tour")
    try store.replay([.add("stop"), .add("stop"), .remove("stop:2"), .add("stop", number: 7)], to: key)
    for number in [1, 2, 7] {
      let error = #expect(throws: ActionError.self) { try store.apply(.add("stop", number: number), to: key) }
      #expect(
        error?.description == "an instance of the response has or had the number \(number) already; "
          + "leave the number out to add one to “stop”")
    }
    #expect(try store.apply(.add("stop"), to: key) == 5)
    #expect(try store.contents(of: key).state.instances.keys.map { $0.instance >> 32 }.sorted() == [1, 7, 8])
  }

  @Test(
    "A journal imported into another store gives the same journal and digest",
    arguments: TestSeeds.seeds(3, full: 30))
  func importedJournal(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 3, cellsPerSection: 25)
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: form.key)
    let session = try store.session(for: key)
    for _ in 0..<200 {
      _ = try? session.apply(random.action(on: form, visibleRows: session.visibleRowsPerSection))
    }
    let journal = try store.journal(of: key)
    let other = try FormStore.inMemory()
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    let imported = FormContents(form: try store.form(form.key), responses: ["default": .init(journal: journal)])
    try other.importForms([imported])
    #expect(try other.journal(of: key) == journal, place)
    #expect(try other.contents(of: key).digest == session.digest, place)
    #expect(try other.check() == [], place)
    // Replaying the actions gives the same state, too.
    let replayed = ResponseKey(form: form.key, response: "replayed")
    try other.replay(journal.map(\.action), to: replayed)
    #expect(try other.contents(of: replayed).digest == session.digest, place)
    #expect(throws: StoreError.responseExists(form: form.key, key: "default")) {
      try other.importForms([imported])
    }
  }

  @Test("An inconsistent journal is refused as a whole")
  func unfitJournal() throws {
    let store = try FormStore.inMemory()
    let time = try #require(Timestamp(isoText: "2026-11-21T03:12:13.456Z"))
    func entry(_ revision: Int, _ change: StateChange) -> JournalEntry {
      JournalEntry(revision: revision, action: .tap(.key("fullname")), time: time, changes: [change])
    }
    let expand = StateChange(.disclosure, of: "fullname", after: .flag(true))
    let journals: [([JournalEntry], String)] = [
      ([entry(2, expand)], "the journal does not fit at revision 1: the entry has the revision 2"),
      (
        [entry(1, expand), entry(2, expand)],
        "the journal does not fit at revision 2: the disclosure of “fullname” was not what the change records as its content before"
      ),
      (
        [entry(1, StateChange(.disclosure, of: "nobody", after: .flag(true)))],
        "the journal does not fit at revision 1: "
          + "it changes an unknown cell or section"
      ),
      (
        [entry(1, StateChange(.draft, of: "nobody", after: nil))],
        "the journal does not fit at revision 1: the draft of “nobody” does not change"
      ),
      (
        [entry(1, StateChange(.value, of: "level-slider", after: .value(.integer(99))))],
        "the journal does not fit at revision 1: "
          + "it leaves “level-slider” in an impossible state"
      ),
      (
        // Even if a later entry corrects it.
        [
          entry(1, StateChange(.value, of: "level-slider", after: .value(.integer(99)))),
          entry(
            2, StateChange(.value, of: "level-slider", before: .value(.integer(99)), after: .value(.integer(5)))),
        ],
        "the journal does not fit at revision 1: it leaves “level-slider” in an impossible state"
      ),
    ]
    for (journal, message) in journals {
      let error = #expect(throws: StoreError.self) {
        try store.importForms([FormContents(form: ProfileForm.form, responses: ["default": .init(journal: journal)])])
      }
      #expect(error?.description == message)
      #expect(try store.formKeys() == [])
    }
  }
}
