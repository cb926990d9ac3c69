import FormState
import TestSupport
import Testing

@Suite("The documented forms")
struct DocumentedFormTests {
  @Test("The documentation shows the code that this test compiles, block after block")
  func documentedCode() throws {
    let source = try Repository.text(of: "Tests/FormStateTests/Definition/DocumentedForms.swift")
    let code = try #require(source.components(separatedBy: "a test holds them equal.\n\n").last)
    #expect(try blocks("swift").joined(separator: "\n") == code)
  }

  @Test("The documented list of faults is what the faulty form's check says")
  func documentedFaults() throws {
    let error = #expect(throws: InvalidDefinition.self) { try faulty.checkDefinition() }
    #expect(try blocks("text") == ["\(error?.description ?? "")\n"])
  }

  @Test("The documented forms can be used")
  func sound() throws {
    try profile.checkDefinition()
    let order = order(parcels: ["a", "b"], isGift: true)
    try order.checkDefinition()
    #expect(
      order.sections[0].cells.map(\.key) == [
        "invoice", "invoice-street", "invoice-town", "a", "a-street", "a-town", "b", "b-street", "b-town", "greeting",
      ])
  }

  /// The article's code blocks in a language.
  private func blocks(_ language: String) throws -> [String] {
    try Repository.text(of: "Sources/FormState/FormState.docc/DefiningForms.md")
      .components(separatedBy: "```\(language)\n").dropFirst()
      .map { try #require($0.components(separatedBy: "```").first) }
  }
}
