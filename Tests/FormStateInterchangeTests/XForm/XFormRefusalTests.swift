import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Importing invalid and damaged XForms.
@Suite("Refusing XForms")
struct XFormRefusalTests {
  @Test(
    "A document without a form is refused with the reason",
    arguments: [
      (
        "<h:head/>",
        "survey.xml: line 1, column 1: there is no model with an instance; write <model><instance> into the head"
      ),
      (
        "<model><instance/></model>",
        "survey.xml: line 1, column 1: there is no model with an instance; write <model><instance> into the head"
      ),
      ("<h:head>", "survey.xml: line 1, column 134: </h:head> is expected here, not </h:html>"),
    ])
  func refusals(content: String, message: String) {
    let error = #expect(throws: ImportError.self) {
      try DefinitionImporter.read(
        Data("\(XFormImportTests.open)\(content)</h:html>".utf8), settings: ImportSettings(sourceName: "survey.xml"))
    }
    #expect(error?.description == message)
  }

  @Test("Section titles for an XForm are refused")
  func titles() {
    let error = #expect(throws: ImportError.self) {
      try DefinitionImporter.read(
        Data("\(XFormImportTests.open)</h:html>".utf8),
        settings: ImportSettings(sectionTitles: ["A"], sourceName: "survey.xml"))
    }
    #expect(
      error?.description
        == "survey.xml: the document is an XForm, which has its own titles; omit the titles or their key")
  }

  @Test(
    "A damaged XForm gives a valid form or an error message",
    arguments: TestSeeds.seeds(8, full: 2_000))
  func damage(seed: UInt64) throws {
    let example = seed.isMultiple(of: 2) ? "Examples/household.xml" : "Examples/survey/survey.xml"
    let sound = Data(try Repository.text(of: example).utf8)
    let places = ["places.csv": Data(try Repository.text(of: "Examples/survey/places.csv").utf8)]
    var generator = SeededGenerator(seed: seed)
    for step in 0..<20 {
      let place = Comment(rawValue: "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      var bytes = Array(sound)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 1...60, using: &generator))
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0..<bytes.count, using: &generator))
        default: bytes[start] = UInt8.random(in: 32...126, using: &generator)
        }
      }
      do {
        let form = try DefinitionImporter.read(
          Data(bytes), settings: ImportSettings(sourceName: "survey.xml", attachments: places))
        #expect(form.form.definitionFaults() == [], place)
      } catch let error as ImportError {
        #expect(!error.description.isEmpty, place)
      }
    }
  }
}
