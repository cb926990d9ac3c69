import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Documents of other formats")
struct ForeignDocumentTests {
  private static func layout(each path: String) -> String {
    "map its questions to cells with a layout, beginning with \"each\": \"\(path)\""
  }
  private static let importForm = "import the app's CellDescriptor.plist, or a form as JSON"

  @Test(
    "A property list of another format is refused with its name",
    arguments: [
      (
        "<key>PreferenceSpecifiers</key><array/>", "a page of a Settings.bundle",
        "write its settings as the cells of a CellDescriptor.plist"
      ),
      ("<key>CFBundleName</key><string>Diary</string>", "the Info.plist of a bundle", importForm),
      (
        "<key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key><array/>",
        "an archive of objects (NSKeyedArchiver)", "write its cells as a property list in the app that archived them"
      ),
      (
        "<key>archiveVersion</key><string>1</string><key>rootObject</key><string>A</string>", "an Xcode project",
        importForm
      ),
      ("<key>PayloadType</key><string>Configuration</string>", "a configuration profile", importForm),
      (
        "<key>cells</key><dict><key>NSStringLocalizedFormatKey</key><string>x</string></dict>",
        "a table of plurals (.stringsdict)", importForm
      ),
      ("<key>com.apple.developer.healthkit</key><true/>", "a list of entitlements", importForm),
      ("<key>Hello</key><string>Bonjour</string>", "a table of texts (.strings)", importForm),
    ])
  func propertyLists(entries: String, name: String, action: String) {
    let data = Data(propertyList("<dict>\(entries)</dict>").utf8)
    for isStrict in [true, false] {
      let settings = ImportSettings(sourceName: "x.plist", isStrict: isStrict)
      #expect(refusal(of: data, settings: settings) == "x.plist: this is \(name), not a form; \(action)")
    }
  }

  @Test(
    "JSON of another format is refused with its name",
    arguments: [
      (
        #"{"resourceType":"Questionnaire","item":[]}"#, "a FHIR Questionnaire",
        "map its items to cells with a layout"
      ),
      (
        #"{"$schema":"https://json-schema.org/draft/2020-12/schema"}"#, "a JSON Schema",
        "map its items to cells with a layout"
      ),
      (#"{"title":"T","pages":[{"name":"p","elements":[]}]}"#, "a form of SurveyJS", layout(each: "pages")),
      (#"{"elements":[{"type":"text","name":"q"}]}"#, "a form of SurveyJS", layout(each: "elements")),
      (
        #"{"display":"form","components":[{"type":"textfield","key":"k"}]}"#, "a form of Form.io",
        layout(each: "components")
      ),
      (
        #"{"uid":"a","asset_type":"survey","content":{"survey":[]}}"#, "a form of KoboToolbox",
        "download the form as XForm (XML) and import that"
      ),
      (
        #"{"survey":[{"type":"text","name":"q"}],"choices":[]}"#, "a form of KoboToolbox",
        "download the form as XForm (XML) and import that"
      ),
      (
        #"{"id":"x","fields":[{"id":"1","ref":"r","type":"short_text","title":"Q"}]}"#, "a form of Typeform",
        layout(each: "fields")
      ),
      (
        #"{"schema":{"type":"object","properties":{}},"uiSchema":{}}"#, "a form of react-jsonschema-form",
        "save its schema in a separate file, and map its items to cells with a layout"
      ),
      (
        #"{"schema":{"type":"object","properties":{}},"uischema":{"type":"VerticalLayout"}}"#, "a form of JSON Forms",
        "save its schema in a separate file, and map its items to cells with a layout"
      ),
      (
        ##"{"type":"VerticalLayout","elements":[{"type":"Control","scope":"#/properties/a"}]}"##,
        "a UI schema of JSON Forms", layout(each: "elements")
      ),
      (
        #"{"type":"object","properties":{"a":{"type":"string"}}}"#, "a JSON Schema",
        "map its items to cells with a layout"
      ),
      (#"{"sourceLanguage":"en","strings":{},"version":"1.0"}"#, "a catalogue of texts (.xcstrings)", importForm),
      (#"{"images":[],"info":{"author":"xcode","version":1}}"#, "the contents of an asset catalogue", importForm),
    ])
  func json(text: String, name: String, action: String) {
    #expect(refusal(of: Data(text.utf8), name: "x.json") == "x.json: this is \(name), not a form; \(action)")
  }

  @Test("A CellDescriptor.plist as JSON is recognized and refused")
  func cellDescriptorAsJSON() {
    let cell = #"{"isExpandable":false,"isExpanded":false,"isVisible":true,"cellIdentifier":"a","additionalRows":0}"#
    #expect(
      refusal(of: Data("[[\(cell)]]".utf8), name: "x.json")
        == "x.json: this is a CellDescriptor.plist as JSON; convert it to a property list")
  }

  @Test("A form with foreign members is still a form; other JSON is not a form document")
  func forms() {
    #expect(
      refusal(ofJSON: #"{"formstate":1,"resourceType":"Patient","key":"a","sections":[]}"#).contains("resourceType"))
    #expect(refusal(ofJSON: #"{"name":"Ada"}"#).contains("this is not a form document"))
  }
}
