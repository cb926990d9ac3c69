import FormState
import Testing

@Suite("Templates")
struct TemplateTests {
  @Test("A template fills its placeholders, unescapes braces, and gives nil without any text")
  func filling() throws {
    let template = try Template("{{{last}, {first}}}")
    #expect(template.cellKeys == ["last", "first"])
    #expect(template.filled { ["last": "Sawyer", "first": "Tom"][$0] } == "{Sawyer, Tom}")
    #expect(template.filled { ["last": "Sawyer"][$0] } == "{Sawyer, }")
    #expect(template.filled { _ in nil } == nil)
  }

  @Test(
    "A malformed template says why",
    arguments: [
      ("{last", "the template “{last” has a “{” without its “}”"),
      ("last}", "the template “last}” has a “}” without its “{”"),
      ("a{}", "the template “a{}” has an empty placeholder “{}”"),
    ])
  func malformed(source: String, message: String) {
    let error = #expect(throws: Template.Malformed.self) { try Template(source) }
    #expect(error?.description == message)
  }
}
