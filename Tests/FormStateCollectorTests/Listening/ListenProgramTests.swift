#if Collect
import FormState
import FormStateInterchange
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("formstate-collect listen") struct ListenProgramTests {
  private let server: CollectingServer
  private var database: [String] { ["--database", server.cluster.address()] }

  init() throws { server = try CollectingServer() }

  private func listening() async throws -> (collector: RunningCollector, port: UInt16) {
    let collector = try RunningCollector(["listen", "--address", "127.0.0.1:0"] + database)
    return (collector, try await collector.port())
  }

  @Test("The program announces where it listens, takes batches, and ends with status 0")
  func whole() async throws {
    let added = try await RunningCollector.run(["device", "add", "kiosk"] + database)
    #expect(added.status == 0)
    let token = added.output.trimmingCharacters(in: .newlines)
    #expect(token.wholeMatch(of: /formstate_[0-9a-f]{96}/) != nil)
    let (collector, port) = try await listening()
    #expect(collector.printed == "http://127.0.0.1:\(port)/\n")
    let request = HTTPCaller.request("POST", "/batches", token: token, body: try ListeningCollector.batch())
    #expect(try await HTTPCaller.call(port: port, request).lines.count == 2)
    let revoked = try await RunningCollector.run(["device", "revoke", "kiosk"] + database)
    #expect(revoked.status == 0 && revoked.output == "Revoked 1 token.\n")
    try await waitUntil { try await HTTPCaller.call(port: port, request).status == 401 }
    collector.terminate()
    #expect(try await collector.status() == 0)
    let lines = collector.noted.split(separator: "\n")
    #expect(lines.first == "Taking batches at /batches; Ctrl+C ends it.")
    #expect(lines.dropFirst().first == "Devices reach it by a proxy with TLS, which passes requests on to it.")
    #expect(lines.count > 3 && lines.last?.contains(" - 401 the token is missing, unknown or revoked; ") == true)
    let taken = /\S+Z kiosk 200 parts=2 refused=0 entries=6 stored=6 bytes=\d+ ms=\d+/
    #expect(lines.dropFirst(2).first?.wholeMatch(of: taken) != nil)
  }

  @Test("A batch that is being taken when the program is asked to end is answered, and idle connections are closed")
  func ending() async throws {
    let token = try CollectorDevices(connection: server.connection).add("kiosk")
    let (collector, port) = try await listening()
    let request = HTTPCaller.request("POST", "/batches", token: token, body: try ListeningCollector.batch())
    try server.connection.execute("BEGIN")
    try server.connection.execute("LOCK TABLE formstate_entry IN ACCESS EXCLUSIVE MODE")
    async let replying = HTTPCaller.call(port: port, request)
    let (idle, begun) = (try HTTPCaller(port: port), try HTTPCaller(port: port))
    begun.send(
      HTTPCaller.request("POST", "/batches", token: token, length: 1000, headers: ["Expect: 100-continue"]))
    #expect(try await HTTPCaller.onThread { try begun.reply().status } == 100)
    try await waitUntil {
      try !server.connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").isEmpty
    }
    collector.terminate()
    // Connections without a whole request end at once, and the batch does not.
    #expect(try await HTTPCaller.onThread { idle.receive() }.isEmpty)
    let said = String(decoding: try await HTTPCaller.onThread { begun.receive() }, as: UTF8.self)
    #expect(!said.contains("HTTP/1.1 200"))
    #expect(collector.isRunning)
    try server.connection.execute(script: "ROLLBACK")
    let reply = try await replying
    #expect(reply.status == 200 && reply.headers["connection"] == "close")
    #expect(reply.lines.count == 2 && reply.lines.allSatisfy { $0.contains(#""answer":"took""#) })
    #expect(try await collector.status() == 0)
    let count: Int64 = try server.connection.execute("SELECT count(*) FROM formstate_entry").only[0]
    #expect(count == 6)
  }

  @Test("A program that cannot listen says why")
  func unusable() async throws {
    let (collector, port) = try await listening()
    let second = try await RunningCollector.run(["listen", "--address", "127.0.0.1:\(port)"] + database)
    #expect(second.status == 1)
    #expect(
      second.errors
        == "Error: cannot listen at 127.0.0.1:\(port); name another port or interface with --address\n")
    #expect(collector.isRunning)
    for address in ["8080", "example.org:80", "127.0.0.1:65536", "[::1]", "unix:relative", ":80", "1.2.3:4:5"] {
      let result = try await RunningCollector.run(["listen", "--address", address])
      #expect(result.status == 64, "\(address)")
      #expect(
        result.errors.hasPrefix(
          "Error: “\(address)” is no address to listen at; write one such as 127.0.0.1:8080, [::1]:8080 or "
            + "unix:/run/formstate/collect.sock.\n"), "\(address)")
    }
  }

  @Test("Tokens are listed without themselves, and a device may have several")
  func devices() async throws {
    var tokens: [String] = []
    for words in [["van", "--pull", "visit", "--no-define"], ["kiosk"], ["kiosk"], ["zabbix", "--metrics"]] {
      tokens.append(try await RunningCollector.run(["device", "add"] + words + database).output)
    }
    #expect(Set(tokens).count == 4)
    let revoked = try await RunningCollector.run(["device", "revoke", "kiosk"] + database)
    #expect(revoked.output == "Revoked 2 tokens.\n")
    let again = try await RunningCollector.run(["device", "revoke", "kiosk"] + database)
    #expect(again.status == 1)
    #expect(
      again.errors
        == "Error: no device “kiosk” has a good token; see all with formstate-collect device list\n")
    let list = try await RunningCollector.run(["device", "list"] + database).output
    let time = #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#
    let kiosk = "kiosk\t\(time)\t\(time)\t\t\n"
    let expected = "\(kiosk)\(kiosk)van\t\(time)\t-\tvisit\tno-define\nzabbix\t\(time)\t-\t\tmetrics\n"
    #expect(try Regex(expected).wholeMatch(in: list) != nil, "\(list)")
    let empty = try await RunningCollector.run(["device", "add", " "] + database)
    #expect(empty.status == 64 && empty.errors.hasPrefix("Error: Give the device a name.\n"))
    let both = try await RunningCollector.run(["device", "add", "a", "--metrics", "--pull", "visit"] + database)
    #expect(both.status == 64)
    #expect(
      both.errors.hasPrefix("Error: A token with --metrics does nothing else; omit --pull and --no-define.\n"))
    let unprintable = try await RunningCollector.run(["device", "add", "a\nb"] + database)
    #expect(unprintable.status == 64)
    #expect(
      unprintable.errors.hasPrefix(
        "Error: The name of a device has at most 200 characters, all of which can be printed.\n"))
  }

  @Test("With another key, all tokens stop being good, and a collector without one does not listen")
  func key() async throws {
    let token = try CollectorDevices(connection: server.connection).add("kiosk")
    let made = try await RunningCollector.run(["device", "key"] + database)
    #expect(made.output.wholeMatch(of: /Made \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.\n/) != nil)
    let replaced = try await RunningCollector.run(["device", "key", "--new"] + database)
    #expect(replaced.output == "The key is new; 1 token is no longer good.\n")
    #expect(
      replaced.errors
        == "Start formstate-collect listen again, which has the former key, and make tokens with "
        + "formstate-collect device add.\n")
    let (collector, port) = try await listening()
    let batch = try ListeningCollector.batch()
    #expect(
      try await HTTPCaller.call(port: port, HTTPCaller.request("POST", "/batches", token: token, body: batch)).status
        == 401)
    let next = try CollectorDevices(connection: server.connection).add("kiosk")
    #expect(
      try await HTTPCaller.call(port: port, HTTPCaller.request("POST", "/batches", token: next, body: batch)).status
        == 200)
    #expect(collector.isRunning)
    try server.connection.execute("DELETE FROM formstate_key")
    let without = try await RunningCollector.run(["listen", "--address", "127.0.0.1:0"] + database)
    #expect(without.status == 1)
    #expect(
      without.errors
        == "Error: the database has no key for tokens; make one with formstate-collect device key --new\n")
  }
}
#endif
