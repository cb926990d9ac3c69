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

  @Test(
    "Labels and hints keep their lines, without what indents them in the document",
    arguments: [
      ("One\n\n   Two\n\t- item", "One\n\nTwo\n- item"), ("\n   One  two\n  ", "One two"),
      ("One\n\n\n\nTwo", "One\n\nTwo"),
      (#"\#n  One\#n  <output value="/data/n"/> is\#n  "#, "One\nis"),
    ])
  func lines(label: String, title: String) throws {
    let form = try FieldForm(
      "<n/><a/>",
      body: "<input ref=\"/data/n\"/><input ref=\"/data/a\"><label>\(label)</label><hint>\(label)</hint></input>")
    let cell = try #require(form.imported.form.sections.flatMap(\.cells).first { $0.key == "a" })
    #expect(cell.title == title)
    #expect(cell.subtitle.split(separator: "\n").count == title.split(separator: "\n").count)
    try form.apply(.set("n", .text("Ada")))
    let session = try form.store.session(for: form.key)
    let shown = try #require(session.rowPath(of: .key("a")).flatMap(session.row(at:))).title
    #expect(shown == title.replacing("\nis", with: "\nAda is"))
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
