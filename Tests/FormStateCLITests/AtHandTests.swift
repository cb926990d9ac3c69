import Foundation
import TestSupport
import Testing

@Suite("Environment, streams, filters and completion on the command line")
struct AtHandTests {
  /// Runs the tool with variables of the environment, as `NAME=value`.
  private static func run(
    _ variables: [String], _ arguments: String..., in workspace: Workspace
  ) async throws -> RunningTool.Outcome {
    let words = variables + [try BuiltTool.url().path] + arguments
    return try await workspace.run(words, of: URL(fileURLWithPath: "/usr/bin/env"))
  }

  @Test("The time to wait for other writers comes from the environment, where it must be a number")
  func busyTimeout() async throws {
    let workspace = try await Workspace.withExample()
    for (text, status) in [("0.5", 0), ("", 0), ("-1", 64), ("soon", 64), ("inf", 64)] as [(String, Int32)] {
      let outcome = try await Self.run(["FORMSTATE_BUSY_TIMEOUT=\(text)"], "show", "answers.sqlite", in: workspace)
      #expect(outcome.status == status, "\(text): \(outcome.errors)")
      let problem = "Error: FORMSTATE_BUSY_TIMEOUT must be a number of seconds, 0 or more.\n"
      if status != 0 { #expect(outcome.errors.hasPrefix(problem)) }
    }
    let given = try await Self.run(
      ["FORMSTATE_BUSY_TIMEOUT=soon"], "show", "answers.sqlite", "--busy-timeout", "1", in: workspace)
    #expect(given.status == 0)
  }

  @Test("FORMSTATE_DB is the default file, FORMSTATE_AUTHOR the default author")
  func environment() async throws {
    let workspace = try await Workspace.withExample()
    let variables = ["FORMSTATE_DB=answers.sqlite", "FORMSTATE_AUTHOR=Tom"]
    #expect(try await Self.run(variables, "set", "first-name", "Ann", in: workspace).status == 0)
    #expect(try await Self.run(variables, "get", "first-name", in: workspace).output == "Ann\n")
    #expect(try await Self.run(variables, "set", "last-name", "Lee", "--author", "Eve", in: workspace).status == 0)
    #expect(try await workspace.sqlite("SELECT DISTINCT revision, author FROM history;") == "1|Tom\n2|Eve\n")
    #expect(try await Self.run(variables, "list", in: workspace).output.contains("\n  default  revision 2"))
    #expect(try await Self.run(variables, "backup", "copy.sqlite", in: workspace).status == 0)
    #expect(try await Self.run(variables, "check", in: workspace).output == "ok\n")
    try workspace.copyExample("visit.json")
    let checked = try await Self.run(variables, "check", "visit.json", in: workspace).output
    #expect(checked == "visit.json: the form “visit”, 1 section, 9 cells\n")
    // A file on the command line overrides the environment.
    #expect(try await Self.run(variables, "set", "copy.sqlite", "first-name", "Bo", in: workspace).status == 0)
    #expect(try await workspace.formstate("get", "answers.sqlite", "first-name") == "Ann\n")
    let refused = try await Self.run(["FORMSTATE_DB=", "FORMSTATE_AUTHOR="], "get", "first-name", in: workspace)
    #expect(refused.status == 64)
    let bell = try await Self.run(
      ["FORMSTATE_AUTHOR=\u{7}"], "set", "answers.sqlite", "first-name", "Cy", in: workspace)
    #expect(bell.status == 64 && bell.errors.hasPrefix("Error: FORMSTATE_AUTHOR "), "\(bell.errors)")
  }

  @Test("A file: URL stands for its path in every command; one with parameters is refused")
  func fileURLs() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("profile.plist")
    let url = "file:\(workspace.file("a b.sqlite").path.replacingOccurrences(of: " ", with: "%20"))"
    try await workspace.formstate("import", url, "profile.plist")
    #expect(workspace.has("a b.sqlite"))
    try await workspace.formstate("set", url, "first-name", "Ann")
    #expect(try await workspace.formstate("get", "a b.sqlite", "first-name") == "Ann\n")
    let errors = try await workspace.refused("show", "\(url)?mode=ro", status: 64)
    #expect(errors.contains("is not a file: URL of a local file without parameters; give its path"))
  }

  @Test("- is standard input for documents and maps, and standard output for exports")
  func streams() async throws {
    let workspace = try await Workspace.withExample()
    let document = try await workspace.formstate("export", "json", "answers.sqlite", "--output", "-")
    #expect(!workspace.has("-"))
    let taken = try await workspace.formstate("import", "again.sqlite", "-", input: document)
    #expect(taken == "standard input: imported “profile”, version 1: 3 sections, 18 cells\n")
    let errors = try await workspace.refused("import", "again.sqlite", "-", input: "{")
    #expect(errors.hasPrefix("Error: standard input"), "\(errors)")
    #expect(try await workspace.refused("import", "again.sqlite", "-", "-", status: 64).contains("name it once"))
  }

  @Test("log and status filter by cell, revision and time; log limits its entries")
  func filters() async throws {
    let workspace = try await Workspace.withExample()
    for (cell, value) in [("first-name", "Ann"), ("last-name", "Lee"), ("first-name", "Bo")] {
      try await workspace.formstate("set", "answers.sqlite", cell, value)
    }
    let ofCell = try await workspace.json(ShownLog.self, "log", "answers.sqlite", "--cell", "first-name")
    #expect(ofCell.entries.map(\.revision) == [1, 3])
    let since = try await workspace.json(ShownLog.self, "log", "answers.sqlite", "--since", "1")
    #expect(since.entries.map(\.revision) == [2, 3])
    let last = try await workspace.json(ShownLog.self, "log", "answers.sqlite", "--cell", "first-name", "--limit", "1")
    #expect(last.entries.map(\.revision) == [3])
    for (time, count) in [("2000-01-01", 3), ("2000-01-01T08:30Z", 3), ("9000-01-01T08:30:59Z", 0)] {
      let entries = try await workspace.formstate("log", "answers.sqlite", "--since", time, "--ndjson")
      #expect(entries.split(separator: "\n").count == count, "\(time)")
    }
    let unknown = try await workspace.refused("log", "answers.sqlite", "--cell", "frist-name")
    #expect(unknown == "Error: there is no cell “frist-name”; did you mean “first-name”?\n")
    #expect(try await workspace.refused("log", "answers.sqlite", "--since", "soon", status: 64).contains("--since"))
    let status = try await workspace.json(ShownStatus.self, "status", "answers.sqlite", "--since", "2")
    #expect(status.cells.map(\.key) == ["first-name"])
    let one = try await workspace.json(ShownStatus.self, "status", "answers.sqlite", "--cell", "level-slider")
    #expect(one.cells.map(\.key) == ["level-slider"])
  }

  @Test("watch prints the changes of other processes in words")
  func watching() async throws {
    let workspace = try await Workspace.withExample()
    let watch = try workspace.start(["watch", "answers.sqlite", "--until", "2", "--every", "0.01"])
    try await watch.wait { try watch.output().contains("following") }
    try await workspace.formstate("set", "answers.sqlite", "marital-status-switch", "on")
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    let outcome = try await watch.outcome()
    #expect(
      outcome.output.hasPrefix("default: following from revision 0\nMarital status › "))
    #expect(outcome.output.contains(": Single → Married\nRevision 1\n"), "\(outcome.output)")
    #expect(outcome.output.contains("\nFull name opens\n"), "\(outcome.output)")
  }

  @Test("Completion offers the cells, options, forms and responses of the given file")
  func completions() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("response", "new", "answers.sqlite", "attic")
    func offered(_ words: String...) async throws -> [String] {
      try await workspace.run(["---completion"] + words).output.split(separator: "\n").map(String.init)
    }
    let cells = try await offered(
      "set", "--", "positional@1", "3", "0", "formstate", "set", "answers.sqlite", "")
    #expect(cells.contains("first-name") && cells.contains("basketball"))
    #expect(
      try await offered("show", "--", "--response", "4", "0", "formstate", "show", "answers.sqlite", "--response", "")
        == ["attic"])
    #expect(
      try await offered("show", "--", "--form", "4", "0", "formstate", "show", "answers.sqlite", "--form", "")
        == ["profile"])
    #expect(
      try await offered("show", "--", "--form", "4", "0", "formstate", "show", "nowhere.sqlite", "--form", "") == [])
    #expect(!workspace.has("nowhere.sqlite"))
  }

  @Test("A replay that waits for its next line can be interrupted")
  func interruptedWaiting() async throws {
    let workspace = try await Workspace.withExample()
    let replay = try PipedReplay(in: workspace, of: "answers.sqlite")
    try replay.send(3)
    try await replay.wait(forRevision: 3)
    replay.tool.interrupt()
    let outcome = try await replay.tool.outcome()
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        Error: interrupted before line 4
        The 3 actions before it were applied. To continue from there: --from-line 4.

        """)
  }

  @Test("An interrupted replay says how many actions it applied and where to continue")
  func interruption() async throws {
    let workspace = try await Workspace.withExample()
    let replay = try PipedReplay(in: workspace, of: "answers.sqlite")
    // More lines than it applies before it checks for the interrupt, which it does before each line.
    try replay.send(1000)
    try await replay.wait(forRevision: 12)
    replay.tool.interrupt()
    let outcome = try await replay.tool.outcome()
    let applied = try await workspace.shown().revision
    #expect(applied >= 12 && outcome.status == 1)
    #expect(
      outcome.errors == """
        Error: interrupted before line \(applied + 1)
        The \(applied) actions before it were applied. To continue from there: --from-line \(applied + 1).

        """)
  }
}
