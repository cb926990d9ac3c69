import Foundation
import Testing

/// `formstate outbox`.
@Suite("formstate outbox")
struct OutboxCommandTests {
  /// A line of a batch.
  private struct Line: Decodable {
    var stream: String?
    var after: Int?
    var entries: Int?
    var chain: String?
    var parts: Int?
  }

  /// The answers of a collector that takes everything.
  private static func answers(to batch: String) throws -> String {
    let lines = try batch.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    let (heads, ends) = (lines.filter { $0.stream != nil }, lines.filter { $0.entries != nil })
    #expect(lines.last?.parts == heads.count)
    return zip(heads, ends).map { head, end in
      let revision = (head.after ?? 0) + (end.entries ?? 0)
      return """
        {"stream":"\(head.stream ?? "")","answer":"took","revision":\(revision),"chain":"\(end.chain ?? "")"}

        """
    }.joined()
  }

  @Test("A batch that cannot be written leaves no folder, and a damaged journal is named")
  func damagedJournal() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    for (former, field) in [("value", "colour"), ("colour", "")] {
      try await workspace.edit("UPDATE formstate_entry SET changes = replace(changes, '\"\(former)\"', '\"\(field)\"')")
      for command in [
        ["outbox", "write", "answers.sqlite", "--to", "hq", "--output", "to/batches"], ["log", "answers.sqlite"],
      ] {
        let outcome = try await workspace.run(command)
        #expect(outcome.status == 1, "\(command)")
        #expect(
          outcome.errors == """
            Error: “answers.sqlite”: the database contradicts itself: the journal has a change of the unknown field \
            “\(field)”; formstate check reports more

            """)
      }
      #expect(!FileManager.default.fileExists(atPath: workspace.folder.appendingPathComponent("to").path))
      #expect(
        try await workspace.formstate("outbox", "status", "answers.sqlite") == "“answers.sqlite” has no collectors.\n")
    }
  }

  @Test("A batch is written until the collector's answers are taken, and the status says what waits")
  func story() async throws {
    let workspace = try await Workspace.withExample()
    #expect(
      try await workspace.formstate("outbox", "status", "answers.sqlite") == "“answers.sqlite” has no collectors.\n")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "Day")
    let first = try await workspace.run(["outbox", "write", "answers.sqlite", "--to", "hq", "--device", "kiosk 3"])
    #expect(first.status == 0 && first.output.hasPrefix("{\"formstate-batch\":1,\"device\":\"kiosk 3\"}\n"))
    #expect(first.errors == "“hq” is new; formstate compact keeps what it lacks from now on.\n")
    #expect(
      try await workspace.formstate("outbox", "status", "answers.sqlite")
        .hasPrefix("2 entries of 1 response wait for “hq”, the oldest since 20"))
    let compacted = try await workspace.formstate("compact", "answers.sqlite", "--keep", "0", "--dry-run")
    #expect(
      compacted == "Would remove 0 entries and keep 2 entries, 2 of them for a collector that lacks them; "
        + "nothing was changed.\n")
    try workspace.write(try Self.answers(to: first.output), to: "hq.jsonl")
    #expect(
      try await workspace.formstate("outbox", "take", "answers.sqlite", "hq.jsonl", "--to", "hq")
        == "Answers: took 1.\n“hq” has everything.\n")
    #expect(
      try await workspace.formstate("outbox", "write", "answers.sqlite", "--to", "hq", "-o", "batches")
        == "“hq” has everything.\n")
    #expect(!workspace.has("batches"))
    try await workspace.formstate("clear", "answers.sqlite", "last-name")
    let wrote = try await workspace.formstate("outbox", "write", "answers.sqlite", "--to", "hq", "-o", "batches")
    let name = try #require(wrote.split(separator: "”").first?.dropFirst("Wrote “".count))
    #expect(wrote == "Wrote “\(name)”: 1 entry in 1 part.\n")
    let batch = try String(contentsOf: workspace.file(String(name)), encoding: .utf8)
    #expect(batch.contains("\"after\":2,") && !batch.contains("\"document\""))
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A refused response is set aside, named, and sent again after a retry; a collector can be forgotten")
  func refused() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    let batch = try await workspace.formstate("outbox", "write", "answers.sqlite", "--to", "hq")
    let answer = try Self.answers(to: batch)
    let refusal = answer.replacingOccurrences(
      of: #""took".*\}"#, with: "\"refused\",\"reason\":\"Over.\"}", options: .regularExpression)
    let report = try await workspace.formstate(
      "outbox", "take", "answers.sqlite", "-", "--to", "hq", input: refusal)
    #expect(report == "Answers: refused 1.\n“hq” has everything else.\nprofile default is set aside: Over.\n")
    #expect(
      try await workspace.formstate("outbox", "retry", "answers.sqlite", "--to", "hq")
        == "1 response will be sent again.\n")
    try await workspace.formstate("outbox", "take", "answers.sqlite", "-", "--to", "hq", input: answer)
    // An answer for another history.
    let chain = try #require(answer.firstMatch(of: /"chain":"([0-9a-f]{64})"/)?.1)
    let foreign = answer.replacing(chain, with: (chain.hasPrefix("0") ? "1" : "0") + chain.dropFirst())
    let problem = try await workspace.formstate(
      "outbox", "take", "answers.sqlite", "-", "--to", "hq", input: foreign)
    #expect(
      problem == """
        No answer changed anything.
        profile default: this file has another history up to revision 1, so the answer changes nothing
        “hq” has everything.

        """)
    #expect(
      try await workspace.formstate("outbox", "forget", "answers.sqlite", "--to", "hq") == "Forgot “hq”.\n")
    #expect(
      try await workspace.formstate("outbox", "status", "answers.sqlite") == "“answers.sqlite” has no collectors.\n")
  }

  @Test(
    "Wrong usage is refused",
    arguments: [
      (["write", "--output", "x"], "Missing expected argument '--to <name>'"),
      (
        ["write", "--to", "hq", "--json"],
        "The batch goes to standard output; name a folder with --output to get --json as well."
      ),
      (["status", "--device", "x"], "Unknown option '--device'"),
    ])
  func usage(words: [String], message: String) async throws {
    let workspace = try await Workspace.withExample()
    let outcome = try await workspace.run(["outbox", words[0], "answers.sqlite"] + words.dropFirst())
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(message)\n"), "\(outcome.errors)")
  }

  @Test(
    "A former option answers with the command that does its work",
    arguments: [
      (["--to", "hq", "--answers=hq.jsonl"], "outbox no longer takes --answers; use formstate outbox take"),
      (["--status"], "outbox no longer takes --status; use formstate outbox status\n"),
      (["--to", "hq", "--retry"], "outbox no longer takes --retry; use formstate outbox retry\n"),
      (["--to", "hq", "--forget"], "outbox no longer takes --forget; use formstate outbox forget\n"),
      (["--to", "hq"], "outbox no longer takes --to; use formstate outbox write, or status, before the file\n"),
      ([], "outbox has commands of its own; use formstate outbox status\n"),
    ])
  func former(options: [String], message: String) async throws {
    let workspace = try await Workspace.withExample()
    for words in [["outbox", "answers.sqlite"] + options, ["outbox"] + options + ["answers.sqlite"]] {
      let outcome = try await workspace.run(words)
      #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.hasPrefix("Error: \(message)"))
    }
  }
}
