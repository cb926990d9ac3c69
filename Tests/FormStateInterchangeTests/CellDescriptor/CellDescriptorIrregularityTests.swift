import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Irregularities in a CellDescriptor.plist")
struct CellDescriptorIrregularityTests {
  /// A file with an irregularity, its diagnostics, and the visible rows.
  struct Example: CustomTestStringConvertible, Sendable {
    let name: String
    let sections: [[String]]
    let diagnostics: [String]
    let visible: [[Int]]

    var testDescription: String { name }
    var data: Data { PlistText.document(sections) }

    init(_ name: String, _ sections: [[String]], _ diagnostics: [String], visible: [[Int]]) {
      self.name = name
      self.sections = sections
      self.diagnostics = diagnostics
      self.visible = visible
    }

    /// A single cell with replaced entries.
    init(_ name: String, _ identifier: String = "mine", replacing: [(String, String?)], _ diagnostic: String) {
      self.init(
        name, [[PlistText.cell(identifier, "A", replacing: replacing)]], ["section 0, row 0, \(diagnostic)"],
        visible: [[0]])
    }
  }

  private static func hidden(_ title: String, rows: Int = 0, expandable: Bool = false, expanded: Bool = false) -> String
  {
    PlistText.cell("mine", title, rows: rows, expandable: expandable, expanded: expanded, visible: false)
  }

  static let scalars: [Example] = [
    Example(
      "number as text", replacing: [("additionalRows", "<string> 0 </string>")],
      "additionalRows: is the text “ 0 ”, not an integer; read as the number 0"),
    Example(
      "number as real", replacing: [("additionalRows", "<real>0</real>")],
      "additionalRows: is the number 0.0, not an integer; read as the number 0"),
    Example(
      "number as boolean", replacing: [("additionalRows", "<false/>")],
      "additionalRows: is false, not an integer; read as the number 0"),
    Example("missing count", replacing: [("additionalRows", nil)], "additionalRows: is missing; read as 0"),
    Example(
      "empty count", replacing: [("additionalRows", "<string/>")], "additionalRows: is empty; read as 0"),
    Example(
      "flag as number", replacing: [("isVisible", "<integer>1</integer>")],
      "isVisible: is the number 1, not a boolean; read as true"),
    Example(
      "flag as real", replacing: [("isExpanded", "<real>0</real>")],
      "isExpanded: is the number 0.0, not a boolean; read as false"),
    Example(
      "flag as word", replacing: [("isVisible", "<string>YES</string>")],
      "isVisible: is the text “YES”, not a boolean; read as true"),
    Example(
      "flag as digit", replacing: [("isExpandable", "<string>0</string>")],
      "isExpandable: is the text “0”, not a boolean; read as false"),
    Example(
      "missing isVisible", replacing: [("isVisible", nil)],
      "isVisible: is missing; shown unless a collapsed row hides it"),
    Example("missing isExpanded", replacing: [("isExpanded", nil)], "isExpanded: is missing; read as false"),
    Example("missing isExpandable", replacing: [("isExpandable", nil)], "isExpandable: is missing; read as false"),
    Example(
      "empty isExpandable", replacing: [("isExpandable", "<string/>")], "isExpandable: is empty; read as false"),
    Example(
      "missing identifier", replacing: [("cellIdentifier", nil)], "cellIdentifier: is missing; read as idCellCustom"),
    Example(
      "empty identifier of a kind",
      replacing: [("cellIdentifier", "<string/>"), ("cellKind", "<string>text</string>")],
      "cellIdentifier: is empty; read as idCellTextfield"),
    Example(
      "title as number", replacing: [("primaryTitle", "<integer>5</integer>")],
      "primaryTitle: is an integer, not a text; read as text"),
    Example(
      "expanded, not expandable", replacing: [("isExpanded", "<true/>")],
      "isExpanded: is true, but the cell is not expandable; read as false"),
    Example(
      "rows, not expandable", replacing: [("additionalRows", "<integer>1</integer>")],
      "additionalRows: is 1, but the cell is not expandable, so they can never show; read as 0"),
    Example(
      "option at the top", "idCellValuePicker", replacing: [],
      "cellIdentifier: is an option, but no group or custom cell above it could hold it as its value; "
        + "read as a label"),
    Example(
      "integer in a text cell", "idCellTextfield", replacing: [("value", "<integer>4711</integer>")],
      "value: is an integer that the cell cannot hold; read as text"),
    Example(
      "array in a text cell", "idCellTextfield", replacing: [("value", "<array/>")],
      "value: is an array that the cell cannot hold; kept as written; the cell starts without a value"),
    Example(
      "date that is none", "idCellDatePicker", replacing: [("value", "<string>11/30/1835</string>")],
      "value: is a text that the cell cannot hold; kept as written; the cell starts without a value"),
    Example(
      "switch in words", "idCellSwitch", replacing: [("value", "<string>On</string>")],
      "value: is a text that the cell cannot hold; read as the position it names"),
    Example(
      "boolean in a cell of one's own", replacing: [("value", "<true/>")],
      "value: is a boolean that the cell cannot hold; read as a number, 1 for true and 0 for false"),
    Example(
      "slider beyond its range", "idCellSlider", replacing: [("value", "<string>11</string>")],
      "value: is a text beyond the slider's range, 0 to 10; read as the nearest number of the range"),
    Example(
      "unknown choice", "idCellNormal", replacing: [("value", "<string>Tea</string>")],
      "value: “Tea” is neither the value nor the title of an option directly below the cell; "
        + "kept as written; the cell starts without a choice"),
  ]

  static let structures: [Example] = [
    Example(
      "range past the end", [[PlistText.heading("A", rows: 5), hidden("B")]],
      ["section 0, row 0, additionalRows: is 5, which runs past the section's end; clipped to 1"], visible: [[0]]),
    Example(
      "range of more rows than any machine counts",
      [
        [
          PlistText.cell(
            "mine", "A", expandable: true, replacing: [("additionalRows", "<string>1e300</string>")]), hidden("B"),
        ]
      ],
      [
        "section 0, row 0, additionalRows: is the text “1e300”, not an integer; read as the number 9223372036854775807",
        "section 0, row 0, additionalRows: is 9223372036854775807, which runs past the section's end; clipped to 1",
      ], visible: [[0]]),
    Example(
      "range over visible rows", [[PlistText.heading("A", rows: 2), hidden("B"), PlistText.cell("mine", "C")]],
      ["section 0, row 0, additionalRows: is 2, but row 2 shows while the cell is collapsed; clipped to 1"],
      visible: [[0, 2]]),
    Example(
      "range of a hidden cell over visible rows",
      [
        [
          PlistText.heading("A", rows: 2, expanded: true), PlistText.cell("mine", "B"),
          hidden("C", rows: 1, expandable: true, expanded: true), PlistText.cell("mine", "D"),
        ]
      ],
      [
        "section 0, row 2, isVisible: is false, but no collapsed row above hides the cell; kept as a cell that never shows",
        "section 0, row 2, isExpandable: is true within the range of row 0; expands and collapses independently",
        "section 0, row 2, additionalRows: is 1, but row 3 shows while the cell is hidden; clipped to 0",
      ], visible: [[0, 1, 3]]),
    Example(
      "missing count over hidden rows",
      [
        [
          PlistText.cell("mine", "A", expandable: true, replacing: [("additionalRows", nil)]), hidden("B"), hidden("C"),
          PlistText.cell("mine", "D"),
        ]
      ], ["section 0, row 0, additionalRows: is missing; read as 2, the number of hidden rows that follow"],
      visible: [[0, 3]]),
    Example(
      "missing isExpandable over rows",
      [[PlistText.cell("mine", "A", rows: 1, replacing: [("isExpandable", nil)]), hidden("B")]],
      ["section 0, row 0, isExpandable: is missing; read as true"], visible: [[0]]),
    Example(
      "hidden row that nothing covers", [[PlistText.cell("mine", "A"), hidden("B")]],
      [
        "section 0, row 1, isVisible: is false, but no collapsed row above hides the cell; kept as a cell that never shows"
      ], visible: [[0]]),
    Example(
      "expandable inside a range",
      [[PlistText.heading("A", rows: 2), hidden("B", rows: 1, expandable: true), hidden("C")]],
      ["section 0, row 1, isExpandable: is true within the range of row 0; expands and collapses independently"],
      visible: [[0]]),
    Example(
      "ranges that overlap",
      [[PlistText.heading("A", rows: 1), hidden("B", rows: 1, expandable: true), hidden("C")]],
      [
        "section 0, row 1, isExpandable: is true within the range of row 0; expands and collapses independently",
        "section 0, row 1, additionalRows: is 1, which runs past the end of the cell above it; "
          + "row 0 was extended to its end",
      ], visible: [[0]]),
    Example(
      "expanded over hidden rows", [[PlistText.heading("A", rows: 2, expanded: true), hidden("B"), hidden("C")]],
      ["section 0, row 0, isExpanded: is true, but the rows below the cell are hidden; imported collapsed"],
      visible: [[0]]),
    Example(
      "empty section", [[], [PlistText.cell("mine", "A")]], ["section 0: the section has no cells; kept unchanged"],
      visible: [[], [0]]),
  ]

  @Test("Each irregularity has one diagnostic; the visible rows match the file", arguments: scalars + structures)
  func irregularity(example: Example) throws {
    let result = try imported(example.data)
    #expect(result.diagnostics.map(\.description) == example.diagnostics)
    #expect(VisibilityIndex(form: result.form).visibleRowsPerSection == example.visible)
  }

  @Test("An untouched export restores the original file, type for type", arguments: scalars + structures)
  func untouched(example: Example) throws {
    for format in CellDescriptorPlist.PlistFormat.allCases {
      let written = try CellDescriptorPlist.write(try stored(try imported(example.data)), as: format)
      #expect(try Document.read(written).root == Document.read(example.data).root)
    }
  }

  @Test("A strict import refuses the corrected places and accepts mere remarks", arguments: scalars + structures)
  func strict(example: Example) throws {
    let settings = ImportSettings(sourceName: "profile.plist", isStrict: true)
    let tolerant = try imported(example.data).diagnostics
    let remarks = ["isExpandable: is true within", "the section has no cells"]
    let mended = tolerant.filter { diagnostic in !remarks.contains { diagnostic.description.contains($0) } }
    do {
      let strict = try DefinitionImporter.read(example.data, settings: settings)
      #expect(mended.isEmpty)
      #expect(strict.diagnostics.withoutLines == tolerant)
    } catch let error as ImportError {
      #expect(error.diagnostics.map(place) == mended.map(place))
      #expect(error.diagnostics.allSatisfy { !$0.action.isEmpty })
    }
  }

  private func place(_ diagnostic: Diagnostic) -> [String] {
    ["\(diagnostic.section ?? -1)", "\(diagnostic.row ?? -1)", diagnostic.key ?? ""]
  }

  @Test("A cell that is expanded over hidden rows opens at the first tap, closes at the second")
  func recovery() throws {
    let data = PlistText.document([
      [PlistText.heading("A", rows: 2, expanded: true), Self.hidden("B"), Self.hidden("C")]
    ])
    let form = try imported(data).form
    let states = try statesAfterTaps(2, on: form)
    #expect(states == [[[0, 1, 2]], [[0]]])
  }

  @Test("Overlapping ranges are extended, so that every row can be shown")
  func overlap() throws {
    let data = PlistText.document([
      [
        PlistText.heading("A", rows: 1), Self.hidden("B", rows: 2, expandable: true), Self.hidden("C"),
        Self.hidden("D"), PlistText.cell("mine", "E"),
      ]
    ])
    let form = try imported(data).form
    #expect(form.sections[0].cells.map(\.additionalRows) == [3, 2, 0, 0, 0])
  }

  @Test("A flat root becomes one section, and is exported flat")
  func flatRoot() throws {
    let cells = [PlistText.heading("A", rows: 1), Self.hidden("B")]
    let data = Data(propertyList("<array>\(cells.joined())</array>").utf8)
    let result = try imported(data)
    #expect(
      result.diagnostics.map(\.description) == ["the root is an array of cells, not of sections; read as one section"])
    #expect(result.form.sections.map { $0.cells.map(\.additionalRows) } == [[1, 0]])
    let written = try CellDescriptorPlist.write(try stored(result), as: .xml)
    #expect(try Document.read(written).root == Document.read(data).root)
    #expect(
      refusal(of: data, settings: ImportSettings(sourceName: "a", isStrict: true))
        == "a: the root is an array of cells, not of sections; put the cells into a separate array inside the root"
    )
  }

  @Test("Equal irregularities are summarized with the places of the first few")
  func sums() throws {
    let cell = PlistText.cell("mine", "A", replacing: [("additionalRows", "<string>0</string>")])
    let tidy = PlistText.cell("mine", "B")
    let result = try imported(
      PlistText.document([[tidy, cell, tidy, cell], [cell, tidy], [], [cell, cell, cell], []]))
    #expect(
      result.diagnostics.map(\.description) == [
        "additionalRows: is a number written as text, in 6 cells "
          + "(section 0, rows 1, 3; section 1, row 0; section 3, rows 0, 1 …); read as numbers",
        "has no cells, in 2 sections (sections 2, 4); kept unchanged",
      ])
    #expect(result.diagnostics.map(\.count) == [6, 2])
    #expect(result.diagnostics.map(\.section) == [0, 2])
    #expect(result.diagnostics.map(\.row) == [1, nil])
  }

  @Test("A missing isVisible follows from the row above")
  func unsaidVisibility() throws {
    let unsaid = PlistText.cell("mine", "B", replacing: [("isVisible", nil)])
    for isExpanded in [true, false] {
      let data = PlistText.document([[PlistText.heading("A", rows: 1, expanded: isExpanded), unsaid]])
      let form = try imported(data).form
      #expect(VisibilityIndex(form: form).visibleRowsPerSection == [isExpanded ? [0, 1] : [0]])
      #expect(form.sections[0].cells.map(\.isHidden) == [false, false])
    }
  }
}

/// The contents of an untouched response, through a store.
func stored(_ imported: ImportedForm) throws -> ResponseContents {
  let store = try FormStore.inMemory()
  try store.importForms([imported.formContents])
  return try store.contents(of: ResponseKey(form: imported.form.key))
}

/// The visible rows after each tap on the first row.
func statesAfterTaps(_ count: Int, on form: FormDefinition) throws -> [[[Int]]] {
  let store = try FormStore.inMemory()
  try store.save(form)
  let session = try store.session(for: ResponseKey(form: form.key))
  return try (0..<count).map { _ in
    try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
    return session.visibleRowsPerSection
  }
}
