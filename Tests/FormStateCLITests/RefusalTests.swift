import Foundation
import Testing

/// Bad input: each case has its own clear message, and nothing changes.
@Suite struct RefusalTests {
  @Test func aMissingDatabase() async throws {
    let workspace = try Workspace()
    let errors = try await workspace.refused("show", "answers.sqlite")
    #expect(errors == "Error: there is no file “answers.sqlite”; formstate import makes one\n")
    #expect(!workspace.has("answers.sqlite"))
  }

  @Test func aMissingDefinition() async throws {
    let workspace = try Workspace()
    let errors = try await workspace.refused("import", "answers.sqlite", "profile.plist")
    #expect(errors == "Error: there is no file “profile.plist”\n")
    #expect(!workspace.has("answers.sqlite"))
  }

  @Test func aFileThatIsNoPlist() async throws {
    let workspace = try Workspace()
    try workspace.write("Dear diary, today I lost my form.\n", to: "diary.plist")
    let errors = try await workspace.refused("import", "answers.sqlite", "diary.plist")
    #expect(
      errors == "Error: diary.plist: line 1, column 1: "
        + "this is neither a property list (XML or binary) nor a JSON object or array\n")
    #expect(!workspace.has("answers.sqlite"))
  }

  @Test func aPlistOfAnotherShape() async throws {
    let workspace = try Workspace()
    let plist = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundleName</key><string>Diary</string></dict></plist>
      """
    try workspace.write(plist, to: "Info.plist")
    let errors = try await workspace.refused("import", "answers.sqlite", "Info.plist")
    #expect(
      errors == "Error: Info.plist: this is the Info.plist of a bundle, not a form; "
        + "import the app's CellDescriptor.plist, or a form as JSON\n")
    #expect(!workspace.has("answers.sqlite"))
  }

  @Test func oneBadFileAmongSeveral() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("profile.plist")
    try workspace.write("nothing of the sort", to: "diary.plist")
    try await workspace.refused("import", "answers.sqlite", "profile.plist", "diary.plist")
    #expect(!workspace.has("answers.sqlite"))
  }

  @Test(arguments: [["show"], ["tap", "--at", "0,0"], ["check"], ["list"]])
  func aDatabaseThatIsNotSQLite(command: [String]) async throws {
    let workspace = try Workspace()
    let text = String(repeating: "This is a diary, not a database. ", count: 40)
    try workspace.write(text, to: "diary.sqlite")
    let outcome = try await workspace.run(command.prefix(1) + ["diary.sqlite"] + command.dropFirst())
    #expect(outcome.status == 1)
    #expect(outcome.errors == "Error: “diary.sqlite” is not an SQLite database; it was left untouched\n")
    #expect(try workspace.text(of: "diary.sqlite") == text)
  }

  @Test func aReadOnlyDatabase() async throws {
    let workspace = try await Workspace.withExample()
    let path = workspace.file("answers.sqlite").path
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let before = try Data(contentsOf: workspace.file("answers.sqlite"))
    let errors = try await workspace.refused("tap", "answers.sqlite", "--at", "0,0")
    #expect(errors == "Error: “answers.sqlite” is read-only; allow writing, or work on a copy\n")
    #expect(try Data(contentsOf: workspace.file("answers.sqlite")) == before)
    #expect(try await workspace.formstate("show", "answers.sqlite", "--indices") == "[[0,3,5],[0,5],[0]]\n")
  }

  @Test func anUnknownCell() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "frst-name", "Tom",
      message: "there is no cell “frst-name”; did you mean “first-name”?")
    try await workspace.expectRefusal(
      "tap", "answers.sqlite", "zebra", message: "there is no cell or section “zebra”")
  }

  @Test func anUnknownSection() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal(
      "collapse", "answers.sqlite", "Personel", message: "there is no section “Personel”; did you mean “personal”?")
  }

  @Test func aSliderOutOfRange() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "--at", "2,0")
    let key = try #require(try await workspace.json(ShownForm.self, "show", "answers.sqlite").row(at: [2, 1])?.key)
    for value in ["11", "-3", "-0.5", "7.6"] {
      try await workspace.expectRefusal(
        "set", "answers.sqlite", key, value,
        message: "the cell “\(key)” refuses the value: “\(value)” is not accepted; give a whole number from 0 to 10")
      try await workspace.expectRefusal(
        "set", "answers.sqlite", "--at", "2,1", value,
        message: "the cell “\(key)” refuses the value: “\(value)” is not accepted; give a whole number from 0 to 10")
    }
  }

  @Test(arguments: [
    ("soon", ""), ("1835-13-30", ""), ("2026-02-29", ""), ("30.11.1835", "; write 1835-11-30 for November 30, 1835"),
  ])
  func aDateThatIsNone(value: String, hint: String) async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "--at", "0,1")
    let key = try #require(try await workspace.json(ShownForm.self, "show", "answers.sqlite").row(at: [0, 2])?.key)
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "--at", "0,2", value,
      message: "the cell “\(key)” refuses the value: “\(value)” is not accepted; "
        + "give a date as YYYY-MM-DD, for example 1835-11-30\(hint)")
  }

  @Test func anOptionOfACollapsedCellByRowPath() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal(
      "choose", "answers.sqlite", "--at", "1,2",
      message: "there is no row [1,2]: section 1 shows 2 rows (0 to 1); "
        + "a hidden cell has no row path, address it by its key")
  }

  @Test func aRowPathOutOfRange() async throws {
    let workspace = try await Workspace.withExample()
    for path in ["3,0", "-1,0"] {
      try await workspace.expectRefusal(
        "tap", "answers.sqlite", "--at", path,
        message: "there is no row [\(path)]: the form has 3 sections (0 to 2)")
    }
    for path in ["2,-1", "2,9999999999"] {
      try await workspace.expectRefusal(
        "tap", "answers.sqlite", "--at", path,
        message: "there is no row [\(path)]: section 2 shows 1 row (0 to 0); "
          + "a hidden cell has no row path, address it by its key")
    }
  }

  @Test func anUnknownForm() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal(
      "show", "answers.sqlite", "--form", "profil", message: "there is no form “profil”; did you mean “profile”?")
  }

  @Test func oneOfSeveralFormsWithoutSayingWhich() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("import", "answers.sqlite", "profile.plist", "--form", "second")
    let errors = try await workspace.refused("show", "answers.sqlite")
    #expect(
      errors == "Error: “answers.sqlite” holds 2 forms; select one with --form: profile, second\n")
    try await workspace.formstate("tap", "answers.sqlite", "--form", "second", "--at", "0,0")
    let first = try await workspace.formstate("show", "answers.sqlite", "--form", "profile", "--indices")
    #expect(first == "[[0,3,5],[0,5],[0]]\n")
  }
}
