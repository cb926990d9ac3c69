import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// Relevance if the body is nested differently from the model.
@Suite("Field: relevance")
struct FieldRelevanceTests {
  private static let model = """
    <bind nodeset="/data/a" relevant="/data/t = 'a' or /data/t = 'ab'"/>
    <bind nodeset="/data/b" relevant="/data/t = 'b' or /data/t = 'ab'"/>
    <bind nodeset="/data/a/x" relevant="/data/t != ''"/>
    """
  private static let instance = "<t/><a><x>1</x><c>2</c></a><b><y>3</y></b>"

  /// The values that are sent for each answer of the first question.
  private func sent(_ form: FieldForm) throws -> [String] {
    try ["", "a", "b", "ab"].map { answer in
      try form.apply(answer.isEmpty ? .clear("t") : .set("t", .text(answer)))
      return String(try form.submission().matches(of: /<[xcy]>(.)</).map { $0.output.1.first ?? " " })
    }
  }

  private static let byTheModel = ["", "12", "3", "123"]

  /// A form, and the same after export; the binds of the surrounding nodes are exported unchanged.
  private func both(body: String) throws -> [FieldForm] {
    let form = try FieldForm(Self.instance, model: Self.model, body: #"<input ref="/data/t"/>"# + body)
    let again = try form.goneOut()
    #expect(FormDifference.first(form.imported.form, again.imported.form) == nil)
    let xml = String(decoding: try XFormFile.write(form.imported.form).data, as: UTF8.self)
    for bind in [
      #"<bind nodeset="/data/a" relevant="/data/t = 'a' or /data/t = 'ab'"/>"#,
      #"<bind nodeset="/data/b" relevant="/data/t = 'b' or /data/t = 'ab'"/>"#,
      #"<bind nodeset="/data/a/x" relevant="/data/t != ''"/>"#,
    ] { #expect(xml.contains(bind), "\(bind) is missing in \(xml)") }
    return [form, again]
  }

  @Test(
    "A question is relevant as its node in the model is, wherever the body shows it",
    arguments: [
      // In the group of another node, in a group without a node, in a group within that of another node, and each in
      // the other's group.
      #"<group ref="/data/b"><label>B</label><input ref="/data/a/x"/><input ref="/data/b/y"/></group>"#,
      #"<group><label>G</label><input ref="/data/a/x"/><input ref="/data/b/y"/></group>"#,
      #"<group ref="/data/b"><group ref="/data/a"><label>A</label><input ref="/data/a/x"/></group><input ref="/data/b/y"/></group>"#,
      """
      <group><label>G</label><group ref="/data/a"><label>A</label><input ref="/data/b/y"/><input ref="/data/a/c"/></group>
      <group ref="/data/b"><label>B</label><input ref="/data/a/x"/></group></group>
      """,
      #"<group ref="/data/a"><input ref="/data/a/x"/></group><group ref="/data/b"><input ref="/data/b/y"/></group>"#,
    ])
  func alongTheModel(body: String) throws {
    for form in try both(body: body) { #expect(try sent(form) == Self.byTheModel) }
  }

  @Test("A rule that was removed after import is not exported")
  func changed() throws {
    let form = try FieldForm(
      Self.instance, model: Self.model,
      body: #"<input ref="/data/t"/><group><label>G</label><input ref="/data/a/x"/><input ref="/data/b/y"/></group>"#)
    var changed = form.imported.form
    for section in changed.sections.indices {
      for row in changed.sections[section].cells.indices where changed.sections[section].cells[row].key == "x" {
        changed.sections[section].cells[row].rules = []
      }
    }
    let xml = String(decoding: try XFormFile.write(changed).data, as: UTF8.self)
    #expect(try sent(FieldForm(xml: xml)) == ["1", "12", "13", "123"])
  }

  @Test("A node without questions keeps its relevance")
  func bareNodes() throws {
    let form = try FieldForm(
      "<a/><b><c/></b>", model: #"<bind nodeset="/data/b" relevant="false()"/>"#, body: #"<input ref="/data/a"/>"#)
    let xml = String(decoding: try XFormFile.write(form.imported.form).data, as: UTF8.self)
    #expect(xml.contains(#"<bind nodeset="/data/b" relevant="false()"/>"#))
    #expect(!xml.contains(#"nodeset="/data/b/c""#))
  }
}
