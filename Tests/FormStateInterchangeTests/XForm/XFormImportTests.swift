import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Importing ODK XForms.
@Suite("Importing XForms")
struct XFormImportTests {
  static let open =
    #"<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">"#

  /// An XForm, each part on separate lines.
  private func read(
    instance: String, binds: String = "", model: String = "", body: String, isStrict: Bool = false
  ) throws -> ImportedForm {
    let text = """
      \(Self.open)
      <h:head><h:title>A  survey</h:title><model>
      <instance><data id="survey" version="7">\(instance)</data></instance>
      \(binds)
      \(model)
      </model></h:head>
      <h:body>\(body)</h:body></h:html>
      """
    return try DefinitionImporter.read(
      Data(text.utf8), settings: ImportSettings(sourceName: "survey.xml", isStrict: isStrict))
  }

  private func cells(_ form: ImportedForm) -> [FormCell] { form.form.sections.flatMap(\.cells) }

  private func rules(_ form: ImportedForm, _ key: String) -> [String] {
    cells(form).first { $0.key == key }?.rules.map { "\($0.kind.rawValue) \($0.source)" } ?? []
  }

  @Test("Types and controls become kinds, nodes without a control hidden cells, labels titles")
  func kinds() throws {
    let form = try read(
      instance: "<name/><age>7</age><born/><weight/><photo/><mood/><meals/><pain/><seen/><story/><secret>x</secret>",
      binds: """
        <bind nodeset="/data/age" type="int"/><bind nodeset="/data/born" type="xsd:date"/>
        <bind nodeset="/data/weight" type="decimal"/><bind nodeset="/data/photo" type="binary"/>
        <bind nodeset="/data/pain" type="int"/>
        """,
      body: """
        <input ref="/data/name"><label> Your
          name </label><hint>As written</hint></input><input ref="/data/age"/><input ref="/data/born"/>
        <input ref="/data/weight"/><upload ref="/data/photo" mediatype="image/*"/>
        <select1 ref="/data/mood"><item><label>Good</label><value>good</value></item></select1>
        <select ref="/data/meals"><item><label>Lunch</label><value>1</value></item></select>
        <range ref="/data/pain" start="1" end="5" step="1"/><trigger ref="/data/seen"/>
        <input ref="/data/story" appearance="multiline"/>
        """)
    #expect(form.diagnostics == [])
    #expect(form.form.key == "survey" && form.form.title == "A survey")
    #expect(
      cells(form).filter { $0.kind != .option }.map { "\($0.key) \($0.kind.rawValue)" } == [
        "name text", "age integer", "born date", "weight decimal", "photo file", "mood group", "meals choices",
        "pain slider", "seen switch", "story longText", "secret text",
      ])
    let first = try #require(cells(form).first)
    #expect(first.title == "Your\nname" && first.subtitle == "As written")
    #expect(cells(form).filter(\.isHidden).map(\.key) == ["secret"])
    #expect(cells(form).first { $0.key == "age" }?.defaultValue == .integer(7))
    #expect(cells(form).first { $0.key == "pain" }?.range == NumberRange(minimum: 1, maximum: 5))
  }

  @Test("Top-level groups become sections, others cells; a repeat takes its group's label")
  func structure() throws {
    let form = try read(
      instance: #"<who><name/><child jr:template=""><age/></child></who><end/>"#,
      binds: #"<bind nodeset="/data/who/child/age" type="int"/>"#,
      body: """
        <group ref="/data/who"><label>Who</label><input ref="/data/who/name"/>
        <group ref="/data/who/child"><label>Children</label><repeat nodeset="/data/who/child" jr:count="2">
        <group><label>Each</label><input ref="/data/who/child/age"/></group></repeat></group></group>
        <input ref="/data/end"/>
        """)
    #expect(form.diagnostics == [])
    #expect(form.form.sections.map(\.key) == ["who", "section-2"] && form.form.sections[0].title == "Who")
    #expect(
      cells(form).map { "\($0.key) \($0.kind.rawValue) \($0.additionalRows)" }.prefix(2) == [
        "name text 0", "child repeat 2",
      ])
    #expect(cells(form)[1].title == "Children" && cells(form)[1].rules == [FormRule(.count, "2")])
    #expect(cells(form)[2].kind == .group && cells(form)[2].title == "Each")
  }

  @Test(
    "Paths become references, whatever their start and conditions",
    arguments: [
      ("/data/person/age + 1", "${age} + 1"), ("../age > 3 and ../../limit", "${age} > 3 and ${limit}"),
      ("current()/../age", "${age}"), ("sum(/data/person/age)", "sum(${age})"),
      ("sum(../../person/age)", "sum(${person}/${age})"), ("position(..)", "position(..)"),
      ("/data/person[position() = 2]/age", "${person}[position() = 2]/${age}"),
      ("count(/data/person[age > current()/../age])", "count(${person}[${age} > current()/${age}])"),
      ("instance('towns')/root/item[name = current()/../age]/label", "list('towns')[value = ${age}]/title"),
      ("if(/data/limit = 3, 'a/b', \"../c\")", "if(${limit} = 3, 'a/b', \"../c\")"),
      ("jr:choice-name(/data/limit, '/data/limit')", "jr:choice-name(${limit}, ${limit})"),
      ("/data/limit*2 - 3 div 4", "${limit}*2 - 3 div 4"), ("nobody", "''"),
    ])
  func paths(written: String, reference: String) throws {
    let form = try read(
      instance: "<limit/><person><age/><of/></person>",
      binds:
        "<bind nodeset=\"/data/person/of\" calculate=\"\(written.replacing("\"", with: "&quot;").replacing("<", with: "&lt;"))\"/>",
      model: """
        <instance id="towns"><root><item><name>a</name><label>A</label></item></root></instance>
        """,
      body: """
        <select1 ref="/data/limit"><item><label>3</label><value>3</value></item></select1>
        <group><repeat nodeset="/data/person"><input ref="/data/person/age"/></repeat></group>
        """)
    #expect(form.diagnostics == [])
    #expect(rules(form, "of") == ["calculate \(reference)"])
  }

  @Test(
    "current() alone is the cell, also before an operator",
    arguments: [
      ("current() &gt; 3 and current() &lt; 9", ". > 3 and . < 9"),
      (
        "count(/data/person[age = current() and age &gt; 0]) = 1",
        "count(${person}[${age} = current() and ${age} > 0]) = 1"
      ),
    ])
  func currentAlone(written: String, reference: String) throws {
    let form = try read(
      instance: "<person><age/></person>",
      binds: "<bind nodeset=\"/data/person/age\" type=\"int\" constraint=\"\(written)\"/>",
      body: #"<group><repeat nodeset="/data/person"><input ref="/data/person/age"/></repeat></group>"#)
    #expect(form.diagnostics == [])
    #expect(rules(form, "age") == ["constraint \(reference)"])
  }

  @Test("A cell inherits the rules of the nodes around it in the model")
  func inheritedRules() throws {
    let form = try read(
      instance: "<ask/><outer><inner><name/></inner></outer>",
      binds: """
        <bind nodeset="/data/outer" relevant="/data/ask = 'yes'" readonly="/data/ask = 'no'"/>
        <bind nodeset="/data/outer/inner/name" relevant="/data/ask != 'x'" required="true()" jr:requiredMsg="Say it."
          constraint="string-length(.) &lt; 9" jr:constraintMsg="Too long."/>
        """,
      body: #"<input ref="/data/ask"/><input ref="/data/outer/inner/name"/>"#)
    #expect(form.diagnostics == [])
    #expect(
      rules(form, "name") == [
        "relevant (${ask} != 'x') and (${ask} = 'yes')", "required true()", "readOnly ${ask} = 'no'",
        "constraint string-length(.) < 9",
      ])
    #expect(cells(form)[1].rules.compactMap(\.message) == ["Say it.", "Too long."])
  }

  @Test("Texts come from the default language, with their outputs")
  func texts() throws {
    let form = try read(
      instance: "<name/><greeting/>",
      model: """
        <itext><translation lang="de"><text id="n"><value>Name?</value></text></translation>
        <translation lang="en" default="true()"><text id="n"><value form="image">jr://images/n.png</value><value>Your name</value></text>
        <text id="g"><value>Hello <output value="/data/name"/>, it's you</value></text></translation></itext>
        """,
      body: """
        <input ref="/data/name"><label ref="jr:itext('n')"/></input>
        <input ref="/data/greeting"><label ref="jr:itext('g')"/></input>
        """)
    #expect(cells(form).map(\.title) == ["Your name", "Hello, it's you"])
    #expect(rules(form, "greeting") == [#"title concat('Hello ', ${name}, ", it's you")"#])
    #expect(form.diagnostics == [])
    #expect(form.form.languages == ["en", "de"])
    #expect(form.form.translations.map(\.texts) == [[.cell("name", .title): "Name?"]])
  }

  @Test("Labels, hints, choices and messages are imported in every language, with outputs")
  func languages() throws {
    func text(_ name: String, _ value: String) -> String { "<text id=\"\(name)\"><value>\(value)</value></text>" }
    let form = try read(
      instance: "<name/><age/><hello/><garden/>",
      binds: """
        <bind nodeset="/data/name" required="true()" jr:requiredMsg="jr:itext('r')"/>
        <bind nodeset="/data/age" type="int" constraint=". &lt; 130" jr:constraintMsg="jr:itext('c')"/>
        """,
      model: """
        <itext><translation lang="English (en)">\(text("g", "Person"))\(text("n", "Name"))\(text("h", "In full"))\(text("r", "Needed."))
        \(text("c", "Too old."))\(text("y", "Yes"))\(text("l", "Hello"))\(text("p", "Poor"))</translation>
        <translation lang="Français (fr)">\(text("g", "Personne"))\(text("n", "Nom"))\(text("h", "En entier"))\(text("r", "Il en faut un."))
        \(text("c", "Trop vieux."))\(text("y", "Oui"))\(text("l", "Bonjour <output value='/data/name'/>"))\(text("p", "Mauvais"))</translation>
        <translation>\(text("n", "?"))</translation></itext>
        <instance id="quality"><root><item><name>poor</name><itextId>p</itextId></item></root></instance>
        """,
      body: """
        <group><label ref="jr:itext('g')"/>
        <input ref="/data/name"><label ref="jr:itext('n')"/><hint ref="jr:itext('h')"/></input><input ref="/data/age"/>
        <select1 ref="/data/garden"><item><label ref="jr:itext('y')"/><value>yes</value></item></select1></group>
        <select1 ref="/data/hello"><label ref="jr:itext('l')"/><itemset nodeset="instance('quality')/root/item"><value ref="name"/><label ref="jr:itext(itextId)"/></itemset></select1>
        """)
    #expect(
      form.diagnostics.map(\.description) == [
        "line 10, column 1: the form also has another language; its texts are omitted, since each language and the form's own need a name"
      ])
    let french = try #require(form.form.inLanguage("Français (fr)"))
    #expect(form.form.language == "English (en)")
    #expect(french.sections.map(\.title) == ["Personne", ""])
    let cells = french.sections.flatMap(\.cells)
    #expect(cells.map(\.title) == ["Nom", "", "", "Oui", "Bonjour", "Mauvais"])
    #expect(cells[0].subtitle == "En entier")
    #expect(cells.flatMap(\.rules).compactMap(\.message) == ["Il en faut un.", "Trop vieux."])
    #expect(form.form.sections[1].cells[0].rule(.title)?.source == "'Hello'")
    #expect(cells[4].rule(.title)?.source == "concat('Bonjour ', ${name})")
    #expect(french.lists[0].options.map(\.title) == ["Mauvais"])
  }

  @Test("A title in another language that uses the clock is reported and not evaluated")
  func clockInAnotherLanguage() throws {
    let form = try read(
      instance: "<day/>",
      model: """
        <itext><translation lang="en"><text id="d"><value>Day</value></text></translation>
        <translation lang="fr"><text id="d"><value>Jour <output value="today()"/></value></text></translation></itext>
        """,
      body: #"<input ref="/data/day"><label ref="jr:itext('d')"/></input>"#)
    #expect(
      form.diagnostics.map(\.description) == [
        "line 8, column 9: the title of day in fr: the title uses the clock or random values, and is evaluated only in the form's own language; it is kept without effect"
      ])
    #expect(form.form.text(at: .cell("day", .titleExpression), in: "fr") == nil)
  }

  @Test("Unsupported parts are reported with their line and kept; a strict import refuses them")
  func leftOut() throws {
    let parts = (
      instance: "<a/><b/><c/>",
      binds: """
      <bind nodeset="/data/a" calculate="jr:itext('x')"/>
      <bind nodeset="/data/b" calculate="//c/@id"/>
      <bind nodeset="/data/nowhere" type="int"/><submission action="https://example.org"/>
      """,
      body:
        #"<input ref="/data/a" appearance="signature"/><input ref="/data/c"><setvalue event="xforms-focus" ref="/data/b" value="1"/></input>"#
    )
    let form = try read(instance: parts.instance, binds: parts.binds, body: parts.body)
    let expected = [
      "line 4, column 1: the rule “calculate” of a: the function “jr:itext” is not supported yet; it is kept without effect",
      "line 5, column 1: the rule “calculate” of b: a path leads to the attribute id; it is kept without effect",
      "line 6, column 1: a bind names no node of the primary instance; it is omitted",
      "line 6, column 43: unsupported element <submission>; it is kept without effect",
      "line 9, column 75: a <setvalue> has the unsupported trigger “xforms-focus”; it is kept without effect",
    ]
    #expect(form.diagnostics.map(\.description) == expected)
    #expect(
      cells(form)[0].properties["xforms"]
        == .dictionary([
          "ref": .string("/data/a"), "appearance": .string("signature"), "calculate": .string("jr:itext('x')"),
        ]))
    let error = #expect(throws: ImportError.self) {
      try read(instance: parts.instance, binds: parts.binds, body: parts.body, isStrict: true)
    }
    #expect(error?.diagnostics.map(\.description) == expected)
  }

  @Test("Rules of a node without a cell are kept with its section or the form")
  func keptElsewhere() throws {
    let form = try read(
      instance: "<shown><a/></shown><bare><b/></bare>",
      binds: """
        <bind nodeset="/data/shown" required="true()"/>
        <bind nodeset="/data/bare" relevant="jr:itext('x') = 'y'"/>
        """,
      body: #"<group ref="/data/shown"><input ref="/data/shown/a"/></group><input ref="/data/bare/b"/>"#)
    #expect(
      form.diagnostics.map(\.description) == [
        "line 4, column 1: shown holds questions and no answer, so the rule “required” has no effect; it is kept without effect",
        "line 5, column 1: the rule “relevant” of bare: the function “jr:itext” is not supported yet; it is kept without effect",
      ])
    #expect(
      form.form.sections[0].properties["xforms"]
        == .dictionary(["ref": .string("/data/shown"), "required": .string("true()")]))
    let bare = PropertyValue.dictionary([
      "bare": .dictionary(["ref": .string("/data/bare"), "relevant": .string("jr:itext('x') = 'y'")])
    ])
    #expect(
      form.form.properties["xforms"]
        == .dictionary([
          "version": .string("7"), "nodes": bare,
          "html": .string(#"<html xmlns:jr="http://openrosa.org/javarosa"/>"#),
          "instance": .string(#"<data id="survey" version="7"><shown><a/></shown><bare><b/></bare></data>"#),
        ]))
  }

  @Test("The instances of the primary instance are counted")
  func firstInstances() throws {
    let form = try read(
      instance: """
        <twin>1</twin>
        <twin>1</twin>
        <outer><inner/>
        <inner/></outer>
        <outer><inner>x</inner></outer>
        """,
      body: """
        <input ref="/data/twin"/><repeat nodeset="/data/outer"><repeat nodeset="/data/outer/inner"><input ref="."/>
        </repeat></repeat>
        """)
    #expect(
      form.diagnostics.map(\.description) == [
        "line 3, column 41: 2 nodes are called twin, and none of them is a repeat; they are treated as one",
        "line 11, column 64: a repeat has no questions; it is omitted",
        "line 11, column 100: a question names no answer in the primary instance; it is omitted",
      ])
    #expect(cells(form).first { $0.key == "outer" }?.counts == InstanceCounts(initial: 2))
  }

  @Test("A circular rule is omitted and reported with its line")
  func circle() throws {
    let form = try read(
      instance: "<a/><b/>",
      binds: """
        <bind nodeset="/data/a" calculate="/data/b"/>
        <bind nodeset="/data/b" calculate="/data/a"/>
        """, body: "")
    #expect(
      form.diagnostics.map(\.description) == [
        "line 4, column 1: the rule “calculate” of a: the rules are circular: “a” is calculated from “b”, “b” is calculated from “a”; it is kept without effect"
      ])
    #expect(rules(form, "a") == [] && rules(form, "b") == ["calculate ${a}"])
  }

  @Test("An imported form is filled in like any other")
  func filledIn() throws {
    let form = try read(
      instance: #"<household/><person jr:template=""><name/><age/></person><adults/>"#,
      binds: """
        <bind nodeset="/data/person/age" type="int" constraint=". &lt; 130"/>
        <bind nodeset="/data/adults" type="int" calculate="count(/data/person[age &gt;= 18])"/>
        """,
      body: """
        <input ref="/data/household"><label>Household</label></input>
        <group><label>People</label><repeat nodeset="/data/person"><input ref="/data/person/name"/><input ref="/data/person/age"/></repeat></group>
        <input ref="/data/adults"><label>Adults</label></input>
        """)
    let store = try FormStore.inMemory()
    try store.importForms([form.formContents])
    let key = ResponseKey(form: "survey")
    try store.replay(
      [.add("person"), .add("person"), .set("age:1", 40), .set("age:2", 7), .set("name:1", "Ada")], to: key)
    let session = try store.session(for: key)
    #expect(session.value(of: "adults") == .integer(1))
    try session.apply(.set("age:2", 18))
    #expect(session.value(of: "adults") == .integer(2))
    try session.apply(.set("age:2", 200))
    #expect(session.faults.map(\.address) == ["age:2"])
    #expect(try store.check() == [])
  }

  @Test("The nesting of conditions and groups is limited, with a message")
  func bounds() throws {
    let path = "/data/a" + String(repeating: "[/data/a", count: 1_000) + String(repeating: "]", count: 1_000)
    let form = try read(
      instance: "<a/><b/>", binds: "<bind nodeset=\"/data/b\" calculate=\"\(path)\"/>", body: #"<input ref="/data/a"/>"#
    )
    #expect(form.diagnostics.first?.problem.hasSuffix("more than 32 conditions are nested") == true)
    let deep =
      String(repeating: "<group><label>g</label>", count: 150) + #"<input ref="/data/a"/>"#
      + String(repeating: "</group>", count: 150)
    #expect(throws: ImportError.self) { try read(instance: "<a/>", body: deep) }
  }
}
