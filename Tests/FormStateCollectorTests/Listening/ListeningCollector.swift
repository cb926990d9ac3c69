#if Collect
import FormState
import FormStateHTTP
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// A collector that listens, within the process of the tests, with a database of its own.
///
/// It uses the database as a member of the role formstate_collector.
final class ListeningCollector {
  let server: CollectingServer
  /// The token of the device “kiosk”.
  let token: String
  /// What the collector logged.
  let log: Locked<[String]>
  let port: UInt16
  private let running: Task<Void, Never>

  init(
    _ server: CollectingServer, settings: CollectorRoutes.Settings = CollectorRoutes.Settings(),
    http: HTTPSettings = CollectorRoutes.serverSettings
  ) async throws {
    self.server = server
    let devices = CollectorDevices(connection: server.connection)
    token = try devices.add("kiosk")
    let clinic = try server.connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'clinic'")
    if clinic.isEmpty {
      try server.connection.execute(script: "CREATE ROLE clinic LOGIN IN ROLE formstate_collector")
    }
    let log = Locked<[String]>([])
    self.log = log
    let routes = CollectorRoutes(
      address: server.cluster.address(user: "clinic"), key: try devices.key(), settings: settings
    ) { line in log.withLock { $0.append(line) } }
    let listener = try HTTPListener(at: .ip4("127.0.0.1", port: 0))
    port = try #require(listener.port)
    let http = try await HTTPServer(on: listener, settings: http, respond: routes.respond)
    running = Task { await http.run() }
  }

  deinit { running.cancel() }

  /// Sends a batch; with the token of the device “kiosk” by default.
  func post(_ body: String, token: String?? = .none) async throws -> HTTPReply { try await posting(body, token)() }

  /// A call that sends a batch, for any task.
  func posting(_ body: String, _ token: String?? = .none) -> @Sendable () async throws -> HTTPReply {
    let request = HTTPCaller.request("POST", "/batches", token: token ?? self.token, body: body)
    return { [port] in try await HTTPCaller.call(port: port, request) }
  }

  /// Sends a request.
  func call(_ method: String, _ path: String, token: String? = nil) async throws -> HTTPReply {
    try await HTTPCaller.call(port: port, HTTPCaller.request(method, path, token: token))
  }

  /// How many entries are stored.
  func entryCount() throws -> Int {
    let count: Int64 = try server.connection.execute("SELECT count(*) FROM formstate_entry").only[0]
    return Int(count)
  }

  /// The lines that the collector logged, without their times and those about batches that were taken.
  func logged() -> [String] { allLogged().filter { !$0.contains(" 200 parts=") } }

  /// The lines that the collector logged, without their times.
  func allLogged() -> [String] {
    log.withLock { $0.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" } }
  }

  /// A batch of a store with responses of some entries, as one text.
  static func batch(responses: Int = 2, entries: Int = 3, device: String = "tablet") throws -> String {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    for number in 0..<responses {
      let key = ResponseKey(form: "profile", response: "r\(number)")
      for entry in 0..<entries { try store.apply(.set("firstname", .text("Tom \(entry)")), to: key) }
    }
    let lines = try CollectingServer.lines(of: try #require(try store.nextBatch(for: "hq", device: device)))
    return lines.joined(separator: "\n") + "\n"
  }
}

extension HTTPReply {
  /// The sentence of a refusal.
  var sentence: String? {
    (try? JSONDecoder().decode([String: String].self, from: Data(body.utf8)))?["error"]
  }
}
#endif
