import Foundation
import Testing

/// The forms in Examples, each filled in by its script, match the outlines beside them.
@Suite("Examples")
struct ExampleTests {
  @Test("Replaying its script on an example gives the outline beside it", arguments: ["news", "comments", "settings"])
  func outline(example: String) async throws {
    let workspace = try await filledIn(example)
    let outline = try await workspace.formstate("show", "answers.sqlite")
    #expect(outline.tidied == (try text(of: "\(example)-outline.txt")))
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("With --zero-height, show keeps hidden rows; the others are the same")
  func zeroHeight() async throws {
    let workspace = try await filledIn("news")
    let outline = try await workspace.formstate("show", "answers.sqlite", "--zero-height")
    #expect(outline.tidied == (try text(of: "news-outline-zero-height.txt")))
    let kept = try await workspace.json(ShownForm.self, "show", "answers.sqlite", "--zero-height")
    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    #expect(kept.rows.count == 8)
    #expect(kept.rows.filter { $0.height != 0 }.map(\.key) == shown.rows.map(\.key))
  }

  @Test("In an accordion, one tap closes a row and opens another in one batch update")
  func singleExpansion() async throws {
    let workspace = try await Workspace.withExample("news.json")
    try await workspace.formstate("tap", "answers.sqlite", "owl")
    let change = try await workspace.json(ShownChange.self, "tap", "answers.sqlite", "train")
    #expect(change.revision == 2)
    #expect(change.batch.deletedRows.paths == [[1, 1]])
    #expect(change.batch.insertedRows.paths == [[1, 2]])
    #expect(change.batch.resizedRows == [])
  }

  @Test("Expanding an inline comment only resizes its row")
  func comment() async throws {
    let workspace = try await Workspace.withExample("comments.json")
    let change = try await workspace.json(ShownChange.self, "tap", "answers.sqlite", "--at", "0,2")
    #expect(change.batch.resizedRows.paths == [[0, 2]])
    #expect(change.batch.reloadedRows + change.batch.insertedRows + change.batch.deletedRows == [])
    let report = try await workspace.formstate("tap", "answers.sqlite", "cleo")
    #expect(report == "Thank you! closes\nRevision 2\n  resized  [0,2] Thank you! · Cleo\n")
    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    #expect(shown.row("ada")?.height == 64)
    #expect(shown.row("ada")?.lineLimit == 2)
    #expect(shown.row("ada")?.inline == true)
  }

  @Test("A folded section refuses row paths; explain says why a cell is hidden, reveal shows it")
  func settings() async throws {
    let workspace = try await Workspace.withExample("settings.json")
    let refusal = try await workspace.refused("tap", "answers.sqlite", "--at", "2,0")
    #expect(
      refusal
        == "Error: there is no row [2,0]: the section “look” is folded; unfold it, or address the cell by its key\n")
    #expect(
      try await workspace.refused("collapse", "answers.sqlite", "account")
        == "Error: the section “account” is not foldable: by its definition its rows always show\n")
    #expect(
      try await workspace.formstate("explain", "answers.sqlite", "dark") == """
        “dark” is hidden:
          the section “look” is folded
          “theme” is collapsed
        formstate reveal makes it visible.

        """)
    try await workspace.formstate("reveal", "answers.sqlite", "dark")
    #expect(try await workspace.formstate("explain", "answers.sqlite", "dark") == "“dark” is visible at [2,2].\n")
    // One section at a time: “sound” is folded when “look” unfolds.
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[0],[],[0,1,2],[]]\n")
    try await workspace.formstate("tap", "answers.sqlite", "sound")
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[0],[0,1],[],[]]\n")
  }

  @Test("upgrade moves a response to the newest version and reports what happens to each cell")
  func upgrade() async throws {
    let workspace = try await Workspace.withExample("news.json")
    for key in ["owl", "bridge"] { try await workspace.formstate("tap", "answers.sqlite", key) }
    let changed = try text(of: "news.json").replacingOccurrences(
      of: "\"title\": \"News\",", with: "\"title\": \"News\", \"accordion\": true,")
    try changed.write(to: workspace.file("changed.json"), atomically: true, encoding: .utf8)
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite") == """
        “default” was upgraded to version 2 of “news”.
          bridge  kept  “Old bridge reopens”
          owl     kept  “An owl in the library”

        """)
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[0,1,2],[0,1,2]]\n")
    try await workspace.formstate("tap", "answers.sqlite", "harvest")
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[0,2,3],[0,2]]\n")
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite")
        == "“default” already uses version 2 of “news”.\n")
    #expect(
      try await workspace.refused("upgrade", "answers.sqlite", "--response", "defautl")
        == "Error: the form “news” has no response “defautl”; did you mean “default”?\n")
  }

  private func filledIn(_ example: String) async throws -> Workspace {
    let workspace = try await Workspace.withExample("\(example).json")
    try workspace.copyExample("\(example)-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "\(example)-actions.jsonl")
    return workspace
  }

  private func text(of example: String) throws -> String {
    let url = BuiltTool.packageFolder.appendingPathComponent("Examples/\(example)")
    return try String(contentsOf: url, encoding: .utf8).tidied
  }
}
