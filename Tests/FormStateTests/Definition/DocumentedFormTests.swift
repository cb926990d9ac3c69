import FormState
import TestSupport
import Testing

@Suite("The documented forms")
struct DocumentedFormTests {
  private static let article = DocumentedCode("Sources/FormState/FormState.docc/DefiningForms.md")

  @Test("The documentation shows exactly the code that this test compiles")
  func documentedCode() throws {
    let source = try Repository.text(of: "Tests/FormStateTests/Definition/DocumentedForms.swift")
    let code = try #require(source.components(separatedBy: "a test holds them equal.\n\n").last)
    #expect(try Self.article.blocks(in: "swift").joined(separator: "\n") == code)
  }

  @Test("The documented faults are those that the faulty form's check reports")
  func documentedFaults() throws {
    let error = #expect(throws: InvalidDefinition.self) { try faulty.checkDefinition() }
    #expect(try Self.article.blocks(in: "text") == ["\(error?.description ?? "")\n"])
  }

  @Test("The documented forms are valid")
  func sound() throws {
    try profile.checkDefinition()
    let order = order(parcels: ["a", "b"], isGift: true)
    try order.checkDefinition()
    try house.checkDefinition()
    try journey.checkDefinition()
    try household.checkDefinition()
    try invoice.checkDefinition()
    #expect(invoice.faults(in: ResponseState()).map(\.message) == ["Tell us your name."])
    try allowance.checkDefinition()
    try camp.checkDefinition()
    try family.checkDefinition()
    #expect(VisibilityIndex(form: family).visibleRowsPerSection == [[0], []])
    #expect(
      house.sections[0].cells.map(\.key) == ["roof", "roof=good", "roof=poor", "walls", "walls=good", "walls=poor"])
    #expect(
      order.sections[0].cells.map(\.key) == [
        "invoice", "invoice-street", "invoice-town", "a", "a-street", "a-town", "b", "b-street", "b-town", "greeting",
      ])
  }
}
