#if Collect
import FormState
import FormStateStore
import TestSupport
import Testing

@testable import FormStateCollector

/// What a person clears of a sensitive answer leaves the collector, and the response stays in one line.
@Suite("A sensitive answer that is cleared, at a collector")
struct EmptyingTests {
  private static let visit = ResponseKey(form: "visit")
  private static let secret = "Tuberculosis"

  private static let form = FormDefinition(key: "visit", title: "Visit") {
    FormSection(key: "s") {
      Cell.text("name", title: "Name")
      Cell.text("diagnosis", title: "Diagnosis").sensitive()
      Cell.text("copy", title: "Copy").calculate("concat(${diagnosis}, '/', ${name})").sensitive()
      Cell.group("result", title: "Result") {
        Cell.option("positive", title: "Positive result")
        Cell.option("negative", title: "Negative result")
      }.sensitive()
    }
  }

  private let server: CollectingServer
  private let folder: TemporaryFolder
  private let store: FormStore

  init() throws {
    server = try CollectingServer()
    folder = try TemporaryFolder()
    store = try FormStore(path: folder.path("device.sqlite"))
    try store.save(Self.form)
    try store.apply(.set("name", "Ada"), to: Self.visit)
    try store.apply(.set("diagnosis", .text(Self.secret)), to: Self.visit)
    try store.apply(.choose("positive"), to: Self.visit)
  }

  /// Whether a table has a text.
  private func holds(_ text: String) throws -> Bool {
    try server.contents().contains { !$0.hasPrefix("formstate_definition ") && $0.contains(text) }
  }

  private func lineCount() throws -> Int { try server.connection.execute("SELECT 1 FROM formstate_line").count }

  @Test("Sent before or after, together or one by one: one line, no contents, the same state", arguments: [1, 2, 1000])
  func oneLine(limit: Int) throws {
    try server.collect(from: store, limit: limit)
    #expect(try holds(Self.secret), "the search should find it before")
    try store.apply(.set("diagnosis", .text("\(Self.secret) again")), to: Self.visit)
    try store.apply(.clear("diagnosis"), to: Self.visit)
    try store.apply(.set("name", "Grace"), to: Self.visit)
    let names = try server.collect(from: store, limit: limit)
    #expect(Set(names) == ["took"])
    #expect(try lineCount() == 1)
    #expect(try !holds(Self.secret) && holds("Grace"))
    try server.expectSound(store)
    try store.apply(.clear("result"), to: Self.visit)
    try server.collect(from: store, limit: limit)
    #expect(try !holds("positive") && lineCount() == 1)
    try server.expectSound(store)
  }

  @Test("What was never sent arrives empty")
  func unsent() throws {
    try store.apply(.clear("diagnosis"), to: Self.visit)
    try server.collect(from: store)
    #expect(try !holds(Self.secret) && lineCount() == 1)
    try server.expectSound(store)
    let emptied = try server.connection.execute(
      "SELECT seq FROM formstate_entry WHERE redacted IS NOT NULL ORDER BY seq")
    #expect(try emptied.map { try $0.number(0) } == [1, 2, 3])
  }

  @Test("Where a copy goes on from the answer, it is emptied too; what the copy does with it later stays")
  func copy() throws {
    try server.collect(from: store)
    try store.backup(to: folder.path("copy.sqlite"))
    let copy = try FormStore(path: folder.path("copy.sqlite"))
    try copy.apply(.choose("negative"), to: Self.visit)
    try server.collect(from: copy)
    try store.apply(.clear("diagnosis"), to: Self.visit)
    #expect(try server.collect(from: store) == ["took"])
    #expect(try !holds(Self.secret) && lineCount() == 2)
    #expect(try CollectorCheck(connection: server.connection).run().faults == [])
    try server.expectRebuilt()
    // A device that still has the answer may send it again; it is known by its chain and not written.
    try copy.apply(.choose("positive"), to: Self.visit)
    try server.collect(from: copy)
    #expect(try !holds(Self.secret))
  }

  @Test("An emptied entry that says something else than its digest proves is refused")
  func digests() throws {
    try store.apply(.clear("diagnosis"), to: Self.visit)
    let batch = try #require(try store.nextBatch(for: "hq"))
    let lines = try CollectingServer.lines(of: batch).map { line in
      line.replacing(/"redacted":"([0-9a-f]{64})"/) { "\"redacted\":\"\(String($0.1.reversed()))\"" }
    }
    #expect(throws: (any Error).self) { try server.take(lines) }
  }
}
#endif
