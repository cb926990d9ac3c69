import Foundation
import Testing

@Suite struct ImportCommandTests {
  @Test func importTellsWhatItTook() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("profile.plist")
    let words = try await workspace.formstate("import", "answers.sqlite", "profile.plist")
    #expect(words == "profile.plist: imported “profile”, version 1: 3 sections, 18 cells\n")
    let again = try await workspace.formstate("import", "answers.sqlite", "profile.plist")
    #expect(again == "profile.plist: “profile” is version 1 already\n")
    let taken = try await workspace.json(
      ShownImports.self, "import", "answers.sqlite", "profile.plist", "--form", "second")
    #expect(
      taken.forms.first == ShownImport(form: "second", version: 1, sectionCount: 3, cellCount: 18, diagnostics: []))
  }

  @Test func severalFilesComeTogether() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("profile.plist")
    try FileManager.default.copyItem(at: workspace.file("profile.plist"), to: workspace.file("second.plist"))
    let taken = try await workspace.json(
      ShownImports.self, "import", "answers.sqlite", "profile.plist", "second.plist")
    #expect(taken.forms.map(\.form) == ["profile", "second"])
    let errors = try await workspace.refused("import", "other.sqlite", "profile.plist", "profile.plist")
    #expect(
      errors == "Error: “profile.plist” and “profile.plist” both define the form “profile”; "
        + "import them one after the other, the newer one last\n")
    #expect(!workspace.has("other.sqlite"))
    let usage = try await workspace.refused(
      "import", "other.sqlite", "profile.plist", "second.plist", "--form", "x", status: 64)
    #expect(usage.contains("--form names one form"))
  }

  @Test func aNewerDefinitionLeavesBegunResponses() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    let changed = try workspace.text(of: "profile.plist").replacingOccurrences(of: "Volleyball", with: "Handball")
    try workspace.write(changed, to: "profile.plist")
    let taken = try await workspace.json(ShownImports.self, "import", "answers.sqlite", "profile.plist")
    #expect(taken.forms.first?.version == 2)
    let form = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests").forms.first
    #expect(form?.version == 2)
    #expect(form?.responses.map(\.version) == [1])
  }

  @Test("Importing an older definition again keeps its version; the newest stays current")
  func anOlderDefinitionAgain() async throws {
    let workspace = try await Workspace.withExample()
    let older = try workspace.text(of: "profile.plist")
    try workspace.write(older.replacingOccurrences(of: "Volleyball", with: "Handball"), to: "profile.plist")
    let titles = ["--section-titles", "Personal,Preferences,Work Experience"]
    let newer = try await workspace.run(["import", "answers.sqlite", "profile.plist"] + titles)
    #expect(newer.output == "profile.plist: imported “profile”, version 2: 3 sections, 18 cells\n")
    try workspace.write(older, to: "profile.plist")
    let again = try await workspace.run(["import", "answers.sqlite", "profile.plist"] + titles)
    #expect(again.output == "profile.plist: “profile” is version 1 already\n")
    let form = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests").forms.first
    #expect(form?.version == 2)
  }

  @Test func aFolderAndAMissingFolder() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("profile.plist")
    let folder = try await workspace.refused("import", "answers.sqlite", ".")
    #expect(folder == "Error: “.” is a folder, not a file\n")
    let missing = try await workspace.refused("import", "no/such/answers.sqlite", "profile.plist")
    #expect(missing.hasPrefix("Error: “no/such/answers.sqlite” cannot be opened"))
  }
}
