#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// The built program, ended at any of the messages that it sends to PostgreSQL.
@Suite("Killed collectors") struct KilledCollectorTests {
  private let cluster: TemporaryCluster
  private let folder: TemporaryFolder
  private var url: URL { URL(fileURLWithPath: folder.path) }
  /// A batch with the beginning of all responses, and one with what goes on.
  private static let files = ["first", "second"]

  init() throws {
    cluster = try TemporaryCluster()
    folder = try TemporaryFolder()
    let store = try FormStore.inMemory()
    let dump = Repository.folder.appendingPathComponent("Tests/Golden/1.0/dump.json")
    try store.restore(try StoreDump.read(try Data(contentsOf: dump), sourceName: "dump.json"))
    let server = try CollectingServer(cluster: cluster, settings: try makeDatabase("made", from: "template1"))
    _ = try CollectorSchema(connection: server.connection).make()
    server.connection.close()
    // Its answers tell the store what the second batch goes on from.
    let asked = try CollectingServer(cluster: cluster, settings: try makeDatabase("asked", from: "made"))
    for (file, limit) in zip(Self.files, [40, 1000]) {
      let batch = try #require(try store.nextBatch(for: "hq", limit: limit))
      try PushBatchDocument.write(batch).write(to: url.appendingPathComponent(file))
      try store.take(try asked.take(try CollectingServer.lines(of: batch)), from: "hq")
    }
  }

  /// Makes a database like another one, and returns how to reach it.
  private func makeDatabase(_ name: String, from other: String) throws -> String {
    try PostgresConnection(cluster.address()).execute("CREATE DATABASE \(name) TEMPLATE \(other)")
    return cluster.address(database: name)
  }

  /// Runs the program through a socket, and ends it after a message; `nil` never does.
  private func take(into database: String, endingAfter fatal: Int?) throws -> (CollectProgram.Outcome, messages: Int) {
    let url = url
    let relay = try RelayedSocket(to: cluster.socket) { if $0 == fatal { CollectProgram.kill(in: url) } }
    let settings = "host=\(relay.folder) dbname=\(database) user=postgres"
    return (try CollectProgram.run(["take"] + Self.files + ["--database", settings], in: url), relay.messageCount)
  }

  @Test("After any message, what was acknowledged is stored, and the same batches lead to the same rows")
  func killed() throws {
    let reference = try CollectingServer(cluster: cluster, settings: try makeDatabase("reference", from: "made"))
    let (whole, messages) = try take(into: "reference", endingAfter: nil)
    #expect(whole.status == 0 && whole.lines.count >= 10 && messages > 100, "\(whole.errors)")
    let rows = try reference.contents()
    for fatal in TestSeeds.some(10, of: Array(1..<messages)) {
      let server = try CollectingServer(cluster: cluster, settings: try makeDatabase("k\(fatal)", from: "made"))
      let (outcome, _) = try take(into: "k\(fatal)", endingAfter: fatal)
      #expect(outcome.status == 128 + SIGKILL, "message \(fatal)")
      for line in outcome.lines {
        let answer = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let chain = try #require(answer["chain"] as? String)
        let stored = try server.connection.execute(
          "SELECT 1 FROM formstate_entry WHERE encode(leads_to, 'hex') = $1", [.text(chain)])
        #expect(!stored.isEmpty, "message \(fatal): \(line)")
      }
      #expect(try take(into: "k\(fatal)", endingAfter: nil).0.status == 0, "message \(fatal)")
      #expect(try CollectorCheck(connection: server.connection).run().faults == [], "message \(fatal)")
      #expect(try server.contents() == rows, "message \(fatal)")
      server.connection.close()
      try reference.connection.execute("DROP DATABASE k\(fatal) WITH (FORCE)")
    }
  }
}
#endif
