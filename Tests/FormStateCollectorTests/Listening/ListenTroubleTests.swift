#if Collect
import FormState
import FormStateHTTP
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Batches over HTTP under difficulties") struct ListenTroubleTests {
  private static let unavailable = "the database of the collector is unavailable; send the batch again in 10 s"
  private let server: CollectingServer

  init() throws { server = try CollectingServer() }

  @Test("While PostgreSQL is away, devices are told to wait; afterwards their batches are taken")
  func restart() async throws {
    let collector = try await ListeningCollector(server)
    let batch = try ListeningCollector.batch()
    #expect(try await collector.post(batch).status == 200)
    server.cluster.stop(immediate: true)
    for _ in 0..<2 {
      let reply = try await collector.post(batch)
      #expect(reply.status == 503)
      #expect(reply.headers["retry-after"] == "10")
      #expect(reply.sentence == Self.unavailable)
    }
    #expect(collector.logged().count == 2)
    #expect(collector.logged().allSatisfy { $0.hasPrefix("kiosk 503 cannot connect to PostgreSQL (") })
    try server.cluster.start()
    #expect(try await collector.post(batch).lines.count == 2)
    server.cluster.stop()
    try server.cluster.start()
    // The connections that were made before are of no use.
    #expect(try await collector.post(batch).status == 200)
  }

  @Test("If PostgreSQL ends while a batch is taken, the device is told to wait, and nothing is acknowledged")
  func endedWithin() async throws {
    let collector = try await ListeningCollector(server)
    let batch = try ListeningCollector.batch()
    try lock("formstate_entry")
    let post = collector.posting(batch)
    async let replying = post()
    try await waitUntil { try isBlocked() }
    server.cluster.stop(immediate: true)
    let reply = try await replying
    #expect(reply.status == 503)
    #expect(reply.sentence == Self.unavailable)
    try server.cluster.start()
    let again = try await collector.post(batch)
    #expect(again.lines.count == 2 && again.lines.allSatisfy { $0.contains(#""answer":"took""#) })
  }

  @Test("If all connections are busy for too long, devices are told to wait; good tokens are still told from bad ones")
  func busy() async throws {
    var settings = CollectorRoutes.Settings()
    (settings.mostAtOnce, settings.patience) = (1, .milliseconds(50))
    let collector = try await ListeningCollector(server, settings: settings)
    let batch = try ListeningCollector.batch()
    try lock("formstate_entry")
    let post = collector.posting(batch)
    async let replying = post()
    try await waitUntil { try isBlocked() }
    let reply = try await collector.post(batch)
    #expect(reply.status == 503)
    #expect(reply.headers["retry-after"] == "10")
    #expect(reply.sentence == "the collector is busy; send the batch again in 10 s")
    #expect(collector.logged() == ["kiosk 503 the collector is busy; send the batch again in 10 s"])
    #expect(try await collector.post(batch, token: "wrong").status == 401)
    #expect(try await collector.call("GET", "/health").status == 200)
    try server.connection.execute(script: "ROLLBACK")
    #expect(try await replying.status == 200)
    #expect(try await collector.post(batch).status == 200)
  }

  @Test("A batch that waits for its turn gets it")
  func waiting() async throws {
    var settings = CollectorRoutes.Settings()
    settings.mostAtOnce = 1
    let collector = try await ListeningCollector(server, settings: settings)
    let posts = try (0..<3).map { _ in collector.posting(try ListeningCollector.batch()) }
    try lock("formstate_entry")
    let replying = posts.map { post in Task { try await post() } }
    try await waitUntil { try isBlocked() }
    try server.connection.execute(script: "ROLLBACK")
    for reply in replying { #expect(try await reply.value.status == 200) }
    #expect(try collector.entryCount() == 18)
  }

  @Test("A device has one connection at a time: what it sends again waits for that, and another device does not")
  func inTurn() async throws {
    var settings = CollectorRoutes.Settings()
    settings.patience = .milliseconds(300)
    let collector = try await ListeningCollector(server, settings: settings)
    let other = try CollectorDevices(connection: server.connection).add("van", .init(pulls: ["profile"]))
    let batch = try ListeningCollector.batch()
    try lock("formstate_entry")
    let post = collector.posting(batch)
    async let first = post()
    try await waitUntil { try isBlocked() }
    let early = try await post()
    #expect(early.status == 503 && early.headers["retry-after"] == "10")
    let blocked = try server.connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").count
    #expect(blocked == 1)
    #expect(try await collector.post("{}", token: other).status == 400)
    async let second = post()
    try server.connection.execute(script: "ROLLBACK")
    #expect(try await first.lines.allSatisfy { $0.contains(#""answer":"took""#) })
    let again = try await second
    #expect(again.status == 200 && again.lines.allSatisfy { $0.contains(#""answer":"had""#) })
  }

  @Test("A fault of the collector shows nothing internal, and the log nothing of the answers")
  func internalFault() async throws {
    var settings = CollectorRoutes.Settings()
    settings.admission.lookTime = .zero
    let collector = try await ListeningCollector(server, settings: settings)
    try server.connection.execute(script: "REVOKE INSERT ON formstate_entry FROM formstate_collector")
    let reply = try await collector.post(try ListeningCollector.batch())
    #expect(reply.status == 500)
    #expect(reply.body == #"{"error":"the collector failed; its log says why"}"# + "\n")
    #expect(
      collector.logged() == [
        "kiosk 500 PostgreSQL refused a statement: permission denied for table formstate_entry (SQLSTATE 42501)"
      ])
    try server.connection.execute(script: "REVOKE INSERT ON formstate_definition FROM formstate_collector")
    #expect(try await collector.post(try ListeningCollector.batch()).status == 500)
    try server.connection.execute(script: "REVOKE SELECT ON formstate_device FROM formstate_collector")
    #expect(try await collector.post("").status == 500)
    #expect(
      collector.logged().last
        == "- 500 PostgreSQL refused a statement: permission denied for table formstate_device (SQLSTATE 42501)")
  }

  /// Keeps takes from going on until a ROLLBACK.
  private func lock(_ table: String) throws {
    try server.connection.execute("BEGIN")
    try server.connection.execute("LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE")
  }

  /// Whether a take waits for the lock.
  private func isBlocked() throws -> Bool {
    try !server.connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").isEmpty
  }
}
#endif
