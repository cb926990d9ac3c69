import Foundation
import Testing

@Suite struct ActingCommandTests {
  @Test func tapTellsWhatChanged() async throws {
    let workspace = try await Workspace.withExample()
    let opened = try await workspace.formstate("tap", "answers.sqlite", "--at", "0,0")
    #expect(
      opened == """
        Full name opens
        Revision 1
          reloaded [0,0] Full name
          inserted [0,1] First name
          inserted [0,2] Last name

        """)
    let closed = try await workspace.formstate("tap", "answers.sqlite", "full-name")
    #expect(
      closed == """
        Full name closes
        Revision 2
          reloaded [0,0] Full name
          deleted  [0,1] to [0,2], 2 rows

        """)
  }

  @Test func aReloadedRowIsCalledByWhatStandsThereAfterwards() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("expand", "answers.sqlite", "--all")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    let reset = try await workspace.formstate("reset", "answers.sqlite")
    #expect(reset.hasPrefix("Full name closes\n"))
    #expect(reset.contains("\nFull name › First name: Tom → nothing\n"))
    #expect(reset.contains("\nRevision 3\n  reloaded [0,0] Full name\n"))
    #expect(reset.contains("  reloaded [0,3] Date of birth\n"))
    #expect(reset.contains("  deleted  [0,1] to [0,2], 2 rows\n"))
  }

  @Test("With --quiet, commands that act print nothing, except what they refuse or note")
  func quiet() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.write("{\"action\":\"set\",\"cell\":\"last-name\",\"value\":\"Kay\"}\n", to: "actions.jsonl")
    for (words, revision) in [
      (["set", "first-name", "Tom", "-q"], 1), (["set", "-q", "first-name=Ann", "last-name=Lee"], 3),
      (["tap", "full-name", "--quiet"], 4), (["tap", "personal", "-q"], 5), (["undo", "-q"], 6),
      (["undo", "--to", "0", "-q"], 7), (["undo", "--only", "7", "-q"], 8), (["replay", "actions.jsonl", "-q"], 9),
      (["replay", "actions.jsonl", "-q", "--dry-run"], 9), (["fault", "add", "first-name", "Taken.", "-q"], 10),
    ] {
      let outcome = try await workspace.run(Workspace.words(words))
      #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(words): \(outcome)")
      #expect(try await workspace.shown().revision == revision, "\(words)")
    }
    for words in [
      ["response", "new", "attic"], ["response", "copy", "attic", "den"], ["response", "rename", "den", "d"],
    ] {
      #expect(try await workspace.run(Workspace.words(words) + ["-q"]).output.isEmpty)
    }
    #expect(try await workspace.sqlite("SELECT response FROM response;") == "attic\nd\ndefault\n")
    let only = try await workspace.run(["undo", "answers.sqlite", "99", "-q"])
    #expect(only.status == 0 && only.output.isEmpty && only.errors.hasPrefix("There were only "))
    let refused = try await workspace.run(["set", "answers.sqlite", "first-nam", "Tom", "-q"])
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors == "Error: there is no cell “first-nam”; did you mean “first-name”?\n")
    let both = try await workspace.run(["tap", "answers.sqlite", "full-name", "-q", "--json"])
    #expect(both.status == 64 && both.errors.hasPrefix("Error: --quiet prints nothing; omit it, or --json.\n"))
  }

  @Test func jsonHoldsTheBatch() async throws {
    let workspace = try await Workspace.withExample()
    let opened = try await workspace.json(ShownChange.self, "tap", "answers.sqlite", "--at", "[1,0]")
    #expect(opened.revision == 1)
    #expect(opened.batch.insertedRows.paths == [[1, 1], [1, 2], [1, 3], [1, 4]])
    #expect(opened.batch.reloadedRows.paths == [[1, 0]])
    let chosen = try await workspace.json(ShownChange.self, "choose", "answers.sqlite", "basketball")
    #expect(chosen.revision == 2)
    #expect(chosen.batch.deletedRows.paths == [[1, 1], [1, 2], [1, 3], [1, 4]])
    #expect(chosen.batch.insertedRows == [])
    #expect(chosen.batch.reloadedRows.paths == [[1, 0]])
  }

  @Test func jsonSaysWhichRowsAreTheSameOnesElsewhere() async throws {
    let workspace = try Workspace()
    let form = """
      {"formstate": 1, "key": "trip", "sections": [{"key": "stops", "cells": [
        {"key": "stop", "kind": "repeat", "title": "Stops", "expanded": true, "minimum": 3, "cells": [{"key": "town", "kind": "text", "title": "Town"}]}
      ]}]}
      """
    try workspace.write(form, to: "trip.json")
    try await workspace.formstate("import", "answers.sqlite", "trip.json")
    try await workspace.formstate("set", "answers.sqlite", "town:3", "Bath")
    let moved = try await workspace.json(
      ShownChange.self, "move", "answers.sqlite", "stop:3", "--before", "stop:1")
    #expect(moved.batch.deletedRows.paths == [[0, 3]] && moved.batch.insertedRows.paths == [[0, 1]])
    #expect(moved.batch.movedRows.map { [$0.path, $0.newPath] } == [[[0, 3], [0, 1]]])
    #expect(moved.batch.movedRows.map(\.address) == ["town:3"])
    #expect(moved.batch.changedHeaders == [] && moved.batch.reloadedHeaders == [])
  }

  @Test func whatIsSoAlreadyIsNoRevision() async throws {
    let workspace = try await Workspace.withExample()
    let change = try await workspace.json(ShownChange.self, "collapse", "answers.sqlite", "full-name")
    #expect(
      change
        == ShownChange(
          form: "profile", response: "default", previousRevision: 0, revision: 0, batch: ShownChange.Batch()))
    #expect(
      try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests").forms.first?.responses == [])
    let words = try await workspace.formstate("collapse", "answers.sqlite", "--all")
    #expect(words == "No changes (revision 0).\n")
  }

  @Test func expandAndCollapse() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("expand", "answers.sqlite", "--at", "0,1")
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[0,3,4,5],[0,5],[0]]\n")
    try await workspace.formstate("expand", "answers.sqlite", "--all")
    let all = try await workspace.formstate("show", "answers.sqlite", "--indices")
    #expect(all == "[[0,1,2,3,4,5,6],[0,1,2,3,4,5,6,7,8],[0,1]]\n")
    try await workspace.formstate("collapse", "answers.sqlite", "--all")
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[0,3,5],[0,5],[0]]\n")
  }

  @Test("A key that a cell and a section have is the cell's, and with --section the section's")
  func sectionWithTheKeyOfACell() async throws {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"formstate": 1, "key": "f", "sections": [{"key": "same", "title": "Part", "cells": [
        {"key": "same", "kind": "group", "title": "Group", "expandable": true, "cells": [
          {"key": "inner", "kind": "text", "title": "Inner"}]}]}]}
      """, to: "form.json")
    try await workspace.formstate("import", "answers.sqlite", "form.json")
    try await workspace.formstate("expand", "answers.sqlite", "same")
    for (command, rows) in [("collapse", "0"), ("expand", "2"), ("tap", "0"), ("tap", "2")] {
      try await workspace.formstate(command, "answers.sqlite", "same", "--section")
      #expect(try await workspace.sqlite("SELECT count(*) FROM visible_row") == "\(rows)\n", "\(command)")
    }
    let log = try await workspace.formstate("log", "answers.sqlite")
    for action in ["expand same", "fold same", "unfold same"] { #expect(log.contains(action), "\(log)") }
    for words in [["expand", "--section"], ["tap", "--at", "0,0", "--section"]] {
      let outcome = try await workspace.run(Workspace.words(words))
      #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: --section needs the key of a section.\n"))
    }
    for words in [
      ["expand", "same", "--section", "--all"], ["collapse", "same", "--all"], ["expand", "--all", "--at", "0,0"],
    ] {
      let outcome = try await workspace.run(Workspace.words(words))
      let problem = "Error: Name a cell or section, or use --all, not both.\n"
      #expect(outcome.status == 64 && outcome.errors.hasPrefix(problem))
    }
    for (key, problem) in [
      ("sam", "there is no cell “sam”; did you mean “same”?"), ("zzz", "there is no cell or section “zzz”"),
    ] {
      try await workspace.expectRefusal("collapse", "answers.sqlite", key, message: problem)
    }
  }

  @Test func foldAndUnfold() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    let folded = try await workspace.formstate("collapse", "answers.sqlite", "personal")
    #expect(folded == "Personal is folded\nRevision 2\n  deleted  [0,0] to [0,4], 5 rows\n")
    #expect(try await workspace.json(ShownForm.self, "show", "answers.sqlite").sections.first?.folded == true)
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[],[0,5],[0]]\n")
    try await workspace.formstate("expand", "answers.sqlite", "personal")
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[0,1,2,3,5],[0,5],[0]]\n")
  }

  @Test func clearAndReset() async throws {
    let workspace = try await Workspace.withExample()
    let fresh = try await workspace.json(ShownForm.self, "show", "answers.sqlite").digest
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "Sawyer")
    try await workspace.formstate("clear", "answers.sqlite", "first-name")
    #expect(try await workspace.json(ShownForm.self, "show", "answers.sqlite").row("full-name")?.title == "Sawyer")
    try await workspace.formstate("reset", "answers.sqlite", "full-name")
    #expect(try await workspace.json(ShownForm.self, "show", "answers.sqlite").digest == fresh)
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.formstate("reset", "answers.sqlite")
    let reset = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    #expect(reset.digest == fresh)
    #expect(reset.revision == 6)
  }

  @Test("A text that differs only in its code points is a change, and undo restores the first")
  func anotherSpelling() async throws {
    let workspace = try await Workspace.withExample()
    let spellings = ["caf\u{E9}", "cafe\u{301}"]
    for (spelling, revision) in zip(spellings, 1...) {
      try await workspace.formstate("set", "answers.sqlite", "first-name", spelling)
      #expect(try await workspace.shown().revision == revision)
    }
    let hex = "SELECT hex(value) FROM answer WHERE cell = 'first-name';"
    #expect(try await workspace.sqlite(hex) == "63616665CC81\n")
    try await workspace.formstate("undo", "answers.sqlite")
    #expect(try await workspace.sqlite(hex) == "636166C3A9\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test func processesTakeTurns() async throws {
    let workspace = try await Workspace.withExample()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        // Hundreds of tests run at once, so a process may wait long for its turn.
        group.addTask {
          try await workspace.formstate(
            "set", "answers.sqlite", "first-name", "Tom \(number)", "--busy-timeout", "120")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await workspace.json(ShownForm.self, "show", "answers.sqlite").revision == 8)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test func valuesMayLookLikeOptions() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.begin("minus")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "-7", "--response", "minus")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "--response", "minus", "--", "--all")
    try await workspace.formstate("expand", "answers.sqlite", "full-name", "--response", "minus")
    try await workspace.formstate("set", "answers.sqlite", "--at", "0,1", "-8", "--json", "--response", "minus")
    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite", "--response", "minus")
    #expect(shown.row("full-name")?.title == "-8 --all")
  }

  @Test(arguments: ["tap", "clear", "choose", "expand", "collapse", "set"])
  func wrongUsageExitsWith64(command: String) async throws {
    let workspace = try await Workspace.withExample()
    let none = try await workspace.refused(command, "answers.sqlite", status: 64)
    #expect(none.contains("Name a cell, by its key or by --at"))
    #expect(none.contains("Usage: formstate \(command) "))
    let value = command == "set" ? ["Tom"] : []
    let both = try await workspace.run([command, "answers.sqlite", "full-name", "--at", "0,0"] + value)
    #expect(both.status == 64)
    #expect(both.errors.contains("by its key or by --at, not by both"))
    let malformed = try await workspace.run([command, "answers.sqlite", "--at", "0;0"] + value)
    #expect(malformed.status == 64)
    #expect(try await workspace.json(ShownForm.self, "show", "answers.sqlite").revision == 0)
  }
}
