import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Outbox")
struct OutboxTests {
  private let profile = ResponseKey(form: "profile")
  private let other = ResponseKey(form: "profile", response: "other")

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    for name in ["Tom", "Huck", "Becky"] { try store.apply(.set("firstname", .text(name)), to: profile) }
    try store.undo(of: profile)
    try store.apply(.set("lastname", "Finn"), to: other)
    return store
  }

  /// The chains of a response's journal by revision, computed from its entries alone.
  private func chains(of key: ResponseKey, in store: FormStore) throws -> [Int: JournalChain] {
    let digests = [1: StateDigest.ofDefinition(try store.form(key.form))]
    let stream = try #require(try store.contents(of: key).stream)
    var lines = JournalLines(after: JournalChain(of: stream), version: nil, digests: digests)
    return try store.journal(of: key).reduce(into: [0: JournalChain(of: stream)]) { chains, entry in
      _ = try lines.append(entry)
      chains[entry.revision] = lines.chain
    }
  }

  private func took(_ part: PushBatch.Part) -> PushAnswer {
    PushAnswer(stream: part.stream, outcome: .took(revision: part.last, chain: part.chain.description))
  }

  private func answer(
    _ key: ResponseKey, _ outcome: PushAnswer.Outcome, in store: FormStore
  ) throws -> PushAnswer {
    PushAnswer(stream: try #require(try store.contents(of: key).stream), outcome: outcome)
  }

  @Test("A batch has everything that a new destination lacks, with its definition and its proof")
  func batch() throws {
    let store = try store()
    let batch = try #require(try store.nextBatch(for: "hq", device: "kiosk 3"))
    #expect(batch.device == "kiosk 3" && batch.entryCount == 5)
    let digest = StateDigest.ofDefinition(ProfileForm.form)
    #expect(batch.definitions == [digest: ProfileForm.form])
    #expect(batch.parts.map(\.key) == [profile, other])
    for part in batch.parts {
      let chains = try chains(of: part.key, in: store)
      let contents = try store.contents(of: part.key)
      #expect(part.stream == contents.stream && part.after == 0 && part.definitions == [1: digest])
      #expect(part.chainBefore == chains[0] && part.chain == chains[part.last])
      var chain = chains[0]
      for line in part.lines { chain?.append(line) }
      #expect(chain == part.chain)
      #expect(part.outcome == PushBatch.Outcome(state: contents.digest, isCompleted: false))
    }
  }

  @Test("Entries wait until they are acknowledged, and then only later ones")
  func acknowledged() throws {
    let store = try store()
    let batch = try #require(try store.nextBatch(for: "hq"))
    #expect(try store.nextBatch(for: "hq") == batch)
    #expect(try store.take(batch.parts.map(took), from: "hq").allSatisfy { $0.problem == nil && $0.key != nil })
    #expect(try store.nextBatch(for: "hq") == nil)
    #expect(try store.check() == [])
    try store.apply(.complete, to: other)
    let next = try #require(try store.nextBatch(for: "hq"))
    #expect(next.parts.map(\.key) == [other] && next.definitions.isEmpty)
    #expect(next.parts[0].after == 1 && next.parts[0].chainBefore == batch.parts[1].chain)
    #expect(next.parts[0].outcome?.isCompleted == true)
    // Another destination has nothing yet.
    #expect(try store.nextBatch(for: "archive")?.entryCount == 6)
    #expect(try store.destinations() == ["archive", "hq"])
  }

  @Test("A batch has at most as many entries as its limit; the rest follows")
  func limit() throws {
    let store = try store()
    var sent: [Int] = []
    while let batch = try store.nextBatch(for: "hq", limit: 2) {
      #expect(batch.entryCount <= 2)
      sent += batch.parts.map(\.last)
      // Only the last part of a journal knows the state.
      #expect(batch.parts.map { $0.outcome != nil } == batch.parts.map { $0.last == ($0.key == other ? 1 : 4) })
      try store.take(batch.parts.map(took), from: "hq")
    }
    #expect(sent == [2, 4, 1])
    #expect(try store.nextBatch(for: "archive", limit: 0)?.entryCount == 1)
  }

  @Test("An acknowledgement of another history changes nothing, and says why")
  func elsewhere() throws {
    let store = try store()
    _ = try store.nextBatch(for: "hq")
    let chains = try chains(of: profile, in: store)
    let foreign = try #require(chains[1]).description
    let cases: [(PushAnswer, String)] = [
      (
        try answer(profile, .took(revision: 2, chain: foreign), in: store),
        "this file has another history up to revision 2"
      ),
      (try answer(profile, .had(revision: 9, chain: foreign), in: store), "this file ends before revision 9"),
      (
        PushAnswer(stream: .random(), outcome: .took(revision: 1, chain: foreign)), "this file has no such response"
      ),
      (
        try answer(profile, .needsDefinition(digest: String(repeating: "a", count: 64)), in: store),
        "this file has no such definition"
      ),
    ]
    let taken = try store.take(cases.map(\.0), from: "hq")
    #expect(taken.map(\.problem) == cases.map(\.1))
    #expect(try store.outboxStatus(of: "hq").entryCount == 5)
    let unknown = #expect(throws: StoreError.self) { try store.take([], from: "hp") }
    #expect(unknown?.code == .unknownDestination)
  }

  @Test("A destination that lost its data is sent the entries again, and an old answer does not go back")
  func sendFrom() throws {
    let store = try store()
    let batch = try #require(try store.nextBatch(for: "hq"))
    try store.take(batch.parts.map(took), from: "hq")
    let chains = try chains(of: profile, in: store)
    try store.take(
      [try answer(profile, .took(revision: 1, chain: chains[1]?.description ?? ""), in: store)], from: "hq")
    #expect(try store.nextBatch(for: "hq") == nil)
    try store.take([try answer(profile, .sendFrom(revision: 3), in: store)], from: "hq")
    let again = try #require(try store.nextBatch(for: "hq"))
    #expect(again.parts.map(\.after) == [2] && again.parts[0].chainBefore == chains[2])
    try store.take([try answer(profile, .sendFrom(revision: 1), in: store)], from: "hq")
    #expect(try store.nextBatch(for: "hq")?.parts.map(\.after) == [0])
    #expect(try store.check() == [])
  }

  @Test("A refused response is set aside and named; the others go on, and it does after a retry")
  func refused() throws {
    let store = try store()
    _ = try store.nextBatch(for: "hq")
    try store.take([try answer(profile, .refused(reason: "The survey is over."), in: store)], from: "hq")
    #expect(try store.nextBatch(for: "hq")?.parts.map(\.key) == [other])
    let status = try store.outboxStatus(of: "hq")
    #expect(status.refused == [OutboxStatus.Refused(key: profile, reason: "The survey is over.")])
    #expect(status.responseCount == 1 && status.entryCount == 1)
    #expect(try status.oldest == store.journal(of: other)[0].time)
    #expect(try store.retryRefused(of: "hq") == 1)
    #expect(try store.nextBatch(for: "hq")?.parts.map(\.key) == [profile, other])
  }

  @Test("A merge that continues a response keeps what destinations have of it, and what they refuse")
  func merged() throws {
    let (store, copy) = (try store(), try FormStore.inMemory())
    let batch = try #require(try store.nextBatch(for: "hq"))
    try store.take(batch.parts.map(took), from: "hq")
    try store.take([try answer(profile, .refused(reason: "The survey is over."), in: store)], from: "hq")
    try copy.restore(parts: store.forEachPart)
    for key in [profile, other] { try copy.apply(.set("firstname", "Sid"), to: key) }
    #expect(try store.merge(parts: copy.forEachPart).responses.map(\.outcome) == [.extended, .extended])
    let next = try #require(try store.nextBatch(for: "hq"))
    #expect(next.parts.map(\.key) == [other] && next.parts.map(\.after) == [1])
    let status = try store.outboxStatus(of: "hq")
    #expect(status.refused == [OutboxStatus.Refused(key: profile, reason: "The survey is over.")])
    #expect(try store.check() == [])
  }

  @Test(
    "Any reason of a refusal can be stored and shown",
    arguments: [("", "no reason was given"), ("closed\0\u{1B}[31m", "closed··[31m")])
  func reason(given: String, shown: String) throws {
    let store = try store()
    _ = try store.nextBatch(for: "hq")
    try store.take([try answer(profile, .refused(reason: given), in: store)], from: "hq")
    #expect(try store.outboxStatus(of: "hq").refused.map(\.reason) == [shown])
    #expect(try store.check() == [])
  }

  @Test("A definition is sent until entries that name it are acknowledged, and again when it is asked for")
  func definitions() throws {
    let store = try store()
    let batch = try #require(try store.nextBatch(for: "hq", limit: 1))
    #expect(try store.nextBatch(for: "hq")?.definitions.count == 1)
    try store.take(batch.parts.map(took), from: "hq")
    #expect(try store.nextBatch(for: "hq")?.definitions.isEmpty == true)
    let digest = StateDigest.ofDefinition(ProfileForm.form)
    try store.take([try answer(profile, .needsDefinition(digest: digest), in: store)], from: "hq")
    #expect(try store.nextBatch(for: "hq")?.definitions.keys.map(\.self) == [digest])
  }

  @Test("An entry that names no version sets its response aside; the others go on")
  func unsendable() throws {
    let store = try store()
    let journal = try store.journal(of: profile)
    let elsewhere = FormDefinition(
      key: "profile", sections: [FormSection(key: "s", cells: [FormCell(key: "firstname", kind: .text)])])
    var entry = journal[0]
    entry.version = nil
    entry.changes = [StateChange(.value, of: StateSubject("firstname"), before: nil, after: .value("Sid"))]
    entry.action = .clear("firstname")
    let fresh = try FormStore.inMemory()
    try fresh.importForms([
      FormContents(form: elsewhere, responses: ["odd": .init(journal: [entry])])
    ])
    try fresh.apply(.set("firstname", "Tom"), to: profile)
    #expect(try fresh.nextBatch(for: "hq")?.parts.map(\.key) == [profile])
    let reason = "the entry 1 names no version, so it has no canonical line"
    let odd = ResponseKey(form: "profile", response: "odd")
    #expect(try fresh.outboxStatus(of: "hq").refused == [OutboxStatus.Refused(key: odd, reason: reason)])
    #expect(try fresh.check() == [])
  }

  @Test("Compaction keeps what a destination lacks, unless it is told not to")
  func compaction() throws {
    let store = try store()
    let batch = try #require(try store.nextBatch(for: "hq", limit: 2))
    #expect(
      try store.compact(profile, keeping: 0, isDryRun: true)
        == FormStore.CompactedResponse(removed: 0, kept: 4, unsent: 4))
    try store.take(batch.parts.map(took), from: "hq")
    #expect(try store.compact(profile, keeping: 0) == FormStore.CompactedResponse(removed: 2, kept: 2, unsent: 2))
    let rest = try #require(try store.nextBatch(for: "hq")).parts[0]
    #expect(rest.after == 2 && rest.chainBefore == batch.parts[0].chain)
    #expect(
      try store.compact(profile, keeping: 0, keepsUnsent: false)
        == FormStore.CompactedResponse(removed: 2, kept: 0, unsent: 0))
    // What it lacks is gone, so it gets the checkpoint, whose chain is that of the removed entries.
    let checkpoint = try #require(try store.nextBatch(for: "hq")).parts[0]
    #expect(checkpoint.after == 3 && checkpoint.chainBefore == nil && checkpoint.lines.count == 1)
    #expect(checkpoint.chain == rest.chain)
    #expect(try store.check() == [])
    try store.removeDestination("hq")
    #expect(try store.destinations() == [])
    #expect(try store.compact(other, keeping: 0).removed == 1)
  }

  @Test("Compaction does not change the chain of what follows", arguments: TestSeeds.seeds(2, full: 30))
  func chainGoesOn(seed: UInt64) throws {
    var filling = try RandomFilling(seed: seed)
    try filling.fillIn(40)
    let (store, key) = (filling.store, filling.key)
    var expected = try #require(try store.nextBatch(for: "whole", limit: .max)?.parts.first)
    try store.take([took(expected)], from: "whole")
    for (number, count) in [25, 9, 9, 0].enumerated() {
      try store.compact(key, keeping: count)
      let part = try #require(try store.nextBatch(for: "new \(number)", limit: .max)?.parts.first)
      #expect(part.chain == expected.chain && part.outcome == expected.outcome, "FORMSTATE_TEST_SEED=\(seed)")
      #expect(part.lines.dropFirst() == expected.lines.suffix(part.lines.count - 1), "FORMSTATE_TEST_SEED=\(seed)")
      try store.take([took(part)], from: "new \(number)")
      #expect(try store.check() == [])
      try filling.fillIn(3)
      if let next = try store.nextBatch(for: "whole", limit: .max)?.parts.first {
        expected.lines += next.lines
        expected.chain = next.chain
        expected.outcome = next.outcome
        try store.take([took(next)], from: "whole")
        // The destination that began with the checkpoint gets the same entries.
        let other = try #require(try store.nextBatch(for: "new \(number)", limit: .max)?.parts.first)
        #expect(other.lines == next.lines && other.chain == next.chain, "FORMSTATE_TEST_SEED=\(seed)")
      }
    }
  }

  @Test("A dump restores the chain of a compacted journal")
  func restored() throws {
    let store = try store()
    try store.compact(profile, keeping: 1)
    let part = try #require(try store.nextBatch(for: "hq")).parts[0]
    let copy = try FormStore.inMemory()
    try copy.restore(parts: store.forEachPart)
    #expect(try copy.nextBatch(for: "hq")?.parts[0] == part)
    #expect(try copy.check() == [])
  }

  @Test("Check finds a destination whose history is not that of the journal")
  func checked() throws {
    let store = try store()
    let batch = try #require(try store.nextBatch(for: "hq"))
    try store.take(batch.parts.map(took), from: "hq")
    let name = "the response “default” of the form “profile”: the destination “hq” has"
    try Tampering.run("UPDATE formstate_entry SET author = 'Sid' WHERE revision = 2", in: store.database)
    #expect(try store.check() == ["\(name) another history up to revision 4 than the journal"])
    try Tampering.run(
      "UPDATE formstate_entry SET author = NULL; UPDATE formstate_pushed SET revision = 7 WHERE revision = 4",
      in: store.database
    )
    #expect(try store.check() == ["\(name) revision 7, but the journal ends with revision 4"])
  }

  @Test("Check finds a position before the checkpoint whose chain is that of another revision")
  func checkedBeforeCheckpoint() throws {
    let store = try store()
    let batch = try #require(try store.nextBatch(for: "hq"))
    try store.take(batch.parts.map(took), from: "hq")
    try store.compact(profile, keeping: 1)
    #expect(try store.check() == [])
    let name = "the response “default” of the form “profile”: the destination “hq” has"
    try Tampering.run("UPDATE formstate_pushed SET revision = 0 WHERE revision = 4", in: store.database)
    #expect(try store.check() == ["\(name) another history up to revision 0 than the journal"])
    let start = JournalChain(of: batch.parts[0].stream)
    try Tampering.run(
      "UPDATE formstate_pushed SET revision = 1, chain = '\(start)' WHERE revision = 0", in: store.database)
    #expect(try store.check() == ["\(name) another history up to revision 1 than the journal"])
  }

  @Test(
    "Entries that are missing from the journal are damage; they are neither passed over nor asked for forever",
    arguments: [
      ("DELETE FROM formstate_entry WHERE response_id = 1 AND revision = 2", 2),
      ("UPDATE formstate_entry SET revision = 9007199254740991 WHERE response_id = 1 AND revision = 4", 4),
    ])
  func gap(edit: String, missing: Int) throws {
    let store = try store()
    try Tampering.run(edit, in: store.database)
    #expect(throws: StoreError.damaged("revision \(missing) is missing from the journal")) {
      try store.nextBatch(for: "hq")
    }
    #expect(throws: StoreError.damaged("revision \(missing) is missing from the journal")) {
      while let batch = try store.nextBatch(for: "hq", limit: 1) {
        try store.take(batch.parts.map(took), from: "hq")
      }
    }
  }

  @Test("The name of a destination is checked, and a near one is suggested")
  func names() throws {
    let store = try store()
    let error = #expect(throws: StoreError.self) { try store.nextBatch(for: "h\u{7}q") }
    #expect(error?.code == .unusableName)
    _ = try store.nextBatch(for: "headquarters")
    let unknown = #expect(throws: StoreError.self) { try store.outboxStatus(of: "headquarter") }
    #expect(
      unknown?.description == "there is no destination “headquarter”; did you mean “headquarters”?")
  }
}
