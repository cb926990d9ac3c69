import Foundation
import Testing

@Suite("Drafts, saved values and completion on the command line")
struct AnswerStatusTests {
  private static func cell(_ key: String, in workspace: Workspace) async throws -> ShownStatus.Cell {
    let status = try await workspace.json(ShownStatus.self, "status", "answers.sqlite", "--all")
    return try #require(status.cells.first { $0.key == key })
  }

  @Test("A draft is shown, is not an answer, and disappears when a value is set")
  func aDraftIsNoAnswer() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("expand", "answers.sqlite", "date-of-birth")
    try await workspace.formstate("set", "answers.sqlite", "date-of-birth-date", "1835-13-", "--draft")
    let row = try #require(try await workspace.shown().row("date-of-birth-date"))
    #expect(row.draft == "1835-13-")
    #expect(row.value == nil)
    #expect(try await workspace.formstate("show", "answers.sqlite").contains("1835-13-"))
    #expect(try await workspace.shown().row("date-of-birth")?.title == "")
    let table = try await workspace.formstate("export", "csv", "answers.sqlite")
    #expect(!table.contains("1835"))
    #expect(try await workspace.sqlite("SELECT * FROM answer WHERE value LIKE '%1835%';") == "")
    #expect(try await workspace.sqlite("SELECT draft FROM visible_row WHERE draft NOT NULL;") == "1835-13-\n")

    try await workspace.formstate("set", "answers.sqlite", "date-of-birth-date", "1835-11-30")
    let filled = try #require(try await workspace.shown().row("date-of-birth-date"))
    #expect(filled.draft == nil)
    #expect(filled.value == .text("1835-11-30"))
    #expect(try await workspace.sqlite("SELECT count(*) FROM formstate_draft;") == "0\n")
  }

  @Test("A draft is no step: undo leaves it as it is, and what is exported leaves it out and says so")
  func undoOfDrafts() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "level-slider", "7")
    try await workspace.formstate("set", "answers.sqlite", "level-slider", "seve", "--draft")
    try await workspace.formstate("undo", "answers.sqlite", "--values-only")
    let cell = try await Self.cell("level-slider", in: workspace)
    #expect(cell.draft == "seve")
    #expect(cell.value == .number(0))
    for arguments in [["export", "json", "answers.sqlite"], ["export", "dump", "answers.sqlite"]] {
      let outcome = try await workspace.run(arguments)
      #expect(outcome.status == 0 && !outcome.output.contains("seve"))
      #expect(outcome.errors == "Omitted: 1 draft (typed texts that are no answers yet).\n", "\(arguments)")
    }
    try await workspace.formstate("clear", "answers.sqlite", "level-slider", "--draft")
    #expect(try await Self.cell("level-slider", in: workspace).draft == nil)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A negative number, a row and several cells can have drafts, which no journal has")
  func severalDrafts() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("expand", "answers.sqlite", "--all")
    #expect(
      try await workspace.formstate("set", "answers.sqlite", "level-slider", "-3", "--draft").hasPrefix(
        "Level holds the draft -3\nRevision 1\n  reloaded [2,1] "))
    let both = try await workspace.formstate("set", "answers.sqlite", "first-name=T", "last-name=S", "--draft")
    let sentences = "Full name › First name holds the draft T\nFull name › Last name holds the draft S\nRevision 1\n"
    #expect(both.hasPrefix(sentences), "\(both)")
    try await workspace.formstate("set", "answers.sqlite", "--at", "0,1", "-", "--draft", input: "To\n")
    #expect(try await Self.cell("first-name", in: workspace).draft == "To")
    #expect(try await Self.cell("last-name", in: workspace).draft == "S")
    #expect(try await Self.cell("level-slider", in: workspace).draft == "-3")
    #expect(try await workspace.shown().revision == 1)
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "first-name=A", "full-name=B", "--draft",
      message: "the cell “full-name” is of kind group, which has no text field, so it keeps no draft")
    #expect(try await Self.cell("first-name", in: workspace).draft == "To")
    let shown = try await workspace.json(ShownChange.self, "clear", "answers.sqlite", "--at", "0,1", "--draft")
    #expect(shown.changes.map(\.before) == [.text("To")] && shown.revision == 1)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("Only a cell with a text field keeps a draft")
  func draftsThatAreRefused() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "full-name", "Tom", "--draft",
      message: "the cell “full-name” is of kind group, which has no text field, so it keeps no draft")
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "frst-name", "Tom", "--draft",
      message: "there is no cell “frst-name”; did you mean “first-name”?")
  }

  @Test("status shows what is touched, differs from the default, and is unsaved")
  func statusOfValues() async throws {
    let workspace = try await Workspace.withExample()
    let fresh = try await workspace.json(ShownStatus.self, "status", "answers.sqlite")
    #expect(fresh.cells == [] && !fresh.completed && fresh.undo == nil && fresh.redo == nil)
    try await workspace.formstate("set", "answers.sqlite", "level-slider", "7")
    let set = ShownStatus.Cell(
      key: "level-slider", value: .number(7), byDefault: .number(0), saved: .number(0), draft: nil, dirty: true,
      touched: true, unsaved: true)
    let status = try await workspace.json(ShownStatus.self, "status", "answers.sqlite")
    #expect(status.cells == [set])

    try await workspace.formstate("mark-saved", "answers.sqlite")
    let saved = try await Self.cell("level-slider", in: workspace)
    #expect(saved.saved == .number(7) && saved.dirty && saved.touched && !saved.unsaved)
    try await workspace.formstate("reset", "answers.sqlite", "level-slider")
    let reset = try await Self.cell("level-slider", in: workspace)
    #expect(reset.value == .number(0) && reset.saved == .number(7))
    #expect(!reset.dirty && reset.touched && reset.unsaved)
    let words = try await workspace.formstate("status", "answers.sqlite")
    #expect(words.contains("  level-slider  “0”, the default, touched, unsaved\n"))
  }

  @Test("Saved values survive undo and redo, and marking them again is no revision")
  func savedValuesAreNoStep() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.formstate("mark-saved", "answers.sqlite")
    #expect(
      try await workspace.formstate("mark-saved", "answers.sqlite") == "No changes (revision 2).\n")
    #expect(try await workspace.json(ShownStatus.self, "status", "answers.sqlite").undo == "Set First name")
    try await workspace.formstate("undo", "answers.sqlite")
    #expect(try await workspace.json(ShownStatus.self, "status", "answers.sqlite").redo == "Set First name")
    let undone = try await Self.cell("first-name", in: workspace)
    #expect(undone.value == nil && undone.saved == .text("Tom"))
    #expect(undone.unsaved && undone.touched && !undone.dirty)
    try await workspace.formstate("redo", "answers.sqlite")
    let redone = try await Self.cell("first-name", in: workspace)
    #expect(redone.value == .text("Tom") && !redone.unsaved)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A completed response refuses edits and undo, allows disclosure, and can be reopened")
  func completion() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.formstate("complete", "answers.sqlite")
    #expect(try await workspace.shown().completed)
    #expect(
      try await workspace.formstate("show", "answers.sqlite").hasPrefix(
        "profile · response default · revision 2 · completed\n"))
    let first = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests").forms.first
    #expect(first?.responses.first?.completed == true)
    for arguments in [
      ["set", "answers.sqlite", "first-name", "Huck"], ["undo", "answers.sqlite"],
      ["clear", "answers.sqlite", "first-name"],
    ] {
      let before = workspace.bytes()
      let outcome = try await workspace.run(arguments)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "Error: the response is completed, so “first-name” cannot change; reopen it first\n")
      #expect(workspace.bytes() == before)
    }
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    #expect(try await workspace.shown().row("full-name")?.expanded == true)
    #expect(try await workspace.formstate("complete", "answers.sqlite") == "No changes (revision 3).\n")

    try await workspace.formstate("reopen", "answers.sqlite")
    #expect(try await !workspace.shown().completed)
    try await workspace.formstate("undo", "answers.sqlite", "--values-only")
    #expect(try await workspace.shown().row("full-name")?.title == "")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }
}
