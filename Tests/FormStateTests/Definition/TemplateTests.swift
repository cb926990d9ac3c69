import Testing

@testable import FormState

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

  @Test("Combining marks and empty texts around braces stay what they are")
  func marks() throws {
    #expect(try Template("a{\u{301}b}\u{301}").parts == [.text("a"), .cell(key: "\u{301}b"), .text("\u{301}")])
    #expect(try Template("{a}{b}").parts == [.cell(key: "a"), .cell(key: "b")])
    #expect(try Template("").parts == [] && Template("}}{{").parts == [.text("}{")])
    #expect(try Template("é {a{}!").parts == [.text("é "), .cell(key: "a{"), .text("!")])
  }

  @Test("A template of a megabyte costs no time, and one with thousands of braces is refused")
  func long() throws {
    let text = String(repeating: "é", count: 500_000)
    let started = ContinuousClock.now
    for _ in 0..<50 { #expect(try Template(text + "{a}").parts.count == 2) }
    #expect(ContinuousClock.now - started < .seconds(10))
    let most = Template.mostPlaceholders
    for one in ["{a}", "{{", "}}"] {
      #expect(throws: Never.self) { try Template(String(repeating: one, count: most)) }
      let error = #expect(throws: Template.Malformed.self) { try Template(String(repeating: one, count: most + 1)) }
      #expect(error?.description.hasSuffix("has more than 4096 braces") == true)
    }
  }

  @Test("A key that is not under the cell is one fault, however often its template mentions it")
  func repeated() throws {
    let cell = FormCell(
      key: "all", kind: .group, isExpandable: true, additionalRows: 1,
      summary: .template(try Template("{a}{b}{a}{a}")))
    let form = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [cell, FormCell(key: "b", kind: .text)])])
    #expect(form.definitionFaults().count == 1, "\(form.definitionFaults())")
  }
}
