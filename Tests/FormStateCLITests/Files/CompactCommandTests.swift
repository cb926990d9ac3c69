import Foundation
import Testing

@Suite("Compaction and check on the command line")
struct CompactCommandTests {
  /// The example form after its script, compacted to the last four entries.
  private static func compacted() async throws -> Workspace {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    let before = try await workspace.shown()
    let compaction = try await workspace.json(ShownCompaction.self, "compact", "answers.sqlite", "--keep", "4", "--yes")
    #expect(compaction == ShownCompaction(removedEntryCount: before.revision - 4, keptEntryCount: 4))
    #expect(try await workspace.shown() == before)
    return workspace
  }

  @Test("Compaction keeps the state, the last revisions and their undo, and check passes")
  func compactionKeepsTheState() async throws {
    let workspace = try await Self.compacted()
    let last = try await workspace.shown().revision
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite")
    #expect(log.entries.map(\.revision) == Array((last - 4)...last))
    #expect(log.entries.first?.action == "checkpoint")
    let kept = try await workspace.shown(at: last - 4)
    try await workspace.formstate("undo", "answers.sqlite", "4")
    #expect(try await workspace.shown().digest == kept.digest)
    try await workspace.expectRefusal("undo", "answers.sqlite", message: "there is nothing to undo")
    try await workspace.formstate("redo", "answers.sqlite", "4")
    #expect(try await workspace.shown().digest == workspace.shown(at: last).digest)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("Compacted revisions are refused by show, diff and export as actions")
  func whatIsGone() async throws {
    let workspace = try await Self.compacted()
    let last = try await workspace.shown().revision
    let reach = "the journal goes from \(last - 4) to \(last); earlier revisions were compacted"
    try await workspace.expectRefusal(
      "show", "answers.sqlite", "--revision", "1", message: "there is no revision 1; \(reach)")
    try await workspace.expectRefusal(
      "diff", "answers.sqlite", "--from", "0", "--to", String(last), message: "there is no revision 0; \(reach)")
    try await workspace.expectRefusal(
      "export", "actions", "answers.sqlite",
      message: "the journal was compacted at revision \(last - 4), so the earlier actions are gone; "
        + "export it as json, which keeps the checkpoint")
  }

  @Test("A document of a compacted response imports with its state, revisions and undo")
  func aCompactedResponseTravels() async throws {
    let workspace = try await Self.compacted()
    try await workspace.formstate("export", "json", "answers.sqlite", "--output", "form.json")
    let elsewhere = try Workspace()
    try elsewhere.write(try workspace.text(of: "form.json"), to: "form.json")
    try await elsewhere.formstate("import", "answers.sqlite", "form.json")
    #expect(try await elsewhere.everything() == workspace.everything())
    #expect(try await elsewhere.formstate("check", "answers.sqlite") == "ok\n")
    for place in [workspace, elsewhere] { try await place.formstate("undo", "answers.sqlite", "2") }
    #expect(try await elsewhere.shown() == workspace.shown())
  }

  @Test("A journal can be compacted repeatedly and completely, and the response continues")
  func compactedAgain() async throws {
    let workspace = try await Self.compacted()
    let before = try await workspace.shown()
    let words = try await workspace.formstate("compact", "answers.sqlite", "--keep", "9", "--yes")
    #expect(words.hasPrefix("Removed 0 entries, kept 4 entries.\n"))
    let all = try await workspace.json(ShownCompaction.self, "compact", "answers.sqlite", "--keep", "0", "--yes")
    #expect(all == ShownCompaction(removedEntryCount: 4, keptEntryCount: 0))
    #expect(try await workspace.shown() == before)
    try await workspace.expectRefusal("undo", "answers.sqlite", message: "there is nothing to undo")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Huck")
    #expect(try await workspace.shown().revision == before.revision + 1)
    try await workspace.formstate("undo", "answers.sqlite")
    #expect(try await workspace.shown().digest == before.digest)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("After compaction between undo and redo, redo works and check passes")
  func compactedBetweenUndoAndRedo() async throws {
    let workspace = try await Workspace.withExample()
    for name in ["Tom", "Huck", "Becky"] {
      try await workspace.formstate("set", "answers.sqlite", "first-name", name)
    }
    try await workspace.formstate("undo", "answers.sqlite", "2")
    try await workspace.formstate("compact", "answers.sqlite", "--keep", "2", "--yes")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    try await workspace.formstate("redo", "answers.sqlite", "2")
    #expect(try await workspace.shown().row("full-name")?.title == "Becky")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    try await workspace.formstate("undo", "answers.sqlite")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "Sawyer")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("Without a terminal and --yes nothing is removed; a dry run prints the counts")
  func unasked() async throws {
    let workspace = try await Self.compacted()
    let before = try Data(contentsOf: workspace.file("answers.sqlite"))
    try await workspace.expectRefusal(
      "compact", "answers.sqlite", "--keep", "1",
      message:
        "removing 3 entries of the response “default” of “profile” cannot be undone; use --yes to remove them")
    try await workspace.expectRefusal(
      "compact", "answers.sqlite", "--keep", "3",
      message: "removing 1 entry of the response “default” of “profile” cannot be undone; use --yes to remove it")
    #expect(
      try await workspace.formstate("compact", "answers.sqlite", "--keep", "1", "--dry-run")
        == "Would remove 3 entries and keep 1 entry; nothing was changed.\n")
    #expect(try Data(contentsOf: workspace.file("answers.sqlite")) == before)
  }

  @Test("--keep below 0 is a usage error, and an unknown response is refused")
  func refusals() async throws {
    let workspace = try await Self.compacted()
    let errors = try await workspace.refused("compact", "answers.sqlite", "--keep=-1", status: 64)
    #expect(errors.hasPrefix("Error: --keep must be a number of entries, 0 or more.\n"))
    try await workspace.expectRefusal(
      "compact", "answers.sqlite", "--keep", "1", "--response", "ada",
      message: "the form “profile” has no response “ada”")
  }

  @Test("check finds a manual edit that is not in the journal, and exits with 1")
  func anEditByHand() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.edit("UPDATE formstate_cell_state SET value = 'Huck' WHERE is_set")
    let outcome = try await workspace.run(["check", "answers.sqlite"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output == "the response “default” of the form “profile”: "
        + "the value of “first-name” differs from the journal\n")
    try await workspace.edit("UPDATE formstate_cell_state SET value = 'Tom' WHERE is_set")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }
}
