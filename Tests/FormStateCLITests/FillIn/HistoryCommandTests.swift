import Foundation
import Testing

@Suite("Undo and redo on the command line")
struct HistoryCommandTests {
  /// The example form after four actions: a name was opened, filled in and closed, and the level opened.
  private static func withFourActions() async throws -> Workspace {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.formstate("tap", "answers.sqlite", "level")
    return workspace
  }

  @Test("Each undo reverts one step and each redo repeats it, in separate processes")
  func undoAndRedo() async throws {
    let workspace = try await Self.withFourActions()
    let undone = try await workspace.formstate("undo", "answers.sqlite")
    #expect(undone == "Level closes\nRevision 5\n  reloaded [2,0] Level\n  deleted  [2,1]\n")
    for revision in [2, 1, 0] {
      try await workspace.formstate("undo", "answers.sqlite")
      #expect(try await workspace.shown().sections == workspace.shown(at: revision).sections)
      #expect(try await workspace.shown().digest == workspace.shown(at: revision).digest)
    }
    for revision in 1...4 {
      try await workspace.formstate("redo", "answers.sqlite")
      #expect(try await workspace.shown().digest == workspace.shown(at: revision).digest)
    }
    #expect(try await workspace.shown().revision == 12)
    let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite")
    #expect(log.entries.map(\.target) == [nil, nil, nil, nil, 4, 3, 2, 1, 1, 2, 3, 4])
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A number undoes several steps at once and notes if there are fewer")
  func countsOfSteps() async throws {
    let workspace = try await Self.withFourActions()
    let undone = try await workspace.json(ShownChange.self, "undo", "answers.sqlite", "3")
    #expect(undone.revision == 7)
    #expect(undone.batch.insertedRows.paths == [[0, 1], [0, 2]])
    #expect(undone.batch.deletedRows.paths == [[2, 1]])
    #expect(undone.batch.reloadedRows.paths == [[0, 0], [2, 0]])
    let redone = try await workspace.run(["redo", "answers.sqlite", "4"])
    #expect(redone.status == 0)
    #expect(redone.errors == "There were only 3 steps.\n")
    #expect(redone.output.contains("\nRevision 10\n"))
    #expect(redone.output.hasPrefix("Full name › First name: nothing → Tom\n"))
    #expect(try await workspace.shown().digest == workspace.shown(at: 4).digest)
    try await workspace.formstate("undo", "answers.sqlite", "3")
    let last = try await workspace.run(["undo", "answers.sqlite", "1000000"])
    #expect(last.errors == "There was only 1 step.\n")
    #expect(try await workspace.shown().digest == workspace.shown(at: 0).digest)
  }

  @Test("An empty text is shown by its quotation marks")
  func emptyText() async throws {
    let workspace = try await Self.withFourActions()
    let emptied = try await workspace.formstate("set", "answers.sqlite", "first-name=")
    #expect(emptied.hasPrefix("Full name › First name: Tom → “”\nRevision 5\n"))
    let difference = try await workspace.formstate("diff", "answers.sqlite", "--from", "4")
    #expect(difference.hasPrefix("Full name › First name: Tom → “”\nRevision 5\n"))
  }

  @Test("--values-only undoes values and keeps cells open")
  func valuesOnly() async throws {
    let workspace = try await Self.withFourActions()
    try await workspace.formstate("undo", "answers.sqlite", "--values-only")
    let undone = try await workspace.shown()
    #expect(undone.row("full-name")?.title == "")
    #expect(undone.row("level")?.expanded == true)
    let lines = try await workspace.formstate("log", "answers.sqlite")
    #expect(lines.contains("  undo of values of revision 2\n      value of first-name: “Tom” → as defined\n"))
    try await workspace.expectRefusal(
      "undo", "answers.sqlite", "--values-only", message: "there is nothing to undo")
    try await workspace.formstate("redo", "answers.sqlite", "--values-only")
    #expect(try await workspace.shown().digest == workspace.shown(at: 4).digest)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("If there is nothing to undo or redo, the command says so and changes nothing")
  func nothingToDo() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal("undo", "answers.sqlite", message: "there is nothing to undo")
    let noRedo = "there is nothing to redo; a new action discards what was undone before it"
    try await workspace.expectRefusal("redo", "answers.sqlite", message: noRedo)
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.expectRefusal("redo", "answers.sqlite", message: noRedo)
    try await workspace.formstate("undo", "answers.sqlite")
    try await workspace.formstate("tap", "answers.sqlite", "level")
    try await workspace.expectRefusal("redo", "answers.sqlite", "3", message: noRedo)
  }

  @Test("An invalid number of steps is a usage error", arguments: ["undo", "redo"], ["0", "-1", "two"])
  func aCountThatIsNone(command: String, count: String) async throws {
    let workspace = try await Self.withFourActions()
    let errors = try await workspace.refused(command, "answers.sqlite", count, status: 64)
    #expect(errors.contains("Usage: formstate \(command) "))
    if count == "0" { #expect(errors.hasPrefix("Error: <steps> must be a number, 1 or more.\n")) }
    #expect(try await workspace.shown().revision == 4)
  }

  @Test("A number of steps, --to and --only exclude each other")
  func oneWayBack() async throws {
    let workspace = try await Self.withFourActions()
    for (words, problem) in [
      (["2", "--to", "1"], "Use only one of <steps>, --to and --only."),
      (["--to", "1", "--only", "2"], "Use only one of <steps>, --to and --only."),
      (["--only", "2", "--values-only"], "--values-only is for the last steps, not for --to or --only."),
      (["--entry"], "--entry requires --only, which names the revision."),
      (["--to", "1", "--entry"], "--entry requires --only, which names the revision."),
      (["--to", "-1"], "--to must be a revision, 0 or more."),
      (["--only", "0"], "--only must be a revision, 1 or more."),
    ] {
      let outcome = try await workspace.run(["undo", "answers.sqlite"] + words)
      #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(problem)\n"), "\(words): \(outcome.errors)")
    }
    #expect(try await workspace.shown().revision == 4)
  }

  @Test("A new action marks undone steps as abandoned, in log, JSON and the history view")
  func abandonedSteps() async throws {
    let workspace = try await Self.withFourActions()
    try await workspace.formstate("undo", "answers.sqlite", "3")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "Sawyer")
    let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite")
    #expect(log.entries.map(\.abandonedBy) == [nil, 8, 8, 8, nil, nil, nil, nil])
    let words = try await workspace.formstate("log", "answers.sqlite")
    #expect(words.contains("  set first-name “Tom”  (abandoned at revision 8)\n"))
    #expect(words.components(separatedBy: "(abandoned at revision 8)").count == 4)
    let notes = try await workspace.sqlite(
      "SELECT DISTINCT revision, action, action_subject, target, abandoned_by FROM history;")
    #expect(
      notes == """
        1|tap|full-name||
        2|set|first-name||8
        3|tap|full-name||8
        4|tap|level||8
        5|undo||4|
        6|undo||3|
        7|undo||2|
        8|set|last-name||

        """)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("An imported document keeps undone and abandoned steps, and undo and redo continue")
  func historyTravels() async throws {
    let workspace = try await Self.withFourActions()
    try await workspace.formstate("undo", "answers.sqlite", "2")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "Sawyer")
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.formstate("undo", "answers.sqlite")
    try await workspace.formstate("export", "json", "answers.sqlite", "--output", "form.json")
    let elsewhere = try Workspace()
    try elsewhere.write(try workspace.text(of: "form.json"), to: "form.json")
    try await elsewhere.formstate("import", "answers.sqlite", "form.json")
    #expect(try await elsewhere.everything() == workspace.everything())
    for arguments in [["redo"], ["undo", "4"], ["redo", "2"]] {
      for place in [workspace, elsewhere] {
        let outcome = try await place.run(arguments.prefix(1) + ["answers.sqlite"] + arguments.dropFirst())
        #expect(outcome.status == 0)
      }
      #expect(try await elsewhere.shown() == workspace.shown())
    }
    #expect(try await elsewhere.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A journal with undo and redo, exported as actions, replays to the same state and steps")
  func historyReplays() async throws {
    let workspace = try await Self.withFourActions()
    try await workspace.formstate("undo", "answers.sqlite", "--values-only")
    try await workspace.formstate("undo", "answers.sqlite")
    try await workspace.formstate("redo", "answers.sqlite")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "Sawyer")
    try await workspace.formstate("undo", "answers.sqlite")
    let script = try await workspace.formstate("export", "actions", "answers.sqlite")
    let elsewhere = try await Workspace.withExample()
    try await elsewhere.formstate("replay", "answers.sqlite", "-", input: script)
    #expect(try await elsewhere.shown() == workspace.shown())
    #expect(try await elsewhere.formstate("export", "actions", "answers.sqlite") == script)
    for place in [workspace, elsewhere] { try await place.formstate("redo", "answers.sqlite") }
    #expect(try await elsewhere.shown() == workspace.shown())
  }
}
