import Foundation
import Testing

@Suite("Authors on the command line")
struct AuthorTests {
  @Test("Every acting command records its --author in the log and the history")
  func everyActingCommand() async throws {
    let workspace = try await Workspace.withExample()
    let commands: [[String]] = [
      ["tap", "full-name"], ["set", "first-name", "Tom"], ["clear", "first-name"], ["choose", "basketball"],
      ["expand", "level"], ["collapse", "level"], ["collapse", "personal"], ["expand", "personal"],
      ["tap", "personal"], ["reveal", "first-name"], ["mark-saved"],
      ["fault", "add", "first-name", "No."], ["fault", "remove"], ["complete"], ["reopen"],
      ["reset"], ["undo"], ["redo"],
    ]
    var authors: [String] = []
    for command in commands {
      let author = "Becky \(authors.count)"
      let outcome = try await workspace.run(
        Workspace.words(command) + ["--author", author])
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      authors.append(author)
    }
    let script = #"{"action":"set","cell":"first-name","value":"Huck"}"#
    for flags in [[], ["--atomic"]] {
      let line = flags.isEmpty ? script : script.replacingOccurrences(of: "Huck", with: "Sid")
      let outcome = try await workspace.run(
        ["replay", "answers.sqlite", "-", "--author", "Aunt Polly"] + flags, input: line)
      #expect(outcome.status == 0, "\(outcome.errors)")
      authors.append("Aunt Polly")
    }
    let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite")
    #expect(log.entries.map(\.author) == authors)
    let history = try await workspace.sqlite("SELECT DISTINCT revision, author FROM history ORDER BY revision;")
    let expected = zip(1..., authors).map { "\($0)|\($1)\n" }.joined()
    #expect(history == expected)
  }

  @Test("An entry without an author has none in words and in JSON")
  func withAndWithoutAuthor() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom", "--author", "Becky")
    try await workspace.formstate("set", "answers.sqlite", "level-slider", "7", "--author=-3")
    try await workspace.formstate("undo", "answers.sqlite")
    // As a file may have it from before such characters were refused.
    try await workspace.edit(
      "UPDATE formstate_entry SET author = 'Becky' || char(27) || '[31m' WHERE author = 'Becky'")
    let lines = try await workspace.formstate("log", "answers.sqlite").split(separator: "\n")
    let heads = lines.filter { !$0.hasPrefix(" ") }.map {
      $0.components(separatedBy: "  ").dropFirst(2).joined(separator: "  ")
    }
    #expect(heads == ["Becky\u{FFFD}[31m  set first-name “Tom”", "-3  set level-slider “7”", "undo of revision 2"])
    let json = try await workspace.formstate("log", "answers.sqlite", "--json")
    #expect(json.components(separatedBy: #""author""#).count == 3)
  }

  @Test("Import keeps the authors in a document")
  func authorsTravel() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom", "--author", "Becky")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Huck")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Sid", "--author", "Aunt Polly")
    let document = try await workspace.formstate("export", "json", "answers.sqlite")
    #expect(document.contains(#""author": "Becky""#) && document.contains(#""author": "Aunt Polly""#))
    let elsewhere = try Workspace()
    try elsewhere.write(document, to: "form.json")
    try await elsewhere.formstate("import", "answers.sqlite", "form.json")
    let log = try await elsewhere.json(ShownLog.self, "log", "answers.sqlite")
    #expect(log.entries.map(\.author) == ["Becky", nil, "Aunt Polly"])
    try await elsewhere.formstate("compact", "answers.sqlite", "--keep", "1", "--yes")
    #expect(try await elsewhere.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("An empty --author, or one on a command that only reads, is a usage error")
  func wrongUsage() async throws {
    let workspace = try await Workspace.withExample()
    let errors = try await workspace.refused("tap", "answers.sqlite", "level", "--author", "", status: 64)
    #expect(errors.hasPrefix("Error: --author must not be empty; omit it to record no author.\n"))
    let control = try await workspace.refused("tap", "answers.sqlite", "level", "--author", "a\u{1B}", status: 64)
    #expect(
      control.hasPrefix(
        "Error: --author holds the control character U+001B, which no XML property list can; remove it.\n"))
    for command in ["show", "list", "check"] {
      try await workspace.refused(command, "answers.sqlite", "--author", "Becky", status: 64)
    }
    #expect(try await workspace.shown().revision == 0)
  }
}
