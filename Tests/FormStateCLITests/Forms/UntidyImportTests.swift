import Foundation
import Testing

/// Property lists with irregularities, imported by the built tool.
@Suite("Importing untidy property lists")
struct UntidyImportTests {
  private static func document(_ cells: [String]) -> String {
    let header = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><array><array>"#
    return header + cells.joined() + "</array></array></plist>\n"
  }

  /// A cell with all keys, some of them replaced by other elements.
  private static func cell(_ replacing: [String: String] = [:]) -> String {
    var entries = [
      "isExpandable": "<false/>", "isExpanded": "<false/>", "isVisible": "<true/>",
      "additionalRows": "<integer>0</integer>", "cellIdentifier": "<string>idCellTextfield</string>",
      "primaryTitle": "<string></string>", "secondaryTitle": "<string></string>", "value": "<string></string>",
    ]
    entries.merge(replacing) { _, new in new }
    let lines = entries.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key>\($0.value)" }
    return "<dict>\(lines.joined())</dict>"
  }

  private static let places = document([
    cell([
      "label": "<string>Café</string>", "isExpandable": "<integer>1</integer>", "additionalRows": "<string>2</string>",
    ]),
    cell(["label": "<string>Blue Bottle</string>", "isVisible": "<false/>", "additionalRows": "<string>0</string>"]),
    cell(["label": "<string>Peet's</string>", "isVisible": "<false/>", "additionalRows": "<string>0</string>"]),
  ])

  @Test("Each irregularity is reported once with its count, in words and as JSON")
  func diagnostics() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.places, to: "places.plist")
    let words = try await workspace.formstate("import", "answers.sqlite", "places.plist")
    #expect(
      words == """
        places.plist: imported “places”, version 1: 1 section, 3 cells
          primaryTitle: is missing or empty in every cell; “label” holds the titles, \
        so they were read from it
          additionalRows: is a number written as text, in 3 cells (section 0, rows 0, 1, 2); read as numbers
          line 1, column 180, section 0, row 0, isExpandable: is the number 1, not a boolean; read as true

        """)
    let taken = try await workspace.json(ShownImports.self, "import", "answers.sqlite", "places.plist")
    #expect(
      taken.forms.first?.diagnostics == [
        ShownImport.Diagnostic(
          sectionPosition: nil, position: nil, key: "primaryTitle", problem: "is missing or empty in every cell",
          action: "“label” holds the titles, so they were read from it"),
        ShownImport.Diagnostic(
          sectionPosition: 0, position: 0, key: "additionalRows",
          problem: "is a number written as text, in 3 cells (section 0, rows 0, 1, 2)", action: "read as numbers",
          count: 3),
        ShownImport.Diagnostic(
          sectionPosition: 0, position: 0, key: "isExpandable", problem: "is the number 1, not a boolean",
          action: "read as true"),
      ])
    let json = try await workspace.formstate("import", "answers.sqlite", "places.plist", "--json")
    #expect(json.components(separatedBy: "\"count\"").count == 2)
  }

  @Test("A strict import is refused with every place, and makes no file")
  func strict() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.places, to: "places.plist")
    let errors = try await workspace.refused("import", "answers.sqlite", "places.plist", "--strict")
    let remedy = "write the number of rows below the cell as an integer"
    #expect(
      errors == """
        Error: places.plist has 4 faults; nothing was imported:
          line 1, column 80, section 0, row 0, additionalRows: is the text “2”, not an integer; \(remedy)
          line 1, column 180, section 0, row 0, isExpandable: is the number 1, not a boolean; write true or false
          line 1, column 444, section 0, row 1, additionalRows: is the text “0”, not an integer; \(remedy)
          line 1, column 804, section 0, row 2, additionalRows: is the text “0”, not an integer; \(remedy)

        """)
    #expect(!workspace.has("answers.sqlite"))
    try workspace.copyExample("profile.plist")
    let tidy = try await workspace.formstate("import", "answers.sqlite", "profile.plist", "--strict")
    #expect(tidy == "profile.plist: imported “profile”, version 1: 3 sections, 18 cells\n")
  }

  @Test("--title-key selects the titles, and an untouched export equals the file")
  func titleKey() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.places, to: "places.plist")
    try await workspace.formstate("import", "answers.sqlite", "places.plist", "--title-key", "label")
    let shown = try await workspace.formstate("show", "answers.sqlite")
    #expect(shown.contains("▸ Café"))
    for arguments in [[], ["--binary"]] {
      let export = ["export", "plist", "answers.sqlite", "--output", "out.plist"]
      #expect(try await workspace.run(export + arguments).status == 0)
      let written = try NSArray(contentsOf: workspace.file("out.plist"), error: ())
      #expect(try written == NSArray(contentsOf: workspace.file("places.plist"), error: ()))
    }
    try await workspace.formstate("tap", "answers.sqlite", "café")
    try await workspace.formstate("export", "plist", "answers.sqlite", "--output", "out.plist")
    try await workspace.formstate("import", "again.sqlite", "out.plist", "--title-key", "label")
    #expect(try await workspace.formstate("show", "again.sqlite").contains("Blue Bottle"))
  }

  @Test("A title key is refused if no cell has it, and beside a layout")
  func wrongTitleKey() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.places, to: "places.plist")
    let errors = try await workspace.refused("import", "answers.sqlite", "places.plist", "--title-key", "labels")
    #expect(errors == "Error: places.plist: no cell has the title key “labels”; did you mean “label”?\n")
    let usage = try await workspace.refused(
      "import", "answers.sqlite", "places.plist", "--title-key", "a", "--layout", "b", status: 64)
    #expect(usage.contains("--title-key is for a plist"))
  }

  @Test("Only the first 20 diagnostics are printed and the rest counted; JSON has all")
  func manyDiagnostics() async throws {
    let workspace = try Workspace()
    let flags = ["isExpandable", "isExpanded", "isVisible"]
    var cells =
      flags.map { Self.cell([$0: "<string>0</string>"]) } + flags.map { Self.cell([$0: "<integer>0</integer>"]) }
    cells += flags.map { Self.cell([$0: "<string></string>"]) }
    cells += ["<string>0</string>", "<real>0</real>", "<false/>", "<string></string>", "<integer>7</integer>"].map {
      Self.cell(["additionalRows": $0])
    }
    cells += ["<integer>1</integer>", "<array/>"].map { Self.cell(["value": $0]) }
    cells += ["primaryTitle", "secondaryTitle", "cellIdentifier"].map { Self.cell([$0: "<integer>1</integer>"]) }
    cells += ["", "idCellValuePicker"].map { Self.cell(["cellIdentifier": "<string>\($0)</string>"]) }
    cells += [Self.cell(["isExpanded": "<true/>"]), Self.cell(["isVisible": "<false/>"])]
    try workspace.write(Self.document(cells), to: "odd.plist")
    let words = try await workspace.formstate("import", "answers.sqlite", "odd.plist")
    let lines = words.split(separator: "\n")
    #expect(lines.count == 22)
    let taken = try await workspace.json(ShownImports.self, "import", "answers.sqlite", "odd.plist")
    let diagnostics = try #require(taken.forms.first).diagnostics
    #expect(diagnostics.count > 20)
    #expect(lines.last == "  … and \(diagnostics.count - 20) more")
  }

  @Test("A FHIR Questionnaire is refused by name")
  func somethingElse() async throws {
    let workspace = try Workspace()
    try workspace.write(#"{"resourceType":"Questionnaire","item":[]}"#, to: "phq.json")
    let errors = try await workspace.refused("import", "answers.sqlite", "phq.json")
    #expect(
      errors
        == "Error: phq.json: this is a FHIR Questionnaire, not a form; map its items to cells with a layout\n")
  }
}
