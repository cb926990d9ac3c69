#if Collect
import FormState
import TestSupport
import Testing

@testable import FormStateCollector

/// Every statement that taking runs uses indexes, as the server's own log says.
@Suite("Plans of taking") struct TakingPlanTests {
  private let database: LargeDatabase

  init() throws {
    database = try LargeDatabase()
    try database.fill()
    try database.deleteOriginals()
  }

  /// The collector on a connection whose plans the server logs.
  private func explaining(_ mode: QueryPlan.Mode) throws -> CollectingServer {
    let settings = [
      "session_preload_libraries=auto_explain", "auto_explain.log_min_duration=0",
      "auto_explain.log_nested_statements=on", "plan_cache_mode=\(mode.rawValue)",
    ]
    let options = settings.map { "-c \($0)" }.joined(separator: " ")
    let cluster = database.server.cluster
    return try CollectingServer(cluster: cluster, settings: "\(cluster.address()) options='\(options)'")
  }

  /// What taking asks of the tables that grow, and what is asked only of responses that go on, fork or are upgraded.
  private static let asked = [
    "FROM formstate_line\nWHERE stream IN", "FROM formstate_entry WHERE stream = $1 AND seq BETWEEN",
    "FROM formstate_entry\nWHERE stream IN", "FROM formstate_receipt\nWHERE stream IN",
    "FROM formstate_choice WHERE stream IN", "FROM formstate_instance", "DELETE FROM formstate_line WHERE stream = $1",
    "DELETE FROM formstate_part WHERE stream IN", "DELETE FROM formstate_state", "INSERT INTO formstate_state",
    "UPDATE formstate_line", "DELETE FROM formstate_entry",
  ]

  @Test("Taking, choosing and forgetting read and change rows by indexes alone")
  func indexes() throws {
    for mode in QueryPlan.Mode.allCases {
      let server = try explaining(mode)
      try database.store.removeDestination("hq")
      try server.collect(from: database.store, limit: 3)
      var devices = try RandomDevices(seed: .random(in: 1...(.max)))
      for _ in 0..<150 { try devices.step(server) }
      for store in devices.all { try server.collect(from: store, limit: 7) }
      let stream: String = try server.connection.execute("SELECT stream::text FROM formstate_line LIMIT 1").only[0]
      let lines = CollectedLines(connection: server.connection)
      #expect(try lines.choose(1, of: stream))
      #expect(try lines.forget(stream, reason: "asked") > 0)
      try database.deleteOriginals()
    }
    let log = database.server.cluster.log
    #expect(QueryPlan.scans(inLog: log).filter { !$0.contains("LIMIT 1\n") } == [])
    for words in Self.asked { #expect(log.replacing("\n\t", with: "\n").contains(words), "\(words)") }
    try expectNoticed()
  }

  /// Without an index, the same judgement finds what is read from beginning to end.
  private func expectNoticed() throws {
    try database.server.connection.execute(
      script: """
        ALTER TABLE formstate_line DROP CONSTRAINT formstate_line_pkey;
        ALTER TABLE formstate_line DROP CONSTRAINT formstate_line_stream_name_key
        """)
    try database.store.removeDestination("hq")
    try explaining(.generic).collect(from: database.store)
    #expect(!QueryPlan.scans(inLog: database.server.cluster.log).filter { $0.contains("stream IN") }.isEmpty)
  }
}
#endif
