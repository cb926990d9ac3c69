#if Collect
import FormState
import FormStateInterchange
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Metrics and rights") struct MetricsTests {
  private let server: CollectingServer
  private let devices: CollectorDevices

  init() throws {
    server = try CollectingServer()
    devices = CollectorDevices(connection: server.connection)
  }

  @Test("What was answered and refused is counted, in the format of Prometheus, for a token of its own")
  func document() async throws {
    let collector = try await ListeningCollector(server)
    let token = try devices.add("zabbix", .init(readsMetrics: true))
    let batch = try ListeningCollector.batch()
    #expect(try await collector.post(batch).status == 200)
    #expect(try await collector.post(batch).status == 200)
    #expect(try await collector.post("x").status == 400)
    #expect(try await collector.post(batch, token: "bad").status == 401)
    let stranger = try await collector.call("GET", "/metrics")
    #expect(stranger.status == 401)
    let other = try await collector.call("GET", "/metrics", token: collector.token)
    #expect(other.status == 403)
    #expect(
      other.sentence
        == "the device “kiosk” reads no metrics; make a token for that with formstate-collect device add NAME --metrics"
    )
    let sending = try await collector.post(batch, token: token)
    #expect(sending.status == 403)
    #expect(
      sending.sentence
        == "the token of “zabbix” reads metrics and does nothing else; make one for a device with "
        + "formstate-collect device add")
    let reply = try await collector.call("GET", "/metrics", token: token)
    #expect(reply.status == 200)
    #expect(reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
    let values = try PrometheusText(reply.body).values
    let expected: [String: Double] = [
      #"formstate_requests_total{kind="batch",status="200"}"#: 2,
      #"formstate_requests_total{kind="batch",status="400"}"#: 1,
      #"formstate_refused_requests_total{reason="token"}"#: 2,
      #"formstate_refused_requests_total{reason="right"}"#: 2,
      #"formstate_refused_requests_total{reason="malformed"}"#: 1,
      #"formstate_refused_requests_total{reason="too_long"}"#: 0,
      #"formstate_parts_total{answer="took"}"#: 2, #"formstate_parts_total{answer="had"}"#: 2,
      #"formstate_parts_total{answer="refused"}"#: 0, "formstate_received_entries_total": 12,
      "formstate_stored_entries_total": 6, "formstate_received_bytes_total": Double(2 * batch.utf8.count + 1),
      "formstate_running_requests": 1, #"formstate_request_seconds_count{kind="batch"}"#: 3,
      "formstate_pool_wait_seconds_count": 3,
    ]
    for (name, value) in expected { #expect(values[name] == value, "\(name)") }
    let again = try PrometheusText(try await collector.call("GET", "/metrics", token: token).body).values
    #expect(again[#"formstate_requests_total{kind="metrics",status="200"}"#] == 1)
    let start = try #require(again["process_start_time_seconds"])
    #expect((0...600).contains(Date.now.timeIntervalSince1970 - start))
    #expect(!reply.body.contains("kiosk"))
  }

  @Test(
    "The check of the format finds what is not of it",
    arguments: [
      "a_total 1\n", "# HELP a A.\n# TYPE a gauge\na 1", "# HELP a A.\n# TYPE a gauge\na 1\na 2\n",
      "# HELP a A.\n# TYPE a counter\na 1\n", "# HELP a A.\n# TYPE a gauge\nb 1\n",
      "# HELP a A.\n# TYPE a gauge\na{b=c} 1\n", "# HELP a A.\n# TYPE a gauge\na one\n",
      "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
      "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
    ])
  func control(text: String) {
    #expect(throws: PrometheusText.Fault.self) { try PrometheusText(text) }
  }

  @Test("A device without the right brings no definition: its responses are refused, others are taken")
  func definitions() async throws {
    let collector = try await ListeningCollector(server)
    let token = try devices.add("north", .init(defines: false))
    let batch = try ListeningCollector.batch()
    let refused = try await collector.post(batch, token: token)
    #expect(refused.status == 200)
    let answers = try PushAnswerDocument.read(Data(refused.body.utf8), source: "answers")
    let reason =
      "the device “north” brings no definitions (--no-define), and this one of “profile” is not here; "
      + "let another device bring it, then use formstate outbox retry"
    #expect(answers.map(\.outcome) == [.refused(reason: reason), .refused(reason: reason)])
    #expect(try server.contents() == [])
    #expect(collector.allLogged().last?.contains("north 200 parts=2 refused=2 entries=6 stored=0 ") == true)
    #expect(try await collector.post(batch).status == 200)
    let taken = try await collector.post(try ListeningCollector.batch(), token: token)
    #expect(taken.lines.count == 2 && taken.lines.allSatisfy { $0.contains(#""answer":"took""#) })
  }
}
#endif
