#if Collect
import FormState
import FormStateHTTP
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Batches over HTTP that are refused") struct ListenRefusalTests {
  private static let unauthorized =
    "the token is missing, unknown or revoked; send a good one as “Authorization: Bearer TOKEN”, made with "
    + "formstate-collect device add"
  private let server: CollectingServer

  init() throws { server = try CollectingServer() }

  @Test("A missing, an unknown and a revoked token get the same answer, and nothing is stored")
  func tokens() async throws {
    var settings = CollectorRoutes.Settings()
    settings.admission.lookTime = .zero
    let collector = try await ListeningCollector(server, settings: settings)
    let devices = CollectorDevices(connection: server.connection)
    let batch = try ListeningCollector.batch()
    let revoked = try devices.add("van")
    #expect(try await collector.post("", token: revoked).status == 400)
    #expect(try devices.revoke("van") == 1)
    var replies: [HTTPReply] = []
    for token in [nil, "", "wrong", String(repeating: "0", count: 64), revoked] as [String?] {
      replies.append(try await collector.post(batch, token: .some(token)))
    }
    for reply in replies {
      #expect(reply.status == 401)
      #expect(reply.headers["www-authenticate"] == "Bearer")
      #expect(reply.sentence == Self.unauthorized)
    }
    #expect(Set(replies.map(\.body)).count == 1)
    #expect(try collector.entryCount() == 0)
    #expect(try server.connection.execute("SELECT 1 FROM formstate_definition").isEmpty)
    #expect(collector.logged().dropFirst() == ["- 401 \(Self.unauthorized)"], "strangers do not fill the log")
    #expect(try await collector.post(batch).status == 200)
  }

  @Test("A second token header, which two readers could understand differently, is refused")
  func twoTokens() async throws {
    let collector = try await ListeningCollector(server)
    let request = HTTPCaller.request(
      "POST", "/batches", token: collector.token, headers: ["Authorization: Bearer other"])
    let reply = try await HTTPCaller.call(port: collector.port, request)
    #expect(reply.status == 400)
    #expect(reply.body == "A request may have only one header “authorization”.\n")
  }

  @Test("The database and the log do not have tokens")
  func secrecy() async throws {
    let collector = try await ListeningCollector(server)
    _ = try await collector.post("x")
    let stored: String = try server.connection.execute("SELECT to_jsonb(held)::text FROM formstate_device AS held")
      .only[0]
    #expect(stored.contains("kiosk"))
    #expect(!stored.contains(collector.token))
    #expect(!collector.logged().joined().contains(collector.token))
    #expect(collector.token.wholeMatch(of: /formstate_[0-9a-f]{96}/) != nil)
  }

  @Test("The collector's role can neither make nor revoke a token")
  func roles() async throws {
    let collector = try await ListeningCollector(server)
    let devices = CollectorDevices(connection: try PostgresConnection(server.cluster.address(user: "clinic")))
    _ = try devices.key()
    let addition = #expect(throws: PostgresError.self) { try devices.add("van") }
    let revocation = #expect(throws: PostgresError.self) { try devices.revoke("kiosk") }
    let replacement = #expect(throws: PostgresError.self) { try devices.replaceKey() }
    #expect([addition, revocation, replacement].allSatisfy { $0?.sqlState == "42501" })
    #expect(try devices.owner(of: TokenDigest(of: Array(collector.token.utf8)))?.name == "kiosk")
    try server.connection.execute(script: "CREATE ROLE analyst LOGIN IN ROLE formstate_reader")
    let analyst = try PostgresConnection(server.cluster.address(user: "analyst"))
    let reading = #expect(throws: PostgresError.self) { try CollectorDevices(connection: analyst).key() }
    #expect(reading?.sqlState == "42501")
  }

  @Test("A batch that is too long is refused before it is sent")
  func tooLong() async throws {
    var settings = CollectorRoutes.Settings()
    settings.largestBatch = 1000
    let collector = try await ListeningCollector(server, settings: settings)
    let (port, token) = (collector.port, collector.token)
    let reply = try await HTTPCaller.call(
      port: port,
      HTTPCaller.request("POST", "/batches", token: token, length: 1001, headers: ["Expect: 100-continue"]))
    #expect(reply.status == 413)
    #expect(reply.sentence == "a batch has at most 1000 bytes; send smaller ones")
    #expect(try await collector.post(String(repeating: "\n", count: 1000)).status == 400)
    #expect(try await collector.post(String(repeating: "\n", count: 1001)).status == 413)
    #expect(try await collector.post(String(repeating: "\n", count: 1001), token: .some(nil)).status == 401)
  }

  @Test("A batch that breaks off is not taken at all")
  func cut() async throws {
    let collector = try await ListeningCollector(server)
    let batch = try ListeningCollector.batch()
    let (port, request) = (
      collector.port,
      HTTPCaller.request("POST", "/batches", token: collector.token, body: batch, length: batch.utf8.count + 1)
    )
    let reply = try await HTTPCaller.onThread {
      let caller = try HTTPCaller(port: port)
      caller.send(request)
      caller.finish()
      return try caller.reply()
    }
    #expect(reply.status == 408)
    #expect(reply.sentence == "the batch did not arrive whole in time; send it again")
    #expect(collector.logged() == ["kiosk 408 the batch did not arrive whole in time; send it again"])
    #expect(try server.contents() == [])
    #expect(try await collector.post(batch).status == 200)
  }

  @Test("A device that stops in the middle is let go")
  func silent() async throws {
    var http = CollectorRoutes.serverSettings
    http.partTime = .milliseconds(50)
    let collector = try await ListeningCollector(server, http: http)
    // It waits for the end of the connection, and sends nothing meanwhile.
    let reply = try await HTTPCaller.call(
      port: collector.port, HTTPCaller.request("POST", "/batches", token: collector.token, body: "{", length: 1000))
    #expect(reply.status == 408)
    #expect(reply.sentence == "the batch did not arrive whole in time; send it again")
  }

  @Test(
    "A batch that is malformed or not whole is refused with its line; its whole parts are had when it is sent again")
  func malformed() async throws {
    let collector = try await ListeningCollector(server)
    var lines = try ListeningCollector.batch().split(separator: "\n").map(String.init)
    let whole = lines.joined(separator: "\n")
    lines.removeLast()
    let cut = try await collector.post(lines.joined(separator: "\n"))
    #expect(cut.status == 400)
    #expect(cut.sentence == "batch:\(lines.count + 1): the batch ends here without its last line; send it again")
    #expect(try collector.entryCount() == 6)
    let again = try await collector.post(whole)
    #expect(again.lines.count == 2 && again.lines.allSatisfy { $0.contains(#""answer":"had""#) })
    let garbage = try await collector.post("[]\n")
    #expect(garbage.status == 400)
    #expect(garbage.sentence == "batch:1: is an array, not an object; write it with formstate outbox write")
    #expect(
      try await collector.post("").sentence == "batch:1: the batch ends here without its last line; send it again")
    #expect(collector.logged().allSatisfy { $0.hasPrefix("kiosk 400 batch:") })
  }

  @Test("A device that sends too often waits, and others do not")
  func tooOften() async throws {
    var settings = CollectorRoutes.Settings()
    settings.admission.rate = TokenBucket.Rate(burst: 2, perSecond: 0.001)
    let collector = try await ListeningCollector(server, settings: settings)
    let other = try CollectorDevices(connection: server.connection).add("van")
    #expect(try await collector.post("").status == 400)
    #expect(try await collector.post("").status == 400)
    let reply = try await collector.post("")
    #expect(reply.status == 429)
    let seconds = try #require(reply.headers["retry-after"].flatMap { Int($0) })
    #expect((900...1000).contains(seconds))
    #expect(reply.sentence == "there are too many requests; send the next one in \(seconds) s")
    #expect(try await collector.post("", token: other).status == 400)
    // A restart has nothing to remember, so every bucket is full.
    #expect(try await ListeningCollector(server, settings: settings).post("").status == 400)
  }

  @Test("A device that does not wait for its answers is told to, once so many are not answered")
  func tooManyOpen() async throws {
    let collector = try await ListeningCollector(server)
    let (port, token) = (collector.port, collector.token)
    let other = try CollectorDevices(connection: server.connection).add("van")
    let callers = try (0..<4).map { _ in try HTTPCaller(port: port) }
    for caller in callers {
      caller.send(
        HTTPCaller.request("POST", "/batches", token: token, length: 1000, headers: ["Expect: 100-continue"]))
      #expect(try await HTTPCaller.onThread { try caller.reply().status } == 100)
    }
    let reply = try await collector.post("")
    #expect(reply.status == 429 && reply.headers["retry-after"] == "10")
    #expect(reply.sentence == "4 requests of this device are not answered yet; send the next one in 10 s")
    #expect(try await collector.post("", token: other).status == 400)
    callers[0].finish()
    #expect(try await HTTPCaller.onThread { try callers[0].reply().status } == 408)
    #expect(try await collector.post("").status == 400)
  }

  @Test("A flood of bad tokens keeps no device out, also right after a restart")
  func flood() async throws {
    let collector = try await ListeningCollector(server)
    for number in 0..<50 {
      let token = number % 2 == 0 ? String(repeating: "0", count: 64) : collector.token + "0"
      #expect(try await collector.post("", token: token).status == 401)
    }
    #expect(try await collector.post("").status == 400)
  }

  @Test("Other paths and methods are refused")
  func routes() async throws {
    let collector = try await ListeningCollector(server)
    let unknown = try await collector.call("GET", "/")
    #expect(unknown.status == 404)
    #expect(unknown.sentence == "there is nothing at “/”; send batches to /batches")
    let read = try await collector.call("GET", "/batches")
    #expect(read.status == 405 && read.headers["allow"] == "POST")
    #expect(read.sentence == "“/batches” does not support GET; send POST")
    #expect(try await collector.call("POST", "/metrics").headers["allow"] == "GET, HEAD")
    let written = try await collector.call("POST", "/health")
    #expect(written.status == 405 && written.headers["allow"] == "GET, HEAD")
    #expect(written.sentence == "“/health” does not support POST; send GET or HEAD")
  }
}
#endif
