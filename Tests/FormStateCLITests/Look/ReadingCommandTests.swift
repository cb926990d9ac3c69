import Foundation
import Testing

@Suite struct ReadingCommandTests {
  @Test func showDrawsAnOutline() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    try await workspace.formstate("expand", "answers.sqlite", "full-name")
    try await workspace.formstate("collapse", "answers.sqlite", "work-experience")
    let lines = try await workspace.formstate("show", "answers.sqlite").split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(lines.contains("▾ Tom Sawyer Jr Full name full-name"))
    #expect(lines.contains("First name Tom first-name"))
    #expect(lines.contains("▸ November 30, 1835 Date of birth date-of-birth"))
    #expect(lines.contains("▸ Work Experience (folded) work-experience"))
  }

  @Test("A stored control character is replaced in the outline and kept in JSON")
  func showDrawsNoControlCharacters() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom\nSawyer")
    try await workspace.edit(
      """
      UPDATE formstate_cell_state SET value = replace(value, 'Tom', 'Tom' || char(27) || '[31m') WHERE value IS NOT NULL;
      UPDATE formstate_cell_state SET title = replace(title, 'Tom', 'Tom' || char(27) || '[31m') WHERE title IS NOT NULL
      """)
    let outline = try await workspace.formstate("show", "answers.sqlite")
    #expect(outline.contains("Tom\u{FFFD}[31m↵Sawyer"))
    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    #expect(shown.row("full-name")?.title == "Tom\u{1B}[31m\nSawyer")
  }

  @Test func showJSONTellsEverythingOfARow() async throws {
    let workspace = try await Workspace.withExample()
    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    #expect(shown.form == "profile")
    #expect(shown.response == "default")
    #expect(shown.sections.map(\.title) == ["Personal", "Preferences", "Work Experience"])
    #expect(shown.sections.map(\.folded) == [false, false, false])
    #expect(
      shown.rows.first
        == ShownRow(
          path: [0, 0], position: 0, key: "full-name", kind: "group", identifier: "idCellNormal", title: "",
          subtitle: "Full name", value: nil, expandable: true, expanded: false, inline: false,
          lineLimit: nil, level: 0, height: 60))
  }

  @Test func aResponseThatHasNotBegunIsRefused() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.begin("ada")
    try await workspace.formstate("tap", "answers.sqlite", "full-name", "--response", "ada")
    let errors = try await workspace.refused("show", "answers.sqlite", "--response", "adaa", "--indices")
    #expect(errors == "Error: the form “profile” has no response “adaa”; did you mean “ada”?\n")
  }

  @Test func listTellsFormsAndResponses() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.begin("ada")
    try await workspace.formstate("tap", "answers.sqlite", "full-name", "--response", "ada")
    let form = try #require(try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests").forms.first)
    #expect(form.key == "profile")
    #expect(form.version == 1)
    #expect(form.sectionCount == 3)
    #expect(form.cellCount == 18)
    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite", "--response", "ada")
    #expect(form.responses.map(\.key) == ["ada"])
    #expect(form.responses.first?.revision == 1)
    #expect(form.responses.first?.digest == shown.digest)
    let words = try await workspace.formstate("list", "answers.sqlite", "--digests")
    #expect(words.contains("version 1: 3 sections, 18 cells, 1 response\n  ada  revision 1  "))
    #expect(words.hasSuffix("  \(shown.digest.prefix(16))…\n"))
    // The digest is calculated only on demand.
    let brief = try await workspace.formstate("list", "answers.sqlite")
    #expect(brief == words.replacingOccurrences(of: "  \(shown.digest.prefix(16))…", with: ""))
    #expect(try await !workspace.formstate("list", "answers.sqlite", "--json").contains("digest"))
  }

  @Test func logTellsActionsAndWhatTheyChanged() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.formstate("clear", "answers.sqlite", "first-name")
    let words = try await workspace.formstate("log", "answers.sqlite")
    #expect(words.contains("  set first-name “Tom”\n      value of first-name: as defined → “Tom”\n"))
    #expect(words.contains("  clear first-name\n      value of first-name: “Tom” → nothing\n"))
    #expect(words.contains("      title of full-name: “Tom” → its own\n"))
    let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite")
    #expect(log.entries.map(\.revision) == [1, 2])
    #expect(log.entries.map(\.action) == ["set", "clear"])
    #expect(log.entries.first?.value == .text("Tom"))
    #expect(log.entries.first?.changes.map(\.field) == ["value", "touched", "title"])
  }

  @Test func checkFindsAnAlteredState() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    #expect(try await workspace.json(ShownCheck.self, "check", "answers.sqlite") == ShownCheck(ok: true, faults: []))
    // A page of the file is overwritten; which fault that causes depends on SQLite.
    var bytes = try Data(contentsOf: workspace.file("answers.sqlite"))
    let middle = bytes.count / 2 / 4096 * 4096
    bytes.replaceSubrange(middle..<(middle + 4096), with: Data(repeating: 0xA5, count: 4096))
    try bytes.write(to: workspace.file("answers.sqlite"))
    let outcome = try await workspace.run(["check", "answers.sqlite"])
    #expect(outcome.status == 1)
    #expect(!(outcome.output + outcome.errors).isEmpty)
  }

  @Test func schemaIsWhatTheRepositoryHolds() async throws {
    let workspace = try Workspace()
    let schema = try await workspace.formstate("schema")
    #expect(schema.contains("CREATE TABLE formstate_cell"))
    #expect(schema.contains("CREATE VIEW visible_row"))
  }
}
