import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange
@testable import FormStateStore

/// Merging the responses of one store into another.
@Suite("Merging")
struct MergeTests {
  private let key = ResponseKey(form: "profile")

  private func filledIn(_ name: String = "Tom") throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set(.key("firstname"), .text(name)), to: key)
    return store
  }

  private func forms(of store: FormStore) throws -> [FormContents] {
    var forms: [FormContents] = []
    try store.forEachPart { part in
      switch part {
      case .form(let form): forms.append(form)
      case .response(let key, let response): forms[forms.count - 1].responses[key] = response
      }
    }
    return forms
  }

  private func copy(of store: FormStore) throws -> FormStore {
    let copy = try FormStore.inMemory()
    try copy.restore(try forms(of: store))
    return copy
  }

  private func text(_ cell: String, _ store: FormStore) throws -> String? {
    try store.contents(of: key).state[.value, of: StateSubject(cell)]?.text
  }

  private func faults(_ store: FormStore) throws -> [Fault.Kind] {
    let contents = try store.contents(of: key)
    return contents.form.faults(in: contents.state).map(\.kind)
  }

  /// Merges, and compares the store with the report.
  @discardableResult
  private func merge(_ other: FormStore, into store: FormStore) throws -> [String] {
    let forms = try forms(of: other)
    let before = try store.overview(includingDigests: true)
    let planned = try store.merge(forms, isDryRun: true)
    #expect(try store.overview(includingDigests: true) == before)
    let report = try store.merge(parts: other.forEachPart)
    #expect(report == planned)
    #expect(try store.check() == [])
    let again = try store.merge(forms)
    #expect(!again.changesAnything && again.versions.isEmpty)
    for response in report.responses {
      let kept = ResponseKey(form: response.form, response: response.keptAs)
      #expect(try store.revision(of: kept) == response.revision)
    }
    return report.responses.map { "\($0.key) \($0.outcome) \($0.keptAs) +\($0.newEntries) =\($0.revision)" }
  }

  @Test("A missing response is added with its key, version and journal, and its form")
  func added() throws {
    let store = try FormStore.inMemory()
    let other = try filledIn()
    #expect(try merge(other, into: store) == ["default added default +1 =1"])
    #expect(try store.overview(includingDigests: true) == other.overview(includingDigests: true))
    #expect(try store.journal(of: key) == other.journal(of: key))
  }

  @Test("Of two copies the longer is kept under the local key, in either direction")
  func longer() throws {
    let store = try filledIn()
    let other = try copy(of: store)
    try other.apply(.set(.key("lastname"), .text("Sawyer")), to: key)
    try other.undo(of: key)
    try store.rename(key, to: "mine")
    let mine = ResponseKey(form: "profile", response: "mine")
    let session = try store.session(for: mine)
    #expect(try merge(other, into: store) == ["default extended mine +2 =3"])
    #expect(try store.journal(of: mine) == other.journal(of: key))
    try session.refresh()
    #expect(session.revision == 3)
    #expect(try session.digest == other.contents(of: key).digest)
    #expect(try merge(store, into: other) == ["mine unchanged default +0 =3"])
    try other.redo(of: key)
    #expect(try merge(store, into: other) == ["mine unchanged default +0 =4"])
  }

  @Test("Copies that answered different questions are joined, and both show the same")
  func joined() throws {
    let store = try filledIn()
    let other = try copy(of: store)
    try store.apply(.set(.key("lastname"), .text("Sawyer")), to: key)
    try other.apply(.expand(.key("fullname")), to: key)
    try other.apply(.set(.key("firstname"), .text("Huck")), to: key)
    let session = try store.session(for: key)
    #expect(try merge(other, into: store) == ["default joined default +2 =4"])
    // A screen that shows what was replaced meanwhile reads it again.
    try session.refresh()
    #expect(try session.digest == store.contents(of: key).digest)
    #expect(try merge(store, into: other) == ["default joined default +1 =4"])
    #expect(try store.contents(of: key).digest == other.contents(of: key).digest)
    #expect(try text("firstname", store) == "Huck")
    #expect(try text("lastname", store) == "Sawyer")
    #expect(try store.journal(of: key) == other.journal(of: key))
    #expect(throws: ActionError.self) { try store.undo(of: key) }
    // What is done on top is taken over, and joined again with what somebody did meanwhile.
    try store.apply(.set(.key("lastname"), .text("Finn")), to: key)
    try other.apply(.set(.key("firstname"), .text("Becky")), to: key)
    #expect(try merge(store, into: other) == ["default joined default +1 =6"])
    #expect(try text("firstname", other) == "Becky")
    #expect(try text("lastname", other) == "Finn")
    // A third file gets everything, also by a dump.
    let third = try copy(of: other)
    #expect(try third.contents(of: key).digest == other.contents(of: key).digest)
    #expect(try third.check() == [])
    #expect(try merge(store, into: third) == ["default unchanged default +0 =6"])
  }

  @Test("Different answers to one question are open until somebody answers, everywhere")
  func question() throws {
    let store = try filledIn()
    let other = try copy(of: store)
    try store.apply(.set(.key("lastname"), .text("Sawyer")), to: key)
    try other.apply(.set(.key("lastname"), .text("Finn")), to: key)
    try merge(other, into: store)
    try merge(store, into: other)
    #expect(try store.contents(of: key).digest == other.contents(of: key).digest)
    let shown = try text("lastname", store)
    #expect(["Sawyer", "Finn"].contains(shown))
    #expect(try faults(store) == [.question])
    #expect(throws: ActionError.self) { try store.apply(.complete, to: key) }
    try store.apply(.settle(.key("lastname"), taking: 2), to: key)
    #expect(try faults(store) == [])
    let taken = try text("lastname", store)
    #expect(Set([shown, taken]) == ["Sawyer", "Finn"])
    try store.undo(of: key)
    #expect(try faults(store) == [.question])
    #expect(try store.check() == [])
    try store.redo(of: key)
    #expect(try merge(store, into: other) == ["default extended default +3 =6"])
    #expect(try text("lastname", other) == taken)
    #expect(try faults(other) == [])
    #expect(throws: ActionError.self) { try other.apply(.settle(.key("lastname"), taking: 1), to: key) }
  }

  @Test("A response whose key is taken is called after its stream, and found again by it")
  func twins() throws {
    let store = try filledIn("Tom")
    let other = try filledIn("Becky")
    try other.create(ResponseKey(form: "profile", response: "default-2"))
    let marked = "default~\(try #require(try other.contents(of: key).stream).description.prefix(4))"
    #expect(
      try merge(other, into: store) == ["default renamed \(marked) +1 =1", "default-2 added default-2 +0 =0"])
    let renamed = ResponseKey(form: "profile", response: marked)
    #expect(try store.contents(of: renamed).stream == other.contents(of: key).stream)
    try other.apply(.complete, to: key)
    #expect(
      try merge(other, into: store) == ["default extended \(marked) +1 =2", "default-2 unchanged default-2 +0 =0"])
  }

  @Test("Versions are matched by content; a new one is added but does not become current")
  func versions() throws {
    let store = try filledIn()
    let other = try copy(of: store)
    var (ours, theirs) = (ProfileForm.form, ProfileForm.form)
    ours.title = "Ours"
    theirs.title = "Theirs"
    try store.save(ours)
    try other.save(theirs)
    try other.upgrade(key)
    try other.apply(.set(.key("lastname"), .text("Sawyer")), to: key)
    try other.save(ours)
    let report = try store.merge(try forms(of: other), isDryRun: true)
    #expect(report.versions == [.init(form: "profile", number: 3, isOfNewForm: false)])
    #expect(try merge(other, into: store) == ["default extended default +2 =3"])
    #expect(try store.contents(of: key).version == 3)
    #expect(try store.contents(of: key).form == theirs)
    #expect(try store.form("profile") == ours)
    #expect(try store.contents(of: key).digest == other.contents(of: key).digest)
    #expect(try merge(store, into: other) == ["default unchanged default +0 =3"])
  }

  @Test("A compacted copy extends a complete one and the reverse, without loss")
  func compacted() throws {
    let store = try filledIn()
    for name in ["A", "B", "C"] { try store.apply(.set(.key("lastname"), .text(name)), to: key) }
    let other = try copy(of: store)
    try other.compact(key, keeping: 1)
    #expect(try merge(other, into: store) == ["default unchanged default +0 =4"])
    try other.apply(.set(.key("lastname"), .text("D")), to: key)
    #expect(try merge(other, into: store) == ["default extended default +1 =5"])
    #expect(try store.journal(of: key).map(\.revision) == [1, 2, 3, 4, 5])
    try store.undo(of: key, count: 3)
    #expect(try merge(store, into: other) == ["default extended default +3 =8"])
    #expect(try other.contents(of: key).digest == store.contents(of: key).digest)
    #expect(try other.journal(of: key).first?.action == .checkpoint)
    // Compacted beyond the end of the other one: their relation is unknown, so they wait.
    let late = try filledIn()
    let early = try copy(of: late)
    try late.apply(.complete, to: key)
    try late.compact(key, keeping: 0)
    #expect(try merge(late, into: early) == ["default waiting default +1 =1"])
  }

  @Test("A response without a stream is matched by its key and journal")
  func unnamed() throws {
    let store = try filledIn()
    var forms = try forms(of: store)
    forms[0].responses["default"]?.stream = nil
    #expect(try store.merge(forms).responses.map(\.outcome) == [.unchanged])
    forms[0].responses["default"]?.journal = []
    #expect(try store.merge(forms).responses.map(\.outcome) == [.unchanged])
    #expect(try FormStore.inMemory().merge(forms).responses.map(\.outcome) == [.added])
  }

  @Test("One invalid journal makes the merge fail, and nothing changes")
  func refused() throws {
    let store = try filledIn()
    let other = try copy(of: store)
    try other.apply(.set(.key("lastname"), .text("Sawyer")), to: key)
    try other.apply(.set(.key("firstname"), .text("Huck")), to: ResponseKey(form: "profile", response: "zed"))
    var forms = try forms(of: other)
    forms[0].responses["zed"]?.journal[0].changes[0].subject.key = "nothing"
    let before = try store.overview(includingDigests: true)
    #expect(throws: StoreError.self) { try store.merge(forms) }
    #expect(try store.overview(includingDigests: true) == before)
    #expect(try store.check() == [])
  }

  @Test(
    "Random diverged copies merge without loss, in either direction",
    arguments: TestSeeds.seeds(3, full: 20))
  func random(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var filling = try RandomFilling(seed: seed)
    try filling.fillIn(20)
    let other = try copy(of: filling.store)
    let start = try other.revision(of: filling.key)
    if filling.number(in: 0...1) == 1 { try other.apply(.expandAll, to: filling.key) }
    try filling.fillIn(20)
    let forks = try [other, filling.store].allSatisfy { try $0.revision(of: filling.key) > start }
    if filling.number(in: 0...1) == 1 { try other.compact(filling.key, keeping: 3) }
    let own = try other.contents(of: filling.key).digest
    let report = try other.merge(parts: filling.store.forEachPart)
    try merge(filling.store, into: other)
    try merge(other, into: filling.store)
    let digests = try [filling.store, other].map { try $0.contents(of: filling.key).digest }
    // What was compacted, or went on in another version, waits beside what each shows.
    let waits = report.responses.contains { $0.outcome == .waiting }
    #expect(waits ? digests[1] == own : digests[0] == digests[1], place)
    #expect(forks || !waits, place)
  }
}
