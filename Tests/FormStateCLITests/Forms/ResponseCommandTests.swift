import Foundation
import Testing

/// `formstate response` and `formstate form`, and messages when the response is omitted or unknown.
@Suite("Managing responses and forms")
struct ResponseCommandTests {
  @Test("A write to an unknown response is refused with the nearest key and how to begin it")
  func misspelt() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.begin("ada")
    let set = ["set", "answers.sqlite", "first-name", "Tom", "--response"]
    let before = try await workspace.formstate("list", "answers.sqlite", "--digests")
    let near = try await workspace.run(set + ["adaa"])
    #expect(near.status == 1)
    #expect(
      near.errors == "Error: the form “profile” has no response “adaa”; did you mean “ada”? "
        + "To begin it: formstate response new answers.sqlite adaa\n")
    let far = try await workspace.run(set + ["it's me", "--form", "profile"])
    #expect(
      far.errors == "Error: the form “profile” has no response “it's me”; "
        + "to begin it: formstate response new answers.sqlite 'it'\\''s me' --form profile\n")
    let hyphen = try await workspace.run(set.dropLast() + ["--response=-x"])
    #expect(
      hyphen.errors == "Error: the form “profile” has no response “-x”; "
        + "to begin it: formstate response new answers.sqlite -- -x\n")
    #expect(
      try await workspace.run(set + [""]).errors
        == "Error: the key “” cannot be used: the key is empty; give it a permanent name\n")
    for command in [
      ["undo", "answers.sqlite"], ["tap", "answers.sqlite", "full-name"], ["complete", "answers.sqlite"],
    ] {
      #expect(try await workspace.run(command + ["--response", "adaa"]).status == 1)
    }
    for flags in [[], ["--atomic"], ["--dry-run"]] {
      let script = #"{"action":"tap","cell":"full-name"}"#
      let replay = try await workspace.run(
        ["replay", "answers.sqlite", "-", "--response", "adaa"] + flags, input: script)
      #expect(replay.status == 1 && replay.errors.contains("did you mean “ada”? To begin it:"))
    }
    #expect(try await workspace.formstate("list", "answers.sqlite", "--digests") == before)
  }

  @Test("The suggested command works in a shell and makes the write possible")
  func adviceWorks() async throws {
    let workspace = try await Workspace.withExample()
    let errors = try await workspace.refused(
      "tap", "answers.sqlite", "full-name", "--response=-it's “Ada”; $HOME")
    let command = try #require(errors.components(separatedBy: "to begin it: formstate ").last)
    let tool = try BuiltTool.url().path
    let outcome = try await workspace.run(
      ["-c", "'\(tool)' \(command)"], of: URL(fileURLWithPath: "/bin/sh"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    try await workspace.formstate("tap", "answers.sqlite", "full-name", "--response=-it's “Ada”; $HOME")
  }

  @Test("“default” begins by itself only if the form has no response")
  func standardResponse() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.formstate("response", "rename", "answers.sqlite", "default", "tom")
    let errors = try await workspace.refused("tap", "answers.sqlite", "full-name")
    #expect(errors == "Error: the form “profile” has no response “default”; select one with --response: tom\n")
    try await workspace.formstate("tap", "answers.sqlite", "full-name", "--response", "tom")
    try await workspace.begin("default", "ada")
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
  }

  @Test(
    "Without --response, a note names the shown response and the others; the data has none",
    arguments: [["show"], ["log"], ["status"], ["explain", "full-name"], ["diff", "--from", "0", "--to", "0"]])
  func others(command: [String]) async throws {
    let workspace = try await Workspace.withExample()
    let arguments = [command[0], "answers.sqlite"] + command.dropFirst()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    let alone = try await workspace.run(arguments + ["--json"])
    #expect(alone.errors.isEmpty)
    try await workspace.begin("tom", "ada")
    let note = "Note: this is “default”; “profile” has 2 other responses: ada, tom (select with --response)\n"
    let among = try await workspace.run(arguments + ["--json"])
    #expect(among.output == alone.output && among.errors == note && among.status == 0)
    #expect(try await workspace.run(arguments + ["--response", "default"]).errors.isEmpty)
    try await workspace.formstate("response", "rename", "answers.sqlite", "default", "eve")
    #expect(
      try await workspace.run(arguments).errors.contains(
        "Note: “default” has not begun; “profile” has 3 other responses: ada, eve, tom (select with --response)\n"))
  }

  @Test("Exports of all responses print no note; exports of one response do")
  func exports() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.begin("default", "ada")
    for (format, isNoted) in [("csv", false), ("json", false), ("plist", true), ("actions", true)] {
      let outcome = try await workspace.run(["export", format, "answers.sqlite"])
      #expect(outcome.errors.hasPrefix("Note: this is “default”") == isNoted, "\(format)")
    }
  }

  @Test("Only the first twenty other responses are named; the rest is counted")
  func veryMany() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.edit(
      """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO formstate_response (form_id, version_id, key) SELECT 1, 1, 'r' || i FROM n
      """)
    let errors = try await workspace.run(["show", "answers.sqlite"]).errors
    #expect(errors.contains("has 31 other responses: r10, r11, r12"))
    #expect(errors.contains("r28, r29 and 11 more (select with --response)"))
  }

  @Test("Responses can be begun, copied, renamed and listed, in words and as JSON")
  func lives() async throws {
    let workspace = try await Workspace.withExample()
    #expect(try await workspace.formstate("list", "answers.sqlite").hasSuffix("18 cells\n  no responses yet\n"))
    #expect(
      try await workspace.formstate("response", "new", "answers.sqlite", "ada")
        == "Began the response “ada” of “profile”.\n")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Ada", "--response", "ada")
    #expect(
      try await workspace.formstate("response", "copy", "answers.sqlite", "ada", "eve", "--author", "Becky")
        == "Copied the response “ada” of “profile” to “eve”.\n")
    #expect(
      try await workspace.formstate("response", "rename", "answers.sqlite", "eve", "tom")
        == "Renamed the response “eve” of “profile” to “tom”.\n")
    let lines = try await workspace.formstate("list", "answers.sqlite").split(separator: "\n")
    #expect(lines.first == "profile, version 1: 3 sections, 18 cells, 2 responses")
    #expect(lines.dropFirst().map { $0.prefix(18) } == ["  ada  revision 1 ", "  tom  revision 1 "])
    #expect(try await workspace.sqlite("SELECT author FROM formstate_entry WHERE kind = 'checkpoint'") == "Becky\n")
    let list = try await workspace.json(ListedForms.self, "list", "answers.sqlite")
    let responses = list.forms.flatMap(\.responses)
    #expect(responses.map(\.response) == ["ada", "tom"] && responses.allSatisfy { $0.form == "profile" })
    let begun = try await workspace.json(ShownResponse.self, "response", "new", "answers.sqlite", "max")
    #expect(begun.response == "max" && begun.stream?.count == 32)
    try await workspace.expectRefusal(
      "response", "new", "answers.sqlite", "max",
      message: "the form “profile” has a response “max” already; choose another key, or import into a new file")
    try await workspace.expectRefusal(
      "response", "copy", "answers.sqlite", "maxx", "new",
      message: "the form “profile” has no response “maxx”; did you mean “max”?")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("With several forms, --form is required; list shows all of them, or one")
  func severalForms() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("import", "answers.sqlite", "profile.plist", "--form", "second")
    let errors = try await workspace.refused("response", "new", "answers.sqlite", "ada")
    #expect(errors == "Error: “answers.sqlite” holds 2 forms; select one with --form: profile, second\n")
    try await workspace.formstate("response", "new", "answers.sqlite", "ada", "--form", "second")
    try await workspace.formstate("response", "new", "answers.sqlite", "tom", "--form", "profile")
    let all = """
      profile, version 1: 3 sections, 18 cells, 1 response
        tom  revision 0
      second, version 1: 3 sections, 18 cells, 1 response
        ada  revision 0

      """
    #expect(try await workspace.formstate("list", "answers.sqlite") == all)
    let one = all.split(separator: "\n").suffix(2).joined(separator: "\n") + "\n"
    #expect(try await workspace.formstate("list", "answers.sqlite", "-f", "second") == one)
    let listed = try await workspace.json(ListedForms.self, "list", "answers.sqlite", "--form", "second")
    #expect(listed.forms.map(\.versionCount) == [1])
    #expect(listed.forms.flatMap(\.responses).map(\.response) == ["ada"])
    #expect(
      try await workspace.refused("list", "answers.sqlite", "--form", "secnd")
        == "Error: there is no form “secnd”; did you mean “second”?\n")
    // Another version of the first.
    try workspace.copyExample("visit.json")
    try await workspace.formstate("import", "answers.sqlite", "visit.json", "--form", "profile")
    let versions = try await workspace.formstate("list", "answers.sqlite", "--form", "profile").split(separator: "\n")
    #expect(versions.first?.hasPrefix("profile “Visit”, version 2 of 2: ") == true, "\(versions)")
    #expect(versions.last == "  tom  revision 0, version 1")
  }
}

/// What `list --json` prints.
private struct ListedForms: Decodable {
  struct Form: Decodable {
    let versionCount: Int
    let responses: [Response]
  }

  struct Response: Decodable {
    let form: String
    let response: String
  }

  let forms: [Form]
}

/// What `response new --json` prints.
private struct ShownResponse: Decodable {
  let response: String
  let stream: String?
}
