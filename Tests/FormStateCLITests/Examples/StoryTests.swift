import Foundation
import Testing

/// The tutorial's whole story, with the example form. Every command is a separate process, so everything that it shows
/// was on disk.
@Suite struct StoryTests {
  @Test func aPersonFillsTheFormIn() async throws {
    let workspace = try await Workspace.withExample()
    let fresh = try await workspace.formstate("show", "answers.sqlite", "--indices")
    #expect(fresh == "[[0,3,5],[0,5],[0]]\n")

    try await workspace.formstate("tap", "answers.sqlite", "--at", "0,0")
    let opened = try await workspace.formstate("show", "answers.sqlite", "--indices")
    #expect(opened == "[[0,1,2,3,5],[0,5],[0]]\n")

    try await workspace.formstate("set", "answers.sqlite", "--at", "0,1", "Tom")
    try await workspace.formstate("set", "answers.sqlite", "--at", "0,2", "Sawyer Jr")
    try await workspace.formstate("tap", "answers.sqlite", "--at", "0,3")
    try await workspace.formstate("set", "answers.sqlite", "--at", "0,4", "1835-11-30")
    try await workspace.formstate("tap", "answers.sqlite", "--at", "0,5")
    try await workspace.formstate("set", "answers.sqlite", "--at", "0,6", "on")
    try await workspace.formstate("tap", "answers.sqlite", "--at", "1,0")
    try await workspace.formstate("tap", "answers.sqlite", "--at", "1,2")
    try await workspace.formstate("tap", "answers.sqlite", "--at", "2,0")
    try await workspace.formstate("set", "answers.sqlite", "--at", "2,1", "7")

    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    #expect(shown.row(at: [0, 0])?.title == "Tom Sawyer Jr")
    #expect(shown.row(at: [0, 3])?.title == "November 30, 1835")
    #expect(shown.row(at: [0, 4])?.value == .text("1835-11-30"))
    #expect(shown.row(at: [0, 5])?.title == "Married")
    #expect(shown.row(at: [0, 6])?.value == .boolean(true))
    #expect(shown.row(at: [1, 0])?.title == "Basketball")
    #expect(shown.row(at: [1, 0])?.expanded == false)
    #expect(shown.row(at: [2, 0])?.title == "7")
    #expect(shown.row(at: [2, 1])?.value == .number(7))
    #expect(shown.revision == 11)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test func theExampleScriptFillsTheFormIn() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    let shown = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    let titles = shown.rows.filter { $0.level == 0 }.map(\.title)
    #expect(titles == ["Tom Sawyer Jr", "November 30, 1835", "Married", "Basketball", "Blue", "7"])
  }

  @Test func anExportedPlistShowsTheSameElsewhere() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    try await workspace.formstate("expand", "answers.sqlite", "--at", "1,0")
    for flags in [[], ["--binary"]] {
      let export = ["export", "plist", "answers.sqlite", "--output", "filled-in.plist"] + flags
      #expect(try await workspace.run(export).status == 0)
      try await workspace.formstate(
        "import", "again\(flags.count).sqlite", "filled-in.plist", "--section-titles",
        "Personal,Preferences,Work Experience")
      let first = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
      let again = try await workspace.json(ShownForm.self, "show", "again\(flags.count).sqlite")
      #expect(again.sections == first.sections)
    }
  }

  @Test func anExportedDocumentBringsEverythingAlong() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    try await workspace.begin("ada")
    try await workspace.formstate("tap", "answers.sqlite", "--at", "0,0", "--response", "ada")
    try await workspace.formstate("export", "json", "answers.sqlite", "--output", "form.json")
    try await workspace.formstate("import", "again.sqlite", "form.json")
    let first = try await workspace.formstate("list", "answers.sqlite", "--json", "--digests")
    #expect(try await workspace.formstate("list", "again.sqlite", "--json", "--digests") == first)
    let log = try await workspace.formstate("log", "answers.sqlite", "--json")
    #expect(try await workspace.formstate("log", "again.sqlite", "--json") == log)
    #expect(try await workspace.formstate("check", "again.sqlite") == "ok\n")
  }

  @Test func anExportedJournalLeadsToTheSameState() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    let journal = try await workspace.formstate("export", "actions", "answers.sqlite")
    try await workspace.formstate(
      "import", "again.sqlite", "profile.plist", "--section-titles", "Personal,Preferences,Work Experience")
    try await workspace.formstate("replay", "again.sqlite", "-", "--atomic", input: journal)
    let first = try await workspace.json(ShownForm.self, "show", "answers.sqlite")
    #expect(try await workspace.json(ShownForm.self, "show", "again.sqlite") == first)
  }

  @Test func theExampleDocumentIsTheExamplePlist() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile.json")
    let again = try await workspace.formstate("import", "answers.sqlite", "profile.json")
    #expect(again == "profile.json: “profile” is version 1 already\n")
  }
}
