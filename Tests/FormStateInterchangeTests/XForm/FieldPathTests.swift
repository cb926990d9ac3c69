import FormState
import Testing

@testable import FormStateInterchange

/// Paths that people write by hand, besides those of pyxform.
@Suite("Field: paths")
struct FieldPathTests {
  @Test("A position in a nested repeat counts within each parent, as in XPath")
  func placesInNestedRepeats() throws {
    let form = try FieldForm(
      """
      <house jr:template=""><person jr:template=""><age/></person><first/></house>
      <house><person><age>4</age></person><person><age>5</age></person><first/></house>
      <house><person><age>6</age></person><first/></house><all/><last/>
      """,
      model: """
        <bind nodeset="/data/house/person/age" type="int"/>
        <bind nodeset="/data/all" calculate="join(' ', /data/house/person[1]/age)"/>
        <bind nodeset="/data/last" calculate="join(' ', /data/house/person[position() = last()]/age)"/>
        <bind nodeset="/data/house/first" calculate="join(' ', /data/house/person[1]/age)"/>
        """,
      body: """
        <group ref="/data/house"><repeat nodeset="/data/house"><group ref="/data/house/person">
        <repeat nodeset="/data/house/person"><input ref="/data/house/person/age"/></repeat></group></repeat></group>
        """)
    for form in [form, try form.goneOut()] {
      #expect(form.diagnostics == [])
      #expect(try ["all", "last", "house[1]/first", "house[2]/first"].map(form.value) == ["4 6", "5 6", "4", "6"])
    }
  }

  @Test("A path with // leads to the only node with a name, at any depth")
  func anywhere() throws {
    let form = try FieldForm(
      "<group><age>4</age></group><copy/><sum/>",
      model: """
        <bind nodeset="/data/group/age" type="int"/><bind nodeset="/data/copy" calculate="//age + 1"/>
        <bind nodeset="/data/sum" calculate="sum(//group/age)"/>
        """, body: #"<group ref="/data/group"><input ref="/data/group/age"/></group>"#)
    #expect(form.diagnostics == [])
    #expect(try ["copy", "sum"].map(form.value) == ["5", "4"])
  }

  @Test(
    "Paths without a counterpart in a form are refused by name",
    arguments: [
      ("following-sibling::b", "a path uses the axis following-sibling"),
      ("../preceding::b", "a path uses the axis preceding"),
      ("/data/@version", "a path leads to the attribute version"),
      ("/data/attribute::version", "a path leads to the attribute version"),
      ("/data/b/text()", "a path leads to nodes of the kind text()"),
      ("//*", "a path that begins with // has to name a node"),
      ("//z", "there is no node z"), ("//b", "there are 2 nodes b, so // leads to all of them"),
    ])
  func refused(path: String, reason: String) throws {
    let form = try FieldForm(
      "<a/><b/><c><b/></c>", model: #"<bind nodeset="/data/a" calculate="string(\#(path))"/>"#,
      body: #"<input ref="/data/b"/>"#)
    #expect(
      form.diagnostics == ["line 4, column 1: the rule “calculate” of a: \(reason); it is kept without effect"])
  }
}
