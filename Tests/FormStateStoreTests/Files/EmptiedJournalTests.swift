import Foundation
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// Clearing a sensitive answer empties the entries before it, and the journal stays the same one.
@Suite("Emptied journals")
struct EmptiedJournalTests {
  private let visit = ResponseKey(form: "visit")

  /// A form in which rules give sensitive answers to other sensitive cells, and ask about them elsewhere.
  private static func form(version: Int = 1) -> FormDefinition {
    FormDefinition(key: "visit", title: "Visit") {
      FormSection(key: "s") {
        Cell.text("name", title: "Name")
        Cell.text("diagnosis", title: "Diagnosis").sensitive().constraint("string-length(.) > 3")
        Cell.group("result", title: "Result") {
          Cell.option("positive", title: "Positive")
          Cell.option("negative", title: "Negative")
        }.sensitive()
        Cell.text("copy", title: "Copy").calculate("concat(${diagnosis}, '/', ${name})").sensitive()
        Cell.text("first", title: "First").set("${diagnosis}", when: "diagnosis").sensitive()
        Cell.text("therapy", title: "Therapy").relevant("${result} = 'positive'")
        Cell.integer("length", title: version == 1 ? "Length" : "Length of stay")
        Cell.repeat("drugs", title: "Drugs") {
          Cell.text("drug", title: "Drug").sensitive()
          Cell.text("dose", title: "Dose")
        }
      }
    }
  }

  /// The chain at each revision of a response.
  private func chains(of key: ResponseKey, in store: FormStore) throws -> [JournalChain] {
    let digests = [1, 2].reduce(into: [Int: String]()) { digests, number in
      digests[number] = (try? store.form(key.form, version: number)).map(StateDigest.ofDefinition)
    }
    let stream = try #require(try store.contents(of: key).stream)
    var lines = JournalLines(after: JournalChain(of: stream), version: nil, digests: digests)
    return try store.journal(of: key).map { entry in
      _ = try lines.append(entry)
      return lines.chain
    }
  }

  @Test(
    "Random actions and clears: no byte, the same chains, a sound journal, equal copies",
    arguments: TestSeeds.seeds(2, full: 60))
  func random(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.path("f.sqlite")
    let store = try FormStore(path: path)
    try store.save(Self.form())
    var secrets: [String: [String]] = [:]
    for step in 1...60 {
      let cell = ["diagnosis", "drug:1", "drug:2"].randomElement(using: &generator) ?? ""
      let secret = "Secret-\(seed)-\(step)-\(Int.random(in: 0..<1_000_000, using: &generator))"
      let action: FormAction =
        switch Int.random(in: 0..<16, using: &generator) {
        case 0..<4: .set(.key(cell), .text(secret))
        case 4: .set("name", .text("Ada \(step)"))
        case 5: .choose(.key(["positive", "negative"].randomElement(using: &generator) ?? ""))
        case 6: .add("drugs")
        case 7: .undo(.everything)
        case 8: .redo(.everything)
        case 9: .reportFault("about \(secret)", on: .key(cell))
        case 10: .set("therapy", "rest")
        case 11: .remove(.key("drug:2"))
        case 12: step > 30 ? .upgrade(UpgradeRecord(to: 2)) : .markSaved
        case 13: .draft(.key(cell), secret)
        default: .clear(.key(Bool.random(using: &generator) ? cell : "result"))
        }
      if step == 30 { try store.save(Self.form(version: 2)) }
      let before = try chains(of: visit, in: store, orNone: true)
      guard (try? store.apply(action, to: visit)) != nil else { continue }
      if [.set, .reportFault, .draft].contains(action.kind), action.cell?.description == cell {
        secrets[cell, default: []].append(secret)
      }
      let after = try chains(of: visit, in: store, orNone: true)
      #expect(Array(after.prefix(before.count)) == before, place)
      guard case .clear = action else { continue }
      #expect(try store.check() == [], place)
      let bytes = try ["", "-wal"].map { try FileDamage.bytes(of: path + $0) }
      for secret in secrets[action.cell?.description ?? ""] ?? [] {
        let isThere = bytes.contains { $0.range(of: Data(secret.utf8)) != nil }
        #expect(!isThere, "\(secret) after \(action); \(place)")
      }
      secrets[action.cell?.description ?? ""] = nil
    }
    #expect(try store.check() == [], place)
    try expectCopy(of: store, place)
  }

  private func chains(of key: ResponseKey, in store: FormStore, orNone: Bool) throws -> [JournalChain] {
    try store.contents(of: key).revision == 0 ? [] : chains(of: key, in: store)
  }

  /// A store that takes the response from a document has the same journal, and goes on in the same way.
  private func expectCopy(of store: FormStore, _ place: Comment) throws {
    let copy = try FormStore.inMemory()
    try copy.restore(parts: store.forEachPart)
    #expect(try copy.journal(of: visit) == store.journal(of: visit), place)
    #expect(try copy.contents(of: visit).digest == store.contents(of: visit).digest, place)
    #expect(try copy.check() == [], place)
    let emptiedTo = try [store, copy].map { try $0.read { try ResponseLocation.find(visit, in: $0).emptiedTo } }
    #expect(emptiedTo[0] == emptiedTo[1], place)
    for store in [store, copy] {
      if (try? store.undo(of: visit)) == nil { continue }
      #expect(try store.check() == [], place)
    }
    #expect(try copy.contents(of: visit).digest == store.contents(of: visit).digest, place)
  }

  @Test("An answer that was undone is gone too when the cell, which shows nothing, is cleared again")
  func undone() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form(version: 1))
    try store.apply(.set("diagnosis", "Measles"), to: visit)
    try store.apply(.clear("diagnosis"), to: visit)
    try store.apply(.set("diagnosis", "Mumps"), to: visit)
    try store.undo(of: visit)
    let revision = try store.revision(of: visit)
    try store.apply(.clear("diagnosis"), to: visit)
    #expect(try store.revision(of: visit) == revision + 1)
    try store.forEachPart { part in #expect(!"\(part)".contains("Mumps")) }
    #expect(try store.check() == [])
    // Now nothing is left to empty.
    try store.apply(.clear("diagnosis"), to: visit)
    #expect(try store.revision(of: visit) == revision + 1)
  }

  @Test("Nothing up to the clear is taken back, by number either; what follows is")
  func bounds() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    try store.apply(.set("name", "Ada"), to: visit)
    try store.apply(.set("diagnosis", "Measles"), to: visit)
    let clear = try store.apply(.clear("diagnosis"), to: visit)
    for action in [FormAction.revert(1), .revert(clear, only: true), .restore(to: clear - 1)] {
      let error = #expect(throws: ActionError.self) { try store.apply(action, to: visit) }
      #expect(error?.code == .unknownRevision)
    }
    try store.apply(.set("name", "Grace"), to: visit)
    try store.apply(.restore(to: clear), to: visit)
    #expect(try store.contents(of: visit).answers().first?.value == "Ada")
    #expect(try store.check() == [])
    // A past revision shows what is left of it.
    #expect(try store.contents(of: visit, at: 2).answers().map(\.value).prefix(2) == ["Ada", nil])
  }

  @Test("A group that goes on after the clear cannot be taken back either")
  func group() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    try store.apply(.set("diagnosis", "Measles"), to: visit)
    try store.group("Correct", in: visit) { group in
      try group.apply(.set("name", "Ada"))
      try group.apply(.clear("diagnosis"))
      try group.apply(.set("therapy", "rest"))
      try group.apply(.set("name", "Grace"))
    }
    #expect(throws: ActionError.nothingToUndo) { try store.undo(of: visit) }
    #expect(try store.check() == [])
    try expectCopy(of: store, "the group")
    try store.apply(.set("name", "Joan"), to: visit)
    try store.undo(of: visit)
    #expect(try store.contents(of: visit).answers().first?.value == "Grace")
  }

  @Test("What a rule made of the answer goes too, and what is still there counts as entered with the clear")
  func rules() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    try store.apply(.set("name", "Ada"), to: visit)
    try store.apply(.set("diagnosis", "Measles"), to: visit)
    #expect(try store.contents(of: visit).answers().map(\.value).contains("Measles/Ada"))
    let clear = try store.apply(.clear("diagnosis"), to: visit)
    let journal = try store.journal(of: visit)
    let contents = journal.flatMap(\.changes).flatMap { [$0.before, $0.after] }.compactMap { $0?.value?.plainText }
    #expect(!contents.contains { $0.contains("Measles") } && contents.contains("/Ada"))
    #expect(journal[1].action == .emptied("diagnosis") && journal[1].salt == nil && journal[1].redacted != nil)
    #expect(journal[clear - 1].changes.allSatisfy { $0.before == nil || $0.field == .relevance })
  }

  @Test("Entries with a sensitive answer are salted, others are not")
  func salt() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    try store.apply(.set("name", "Ada"), to: visit)
    try store.apply(.set("diagnosis", "Measles"), to: visit)
    try store.apply(.choose("positive"), to: visit)
    try store.apply(.set("therapy", "rest"), to: visit)
    // The name is in the calculated copy.
    #expect(try store.journal(of: visit).map { $0.salt != nil } == [true, true, true, false])
  }

  @Test("A copy that is merged gets the clear, and loses what was cleared")
  func merge() throws {
    let folder = try TemporaryFolder()
    let paths = ["a.sqlite", "b.sqlite"].map { folder.path($0) }
    let store = try FormStore(path: paths[0])
    try store.save(Self.form())
    try store.apply(.set("name", "Ada"), to: visit)
    try store.apply(.set("diagnosis", "Measles"), to: visit)
    try store.backup(to: paths[1])
    let copy = try FormStore(path: paths[1])
    try copy.apply(.clear("diagnosis"), to: visit)
    try copy.apply(.set("name", "Grace"), to: visit)
    let report = try store.merge(parts: copy.forEachPart)
    #expect(report.responses.map(\.outcome) == [.extended])
    #expect(try store.journal(of: visit) == copy.journal(of: visit))
    #expect(try store.check() == [] && store.contents(of: visit).digest == copy.contents(of: visit).digest)
    #expect(try store.merge(parts: copy.forEachPart).responses.map(\.outcome) == [.unchanged])
    #expect(try copy.merge(parts: store.forEachPart).responses.map(\.outcome) == [.unchanged])
    try store.emptyLog()
    #expect(try FileDamage.bytes(of: paths[0]).range(of: Data("Measles".utf8)) == nil)
  }
}
