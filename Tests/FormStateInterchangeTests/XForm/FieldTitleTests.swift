import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// The titles of questions whose labels contain outputs.
@Suite("Field: titles")
struct FieldTitleTests {
  @Test(
    "The title of a question is its label without outputs",
    arguments: [
      (#"How old is <output value="/data/n"/>?"#, "How old is?"), (#"<output value="/data/n"/>"#, ""),
      (#"<output value="/data/n"/>, your age"#, "your age"),
      (#"Plot "<output value="/data/n"/>" (size)"#, "Plot (size)"),
      (#"Your plot (<output value="/data/n"/>) is"#, "Your plot is"), (#"<output value="/data/n"/>’s age"#, "age"),
      (#"<output value="/data/n"/> %"#, ""), ("Plain … text", "Plain … text"),
    ])
  func names(label: String, name: String) throws {
    let form = try FieldForm(
      "<n/><a/>", body: #"<input ref="/data/n"/><input ref="/data/a"><label>\#(label)</label></input>"#)
    #expect(form.imported.form.sections.flatMap(\.cells).first { $0.key == "a" }?.title == name)
    #expect(FormDifference.first(form.imported.form, try form.goneOut().imported.form) == nil)
  }

  @Test("Titles of sections and in other languages have no outputs")
  func sections() throws {
    let form = try FieldForm(
      "<n/><g><a/></g>",
      model: """
        <itext><translation lang="en"><text id="g"><value>Of <output value="/data/n"/></value></text></translation>
        <translation lang="fr"><text id="g"><value>De <output value="/data/n"/>.</value></text></translation></itext>
        """,
      body: """
        <input ref="/data/n"/><group ref="/data/g"><label ref="jr:itext('g')"/><input ref="/data/g/a"/></group>
        """)
    #expect(form.imported.form.sections.map(\.title) == ["", "Of"])
    #expect(form.imported.form.text(at: .sectionTitle("g"), in: "fr") == "De.")
    let again = try form.goneOut()
    #expect(FormDifference.first(form.imported.form, again.imported.form) == nil)
    #expect(again.imported.diagnostics.map(\.problem) == form.imported.diagnostics.map(\.problem))
  }
}
