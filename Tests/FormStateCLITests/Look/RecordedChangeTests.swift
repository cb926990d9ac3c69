import FormState
import FormStateInterchange
import FormStateStore
import TestSupport
import Testing

@testable import FormStateCLI

/// One change is the same in `log --json` as in what the acting command printed, and has what is stored beside it.
@Suite("Changes of the journal, as they show")
struct RecordedChangeTests {
  /// A response that is filled in, with what each action printed.
  private final class Life {
    let store: FormStore
    let key: ResponseKey
    let place: Comment
    private(set) var printed: [Int: [String]] = [:]

    init(_ form: FormDefinition, seed: UInt64) throws {
      store = try FormStore.inMemory()
      try store.save(form)
      key = ResponseKey(form: form.key)
      place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    }

    /// Acts, unless the store refuses to, and keeps what the command prints.
    func act(_ work: (FormStore, ResponseKey) throws -> Void) throws {
      let before = try store.contents(of: key)
      do { try work(store, key) } catch is ActionError { return }
      let after = try store.contents(of: key)
      // A group has several entries, so its changes are those of more than one.
      guard after.revision == before.revision + 1 else { return }
      let concealed = try store.sensitiveCells(ofForm: key.form)
      let (first, last) = (ShownContents(before, in: nil), ShownContents(after, in: nil))
      // No journal has drafts.
      printed[after.revision] = FieldChanges(from: first.shown, to: last.shown, concealing: concealed).inOrder
        .map(\.line).filter { !$0.hasPrefix(#"{"field":"draft""#) }
    }

    func recorded(_ entries: [JournalEntry], revealing reveals: Bool = false) throws -> [[String]] {
      let names = InstanceNames(entries, and: try store.contents(of: key).state)
      return try RecordedChanges.all(of: entries, to: key, in: store, naming: names, revealing: reveals)
        .map { $0.map(\.line) }
    }

    /// Each printed change is in the journal, followed by what is stored, also where only some entries are read.
    func expectTheSame(removing mayRemove: Bool = false) throws {
      let journal = try store.journal(of: key)
      let recorded = try recorded(journal)
      #expect(recorded.map(\.count) == journal.map(\.changes.count), place)
      for (entry, changes) in zip(journal, recorded) where entry.action.kind != .checkpoint {
        for line in printed[entry.revision] ?? [] {
          let isThere = changes.contains { Self.says($0, line, orRemoved: mayRemove && entry.mayLeaveOutContents) }
          #expect(isThere, "revision \(entry.revision): \(line) is not among \(changes); \(place)")
        }
      }
      let some = journal.indices.filter { $0 % 3 == 1 || $0 % 7 == 0 }
      #expect(try self.recorded(some.map { journal[$0] }) == some.map { recorded[$0] }, place)
    }

    /// Whether a recorded change is a printed one; a cleared sensitive answer stays unknown.
    private static func says(_ recorded: String, _ printed: String, orRemoved mayRemove: Bool) -> Bool {
      func isSame(_ line: String) -> Bool { recorded.hasPrefix(line.dropLast() + #","valueBefore":"#) }
      let unknown = printed.replacing(#""before":null"#, with: #""before":"•••""#)
      return isSame(printed)
        || mayRemove && (isSame(unknown) || isSame(unknown.replacing(#""after":null"#, with: #""after":"•••""#)))
    }
  }

  @Test("Random actions on forms with rules, with undo, redo and upgrades", arguments: TestSeeds.seeds(4, full: 20))
  func actions(seed: UInt64) throws {
    var (random, history) = (RandomForm(seed: seed), RandomHistory(seed: seed))
    var revision = RandomRevision(seed: seed)
    var form = random.formWithRules(sections: 3, cellsPerSection: 12)
    let life = try Life(form, seed: seed)
    var versions = 1
    for _ in 0..<(TestSeeds.isFull ? 120 : 60) {
      if history.number(in: 1...15) == 1 {
        form = revision.edited(form, times: 3)
        guard form.definitionFaults().isEmpty else { continue }
        versions = try life.store.save(form).version
        try life.act { _ = try $0.upgrade($1) }
      }
      switch history.event(on: form) {
      case .action(let action): try life.act { _ = try $0.apply(action, to: $1) }
      case .group: try life.act { _ = try $0.apply(random.action(on: form, visibleRows: []), to: $1) }
      }
    }
    #expect(versions > 0 && life.printed.values.contains { !$0.isEmpty }, life.place)
    try life.expectTheSame()
    _ = try life.store.compact(life.key, keeping: 10)
    try life.expectTheSame()
  }

  @Test("Random actions on instances", arguments: TestSeeds.seeds(4, full: 20))
  func instances(seed: UInt64) throws {
    var random = RandomInstances(seed: seed)
    let form = random.form().form
    let life = try Life(form, seed: seed)
    for _ in 0..<(TestSeeds.isFull ? 120 : 60) {
      let state = try life.store.contents(of: life.key).state
      try life.act { _ = try $0.apply(random.action(in: state, of: form), to: $1) }
    }
    try life.expectTheSame()
  }

  @Test("Sensitive answers are masked, and cleared ones stay unknown", arguments: TestSeeds.seeds(4, full: 40))
  func sensitive(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let form = FormDefinition(key: "visit", title: "Visit") {
      FormSection(key: "s") {
        Cell.text("name", title: "Name")
        Cell.text("diagnosis", title: "Diagnosis").sensitive()
        Cell.text("copy", title: "Copy").calculate("concat(${diagnosis}, '/', ${name})").sensitive()
        Cell.text("therapy", title: "Therapy").relevant("${diagnosis} = 'secret 1'")
      }
    }
    let life = try Life(form, seed: seed)
    for step in 0..<40 {
      let action: FormAction =
        switch Int.random(in: 0..<8, using: &generator) {
        case 0..<3: .set("diagnosis", .text("secret \(Int.random(in: 1...3, using: &generator))"))
        case 3: .set("name", .text("Ada \(step)"))
        case 4: .undo(.everything)
        case 5: .redo(.everything)
        case 6: .set("therapy", "rest")
        default: .clear("diagnosis")
        }
      try life.act { _ = try $0.apply(action, to: $1) }
    }
    try life.expectTheSame(removing: true)
    let journal = try life.store.journal(of: life.key)
    #expect(try !life.recorded(journal).joined().contains { $0.contains("secret") }, life.place)
    let last = try #require(journal.last { $0.changes.contains { $0.subject.key == "name" } })
    #expect(try life.recorded([last], revealing: true)[0].contains { $0.contains("Ada") }, life.place)
  }

  @Test("An untouched cell shows its default, and what is stored stands beside it")
  func untouched() throws {
    let form = FormDefinition(key: "trip") {
      FormSection(key: "s") {
        Cell.text("name", title: "Name", value: "Nobody")
        Cell.integer("days", title: "Days").calculate("string-length(${name})")
      }
    }
    let life = try Life(form, seed: 0)
    try life.act { _ = try $0.apply(.set("name", "Ada"), to: $1) }
    try life.act { _ = try $0.apply(.set("days", 9), to: $1) }
    let recorded = try life.recorded(life.store.journal(of: life.key))
    #expect(
      recorded[0].first
        == #"{"field":"value","question":"Name","cell":"name","instance":0,"address":"name","before":"Nobody","#
        + #""after":"Ada","valueBefore":null,"valueAfter":"Ada"}"#)
    // The last calculated value, which an earlier entry has.
    #expect(recorded[1].contains { $0.contains(#""address":"days","before":3,"after":9,"valueBefore":null"#) })
    try life.expectTheSame()
  }
}
