import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

/// Repeats as in pyxform's output, opened as in Collect.
@Suite("Field: repeats and their first instances")
struct FieldRepeatTests {
  private func crops(_ instance: String) throws -> FieldForm {
    try FieldForm(
      instance,
      model: """
        <bind nodeset="/data/r/crop" type="string" readonly="true()"/>
        <bind nodeset="/data/all" calculate="join(',', /data/r/crop)"/>
        """,
      body: """
        <group ref="/data/r"><repeat nodeset="/data/r"><input ref="/data/r/crop"/><input ref="/data/r/kg"/></repeat></group>
        """)
  }

  @Test("First instances keep their own values")
  func ownValues() throws {
    let form = try crops("<r><crop>maize</crop><kg/></r><r><crop>beans</crop><kg/></r><all/>")
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try form.value("all") == "maize,beans")
      try form.apply(.set("r[2]/kg", "3"), .add("r"))
      // Without a template a new instance is empty, as in JavaRosa.
      #expect(try form.value("all") == "maize,beans,")
      #expect(try form.store.check() == [])
    }
  }

  @Test("A template's values are only for new instances")
  func template() throws {
    let form = try crops(
      #"<r jr:template=""><crop>rice</crop><kg>1</kg></r><r><crop>maize</crop><kg/></r><r><crop>rice</crop><kg>2</kg></r><all/>"#
    )
    for form in [form, try form.goneOut()] {
      #expect(try form.value("all") == "maize,rice")
      #expect(try ["kg:1", "kg:2"].map(form.value) == [nil, "2"])
      try form.apply(.add("r"))
      #expect(try form.value("all") == "maize,rice,rice")
      #expect(try form.value("kg:3") == "1")
    }
  }

  @Test(
    "First instances keep their chosen options, whether these are a list's or the question's",
    arguments: [
      "<itemset nodeset=\"instance('c')/root/item\"><value ref=\"value\"/><label ref=\"label\"/></itemset>",
      "<item><label>A</label><value>a</value></item><item><label>B</label><value>b</value></item>",
    ], ["", #"<r jr:template=""><s/><m/><t/></r>"#])
  func chosenOptions(choices: String, template: String) throws {
    let form = try FieldForm(
      "\(template)<r><s>a</s><m>b a</m><t>x</t></r><r><s>b</s><m/><t>y</t></r><all/>",
      model: """
        <instance id="c"><root><item><label>A</label><value>a</value></item><item><label>B</label><value>b</value></item></root></instance>
        <bind nodeset="/data/all" calculate="join(',', /data/r/s)"/>
        """,
      body: """
        <repeat nodeset="/data/r"><select1 ref="/data/r/s"><label>S</label>\(choices)</select1>
        <select ref="/data/r/m"><label>M</label>\(choices)</select><input ref="/data/r/t"/></repeat>
        """)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try form.value("all") == "a,b")
      #expect(try ["s:1", "m:1", "s:2", "m:2"].map(form.value) == ["a", #"["b","a"]"#, "b", nil])
      #expect(try form.store.session(for: form.key).row(at: RowPath(section: 0, row: 1))?.title == "A")
      #expect(try form.submission().contains("<s>b</s>"))
      try form.apply(.add("r"))
      #expect(try form.value("s:3") == nil)
      #expect(try form.store.check() == [])
    }
  }

  @Test("Undo, import, upgrade and reset keep the initial values of the first instances")
  func lasting() throws {
    let form = try crops("<r><crop>maize</crop><kg/></r><r><crop>beans</crop><kg/></r><all/>")
    try form.apply(.set("r[2]/kg", "3"), .undo(.everything))
    #expect(try form.value("all") == "maize,beans")
    let other = try FormStore.inMemory()
    let journal = try form.store.journal(of: form.key)
    try other.importForms([FormContents(form: form.imported.form, responses: ["default": .init(journal: journal)])])
    #expect(try other.contents(of: form.key).digest == form.store.contents(of: form.key).digest)
    var changed = form.imported.form
    changed.title = "Changed"
    try form.store.save(changed)
    try form.store.upgrade(form.key)
    #expect(try form.value("all") == "maize,beans")
    try form.apply(.remove("r[1]"), .reset(nil))
    #expect(try form.value("all") == "maize,beans")
    #expect(try form.store.check() == [] && other.check() == [])
  }

  private static func inOneLine(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }

  @Test("A setvalue for new instances does not change the first ones")
  func newInstancesOnly() throws {
    let form = try FieldForm(
      "<r><a/><b>own</b><c/></r>",
      body: """
        <group ref="/data/r"><repeat nodeset="/data/r"><input ref="/data/r/a"/><input ref="/data/r/b"/><input ref="/data/r/c"/>
        <setvalue event="odk-new-repeat" ref="/data/r/a" value="'new'"/>
        <setvalue event="odk-new-repeat" ref="/data/r/b" value="'new'"/>
        <setvalue event="odk-instance-first-load odk-new-repeat" ref="/data/r/c" value="'both'"/>
        </repeat></group>
        """)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      try form.apply(.add("r"))
      #expect(try ["a:1", "b:1", "c:1"].map(form.value) == [nil, "own", "both"])
      #expect(try ["a:2", "b:2", "c:2"].map(form.value) == ["new", "new", "both"])
      #expect(try form.store.check() == [])
    }
  }

  /// pyxform's output for a repeat within a repeat: a template, and a first instance with one of the inner repeat.
  private static let nested = """
    <house jr:template=""><name/><person jr:template=""><age/></person></house>
    <house><name/><person><age/></person></house><sum/>
    """

  private func houses(_ instance: String = nested) throws -> FieldForm {
    try FieldForm(
      instance,
      model: #"<bind nodeset="/data/sum" calculate="count(/data/house/person)"/>"#,
      body: """
        <group ref="/data/house"><repeat nodeset="/data/house"><input ref="/data/house/name"/>
        <group ref="/data/house/person"><repeat nodeset="/data/house/person"><input ref="/data/house/person/age"/>
        </repeat></group></repeat></group>
        """)
  }

  @Test("A first instance has its own inner instances; a new one has those of the template")
  func nestedRepeats() throws {
    let form = try houses()
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try form.value("sum") == "1")
      try form.apply(.set("house[1]/person[1]/age", "7"), .add("house"))
      #expect(try form.value("sum") == "1")
      try form.apply(.add("house[2]/person"))
      #expect(try form.value("sum") == "2")
      #expect(Self.inOneLine(try form.submission()).contains("<person><age>7</age></person></house><house>"))
      #expect(try form.store.check() == [])
    }
  }

  @Test("Inner instances have their own values in each first instance")
  func nestedValues() throws {
    let form = try houses(
      """
      <house jr:template=""><name/><person jr:template=""><age/></person></house>
      <house><name>Ada</name><person><age>1</age></person><person><age>2</age></person></house>
      <house><name>Bo</name></house>
      <house><name/><person><age/></person></house><sum/>
      """)
    for form in [form, try form.goneOut()] {
      #expect(try form.value("sum") == "3")
      #expect(
        try (1...6).map { try form.value("name:\($0)") ?? form.value("age:\($0)") } == [
          "Ada", "1", "2", "Bo", nil, nil,
        ])
    }
  }

  @Test("The template is exported before the first instances, with the inner template")
  func written() throws {
    let nodes = Self.inOneLine(
      String(decoding: try XFormFile.write(try houses().imported.form).data, as: UTF8.self))
    #expect(
      nodes.contains(
        #"<house jr:template=""><name/><person jr:template=""><age/></person></house><house><name/><person><age/></person></house>"#
      ), "\(nodes)")
  }

  @Test("An invalid initial value is reported; instances of a counted repeat begin like new ones")
  func misfits() throws {
    let form = try FieldForm(
      "<n>2</n><r><kg>1</kg></r><r><kg>many</kg></r>", model: #"<bind nodeset="/data/r/kg" type="int"/>"#,
      body: #"<group ref="/data/r"><repeat nodeset="/data/r"><input ref="/data/r/kg"/></repeat></group>"#)
    #expect(
      form.diagnostics == [
        "line 3, column 56: kg cannot have the initial value many; it has the value of a new instance there"
      ])
    let counted = try FieldForm(
      "<n>2</n><r><kg>1</kg></r><r><kg>2</kg></r>",
      body: """
        <input ref="/data/n"/><group ref="/data/r"><repeat nodeset="/data/r" jr:count="/data/n"><input ref="/data/r/kg"/></repeat></group>
        """)
    #expect(
      counted.diagnostics == [
        "line 3, column 36: the instances of r are counted by a rule; all of them begin with the values of a new one"
      ])
  }

  @Test("A repeat with an unsupported count begins with the instances of the primary instance")
  func countLeftOut() throws {
    let form = try FieldForm(
      "<r><kg>1</kg></r><r><kg>2</kg></r>",
      body: """
        <group ref="/data/r"><repeat nodeset="/data/r" jr:count="randomly(/data/r)"><input ref="/data/r/kg"/></repeat></group>
        """)
    #expect(form.diagnostics.count == 1 && form.diagnostics[0].contains("the rule “count” of r"))
    #expect(try ["kg:1", "kg:2"].map(form.value) == ["1", "2"])
    let circle = try FieldForm(
      "<n/><r><kg>1</kg></r><r><kg>2</kg></r>", model: #"<bind nodeset="/data/n" calculate="/data/n + 1"/>"#,
      body: """
        <group ref="/data/r"><repeat nodeset="/data/r" jr:count="randomly(/data/n)"><input ref="/data/r/kg"/></repeat></group>
        """)
    #expect(circle.diagnostics.contains { $0.contains("circular") }, "\(circle.diagnostics)")
    #expect(try ["kg:1", "kg:2"].map(circle.value) == ["1", "2"])
  }
}
