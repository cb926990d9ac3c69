#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Taking batches") struct TakeTests {
  let server: CollectingServer
  private let profile = ResponseKey(form: "profile")

  init() throws { server = try CollectingServer() }

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    for name in ["Tom", "Huck", "Becky"] { try store.apply(.set("firstname", .text(name)), to: profile) }
    return store
  }

  private func lines(of store: FormStore) throws -> [String] {
    try CollectingServer.lines(of: try #require(try store.nextBatch(for: "hq", device: "kiosk")))
  }

  @Test("Everything that a release wrote arrives, is proven, and is not stored again")
  func everything() throws {
    let store = try FormStore.inMemory()
    let dump = Repository.folder.appendingPathComponent("Tests/Golden/1.0/dump.json")
    try store.restore(try StoreDump.read(try Data(contentsOf: dump), sourceName: "dump.json"))
    let lines = try lines(of: store)
    #expect(Set(try server.collect(from: store)) == ["took"])
    try server.expectSound(store)
    let before = try server.contents()
    #expect(Set(try server.take(lines).map(\.name)) == ["had"])
    #expect(try server.contents() == before)
  }

  @Test("Entries that arrive one by one lead to the same rows as all at once")
  func oneByOne() throws {
    let store = try FormStore.inMemory()
    let dump = Repository.folder.appendingPathComponent("Tests/Golden/1.0/dump.json")
    try store.restore(try StoreDump.read(try Data(contentsOf: dump), sourceName: "dump.json"))
    let whole = try CollectingServer()
    try whole.take(try lines(of: store))
    try server.collect(from: store, limit: 1, device: "kiosk")
    // Each part has a receipt, and there are more of them.
    let (one, all) = (try server.followingRows(without: "received"), try whole.followingRows(without: "received"))
    for (one, all) in zip(one, all) { #expect(one == all) }
    #expect(one.count == all.count)
    try server.expectSound(store)
  }

  @Test("Two copies that go on differently are joined, as on a device that has both")
  func fork() throws {
    let folder = try TemporaryFolder()
    let first = try FormStore(path: folder.path("first.sqlite"))
    try first.save(ProfileForm.form)
    try first.apply(.set("firstname", "Tom"), to: profile)
    try server.collect(from: first, device: "first")
    try FormStore.copyFile(at: folder.path("first.sqlite"), to: folder.path("second.sqlite"))
    let second = try FormStore(path: folder.path("second.sqlite"))
    try first.apply(.set("firstname", "Huck"), to: profile)
    try second.apply(.set("lastname", "Sawyer"), to: profile)
    try second.apply(.set("firstname", "Becky"), to: profile)
    #expect(try server.collect(from: first, device: "first") == ["took"])
    #expect(try server.collect(from: second, device: "second") == ["took"])
    try second.apply(.complete, to: profile)
    #expect(try server.collect(from: second, device: "second") == ["took"])
    try server.expectSound(first, second)
    let lines = try server.connection.execute(
      "SELECT device, last_seq, entries, is_main, is_merged, forked_at FROM formstate_line ORDER BY line")
    #expect(try lines.map { try $0[0] as String } == ["first", "second"])
    #expect(try lines.map { try $0[1] as Int64 } == [2, 4] && lines.map { try $0[2] as Int64 } == [2, 4])
    #expect(try lines.map { try $0[3] as Bool } == [false, true] && lines.map { try $0[4] as Bool } == [true, false])
    #expect(try lines.map { try $0[5] as Int64? } == [nil, 2])
    let answers = try server.connection.execute(
      "SELECT cell, value FROM current_answer WHERE source = 'set' ORDER BY cell")
    #expect(try answers.map { try "\($0[0] as String) \($0[1] as String)" } == ["firstname Becky", "lastname Sawyer"])
    let open = try server.connection.execute("SELECT kind, value, is_shown FROM conflict ORDER BY kind, number")
    #expect(
      try open.map { try "\($0[0] as String) \($0[1] as String) \($0[2] as Bool)" } == [
        "answer Becky true", "answer Huck false", "completion in progress true", "completion completed false",
      ])
  }

  @Test("A fork reads its beginning although its device gives the definitions other numbers")
  func renumbered() throws {
    let folder = try TemporaryFolder()
    let key = ResponseKey(form: "f")
    func form(_ title: String) -> FormDefinition {
      FormDefinition(key: "f", title: title) { FormSection(key: "s") { Cell.text("name", title: title) } }
    }
    let first = try FormStore(path: folder.path("first.sqlite"))
    try first.save(form("Old"))
    try first.apply(.set("name", "Tom"), to: key)
    try first.save(form("New"))
    try first.upgrade(key)
    try server.collect(from: first)
    // The other device had the newer definition first, and gets the response by a merge.
    let second = try FormStore(path: folder.path("second.sqlite"))
    try second.save(form("New"))
    try second.merge(parts: first.forEachPart)
    for store in [first, second] { try store.apply(.set("name", .text("Becky")), to: key) }
    try second.apply(.clear("name"), to: key)
    #expect(try server.collect(from: second) == ["took"])
    #expect(try server.collect(from: first) == ["took"])
    try first.apply(.set("name", "Sid"), to: key)
    #expect(try server.collect(from: first) == ["took"])
    try server.expectSound(first, second)
  }

  @Test("Own entries arrive that joining has put beside the journal, and those of others that never pushed")
  func beside() throws {
    let (first, second) = (try store(), try FormStore.inMemory())
    try second.merge(parts: first.forEachPart)
    try second.apply(.set("lastname", "Thatcher"), to: profile)
    // The journal follows the longer line.
    for name in ["Amy", "Ben"] { try first.apply(.set("firstname", .text(name)), to: profile) }
    try second.merge(parts: first.forEachPart)
    #expect(try server.collect(from: second) == ["took", "took"])
    #expect(try server.connection.execute("SELECT 1 FROM formstate_entry").count == 6)
    #expect(try second.outboxStatus(of: "hq").responseCount == 0)
    #expect(try server.collect(from: first) == ["had"])
    try server.expectSound(first)
  }

  @Test("An entry that joins copies as nobody else would is refused; a true one is taken")
  func forged() throws {
    let (first, second) = (try store(), try FormStore.inMemory())
    try second.merge(parts: first.forEachPart)
    for (store, name) in [(first, "Amy"), (second, "Ben")] {
      try store.apply(.set("firstname", .text(name)), to: profile)
    }
    // The journal follows the longer line.
    try second.apply(.markSaved, to: profile)
    try second.merge(parts: first.forEachPart)
    try second.apply(.set("lastname", "Thatcher"), to: profile)
    try server.collect(from: first)
    let lines = try lines(of: second)
    var forged = lines
    var chain: JournalChain?
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("{\"stream\"") {
        chain =
          try line.firstMatch(of: /"chain":"([0-9a-f]+)"/).flatMap { JournalChain(String($0.1)) }
          ?? JournalChain(of: #require(second.contents(of: profile).stream))
      } else if line.hasPrefix("{\"revision\"") {
        forged[index] = line.replacing(/\{"cell":"firstname","field":"alternatives","after":\[.*?\]\},?/, with: "")
        chain?.append(forged[index])
      } else if line.hasPrefix("{\"entries\""), let chain {
        forged[index] = line.replacing(/"chain":"[0-9a-f]+"/, with: "\"chain\":\"\(chain)\"")
      }
    }
    #expect(forged != lines)
    let answers = try server.take(forged).map(\.outcome)
    #expect(
      answers.contains { outcome in
        guard case .refused(let reason) = outcome else { return false }
        return reason.hasSuffix("joins copies by other rules than those of this program")
      })
    #expect(try server.take(lines).map(\.name) == ["took", "had"])
    try server.expectSound(first, second)
    #expect(try server.connection.execute("SELECT 1 FROM conflict").count == 2)
  }

  @Test("A database that was put back asks for what it lost")
  func putBack() throws {
    let store = try store()
    try server.collect(from: store)
    let later = try CollectingServer()
    try store.apply(.set("lastname", "Finn"), to: profile)
    let answers = try later.take(try lines(of: store))
    #expect(answers.map(\.outcome) == [.sendFrom(revision: 1)])
    try store.take(answers, from: "hq")
    try later.collect(from: store)
    // The store did not send the definition again, since the first collector had it.
    try later.expectSound(store)
    #expect(try store.outboxStatus(of: "hq").entryCount == 0)
  }

  @Test("A compacted copy and one with all entries share a line")
  func compacted() throws {
    let folder = try TemporaryFolder()
    let whole = try FormStore(path: folder.path("whole.sqlite"))
    try whole.save(ProfileForm.form)
    for name in ["Tom", "Huck", "Becky"] { try whole.apply(.set("firstname", .text(name)), to: profile) }
    try FormStore.copyFile(at: folder.path("whole.sqlite"), to: folder.path("small.sqlite"))
    let small = try FormStore(path: folder.path("small.sqlite"))
    try small.compact(profile, keeping: 1)
    #expect(try server.collect(from: small) == ["took"])
    try small.apply(.set("lastname", "Thatcher"), to: profile)
    #expect(try server.collect(from: small) == ["took"])
    #expect(try server.collect(from: whole) == ["took"])
    try server.expectSound(small)
    let line = try server.connection.execute("SELECT entries, started IS NOT NULL FROM formstate_line").only
    #expect(try line[0] as Int64 == 4 && line[1] as Bool)
    let history = try server.connection.execute("SELECT revision, action FROM history WHERE field = 'value' ORDER BY 1")
    #expect(try history.map { try $0[0] as Int64 } == [1, 2, 3, 4])
    #expect(try history.map { try $0[1] as String } == ["set", "set", "set", "set"])
  }

  @Test(
    "A batch that was changed is refused, and nothing of the part is stored",
    arguments: [
      ("a byte", "batch:7: the chain of the part does not fit its lines, which were changed; send the batch again"),
      ("swapped", "batch:4: is not the entry 1, which comes next; send the batch again"),
      ("cut", "batch:6: the batch ends here without its last line; send it again"),
      ("doubled", "batch:5: is not the entry 2, which comes next; send the batch again"),
      ("stream", "batch:3: chain: is not that of a response before its first entry"),
      ("no end", "batch:8: the batch ends here without its last line; send it again"),
    ])
  func changed(how: String, problem: String) throws {
    var lines = try lines(of: try store())
    switch how {
    case "a byte": lines[4] = lines[4].replacing("Huck", with: "Hack")
    case "swapped": lines.swapAt(3, 4)
    case "cut": lines = Array(lines.prefix(5))
    case "doubled": lines.insert(lines[3], at: 4)
    case "stream":
      lines[2].replace(/"stream":"[0-9a-f]{32}"/, with: "\"stream\":\"\(StreamName.random())\"")
    default: lines.removeLast()
    }
    let error = #expect(throws: JSONLinesError.self) { try server.take(lines) }
    #expect(error?.description == problem)
    // Without its end a batch may lack parts, but those that are there are whole.
    let count: Int64 = try server.connection.execute("SELECT count(*) FROM formstate_entry").only[0]
    #expect(count == (how == "no end" ? 3 : 0))
  }

  @Test("A definition that never arrives is asked for, and nothing is stored without it")
  func missingDefinition() throws {
    let store = try store()
    var lines = try lines(of: store)
    let definition = lines.remove(at: 1)
    let digest = StateDigest.ofDefinition(ProfileForm.form)
    #expect(try server.take(lines).map(\.outcome) == [.needsDefinition(digest: digest)])
    #expect(try server.contents() == [])
    lines.insert(definition.replacing("First name", with: "Given name"), at: 1)
    let error = #expect(throws: JSONLinesError.self) { try server.take(lines) }
    #expect(error?.problem == "the definition has another digest than it states; send the batch again")
  }

  @Test("Nobody can change an entry, not even a superuser")
  func tampering() throws {
    try server.collect(from: try store())
    for change in [
      "body = replace(body, 'Huck', 'Hack')", "chain = sha256('')", "prev = sha256('')", "leads_to = sha256('')",
      "seq = 7", "kind = 'clear'",
    ] {
      let error = #expect(throws: PostgresError.self, "\(change)") {
        try server.connection.execute("UPDATE formstate_entry SET \(change) WHERE seq = 2")
      }
      #expect(error?.sqlState == "23514", "\(change)")
    }
  }

  @Test("Check names an entry and a state that were changed past the constraints")
  func checked() throws {
    let store = try store()
    try server.collect(from: store)
    let stream = try #require(try store.contents(of: profile).stream)
    try server.connection.execute("UPDATE formstate_state SET content = 'Sid' WHERE subject = 'firstname'")
    var report = try CollectorCheck(connection: server.connection).run()
    #expect(
      report.faults == [
        "the state of line 1 of the response “default” of the form “profile” is another than the device's"
      ])
    try server.connection.execute("UPDATE formstate_state SET content = 'Becky' WHERE subject = 'firstname'")
    try server.connection.execute("DELETE FROM formstate_entry WHERE seq = 2")
    report = try CollectorCheck(connection: server.connection).run()
    #expect(report.faults == ["the entry 3 of line 1 of the response \(stream) has no entry before it"])
  }
}
#endif
