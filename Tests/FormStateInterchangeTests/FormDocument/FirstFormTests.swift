import FormState
import FormStateInterchange
import Foundation
import TestSupport
import Testing

/// The article “Ten minutes to a form of your own” writes its first form in JSON and in Swift.
@Suite("The first form of the article")
struct FirstFormTests {
  private let page = DocumentedCode("Sources/FormStateInterchange/FormStateInterchange.docc/FirstForm.md")

  @Test("In Swift it is what it is in JSON")
  func first() throws {
    let visit = FormDefinition(key: "visit", title: "Visit") {
      FormSection(key: "patient", title: "Patient") {
        TextCell("name", title: "Name")
        DateCell("born", title: "Date of birth")
      }
    }

    let json = try #require(try page.blocks(in: "json").first)
    #expect(try FormDocument.read(Data(json.utf8), settings: ImportSettings(sourceName: "visit.json")).form == visit)
  }

  @Test("Every part of the form is written into the file by the tests, and names a key of it")
  func parts() throws {
    let blocks = try page.blocks().filter { $0.language == "json" }
    #expect(blocks.count > 8 && blocks.allSatisfy { $0.command?.contains("visit.json") == true })
  }
}
