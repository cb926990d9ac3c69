import Testing

/// `import --layout`: JSON of any shape becomes sections and cells.
@Suite struct LayoutImportTests {
  @Test func aProfileBecomesSectionsOfItsOwnCells() async throws {
    let workspace = try Self.workspace()
    let words = try await workspace.formstate(
      "import", "people.sqlite", "person.json", "--layout", "profile-layout.json", "--form", "profile")
    #expect(words == "person.json: imported “profile”, version 1: 5 sections, 9 cells\n")
    let shown = try await workspace.json(ShownForm.self, "show", "people.sqlite")
    #expect(shown.sections.map(\.key) == ["name", "about", "email", "attributes", "friends"])
    #expect(
      shown.sections.map { $0.rows.first?.identifier } == [
        "NamePictureCell", "AboutCell", "EmailCell", "AttributeCell", "FriendCell",
      ])
    #expect(shown.rows.count == 9)
    #expect(shown.row("friends/Anneke Vos")?.height == 60)
    let again = try await workspace.formstate(
      "import", "people.sqlite", "person.json", "--layout", "profile-layout.json", "--form", "profile")
    #expect(again == "person.json: “profile” is version 1 already\n")
    #expect(try await workspace.formstate("check", "people.sqlite") == "ok\n")
  }

  @Test func oneLayoutServesSeveralFiles() async throws {
    let workspace = try Self.workspace()
    let taken = try await workspace.json(
      ShownImports.self, "import", "people.sqlite", "person.json", "person-without-friends.json", "--layout",
      "profile-layout.json")
    #expect(taken.forms.map(\.form) == ["person", "person-without-friends"])
    #expect(taken.forms.map(\.sectionCount) == [5, 4])
    #expect(taken.forms.map(\.cellCount) == [9, 6])
  }

  @Test func movingALineMovesASection() async throws {
    let workspace = try Self.workspace()
    var lines = try workspace.text(of: "profile-layout.json").split(separator: "\n").map(String.init)
    let name = try #require(lines.firstIndex { $0.contains("\"key\": \"name\"") })
    lines.swapAt(name, name + 2)
    try workspace.write(lines.joined(separator: "\n"), to: "profile-layout.json")
    try await workspace.formstate("import", "people.sqlite", "person.json", "--layout", "profile-layout.json")
    let shown = try await workspace.json(ShownForm.self, "show", "people.sqlite")
    #expect(shown.sections.map(\.key) == ["email", "about", "name", "attributes", "friends"])
  }

  @Test func aDocumentThatDoesNotFitIsRefused() async throws {
    let workspace = try Self.workspace()
    try workspace.write(#"{"data":{"friends":[{"name":"Ada"},{"name":"Ada"},{}]}}"#, to: "person.json")
    let errors = try await workspace.refused(
      "import", "people.sqlite", "person.json", "--layout", "profile-layout.json")
    #expect(
      errors == """
        Error: person.json has 2 faults; nothing was imported:
          line 1, column 37, data.friends[1].name: is the same as data.friends[0].name; give each element a different key
          line 1, column 51, data.friends[2].name: is missing, though it is the key of a cell; \
        write a text or a number that distinguishes the element from the others

        """)
    #expect(!workspace.has("people.sqlite"))
  }

  @Test func aLayoutThatIsNoneIsRefused() async throws {
    let workspace = try Self.workspace()
    let errors = try await workspace.refused("import", "people.sqlite", "person.json", "--layout", "person.json")
    #expect(
      errors == "Error: person.json: formstateLayout: is missing, so this is not a layout; "
        + "write \"formstateLayout\": 1 if it is one\n")
    let missing = try await workspace.refused("import", "people.sqlite", "person.json", "--layout", "none.json")
    #expect(missing == "Error: there is no file “none.json”\n")
    #expect(!workspace.has("people.sqlite"))
  }

  @Test func withoutALayoutTheMessageNamesTheOption() async throws {
    let workspace = try Self.workspace()
    let errors = try await workspace.refused("import", "people.sqlite", "person.json")
    #expect(
      errors == "Error: person.json: formstate: is missing, so this is not a form document; "
        + "write \"formstate\": 1 if it is one; map other JSON to a form with --layout\n")
  }

  @Test func sectionTitlesDoNotGoWithALayout() async throws {
    let workspace = try Self.workspace()
    let errors = try await workspace.refused(
      "import", "people.sqlite", "person.json", "--layout", "profile-layout.json", "--section-titles", "A,B",
      status: 64)
    #expect(errors.contains("--section-titles is for a plist; with --layout the layout names the sections."))
  }

  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    for example in ["profile-layout.json", "person.json", "person-without-friends.json"] {
      try workspace.copyExample(example)
    }
    return workspace
  }
}
