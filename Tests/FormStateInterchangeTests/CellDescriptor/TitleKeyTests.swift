import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Titles under another key")
struct TitleKeyTests {
  private static func place(_ label: String?, rows: Int = 0, visible: Bool = true) -> String {
    let flags = "<key>isExpandable</key><\(rows > 0)/><key>isExpanded</key><false/><key>isVisible</key><\(visible)/>"
    let label = label.map { "<key>label</key><string>\($0)</string>" } ?? ""
    return """
      <dict>\(flags)<key>additionalRows</key><string>\(rows)</string>\(label)\
      <key>cellIdentifier</key><string>idPlace</string><key>checked</key><string>TRUE</string></dict>
      """
  }

  private static let places = PlistText.document([
    [place("Café", rows: 2), place("Blue Bottle", visible: false), place(nil, visible: false)]
  ])

  private static let settings = ImportSettings(sourceName: "places.plist", titleKey: "label")

  @Test("Titles and keys come from the title key and are exported there")
  func roundTrip() throws {
    let result = try DefinitionImporter.read(Self.places, settings: Self.settings)
    let cells = result.form.sections[0].cells
    #expect(cells.map(\.title) == ["Café", "Blue Bottle", ""])
    #expect(cells.map(\.key) == ["café", "blue-bottle", "café-custom"])
    #expect(cells[0].properties["checked"] == .string("TRUE"))
    #expect(cells[0].properties["label"] == nil)
    for format in CellDescriptorPlist.PlistFormat.allCases {
      let written = try CellDescriptorPlist.write(try stored(result), as: format)
      #expect(try Document.read(written).root == Document.read(Self.places).root)
    }
  }

  @Test("Without a title key, the key that holds the titles is found and reported")
  func takenByItself() throws {
    let taken =
      "primaryTitle: is missing or empty in every cell; “label” holds the titles, so they were read from it"
    let (alone, named) = (
      try DefinitionImporter.read(Self.places, settings: ImportSettings(sourceName: "places.plist")),
      try DefinitionImporter.read(Self.places, settings: Self.settings)
    )
    #expect(alone.form == named.form)
    #expect(alone.diagnostics.first?.description == taken)
    #expect(alone.diagnostics.dropFirst().map(\.description) == named.diagnostics.map(\.description))
    #expect(
      try CellDescriptorPlist.read(Self.places, settings: ImportSettings(sourceName: "places.plist")).form == named.form
    )
    for format in CellDescriptorPlist.PlistFormat.allCases {
      let written = try CellDescriptorPlist.write(try stored(alone), as: format)
      #expect(try Document.read(written).root == Document.read(Self.places).root)
    }
  }

  @Test("Titles come from another key only if no cell has one, unless primaryTitle is named")
  func notTaken() throws {
    let one = PlistText.document([
      [PlistText.cell("mine", "A"), PlistText.cell("mine", replacing: [("label", "<string>B</string>")])]
    ])
    #expect(try imported(one).diagnostics == [])
    let none = PlistText.document([[PlistText.cell("mine", replacing: [("label", "<string>B</string>")])]])
    let named = ImportSettings(sourceName: "a", titleKey: "primaryTitle")
    let result = try DefinitionImporter.read(none, settings: named)
    #expect(result.form.sections[0].cells.map(\.title) == [""])
    #expect(result.diagnostics == [])
    let strict = ImportSettings(sourceName: "a", isStrict: true)
    #expect(try DefinitionImporter.read(none, settings: strict).diagnostics.count == 1)
  }

  @Test("A form without its last title is not imported with another property as titles")
  func lastTitleRemoved() throws {
    let titled = PlistText.document([
      [PlistText.cell("mine", "A"), PlistText.cell("mine", replacing: [("label", "<string>B</string>")])]
    ])
    var result = try imported(titled)
    result.form.sections[0].cells.removeFirst()
    let written = try CellDescriptorPlist.write(try stored(result), as: .xml)
    let again = try imported(written)
    #expect(again.form.sections[0].cells.map(\.key) == result.form.sections[0].cells.map(\.key))
    #expect(again.form.sections[0].cells.map(\.title) == [""])
    #expect(again.form.sections[0].cells.map { $0.properties["label"] } == [.string("B")])
    #expect(again.diagnostics == [])
  }

  @Test("The original spelling survives form JSON")
  func throughJSON() throws {
    let form = try DefinitionImporter.read(Self.places, settings: Self.settings).form
    let again = try DefinitionImporter.read(try FormDocument.write(form), settings: ImportSettings(sourceName: "a"))
    #expect(again.form == form)
    let written = try CellDescriptorPlist.write(try stored(again), as: .xml)
    #expect(try Document.read(written).root == Document.read(Self.places).root)
  }

  @Test("With a title key, primaryTitle is an ordinary property")
  func primaryTitle() throws {
    let cell = PlistText.cell("mine", "Kept", replacing: [("label", "<string>Shown</string>")])
    let data = PlistText.document([[cell]])
    let result = try DefinitionImporter.read(data, settings: Self.settings)
    #expect(result.form.sections[0].cells[0].title == "Shown")
    #expect(result.form.sections[0].cells[0].properties["primaryTitle"] == .string("Kept"))
    let written = try CellDescriptorPlist.write(try stored(result), as: .binary)
    #expect(try Document.read(written).root == Document.read(data).root)
  }

  @Test("A filled-in response keeps the spelling of unchanged entries")
  func filledIn() throws {
    let store = try FormStore.inMemory()
    try store.importForms([try DefinitionImporter.read(Self.places, settings: Self.settings).formContents])
    let key = ResponseKey(form: "places")
    try store.replay([.expand(.key("café")), .set(.key("blue-bottle"), .text("good"))], to: key)
    let written = try CellDescriptorPlist.write(try store.contents(of: key), as: .xml)
    let objects = try PropertyListSerialization.propertyList(from: written, options: [], format: nil)
    let cells = try #require(objects as? [[[String: Any]]])[0]
    #expect(cells.map { $0["additionalRows"] as? String } == ["2", "0", "0"])
    #expect(cells.map { $0["label"] as? String } == ["good", "Blue Bottle", nil])
    #expect(cells.map { $0["key"] as? String } == ["café", nil, nil])
    #expect(cells.map { $0["isVisible"] as? Bool } == [true, true, true])
    #expect(cells.map { $0["value"] as? String } == [nil, "good", nil])
    let again = try DefinitionImporter.read(written, settings: Self.settings).form
    #expect(VisibilityIndex(form: again).visibleRowsPerSection == [[0, 1, 2]])
  }

  @Test("An unknown or reserved title key, or one for JSON, is refused")
  func refusals() {
    func message(_ titleKey: String, _ data: Data) -> String {
      refusal(of: data, settings: ImportSettings(sourceName: "a", titleKey: titleKey))
    }
    #expect(message("lable", Self.places) == "a: no cell has the title key “lable”; did you mean “label”?")
    #expect(message("x", Self.places) == "a: no cell has the title key “x”; name a key that the cells have")
    #expect(
      message("isVisible", Self.places)
        == "a: the title key “isVisible” already has another meaning; name the key that holds the titles")
    #expect(
      message("label", Data(#"{"formstate":1}"#.utf8))
        == "a: the document is JSON, where the title key “label” has no effect; omit the title key")
  }
}
