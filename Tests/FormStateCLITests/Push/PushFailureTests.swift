import Foundation
import TestSupport
import Testing

/// `formstate sync` with a collector that fails or refuses.
@Suite("formstate sync with a collector: failures")
struct PushFailureTests {
  private static let waits = "2 entries of 1 response wait"

  @Test("A collector that is overloaded gets the batch again, after longer and longer delays")
  func overloaded() async throws {
    let collector = try ScriptedCollector(.status(503, body: "{\"error\":\"Too busy.\"}"), .status(429))
    let workspace = try await Workspace.withTwoAnswers()
    let start = ContinuousClock.now
    let outcome = try await workspace.push(to: collector)
    #expect(ContinuousClock.now - start >= .milliseconds(1500))
    #expect(outcome.status == 0 && collector.requests.count == 3)
    #expect(
      outcome.errors == newNote(collector) + "“\(collector.url)” answered 503: Too busy.; trying again.\n"
        + "“\(collector.url)” answers again.\n")
  }

  @Test("A delay that the collector names is honoured")
  func named() async throws {
    let collector = try ScriptedCollector(.status(503, fields: ["Retry-After: 3"]))
    let workspace = try await Workspace.withTwoAnswers()
    let start = ContinuousClock.now
    let outcome = try await workspace.push(to: collector)
    #expect(ContinuousClock.now - start >= .seconds(3) && outcome.status == 0)
  }

  @Test("After 5 attempts it says what waits and why, and the entries wait")
  func unreachable() async throws {
    let workspace = try await Workspace.withTwoAnswers()
    let listener = try ListeningSocket()
    let url = "http://127.0.0.1:\(listener.port)/batches"
    listener.end()
    _ = listener.accept()
    let outcome = try await workspace.run(Workspace.pushing(to: url))
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    let problem = "“\(url)” does not answer (Failed to connect to 127.0.0.1 port \(listener.port)"
    #expect(outcome.status == 1 && outcome.output.isEmpty && lines.count == 3, "\(lines)")
    #expect(lines[1].hasPrefix(problem) && lines[1].hasSuffix("); trying again."))
    #expect(lines[2].hasPrefix("Error: \(problem)"))
    #expect(lines[2].hasSuffix(") after 5 attempts, so \(Self.waits); try again later, or use --watch"))
    #expect(try await workspace.outbox().hasPrefix("\(Self.waits) for “\(url)”, the oldest since "))
  }

  @Test(
    "A batch whose answer is lost or cut off is sent again, and the collector has each entry once",
    arguments: [ScriptedCollector.Reply.takeInSilence, .takeAndBreakOff])
  func lostAnswer(reply: ScriptedCollector.Reply) async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(reply))
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "Sent 2 entries of 1 response to “\(collector.url)”.\n")
    #expect(outcome.errors.contains("“\(collector.url)” does not answer ("))
    #expect(collector.requests.count == 2 && collector.entryCount == 2)
    #expect(try await workspace.outbox() == "“\(collector.url)” has everything.\n")
  }

  @Test("A page that something on the way sends is no answer: the batch is sent again")
  func page() async throws {
    let collector = try ScriptedCollector(.changed { _ in "<html>Please sign in to the network.</html>" })
    let workspace = try await Workspace.withTwoAnswers()
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.output == "Sent 2 entries of 1 response to “\(collector.url)”.\n")
    #expect(
      outcome.errors.contains("“\(collector.url)” does not answer as a collector does (its answer:1: "),
      "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("; trying again.\n“\(collector.url)” answers again.\n"))
    #expect(collector.requests.count == 2)
  }

  /// A reply that is final, and the sentence about it.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let reply: ScriptedCollector.Reply
    let problem: String
    let remedy: String

    var testDescription: String { problem }

    init(_ status: Int, _ body: String = "", fields: [String] = [], problem: String, _ remedy: String) {
      reply = .status(status, fields: fields, body: body)
      self.problem = problem
      self.remedy = remedy
    }
  }

  private static let refusals = [
    Refusal(
      401, "{\"error\":\"no such\\u001b[31m token\"}",
      problem: "refuses the token (401: no such\u{FFFD}[31m token)", "write a valid one into “token”"),
    Refusal(403, "Blocked.\n", problem: "takes no batches of this device (403: Blocked.)", "ask the people who run it"),
    Refusal(404, "<html>Not found</html>", problem: "is no address of a collector (404)", "correct --with"),
    Refusal(
      400, "It has 0 of 1 parts", problem: "refuses the batch (400: It has 0 of 1 parts)", "ask the people who run it"),
    Refusal(
      302, fields: ["Location: https://new.example.org/batches"],
      problem: "has moved to “https://new.example.org/batches” (302)",
      "name the new address with --with if you trust it"),
    Refusal(204, problem: "answers 204, not as a collector does", "correct --with"),
  ]

  @Test("An answer without an end is cut off, and the batch is sent again")
  func endless() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(.endless))
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.status == 0 && collector.requests.count == 2 && collector.entryCount == 2, "\(outcome.errors)")
  }

  @Test("A final refusal ends the push with the server's own words, and the entries wait", arguments: refusals)
  func final(refusal: Refusal) async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(refusal.reply))
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors == newNote(collector)
        + "Error: “\(collector.url)” \(refusal.problem), so \(Self.waits); \(refusal.remedy)\n")
    #expect(collector.requests.count == 1)
    #expect(try await workspace.outbox().hasPrefix(Self.waits))
  }

  @Test("A batch that is too large is named with its size, even if the server breaks off")
  func tooLarge() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(.refusedUnread))
    // It stays long when it is compressed.
    var random = SeededGenerator(seed: 1)
    let text = String(decoding: (0..<(8 << 20)).map { _ in UInt8.random(in: 97...122, using: &random) }, as: UTF8.self)
    try await workspace.formstate("set", "answers.sqlite", "first-name", "-", input: text)
    let outcome = try await workspace.push(to: collector, "--send-only")
    let head = try #require(collector.requests.first).head
    let size = try #require(head.firstMatch(of: /Content-Length: ([0-9]+)/)).1
    #expect(
      outcome.errors == newNote(collector)
        + "Error: “\(collector.url)” takes no batch of \(size) bytes (413: Too l), so 3 entries of 1 response wait; "
        + "raise the limit of its server, or of a proxy before it\n")
    #expect(outcome.status == 1)
  }

  @Test("Compressed answers are expanded; a damaged one is asked for again, and the words of a refusal are read")
  func compressed() async throws {
    let (workspace, collector) = (
      try await Workspace.withTwoAnswers(), try ScriptedCollector(.damagedGzip, .compressed)
    )
    let outcome = try await workspace.push(to: collector)
    #expect(outcome.status == 0 && collector.requests.count == 2 && collector.entryCount == 2, "\(outcome.errors)")
    let problem = "does not answer as a collector does (the compressed data is cut off)"
    #expect(outcome.errors.contains("“\(collector.url)” \(problem); trying again.\n"))
    let refusing = try ScriptedCollector(.compressedRefusal)
    let refused = try await workspace.push(to: refusing)
    #expect(refused.status == 1 && refused.errors.contains("refuses the batch (400: Closed.)"), "\(refused.errors)")
  }

  @Test("A collector that acknowledges nothing, or asks for the same again, ends the push")
  func circle() async throws {
    let asking = ScriptedCollector.Reply.changed { answers in
      answers.replacingOccurrences(
        of: #""(took|had)".*\}"#, with: "\"sendFrom\",\"revision\":1}", options: .regularExpression)
    }
    let silent = ScriptedCollector.Reply.changed { _ in "" }
    for (script, count) in [([silent], 1), ([asking, asking], 2)] {
      let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector(script))
      let outcome = try await workspace.push(to: collector)
      #expect(
        outcome.errors == newNote(collector)
          + "Error: “\(collector.url)” acknowledges none of the entries that it gets, so \(Self.waits); "
          + "ask the people who run it\n")
      #expect(outcome.status == 1 && collector.requests.count == count)
    }
  }

  @Test("An error of curl is repeated without its advice; one that no network causes is final")
  func errorsOfCurl() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let advice = "More details here: https://curl.se/docs/sslcerts.html"
    for (status, words, note, end) in [
      (60, "SSL certificate problem", "does not answer (SSL certificate problem); trying again.", 0),
      (
        2, "Failed initialization",
        "gets nothing, since curl cannot send (Failed initialization), so \(Self.waits); install curl again", 1
      ),
    ] as [(Int, String, String, Int32)] {
      try workspace.installCurl(
        """
        [ -e '\(workspace.file("\(status)").path)' ] && exec /usr/bin/curl "$@"
        : > '\(workspace.file("\(status)").path)'
        echo 'curl: (\(status)) \(words)' >&2
        echo '\(advice)' >&2
        exit \(status)
        """)
      let outcome = try await workspace.startConverting(Workspace.pushing(to: collector.url)).outcome()
      #expect(outcome.status == end && outcome.errors.contains("“\(collector.url)” \(note)\n"), "\(outcome.errors)")
      try await workspace.formstate("outbox", "forget", "answers.sqlite", "--to", collector.url)
    }
  }

  @Test("Without curl, a sentence says how to install it")
  func withoutCurl() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let outcome = try await workspace.run(
      ["-c", "PATH=$PWD exec \"$0\" \"$@\"", try BuiltTool.url().path] + Workspace.pushing(to: collector.url),
      of: URL(fileURLWithPath: "/bin/sh"))
    #expect(
      outcome.errors
        == "Error: curl, which sends the batches, is not on the PATH; install it, as with “apt-get install curl”\n")
    #expect(outcome.status == 1)
  }

  @Test("A file that holds no token, or that others may use, is refused before anything is sent")
  func badToken() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let long = String(repeating: "a", count: 4097)
    for (text, mode, sentence) in [
      (" \nsecond", 0o600, "“token” has no token; write the one that you got for this device into its first line"),
      (
        "two words", 0o600,
        "the first line of “token” is no token, which has letters, digits and signs without spaces; is it the right file?"
      ),
      (long, 0o600, "the first line of “token” has more than 4096 bytes; is it the right file?"),
      ("good", 0o640, "other users may use the token in “token”; keep it to yourself with: chmod 600 token"),
    ] {
      try workspace.write(text, to: "token")
      try workspace.permit(mode, "token")
      let outcome = try await workspace.push(to: collector)
      #expect(outcome.status == 1 && outcome.errors == "Error: \(sentence)\n")
    }
    try FileManager.default.removeItem(at: workspace.file("token"))
    #expect(try await workspace.push(to: collector).errors == "Error: there is no file “token”\n")
    #expect(collector.requests.isEmpty)
    #expect(try await workspace.outbox() == "“answers.sqlite” has no collectors.\n")
  }

  @Test("A push whose report cannot be printed says that it was sent; one without entries, that nothing was done")
  func fullOutput() async throws {
    let (workspace, collector) = (try await Workspace.withTwoAnswers(), try ScriptedCollector())
    let intoFullDevice = "exec \"$0\" sync answers.sqlite --with \"$1\" --token-file token > /dev/full"
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let outcome = try await workspace.runFromShell(intoFullDevice, collector.url)
    #expect(
      outcome.errors == newNote(collector)
        + "Error: the sync with “\(collector.url)” is done, but standard output cannot be written (No space left on device)\n"
    )
    #expect(outcome.status == 3 && collector.entryCount == 2)
    let again = try await workspace.runFromShell(intoFullDevice, collector.url)
    #expect(again.errors == "Error: standard output cannot be written (No space left on device)\n")
    #expect(again.status == 1)
  }
}
