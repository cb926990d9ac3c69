#if Collect
import FormState
import FormStateInterchange
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Batches over HTTP") struct ListenTests {
  private let server: CollectingServer

  init() throws { server = try CollectingServer() }

  @Test("A batch leads to the same rows and answers as taking its file, with the name of the token's device")
  func sameAsTake() async throws {
    let collector = try await ListeningCollector(server)
    let batch = try ListeningCollector.batch(responses: 3, entries: 4)
    let reply = try await collector.post(batch)
    #expect(reply.status == 200)
    #expect(reply.headers["content-type"] == "application/x-ndjson")
    let other = try CollectingServer()
    let lines = batch.replacing(#""device":"tablet""#, with: #""device":"kiosk""#).split(separator: "\n")
    let answers = try other.take(lines.map(String.init))
    #expect(try reply.lines == answers.map { try PushAnswerDocument.line(for: $0) })
    #expect(answers.map(\.name) == ["took", "took", "took"])
    #expect(try server.contents() == other.contents())
    #expect(try server.contents().contains { $0.contains("kiosk") })
    #expect(try !server.contents().contains { $0.contains("tablet") })
    let taken = /kiosk 200 parts=3 refused=0 entries=12 stored=12 bytes=(\d+) ms=\d+/
    let logged = collector.allLogged()
    #expect(logged.count == 1 && logged[0].wholeMatch(of: taken)?.1 == "\(batch.utf8.count)", "\(logged)")
  }

  @Test("The same batch again is had, and nothing is stored twice")
  func again() async throws {
    let collector = try await ListeningCollector(server)
    let batch = try ListeningCollector.batch()
    _ = try await collector.post(batch)
    let before = try server.contents()
    let reply = try await collector.post(batch)
    #expect(reply.status == 200)
    #expect(try names(of: reply) == ["had", "had"])
    #expect(collector.allLogged().last?.contains(" 200 parts=2 refused=0 entries=6 stored=0 ") == true)
    #expect(try server.contents() == before)
  }

  @Test("Two devices send at once")
  func twoDevices() async throws {
    let collector = try await ListeningCollector(server)
    let second = try CollectorDevices(connection: server.connection).add("van")
    let posts = try [collector.token, second].map { token in
      collector.posting(try ListeningCollector.batch(responses: 20, entries: 3), token)
    }
    let replying = posts.map { post in Task { try await post() } }
    for reply in replying { #expect(try await reply.value.status == 200) }
    let devices = try server.connection.execute(
      "SELECT device, count(*) FROM formstate_line GROUP BY device ORDER BY device")
    #expect(try devices.map { try $0[0] as String } == ["kiosk", "van"])
    #expect(try devices.map { try $0[1] as Int64 } == [20, 20])
    #expect(try collector.entryCount() == 120)
  }

  @Test("A batch of several megabytes is taken, which a client sends once it may")
  func large() async throws {
    let collector = try await ListeningCollector(server)
    let lines = try ListeningCollector.batch(responses: 1, entries: 2)
    // Blank lines belong to no part.
    let batch = String(repeating: "\n", count: 3 << 20) + lines
    let (port, token) = (collector.port, collector.token)
    let (permission, reply) = try await HTTPCaller.onThread {
      let caller = try HTTPCaller(port: port)
      caller.send(
        HTTPCaller.request(
          "POST", "/batches", token: token, length: batch.utf8.count, headers: ["Expect: 100-continue"]))
      // The server waits for the body, so this is all that it has sent.
      let permission = try caller.reply()
      caller.send(batch)
      return (permission, try caller.reply())
    }
    #expect(permission.status == 100 && reply.status == 200)
    #expect(try collector.entryCount() == 2)
  }

  @Test("The health is that of PostgreSQL")
  func health() async throws {
    let collector = try await ListeningCollector(server)
    let good = try await collector.call("GET", "/health")
    #expect(good.status == 200 && good.body == "ok\n")
    #expect(try await collector.call("HEAD", "/health").status == 200)
    server.cluster.stop()
    try await waitUntil { try await collector.call("GET", "/health").status == 503 }
    let bad = try await collector.call("GET", "/health")
    #expect(bad.sentence == "the database of the collector is unavailable")
    #expect(bad.headers["retry-after"] == "10")
    try server.cluster.start()
    try await waitUntil { try await collector.call("GET", "/health").status == 200 }
  }

  private func names(of reply: HTTPReply) throws -> [String] {
    try PushAnswerDocument.read(Data(reply.body.utf8), source: "answers").map(\.name)
  }
}
#endif
