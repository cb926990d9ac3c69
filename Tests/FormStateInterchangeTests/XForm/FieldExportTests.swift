import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// XForms that are exported as JavaRosa accepts them.
@Suite("Field: export")
struct FieldExportTests {
  /// The exported XForm of a form, which is imported as the same form.
  private func written(_ form: FieldForm) throws -> String {
    let again = try form.goneOut()
    #expect(FormDifference.first(form.imported.form, again.imported.form) == nil)
    return String(decoding: try XFormFile.write(form.imported.form).data, as: UTF8.self).replacing(
      />[ \n]+</, with: "><")
  }

  @Test("Relative paths of binds and controls are exported as absolute paths")
  func relativePaths() throws {
    let form = try FieldForm(
      "<id/><g><n/><r><m/></r></g>",
      model: #"<bind nodeset="id" required="true()"/><bind nodeset="g/n" type="int"/>"#,
      body: """
        <input ref="id"><label>Name</label></input>
        <group ref="g"><label>G</label><input ref="n"/><repeat nodeset="r"><input ref="./m"/></repeat></group>
        """)
    #expect(form.diagnostics == [])
    let cells = form.imported.form.sections.flatMap(\.cells)
    #expect(cells.map { "\($0.key) \($0.kind.rawValue)" } == ["id text", "n integer", "r repeat", "m text"])
    #expect(cells[0].rules == [FormRule(.required, "true()")])
    let xml = try written(form)
    for path in [#"nodeset="/data/id""#, #"ref="/data/g""#, #"ref="/data/g/n""#, #"ref="/data/g/r/m""#] {
      #expect(xml.contains(path))
    }
  }

  @Test("A group without a title keeps its appearance")
  func bareAppearance() throws {
    let form = try FieldForm(
      "<a/><b/>", body: #"<input ref="/data/a"/><group appearance="field-list"><label/><input ref="/data/b"/></group>"#)
    #expect(form.diagnostics == [])
    #expect(try written(form).contains(#"<group appearance="field-list">"#))
  }

  @Test("A control may name its bind")
  func namedBinds() throws {
    let form = try FieldForm(
      "<a/>", model: #"<bind id="age" nodeset="/data/a" type="int"/>"#,
      body: #"<input bind="age"><label>Age</label></input>"#)
    #expect(form.diagnostics == [])
    #expect(try written(form).contains(#"<input ref="/data/a"><label>Age</label></input>"#))
  }

  // As in eIMCI, where an empty node decides whether a dozen groups are relevant.
  @Test("A group at a node without children stays a group, and the node keeps its value")
  func gates() throws {
    let form = try FieldForm(
      "<visit>first</visit><go/><a/>",
      model: #"<bind nodeset="/data/go" relevant="/data/visit = 'first'" calculate="concat(/data/a, '!')"/>"#,
      body: """
        <input ref="/data/visit"/><group ref="/data/go"><input ref="/data/a"><label>A</label></input></group>
        """)
    #expect(form.diagnostics == [])
    try form.apply(.set("a", "x"))
    #expect(try form.value("go") == "x!")
    let xml = try written(form)
    #expect(xml.contains(#"<group ref="/data/go"><input ref="/data/a"><label>A</label></input></group>"#))
    #expect(
      xml.contains(#"<bind nodeset="/data/go" relevant="/data/visit = 'first'" calculate="concat(/data/a, '!')"/>"#))
    try form.apply(.set("visit", "second"))
    #expect(try !form.submission().contains("<a>"))
  }

  @Test("Two groups may refer to one node")
  func twoGroups() throws {
    let form = try FieldForm(
      "<t/><g><x/><y/></g>", model: #"<bind nodeset="/data/g" relevant="/data/t = '1'"/>"#,
      body: """
        <input ref="/data/t"/><group ref="/data/g"><label>One</label><input ref="/data/g/x"/></group>
        <group ref="/data/g"><label>Two</label><input ref="/data/g/y"/></group>
        """)
    #expect(form.imported.form.sections.map(\.title) == ["", "One", "Two"])
    let xml = try written(form)
    #expect(xml.contains(#"<group ref="/data/g"><label>Two</label><input ref="/data/g/y"/></group>"#))
    #expect(xml.components(separatedBy: "relevant=").count == 2)
    #expect(try !form.submission().contains("<y/>"))
  }

  @Test("Pictures, sounds and other text forms are exported in each language")
  func media() throws {
    let form = try FieldForm(
      "<n/><p/><q/>",
      model: """
        <itext><translation lang="en" default="true()">
        <text id="n"><value>Name</value><value form="image">jr://images/n.png</value></text>
        <text id="h"><value form="long">Long</value><value form="short">S</value></text>
        <text id="a"><value form="image">jr://images/a.png</value></text>
        <text id="help"><value>Help</value></text></translation>
        <translation lang="fr"><text id="n"><value>Nom</value><value form="audio">jr://audio/n.mp3</value></text>
        </translation></itext>
        <instance id="l"><root><item><itextId>a</itextId><name>a</name></item></root></instance>
        """,
      body: """
        <input ref="/data/n"><label ref="jr:itext('n')"/><help ref="jr:itext('help')"/></input>
        <select1 ref="/data/p"><label ref="jr:itext('h')"/><item><label ref="jr:itext('a')"/><value>1</value></item>
        </select1><select1 ref="/data/q"><label>Q</label><itemset nodeset="instance('l')/root/item"><value ref="name"/>
        <label ref="jr:itext(itextId)"/></itemset></select1>
        """)
    #expect(form.imported.form.sections.flatMap(\.cells).first { $0.key == "p" }?.subtitle == "Long")
    let xml = try written(form)
    for part in [
      #"<value>Name</value><value form="image">jr://images/n.png</value>"#,
      #"<value>Nom</value><value form="audio">jr://audio/n.mp3</value>"#,
      #"<value>Long</value><value form="short">S</value>"#, #"<text id="help"><value>Help</value></text>"#,
      #"ref="jr:itext('help')"/></input>"#,
    ] { #expect(xml.contains(part), "\(part) is missing in \(xml)") }
    // Media without a text have no words: those of the option, and of the item of the list.
    #expect(xml.components(separatedBy: #"><value form="image">jr://images/a.png</value></text>"#).count == 3)
  }

  @Test("Outputs in the labels of choices are exported in each language")
  func outputsOfChoices() throws {
    let form = try FieldForm(
      "<n/><o/>",
      model: """
        <itext><translation lang="en"><text id="o"><value>With <output value="/data/n"/></value></text></translation>
        <translation lang="fr"><text id="o"><value>Avec <output value="/data/n"/></value></text></translation></itext>
        """,
      body: """
        <input ref="/data/n"/><select1 ref="/data/o"><label>O</label>
        <item><label ref="jr:itext('o')"/><value>w</value></item></select1>
        """)
    let xml = try written(form)
    #expect(xml.contains(#"<value>With <output value="/data/n"/></value>"#))
    #expect(xml.contains(#"<value>Avec <output value="/data/n"/></value>"#))
  }

  @Test("An instance has no inner template, and a counted repeat keeps its first instance")
  func countedRepeats() throws {
    let form = try FieldForm(
      "<o><n/><i><q/></i></o>", model: #"<bind nodeset="/data/o/n" calculate="5"/>"#,
      body: """
        <repeat nodeset="/data/o"><repeat nodeset="/data/o/i" jr:count="/data/o/n"><input ref="/data/o/i/q"/></repeat>
        </repeat>
        """)
    let template = #"<o jr:template=""><n/><i jr:template=""><q/></i></o>"#
    #expect(try written(form).contains(template + "<o><n/><i><q/></i></o>"))
  }

  @Test("Without a template, a new instance is empty and has no inner instances")
  func instancesWithoutTemplate() throws {
    let form = try FieldForm(
      "<o><n>1</n><i><m>a</m></i></o>",
      body: """
        <repeat nodeset="/data/o"><input ref="/data/o/n"/><repeat nodeset="/data/o/i"><input ref="/data/o/i/m"/></repeat>
        </repeat>
        """)
    for form in [form, try form.goneOut()] {
      try form.apply(.add("o"))
      let xml = try form.submission().replacing(/>\s+</, with: "><")
      #expect(xml.contains("<o><n>1</n><i><m>a</m></i></o><o><n/></o>"))
    }
  }

  @Test("Non-breaking spaces in titles are kept")
  func spaces() throws {
    let form = try FieldForm(
      "<a/><b/>",
      body: """
        <input ref="/data/a"/><input ref="/data/b"><label>Of <output value="/data/a"/>\u{A0}<output value="/data/a"/></label>
        </input>
        """)
    #expect(try written(form).contains("/>\u{A0}<output"))
  }

  @Test("An untouched response is exported with its initial values")
  func untouched() throws {
    let form = try FieldForm(
      "<a>5</a>", model: #"<bind nodeset="/data/a" type="int"/>"#, body: #"<input ref="/data/a"/>"#)
    #expect(try form.store.contents(of: form.key).stream == nil)
    let xml = try form.submission()
    #expect(xml.contains("<a>5</a>"))
    #expect(xml.contains(/<orx:instanceID>uuid:[0-9a-f-]{36}</))
  }
}
