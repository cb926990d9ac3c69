import FormState
import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Reading a CellDescriptor.plist")
struct CellDescriptorReadTests {
  @Test("A tidy file gives keys, kinds, summaries, values and visible rows")
  func tidyFile() throws {
    let result = try imported(PlistText.profile)
    #expect(result.diagnostics == [])
    #expect(VisibilityIndex(form: result.form).visibleRowsPerSection == [[0, 3, 5], [0], [0]])
    #expect(result.form.key == "profile")
    #expect(result.form.sections.map(\.key) == ["section-1", "section-2", "section-3"])
    let cells = result.form.sections.flatMap(\.cells)
    #expect(
      cells.map(\.key) == [
        "fullname", "firstname", "lastname", "date-of-birth", "date-of-birth-date", "marital-status",
        "marital-status-switch", "favorite-sport", "football", "basketball", "level", "level-slider",
      ])
    #expect(
      cells.map(\.kind) == [
        .group, .text, .text, .group, .date, .group, .switch, .group, .option, .option, .group, .slider,
      ])
    #expect(cells[0].summary == .join(separator: " "))
    #expect(cells[7].summary == .choice)
    #expect(cells[6].switchTitles == SwitchTitles(off: "Single", on: "Married"))
    #expect(cells[6].defaultValue == .boolean(false))
    #expect(cells[11].defaultValue == .integer(0))
    #expect(cells[11].range == NumberRange(minimum: 0, maximum: 10))
  }

  @Test("Section titles and the form's key come from the settings")
  func settings() throws {
    let settings = ImportSettings(
      formKey: "me", sectionTitles: ["Personal", "Free Time", "Work"], sourceName: "a.plist")
    let form = try DefinitionImporter.read(PlistText.profile, settings: settings).form
    #expect(form.key == "me")
    #expect(form.sections.map(\.title) == ["Personal", "Free Time", "Work"])
    #expect(form.sections.map(\.key) == ["personal", "free-time", "work"])
  }

  @Test("A wrong number of section titles is refused")
  func wrongNumberOfTitles() {
    let settings = ImportSettings(sectionTitles: ["Personal"], sourceName: "a.plist")
    #expect(
      refusal(of: PlistText.profile, settings: settings)
        == "a.plist: the document has 3 sections, but 1 section title is given; give a title for each section, in order"
    )
  }

  @Test("Keys are derived from titles in any script and numbered if equal; given keys are kept")
  func keys() throws {
    let form = try imported(
      PlistText.document([
        [
          PlistText.cell("idCellTextfield", "  Straße / Nr. 5! "), PlistText.cell("idCellTextfield", "Όνομα"),
          PlistText.cell("idCellTextfield", "Name"), PlistText.cell("idCellTextfield", "name?"),
          PlistText.cell("idCellTextfield", "Other", replacing: [("key", "<string>name-2</string>")]),
          PlistText.cell("idCellTextfield", "", "Hint"), PlistText.cell("idCellSlider"), PlistText.cell("idCellSlider"),
        ], [PlistText.cell("idCellTextfield", "NAME")],
      ])
    ).form
    #expect(
      form.sections.flatMap(\.cells).map(\.key) == [
        "straße-nr-5", "όνομα", "name", "name-3", "name-2", "hint", "slider", "slider-2", "name-4",
      ])
  }

  @Test(
    "A value is read as its kind requires",
    arguments: [
      ("idCellTextfield", "<string>Ada</string>", CellValue.text("Ada")),
      ("idCellTextfield", "<string></string>", nil),
      ("idCellSwitch", "<true/>", .boolean(true)),
      ("idCellSwitch", "<string>1</string>", .boolean(true)),
      ("idCellSwitch", "<integer>0</integer>", .boolean(false)),
      ("idCellSlider", "<real>2.5</real>", .real(2.5)),
      ("idCellSlider", "<string>7.0</string>", .integer(7)),
      ("idCellDatePicker", "<string>1835-11-30</string>", CalendarDate(isoText: "1835-11-30").map(CellValue.date)),
      (
        "idCellDatePicker", "<date>1480-02-29T23:59:59Z</date>", CalendarDate(isoText: "1480-02-29").map(CellValue.date)
      ),
      ("mine", "<string>1</string>", .text("1")),
      ("mine", "<integer>9007199254740993</integer>", .integer(9_007_199_254_740_993)),
    ] as [(String, String, CellValue?)])
  func values(identifier: String, element: String, expected: CellValue?) throws {
    let data = PlistText.document([[PlistText.cell(identifier, "A", value: element)]])
    #expect(try imported(data).form.sections[0].cells[0].defaultValue == expected)
  }

  @Test("A slider takes whole numbers, as the tutorial saves them, unless its bounds or its value are not whole")
  func wholeSliders() throws {
    func slider(_ value: String = "<string></string>", _ more: [(String, String?)] = []) throws -> FormCell {
      try imported(PlistText.document([[PlistText.cell("idCellSlider", "A", value: value, replacing: more)]])).form
        .sections[0].cells[0]
    }
    for whole in [
      try slider(), try slider("<string>7.0</string>"), try slider("<string>x</string>"),
      try slider("<integer>-2</integer>", [("minimumValue", "<integer>-3</integer>")]),
    ] {
      #expect(whole.step == 1)
      #expect(try whole.accepted(.text("7.0")) == .integer(7))
      let error = #expect(throws: RefusedValue.self) { try whole.accepted(.real(7.6)) }
      #expect(
        error?.description.hasSuffix("is not accepted; give a whole number from \(whole.range?.description ?? "")")
          == true)
    }
    for free in [
      try slider("<real>2.5</real>"), try slider("<string></string>", [("maximumValue", "<real>9.5</real>")]),
    ] {
      #expect(free.step == nil)
      #expect(try free.accepted(.text("7.6")) == .real(7.6))
    }
  }

  @Test("A heading starts with the option that its value names, by key or title")
  func choices() throws {
    for name in ["tea", "Tea"] {
      let data = PlistText.document([
        [
          PlistText.cell("idCellNormal", "", "Drink", rows: 1, expandable: true, value: "<string>\(name)</string>"),
          PlistText.cell("idCellValuePicker", "Tea", visible: false),
        ]
      ])
      #expect(try imported(data).form.sections[0].cells[0].defaultValue == .text("tea"))
    }
  }

  @Test("Properties keep their types: boolean, integer and whole real are distinct")
  func properties() throws {
    let cell = PlistText.cell(
      "mine", "A",
      replacing: [
        ("a", "<true/>"), ("b", "<integer>1</integer>"), ("c", "<real>1</real>"), ("d", "<array><dict/></array>"),
        ("e", "<data>AQI=</data>"), ("f", "<date>2026-11-21T03:12:13Z</date>"),
        ("minimumValue", "<integer>3</integer>"),
      ])
    let form = try imported(PlistText.document([[cell]])).form
    #expect(
      form.sections[0].cells[0].properties == [
        "a": .boolean(true), "b": .integer(1), "c": .real(1), "d": .array([.dictionary([:])]),
        "e": .data(Data([1, 2])), "f": .date(Date(timeIntervalSinceReferenceDate: 816_923_533)),
        "minimumValue": .integer(3),
      ])
  }

  @Test("A row that is hidden without reason stays hidden and has a diagnostic")
  func hiddenRow() throws {
    let result = try imported(
      PlistText.document([[PlistText.cell("mine", "A"), PlistText.cell("mine", "B", visible: false)]]))
    #expect(result.form.sections[0].cells.map(\.isHidden) == [false, true])
    #expect(
      result.diagnostics.map(\.description) == [
        "section 0, row 1, isVisible: is false, but no collapsed row above hides the cell; "
          + "kept as a cell that never shows"
      ])
  }

  @Test("An expanded heading shows its rows; a collapsed one inside it hides its own")
  func nested() throws {
    let form = try imported(
      PlistText.document([
        [
          PlistText.heading("A", rows: 2, expanded: true),
          PlistText.heading("B", rows: 1),
          PlistText.cell("mine", "C", visible: false),
        ], [],
      ])
    ).form
    #expect(VisibilityIndex(form: form).visibleRowsPerSection == [[0, 1], []])
    #expect(form.sections[0].cells.map(\.additionalRows) == [2, 1, 0])
  }
}
