import FormState
import FormStateInterchange
import Foundation
import TestSupport
import Testing

/// The article “Ten minutes to a form of your own” writes its first form in JSON and in Swift.
@Suite("The first form of the article")
struct FirstFormTests {
  private let page = DocumentedCode("Sources/FormStateInterchange/FormStateInterchange.docc/FirstForm.md")

  @Test("The form in Swift equals the form in JSON")
  func first() throws {
    let visit = FormDefinition(key: "visit", title: "Visit") {
      FormSection(key: "patient", title: "Patient") {
        Cell.text("name", title: "Name")
        Cell.date("born", title: "Date of birth")
      }
    }

    let json = try #require(try page.blocks(in: "json").first)
    #expect(try FormDocument.read(Data(json.utf8), settings: ImportSettings(sourceName: "visit.json")).form == visit)
  }

  @Test("Every JSON block of the article belongs to visit.json")
  func parts() throws {
    let blocks = try page.blocks().filter { $0.language == "json" }
    #expect(blocks.count > 8 && blocks.allSatisfy { $0.command?.contains("visit.json") == true })
  }
}
