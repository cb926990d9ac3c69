import Foundation
import Testing

/// `formstate sync` with a collector that answers.
@Suite("formstate sync with a collector")
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
    #expect(second.output == "“\(collector.url)” has nothing new, and lacks nothing.\n" && second.errors.isEmpty)
    #expect(collector.requests.count == 1)
    #expect(collector.inventories.count == 2 && collector.inventories.allSatisfy { $0.body.count < 150 })
    #expect(try await workspace.outbox() == "“\(collector.url)” has everything.\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("What is wanted is asked for; a wish that is none, and one of a folder, are refused")
  func wishes() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let outcome = try await workspace.push(to: collector, "--want", "profile:last-name=Day", "--want", "visit")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let question = String(decoding: try #require(collector.questions.first).body, as: UTF8.self)
    #expect(question == "{\"formstate-changes\":1,\"want\":[\"profile:last-name=Day\",\"visit\"]}\n")
    let malformed = try await workspace.push(to: collector, "--want", "profile:last-name")
    #expect(
      malformed.errors.hasPrefix("Error: --want is “profile:last-name”; name a form, or write FORM:CELL=VALUE.\n"))
    #expect(malformed.status == 64 && collector.questions.count == 1)
    let folder = try await workspace.run(["sync", "answers.sqlite", "--with", ".", "--want", "profile"])
    #expect(folder.errors.hasPrefix("Error: --want is for collectors; name one by its URL with --with.\n"))
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
    let again = try await workspace.push(to: collector)
    #expect(again.output == "“\(collector.url)” has nothing new, and lacks nothing.\n")
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
    #expect(outcome.output == "profile default: not sent, Closed.\n")
  }

  @Test("With --json it prints what was sent and what waits")
  func json() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let outcome = try await workspace.push(to: collector, "--json")
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.sentEntryCount == 2 && report.sentResponseCount == 1 && report.skipped.isEmpty)
  }

  private struct Report: Decodable {
    struct Skipped: Decodable {
      let name: String
    }

    let sentEntryCount: Int
    let sentResponseCount: Int
    let skipped: [Skipped]
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

  @Test("What others sent is received and not sent back; a damaged response is listed and asked for again")
  func received() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let batch = try await workspace.formstate("outbox", "write", "answers.sqlite", "--to", "hq")
    let head = try #require(batch.split(separator: "\n").first { $0.hasPrefix("{\"stream\"") })
    let stream = try #require(head.firstMatch(of: /"stream":"([0-9a-f]{32})"/)).1
    let end = try #require(batch.split(separator: "\n").last { $0.hasPrefix("{\"entries\"") })
    let chain = try #require(end.firstMatch(of: /"chain":"([0-9a-f]{64})"/)).1
    let changes = """
      {"stream":"\(stream)","form":"profile","response":"default","heads":[{"revision":2,"chain":"\(chain)"}]}
      {"changes":1,"since":"first"}

      """
    collector.answerQuestions(
      .status(200, body: changes), .status(200, body: batch.replacing("\"Tom\"", with: "\"Tim\"")),
      .status(200, body: batch), .status(200, body: "{\"formstate-batch\":1}\n{\"parts\":0}\n"),
      .status(200, body: "{\"changes\":0,\"since\":\"second\"}\n"))
    try await workspace.formstate("import", "new.sqlite", "profile.plist")
    var words = Workspace.pushing(to: collector.url, ["--receive-only"])
    words[1] = "new.sqlite"
    let first = try await workspace.run(words)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.hasPrefix("“profile default” ") && first.output.contains("chain"), "\(first.output)")
    let second = try await workspace.run(words)
    #expect(second.status == 0 && second.output.contains("profile default: added, 2 entries"), "\(second)")
    #expect(try await workspace.formstate("get", "new.sqlite", "first-name") == "Tom\n")
    let questions = collector.questions.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(questions.last == "{\"formstate-changes\":1,\"since\":\"first\"}\n", "\(questions)")
    #expect(questions.count == 5)
    #expect(collector.requests.isEmpty)
    #expect(try await workspace.formstate("outbox", "status", "new.sqlite") == "“\(collector.url)” has everything.\n")
  }

  @Test("A collector that gives this device nothing back is only sent to, or refused with --receive-only")
  func onlySent() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let refusal = ScriptedCollector.Reply.status(403, body: "{\"error\":\"no right\"}")
    collector.answerQuestions(refusal, refusal)
    let outcome = try await workspace.push(to: collector, "--receive-only")
    #expect(
      outcome.errors == newNote(collector)
        + "Error: “\(collector.url)” gives this device nothing back (403: no right), so 2 entries of 1 response wait; "
        + "ask the people who run it, or use --send-only\n")
    #expect(outcome.status == 1)
    let sent = try await workspace.push(to: collector)
    #expect(
      sent.errors == "“\(collector.url)” gives this device nothing back (403: no right), so it is only sent to.\n")
    #expect(sent.status == 0 && sent.output == "Sent 2 entries of 1 response to “\(collector.url)”.\n")
    #expect(try await workspace.push(to: collector, "--send-only").status == 0 && collector.questions.count == 2)
  }

  @Test(
    "Words that do not fit a collector, or are for one alone, are wrong usage",
    arguments: [
      (["--with", "https://example.org/batches"], "A collector needs the token of this device"),
      (["--with", "https://example.org/batches", "--token-file", "t", "-n"], "--dry-run cannot say what"),
      (["--with", "https://example.org/batches", "--token-file", "t", "--device", "x"], "--device is for folders"),
      (["--with", "stick", "--token-file", "t"], "--token-file is for collectors"),
      (["--with", "stick", "--watch"], "--watch is for collectors"),
      (["--with", "http://example.org/batches", "--token-file", "t"], "--with leads to another machine"),
    ])
  func usage(words: [String], sentence: String) async throws {
    let workspace = try await Workspace.withTwoAnswers()
    let outcome = try await workspace.run(["sync", "answers.sqlite"] + words)
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(sentence)"), "\(outcome.errors)")
  }

  @Test("The former command names the one in its place")
  func former() async throws {
    let workspace = try await Workspace.withTwoAnswers()
    let outcome = try await workspace.run(["push", "answers.sqlite"])
    #expect(outcome.status == 64 && outcome.errors.contains("sync --with URL"), "\(outcome.errors)")
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
