#if Collect
import FormState
import FormStateInterchange
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector
@testable import FormStateStore

@Suite("Making lines and states again") struct RebuildTests {
  let server: CollectingServer
  private let profile = ResponseKey(form: "profile")
  private let folder: TemporaryFolder

  init() throws {
    server = try CollectingServer()
    folder = try TemporaryFolder()
  }

  private func store(_ name: String, names: [String] = ["Tom", "Huck", "Becky", "Sid", "Polly"]) throws -> FormStore {
    let store = try FormStore(path: folder.path("\(name).sqlite"))
    try store.save(ProfileForm.form)
    for name in names { try store.apply(.set("firstname", .text(name)), to: profile) }
    return store
  }

  private func copy(of name: String, as copy: String) throws -> FormStore {
    try FormStore.copyFile(at: folder.path("\(name).sqlite"), to: folder.path("\(copy).sqlite"))
    return try FormStore(path: folder.path("\(copy).sqlite"))
  }

  @Test("All lines and answers of a release follow from its entries, byte for byte")
  func release() throws {
    let store = try FormStore.inMemory()
    let dump = Repository.folder.appendingPathComponent("Tests/Golden/1.0/dump.json")
    try store.restore(try StoreDump.read(try Data(contentsOf: dump), sourceName: "dump.json"))
    try server.collect(from: store, limit: 3, device: "kiosk")
    #expect(try server.followingRows().count > 100)
    try server.expectRebuilt()
    try server.expectSound(store)
  }

  @Test("The chosen line is chosen afterwards, also if it has gone on")
  func choice() throws {
    let first = try store("first")
    let second = try copy(of: "first", as: "second")
    // Lines that went on in different versions wait beside each other.
    for (store, name) in [(first, "Ada"), (second, "Eve")] {
      var form = ProfileForm.form
      form.title = name
      try store.save(form)
      try store.upgrade(profile)
      try store.apply(.set("firstname", .text(name)), to: profile)
      try server.collect(from: store)
    }
    let stream = try #require(try first.contents(of: profile).stream).description
    let lines = CollectedLines(connection: server.connection)
    #expect(try lines.choose(2, of: stream))
    #expect(try lines.choose(1, of: stream))
    #expect(try lines.choose(2, of: stream))
    try second.apply(.set("lastname", "Sawyer"), to: profile)
    try server.collect(from: second)
    try server.expectRebuilt()
    let main = try server.connection.execute("SELECT line, last_seq FROM formstate_line WHERE is_main").only
    #expect(try main[0] as Int64 == 2 && main[1] as Int64 == 8)
  }

  @Test("A row that was changed by hand is as before, and a row of nothing is removed")
  func changed() throws {
    try server.collect(from: try store("one"))
    let before = try server.followingRows()
    for statement in [
      "UPDATE formstate_state SET content = 'Mallory', author = 'Mallory'",
      "UPDATE formstate_line SET completed = true, entries = 99, started = NULL, definition = repeat('0', 64)",
      "UPDATE formstate_part SET last = 2", "DELETE FROM formstate_instance",
      "INSERT INTO formstate_instance SELECT gen_random_uuid(), 1, 0, 0, 0, '{}', 'profile', '', ''",
    ] { try server.connection.execute(statement) }
    #expect(try CollectorRebuild(connection: server.connection).run() == .init(lines: 1))
    #expect(try server.followingRows() == before)
  }

  @Test("A response without its receipt stays as it is, and the others are made again")
  func missingReceipt() throws {
    let (one, two) = (try store("one"), try store("two"))
    for store in [one, two] { try server.collect(from: store) }
    let before = try server.followingRows()
    let stream = try #require(try one.contents(of: profile).stream)
    try server.connection.execute(
      "DELETE FROM formstate_receipt WHERE stream = $1", [.text(stream.description)])
    let report = try CollectorRebuild(connection: server.connection).run()
    #expect(report.lines == 1)
    #expect(report.faults == ["the lines of the response \(stream) stay as they are: a receipt is missing"])
    #expect(try server.followingRows() == before)
  }

  @Test("A beginning that arrives in pieces after a checkpoint becomes part of its line")
  func beginningInPieces() throws {
    let whole = try store("whole")
    let small = try copy(of: "whole", as: "small")
    try small.compact(profile, keeping: 1)
    try server.collect(from: small)
    try small.apply(.set("lastname", "Thatcher"), to: profile)
    try server.collect(from: small)
    let answers = try server.collect(from: whole, limit: 2)
    #expect(answers == ["forked", "took", "had"])
    try server.expectSound(small)
    let line = try server.connection.execute("SELECT last_seq, entries, is_main FROM formstate_line").only
    #expect(try line[0] as Int64 == 6 && line[1] as Int64 == 6 && line[2] as Bool)
    let history = try server.connection.execute("SELECT revision FROM history WHERE field = 'value' ORDER BY 1")
    #expect(try history.map { try $0[0] as Int64 } == [1, 2, 3, 4, 5, 6])
    // The answer has the time of the entry that set it, which the checkpoint does not know.
    #expect(
      try server.connection.execute("SELECT 1 FROM answer WHERE cell = 'firstname' AND at IS NOT NULL").count == 1)
  }

  @Test("Batches that arrive meanwhile are neither lost nor doubled")
  func meanwhile() throws {
    let store = try store("one")
    try server.collect(from: store)
    let other = try PostgresConnection(server.cluster.address())
    let rebuilding = CollectorRebuild(connection: other)
    for name in ["Ada", "Eve", "Ida", "Una"] {
      try store.apply(.set("firstname", .text(name)), to: profile)
      _ = try rebuilding.run { _ in
        // Between two transactions of the other connection.
        #expect(throws: Never.self) { try server.collect(from: store) }
      }
    }
    try server.expectSound(store)
    let seq: Int64 = try server.connection.execute("SELECT last_seq FROM formstate_line").only[0]
    #expect(seq == 9)
  }
}
#endif
