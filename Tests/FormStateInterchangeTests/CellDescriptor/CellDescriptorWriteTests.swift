import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Writing a CellDescriptor.plist")
struct CellDescriptorWriteTests {
  @Test(
    "An untouched tidy file is exported with equal content, as XML and binary",
    arguments: CellDescriptorPlist.PlistFormat.allCases)
  func untouched(format: CellDescriptorPlist.PlistFormat) throws {
    let properties = PlistText.cell(
      "mine", "Text &amp; &lt;more&gt;",
      replacing: [
        ("a", "<true/>"), ("b", "<integer>1</integer>"), ("c", "<real>1</real>"), ("d", "<array><dict/></array>"),
        ("e", "<data>AQI=</data>"), ("f", "<date>2026-11-21T03:12:13Z</date>"),
        ("h", "<integer>-9223372036854775808</integer>"),
      ])
    let slider = PlistText.cell(
      "idCellSlider", "S", value: "<string>2.5</string>",
      replacing: [("minimumValue", "<real>0.5</real>"), ("maximumValue", "<integer>3</integer>")])
    let option = PlistText.cell("idCellLabel", "L", value: "<string>kept</string>")
    for data in [PlistText.profile, PlistText.document([[properties, slider, option], []])] {
      let contents = try stored(try imported(data))
      let written = try CellDescriptorPlist.write(contents, as: format)
      let document = try Document.read(written)
      #expect(document.format == (format == .xml ? .xmlPropertyList : .binaryPropertyList))
      #expect(document.root == (try Document.read(data)).root)
      let foundation = try PropertyListSerialization.propertyList(from: written, options: [], format: nil)
      #expect((foundation as? [[[String: Any]]])?.count == contents.form.sections.count)
    }
  }

  @Test("An export has the current disclosure, visible rows, values and titles")
  func currentState() throws {
    let store = try FormStore.inMemory()
    try store.importForms([try imported(PlistText.profile).formContents])
    let key = ResponseKey(form: "profile")
    try store.replay(
      [
        .expand(.key("fullname")), .set(.key("firstname"), .text("Ada")), .set(.key("level-slider"), .integer(7)),
        .set(.key("marital-status-switch"), .boolean(true)), .choose(.key("football")),
        .set(.key("date-of-birth-date"), .text("1815-12-10")), .fold(section: "section-2"),
      ], to: key)
    let written = try CellDescriptorPlist.write(try store.contents(of: key), as: .xml)
    let again = try imported(written)
    #expect(again.diagnostics == [])
    #expect(VisibilityIndex(form: again.form).visibleRowsPerSection == [[0, 1, 2, 3, 5], [0], [0]])
    let cells = again.form.sections.flatMap(\.cells)
    #expect(cells.map(\.key) == (try imported(PlistText.profile)).form.sections.flatMap(\.cells).map(\.key))
    #expect(cells[0].title == "Ada")
    #expect(cells[3].title == "December 10, 1815")
    #expect(cells[5].title == "Married")
    #expect(cells[7].defaultValue == .text("football"))
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.contains("\t\t\t<key>value</key>\n\t\t\t<string>7.0</string>\n"))
    #expect(!text.contains("<key>key</key>"))
  }

  @Test("An export lists what a property list leaves out, and nothing for a tidy file")
  func leftOut() throws {
    #expect(CellDescriptorPlist.leftOut(of: try stored(try imported(PlistText.profile))) == [])
    let text = #"""
      {"formstate":1,"key":"f","title":"F","language":"en","sections":[
        {"key":"s","title":"S","accordion":true,"cells":[
          {"key":"roof","kind":"group","title":"Roof","options":[{"value":"poor","title":"Poor"}],"required":"true()"},
          {"key":"lean","kind":"switch","onTitle":"Leans","offTitle":"Stands","sensitive":true},
          {"key":"age","kind":"slider","minimum":0,"maximum":10,"step":2,"properties":{"n":null}},
          {"key":"person","kind":"repeat","cells":[{"key":"name","kind":"text"}]}]}]}
      """#
    let store = try FormStore.inMemory()
    let form = try DefinitionImporter.read(
      Data(text.utf8), settings: ImportSettings(sourceName: "f.json"))
    try store.importForms([form.formContents])
    let key = ResponseKey(form: "f")
    try store.replay(
      [.set("roof", "poor"), .draft("age", "x"), .fold(section: "s"), .add("person"), .reportFault("No.", on: "age")],
      to: key)
    #expect(
      CellDescriptorPlist.leftOut(of: try store.contents(of: key)).map(\.description)
        == [
          "accordions (“s”)", "drafts (“age”)", "folding of sections (“s”)", "languages (“f”)",
          "repeats, whose instances become plain cells (“person”)", "reported faults (“age”)", "rules (“roof”)",
          "section titles (“s”)", "sensitive answers (“lean”)", "steps of numbers (“age”)", "switch titles (“lean”)",
          "these properties (“age”)", "titles of cells that show their answers (“roof”)", "titles of forms (“f”)",
        ].map { "A property list cannot express \($0); omitted" })
  }

  @Test("Option values survive export and import, whether derived from a title or not", arguments: Self.optionForms)
  func optionValues(form: FormDefinition) throws {
    try form.checkDefinition()
    let contents = try stored(ImportedForm(form: form))
    for format in CellDescriptorPlist.PlistFormat.allCases {
      let again = try imported(try CellDescriptorPlist.write(contents, as: format)).form.sections.flatMap(\.cells)
      let cells = form.sections.flatMap(\.cells)
      #expect(again.map(\.key) == cells.map(\.key))
      #expect(again.map(\.optionValue) == cells.map(\.optionValue))
      #expect(again.map(\.defaultValue) == cells.map(\.defaultValue))
    }
  }

  private static let optionForms: [FormDefinition] = {
    func form(@CellBuilder content: () -> [FormCell]) -> FormDefinition {
      FormDefinition(key: "profile") { FormSection(key: "section-1", content: content) }
    }
    return [
      form {
        Cell.group("roof", subtitle: "Roof", value: "poor") {
          Cell.option("poor", title: "Poor")
          Cell.option("other", value: "fine", title: "Poor")
        }
        Cell.group("walls", subtitle: "Walls", value: "poor") {
          Cell.option("poor-2", value: "poor", title: "Poor")
          Cell.option("poor-3", title: "Poor")
        }
      },
      // Without titles, keys are derived from the question, but values are not.
      form {
        Cell.group("q", subtitle: "Q") {
          Cell.option("q-option")
          Cell.option("q-option-2", value: "option")
        }
      },
      form {
        Cell.group("q", subtitle: "Q") {
          Cell.option("q-option", value: "option")
          Cell.option("option", value: "o")
        }
      },
      form {
        Cell.group("q") {
          Cell.option("a", value: "b", title: "B")
          Cell.option("b", value: "a", title: "A")
        }
      },
      form {
        Cell.group("q", value: "b") {
          Cell.option("b", value: "a", title: "A")
          Cell.option("a", value: "b")
        }
      },
      form {
        Cell.custom("own", value: .text("x=y")) {
          Cell.option("own=x=y", value: "x=y", title: "b")
          Cell.option("b")
        }
      },
    ]
  }()

  @Test("A control character cannot be written as XML; binary with one cannot be imported")
  func controlCharacter() throws {
    let form = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "c", kind: .text, title: "a\u{1}b")])])
    // As a file may have it from before such characters were refused.
    let contents = try stored(ImportedForm(form: form).proven)
    let error = #expect(throws: ExportError.self) { try CellDescriptorPlist.write(contents, as: .xml) }
    #expect(
      error?.description
        == "section 0, row 0: a text holds a control character, which XML cannot; export as binary or form JSON")
    let binary = try CellDescriptorPlist.write(contents, as: .binary)
    #expect(throws: ImportError.self) { try imported(binary) }
  }

  @Test(
    "Any response, exported and imported, shows the same rows, titles and values",
    arguments: TestSeeds.seeds(8, full: 300))
  func randomResponses(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 3, cellsPerSection: 25)
    let contents = try RandomResponse.contents(of: form, random: &random)
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    let expected = NaiveModel.rows(of: unfolded(form), state: unfolded(contents.state)).map { $0.map(Shown.init) }
    for format in CellDescriptorPlist.PlistFormat.allCases {
      let written = try CellDescriptorPlist.write(contents, as: format)
      let strict = ImportSettings(sourceName: "random.plist", isStrict: true)
      let again = try DefinitionImporter.read(written, settings: strict).form
      #expect(NaiveModel.rows(of: again, state: ResponseState()).map { $0.map(Shown.init) } == expected, replay)
      #expect(again.sections.map { $0.cells.map(\.key) } == form.sections.map { $0.cells.map(\.key) }, replay)
      let twice = try CellDescriptorPlist.write(try stored(ImportedForm(form: again)), as: format)
      #expect((try Document.read(twice)).root == (try Document.read(written)).root, replay)
    }
  }

  /// A row without the type of its value, which a plist stores as text.
  private struct Shown: Equatable {
    let key: String
    let title: String
    let value: String
    let isExpanded: Bool

    init(_ row: NaiveModel.Row) {
      key = row.key
      title = row.content.title
      value = row.content.value?.plainText ?? ""
      isExpanded = row.isExpanded
    }
  }

  private func unfolded(_ form: FormDefinition) -> FormDefinition {
    var form = form
    for index in form.sections.indices { form.sections[index].startsFolded = false }
    return form
  }

  private func unfolded(_ state: ResponseState) -> ResponseState {
    var state = state
    for (section, fold) in state.folds {
      state.apply(StateChange(.fold, of: section, before: .flag(fold), after: nil))
    }
    return state
  }

}
