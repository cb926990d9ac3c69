import Foundation
import Testing

/// `formstate push` to a collector that answers.
@Suite("formstate push")
struct PushCommandTests {
  @Test("Everything is sent, the status says so, and a second push only compares")
  func story() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let first = try await workspace.push(to: collector)
    #expect(first.status == 0 && first.output == "Sent 2 entries of 1 response to “\(collector.url)”.\n")
    #expect(first.errors == newNote(collector))
    #expect(collector.entryCount == 2)
    let head = try #require(collector.requests.first).head
    #expect(head.hasPrefix("POST /batches HTTP/1.1\r\n"))
    for field in ["Authorization: Bearer \(Workspace.token)", "Content-Type: application/x-ndjson"] {
      #expect(head.contains("\r\n\(field)\r\n"), "\(head)")
    }
    let second = try await workspace.push(to: collector)
    #expect(second.output == "Nothing waits for “\(collector.url)”.\n" && second.errors.isEmpty)
    #expect(collector.requests.count == 1)
    #expect(collector.inventories.count == 2 && collector.inventories.allSatisfy { $0.body.count < 150 })
    #expect(try await workspace.outbox() == "“\(collector.url)” has everything.\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("Many entries are sent in batches of 1,000")
  func batches() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let script = (1...999).map { "{\"action\":\"set\",\"cell\":\"first-name\",\"value\":\"\($0)\"}\n" }
    try await workspace.formstate("replay", "answers.sqlite", "-", input: script.joined())
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.output == "Sent 1001 entries of 1 response to “\(collector.url)”.\n", "\(outcome.errors)")
    #expect(collector.requests.count == 2 && collector.entryCount == 1001)
  }

  @Test("A collector that lost everything gets it again within one push, with the definitions")
  func forgetful() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(.take, .forget))
    _ = try await workspace.push(to: collector)
    try await workspace.formstate("clear", "answers.sqlite", "last-name")
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.output == "Sent 3 entries of 1 response to “\(collector.url)”.\n", "\(outcome.errors)")
    // It asks for the definition, then for the entries.
    #expect(collector.requests.count == 4 && collector.entryCount == 3)
  }

  @Test("A collector that was put back to an earlier day gets what it lost, though nothing waits", arguments: [0, 1])
  func putBack(entries: Int) async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    _ = try await workspace.push(to: collector)
    collector.putBack(toEntries: entries)
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.status == 0 && collector.entryCount == 2)
    #expect(outcome.errors == "“\(collector.url)” lacks entries of 1 response that it had; they are sent again.\n")
    let sent = entries == 1 ? "1 entry" : "2 entries"
    #expect(outcome.output == "Sent \(sent) of 1 response to “\(collector.url)”.\n")
    #expect(try await workspace.push(to: collector).output == "Nothing waits for “\(collector.url)”.\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("An inventory that is answered in part is sent again")
  func brokenInventory() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    collector.answerInventories(
      .status(200), .status(503, body: "Later."), .changed { $0.replacing(#""compared":1"#, with: #""compared":0"#) })
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.status == 0 && collector.inventories.count == 4, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("does not answer as a collector does (its answer:1: is missing); trying again."),
      "\(outcome.errors)")
  }

  @Test("A response that the collector refuses is set aside and named, and the push is done")
  func refused() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(.refused))
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == "Nothing waits for “\(collector.url)”.\nprofile default is set aside: Closed.\n")
  }

  @Test("With --json it prints what was sent and what waits")
  func json() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let outcome = try await workspace.push(to: collector, "--json")
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.entryCount == 2 && report.responseCount == 1)
    #expect(report.destination.name == collector.url && report.destination.waitingEntryCount == 0)
  }

  private struct Report: Decodable {
    struct Destination: Decodable {
      let name: String
      let waitingEntryCount: Int
    }

    let entryCount: Int
    let responseCount: Int
    let destination: Destination
  }

  @Test("Neither the user's settings of curl nor a proxy play a part on the way to this machine")
  func ownSettings() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    try workspace.write("header = \"Other: yes\"\n", to: ".curlrc")
    let outcome = try await workspace.run(
      ["-c", "HOME=$PWD http_proxy=http://127.0.0.1:1 exec \"$0\" \"$@\"", try BuiltTool.url().path]
        + Workspace.pushing(to: collector.url), of: URL(fileURLWithPath: "/bin/sh"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(collector.requests.first?.head.contains("Other") == false)
  }

  #if os(Linux)
  @Test("The token is no argument of a program, and two pushes at once are harmless")
  func hidden() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(.hold))
    let first = try workspace.start(Workspace.pushing(to: collector.url))
    try await first.wait { collector.requests.count == 1 }
    let second = try workspace.start(Workspace.pushing(to: collector.url))
    let programs = RunningPrograms.all
    #expect(programs.contains { $0.parent == first.identifier && $0.words.contains("--config") })
    #expect(!programs.contains { $0.words.contains { $0.contains(Workspace.token) } })
    collector.release()
    let outcomes = [try await first.outcome(), try await second.outcome()]
    #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
    #expect(collector.entryCount == 2)
    #expect(try await workspace.outbox() == "“\(collector.url)” has everything.\n")
  }
  #endif
}
