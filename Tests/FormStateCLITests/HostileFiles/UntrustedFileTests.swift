import Foundation
import TestSupport
import Testing

@Suite("Reading untrusted files with --untrusted")
struct UntrustedFileTests {
  /// A folder with a small form in `answers.sqlite`, edited by a statement without any guard.
  private func workspace(_ edit: String = "") async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"formstate": 1, "key": "f", "sections": [{"key": "s", "title": "S", "cells": [
        {"key": "a", "kind": "text", "title": "Name"},
        {"key": "sum", "kind": "integer", "title": "Sum", "calculate": "1 + 1"},
        {"key": "r", "kind": "repeat", "title": "Bags", "expandable": true, "initial": 1, "cells": [
          {"key": "m", "kind": "text", "title": "Tag"}]}]}]}
      """, to: "form.json")
    try await workspace.formstate("import", "answers.sqlite", "form.json")
    if !edit.isEmpty { try await workspace.edit(edit) }
    return workspace
  }

  private static let commands = ["check", "show", "export dump"]

  @Test("A sound file is shown, checked and dumped as usual, and nothing is written")
  func sound() async throws {
    let workspace = try await workspace()
    try await workspace.formstate("set", "answers.sqlite", "a", "Tom")
    let before = try Data(contentsOf: workspace.file("answers.sqlite"))
    let files = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).sorted()
    let check = try await workspace.run(["check", "answers.sqlite", "--untrusted"])
    #expect(check.status == 0 && check.output == "ok\n")
    #expect(
      check.errors
        == "Note: no rule was run, so entries were not verified against their actions; check without --untrusted does that\n"
    )
    for command in [["show"], ["export", "dump"]] {
      let usual = try await workspace.run(command + ["answers.sqlite"])
      #expect(try await workspace.run(command + ["answers.sqlite", "--untrusted"]).output == usual.output)
      #expect(usual.status == 0)
    }
    #expect(try Data(contentsOf: workspace.file("answers.sqlite")) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).sorted() == files)
  }

  @Test("No rule runs: stored results are shown without evaluation")
  func calculatesNothing() async throws {
    let workspace = try await workspace("UPDATE formstate_rule SET starts = 7 WHERE kind = 'calculate'")
    #expect(try await workspace.formstate("show", "answers.sqlite", "--untrusted").contains("Sum   7"))
    #expect(try await workspace.formstate("show", "answers.sqlite").contains("Sum   2"))
    #expect(try await workspace.formstate("check", "answers.sqlite", "--untrusted") == "ok\n")
    #expect(try await workspace.run(["check", "answers.sqlite"]).status == 1)
  }

  /// An edit of a file, and the message with which each command refuses it.
  private static let edits = [
    (
      "UPDATE formstate_repeat SET minimum = 100000",
      "the database contradicts itself: version 1 of the form “f” could not have been imported (section 0, row 2 (r), initial: "
        + "there would be 100000 instances initially; at most 10000 are possible); formstate check reports more"
    ),
    (
      "UPDATE formstate_cell SET title = hex(zeroblob(\(TestSeeds.isFull ? 250_000_000 : 40_000_000))) WHERE key = 'a'",
      "the database holds a value that is too long to read; no form needs it; go back to a copy from before"
    ),
    (
      "CREATE TRIGGER planted BEFORE INSERT ON formstate_entry BEGIN SELECT RAISE(IGNORE); END",
      "the trigger “planted” on “formstate_entry” is not FormState's, so the store refuses to write; drop it, or allow it "
        + "by name when you open the store"
    ),
    (
      """
      DROP VIEW visible_row;
      CREATE VIEW visible_row AS
      WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT n FROM endless
      """,
      "the view “visible_row” was altered, so the store refuses to write; go back to a copy from before"
    ),
  ]

  @Test("A damaged or manipulated file is refused with a message", arguments: edits, commands)
  func refused(edit: (statement: String, sentence: String), command: String) async throws {
    let workspace = try await workspace(edit.statement)
    let words = command.split(separator: " ").map(String.init)
    let outcome = try await workspace.run(words + ["answers.sqlite", "--untrusted"])
    #expect(outcome.status == 1)
    // check reports a faulty definition as a fault.
    if command == "check", edit.statement.contains("minimum") {
      #expect(
        outcome.output
          == "the form “f”, version 1: section 0, row 2 (r), initial: there would be 100000 instances initially; "
          + "at most 10000 are possible\nthe form “f”, version 1: the definition differs from the imported one: "
          + "its digest does not match\n"
      )
    } else {
      #expect(outcome.errors == "Error: “answers.sqlite”: \(edit.sentence)\n")
    }
  }

  /// A journal that takes much time and memory to follow.
  private static let longJournal = """
    INSERT INTO formstate_response (id, form_id, version_id, key) SELECT 1, form_id, id, 'default' FROM formstate_version;
    INSERT INTO formstate_key (number, key) VALUES (1, 'a');
    INSERT INTO formstate_entry (response_id, revision, version, kind, subject, changes, time)
    WITH RECURSIVE entry (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM entry WHERE number < 150000)
    SELECT
      1, number, 1, 'set', 1,
      '[["value",1,' || iif(number > 1, '["text number ' || (number - 1) || '"]', 'null') || ',["text number ' || number || '"]]]',
      1700000000000
    FROM entry;
    """

  @Test("Reading beyond a limit of time or memory is refused with a message", arguments: ["check", "export dump"])
  func budgets(command: String) async throws {
    let workspace = try await workspace(Self.longJournal)
    let words = command.split(separator: " ").map(String.init) + ["answers.sqlite", "--untrusted"]
    for (limits, sentence) in [
      (["--within-seconds", "1"], "reading takes more than 1 second; allow more with --within-seconds"),
      (
        ["--within-seconds", "600", "--within-megabytes", "64"],
        "reading takes more than 64 MB of memory; allow more with --within-megabytes"
      ),
    ] {
      let outcome = try await workspace.run(words + limits)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors == "Error: “answers.sqlite”: \(sentence), if you trust the file\n")
    }
  }

  @Test("Invalid combinations of options are usage errors")
  func usage() async throws {
    let workspace = try await workspace()
    for arguments in [
      ["show", "answers.sqlite", "--within-seconds", "3"],
      ["show", "answers.sqlite", "--untrusted", "--within-seconds", "0"],
      ["show", "answers.sqlite", "--untrusted", "--language", "fr"],
    ] {
      #expect(try await workspace.run(arguments).status == 64)
    }
  }
}
