import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

/// Choices from a repeat, as pyxform writes `select_one ${name}`.
@Suite("Field: select from a repeat")
struct FieldChoicesTests {
  private static let instance = """
    <person jr:template=""><name/><details><age/></details><mother/></person>
    <person><name/><details><age/></details><mother/></person><head/><cooks/>
    """
  private static let binds = """
    <bind nodeset="/data/person/name" type="string"/><bind nodeset="/data/person/details/age" type="int"/>
    <bind nodeset="/data/person/mother" type="string"/><bind nodeset="/data/head" type="string"/>
    <bind nodeset="/data/cooks" type="string"/>
    """

  private static func body(_ head: String) -> String {
    """
    <group ref="/data/person"><label>Person</label><repeat nodeset="/data/person">
    <input ref="/data/person/name"><label>Name</label></input>
    <input ref="/data/person/details/age"><label>Age</label></input>
    <select1 ref="/data/person/mother"><label>Mother</label>
    <itemset nodeset="../../person[./name != '']"><value ref="name"/><label ref="name"/></itemset></select1>
    </repeat></group>
    <select1 ref="/data/head"><label>Head</label>\(head)</select1>
    <select ref="/data/cooks"><label>Cooks</label>
    <itemset nodeset="/data/person[ ./name != '']"><value ref="name"/><label ref="name"/></itemset></select>
    """
  }

  private static let adults = """
    <itemset nodeset="/data/person[./name != '' and ./details/age &gt; 17]"><value ref="./name"/><label ref="./name"/></itemset>
    """

  private static func fill(_ form: FieldForm) throws {
    try form.apply(
      .set("person[1]/name", "Ann"), .set("person[1]/age", 40), .add("person"), .set("person[2]/name", "Ben"),
      .set("person[2]/age", 12))
  }

  @Test("Choices follow the instances, outside and inside the repeat, also after export")
  func roster() throws {
    let form = try FieldForm(Self.instance, model: Self.binds, body: Self.body(Self.adults))
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(form.diagnostics == [])
      #expect(try form.choices("head") == [])
      try Self.fill(form)
      #expect(try form.choices("head") == ["Ann"])
      #expect(try form.choices("cooks") == ["Ann", "Ben"])
      #expect(try form.choices("person[2]/mother") == ["Ann", "Ben"])
      try form.apply(.set("head", "Ann"), .set("person[2]/mother", "Ann"), .set("cooks", .choices(["Ben", "Ann"])))
      #expect(try form.faults() == [])
      #expect(try form.submission().contains(/<head>Ann<\/head>\s*<cooks>Ben Ann<\/cooks>/))
      try form.apply(.remove("person[1]"))
      #expect(try form.faults() == ["mother notOffered", "head notOffered", "cooks notOffered"])
      #expect(try form.store.check() == [])
    }
  }

  @Test("An exported itemset names the repeat and the node in it, as in pyxform")
  func written() throws {
    let form = try FieldForm(Self.instance, model: Self.binds, body: Self.body(Self.adults))
    let written = try form.written()
    let itemsets = written.matches(of: /nodeset="([^"]*)">\s*<value ref="name"\/>\s*<label ref="name"\/>/).map(\.1)
    #expect(
      itemsets == [
        "/data/person[name != '']", "/data/person[name != '' and details/age > 17]", "/data/person[name != '']",
      ])
    let shuffled = try FieldForm(
      Self.instance, model: Self.binds,
      body: Self.body(
        #"<itemset nodeset="randomize(/data/person[./name != ''], 7)"><value ref="name"/><label ref="name"/></itemset>"#
      ))
    #expect(shuffled.diagnostics == [])
    for form in [shuffled, try shuffled.goneOut()] {
      try Self.fill(form)
      #expect(try form.choices("head").sorted() == ["Ann", "Ben"])
    }
  }

  @Test("A submission with a choice from its own instances can be imported")
  func submission() throws {
    let form = try FieldForm(Self.instance, model: Self.binds, body: Self.body(Self.adults))
    try Self.fill(form)
    try form.apply(.set("head", "Ann"))
    let other = try form.goneOut()
    let submission = try Submission(Data(try form.submission().utf8), sourceName: "answers.xml")
    let plan = try submission.plan(for: try other.store.contents(of: other.key))
    #expect(plan.misfits == [])
    for action in plan.actions { try other.store.apply(action, to: other.key) }
    #expect(try other.value("head") == "Ann")
  }

  @Test("If labels differ from values, the answer is typed and the choices are exported unchanged")
  func otherTitles() throws {
    let form = try FieldForm(
      Self.instance, model: Self.binds,
      body: Self.body(
        #"<itemset nodeset="/data/person"><value ref="name"/><label ref="details/age"/></itemset>"#))
    #expect(form.diagnostics.count == 1)
    #expect(
      form.diagnostics.first?.contains(
        "the choices of head: their labels differ from their answers, so its answer is typed") == true
    )
    let written = try form.written()
    #expect(written.contains(#"<label ref="details/age"/>"#))
  }

  @Test("A default that is not offered is reported with its node and left out, and the form is imported")
  func badDefaults() throws {
    let a = "<item><label>A</label><value>a</value></item>"
    let form = try FieldForm(
      "<s>z</s><m>a a</m><n>a q</n><l>x</l><k>1</k><none>a</none><r><t>z</t></r><r><t>a</t></r>",
      model: """
        <instance id="c"><root><item><name>1</name><label>One</label></item></root></instance>
        """,
      body: """
        <select1 ref="/data/s">\(a)</select1><select ref="/data/m">\(a)</select><select ref="/data/n">\(a)</select>
        <select1 ref="/data/l"><itemset nodeset="instance('c')/root/item[name != /data/s]"><value ref="name"/><label ref="label"/></itemset></select1>
        <select1 ref="/data/k"><itemset nodeset="instance('c')/root/item[name != /data/s]"><value ref="name"/><label ref="label"/></itemset></select1>
        <select1 ref="/data/none"><label>No options</label></select1>
        <repeat nodeset="/data/r"><select1 ref="/data/r/t">\(a)</select1></repeat>
        """)
    #expect(
      form.diagnostics.map { String($0.drop { $0 != ":" }.dropFirst(2)) } == [
        "s cannot have the initial value z; it is kept without effect",
        "m cannot have the initial value a a; it is kept without effect",
        "n cannot have the initial value a q; it is kept without effect",
        "l cannot have the initial value x; it is kept without effect",
        "none cannot have the initial value a; it is kept without effect",
        "t cannot have the initial value z; it has the value of a new instance there",
      ])
    #expect(form.diagnostics.allSatisfy { $0.hasPrefix("line 3, column ") })
    for form in [form, try form.goneOut()] {
      #expect(try ["s", "m", "n", "l", "k", "t:1", "t:2"].map(form.value) == [nil, nil, nil, nil, "1", nil, "a"])
    }
    #expect(try form.written().contains("<s>z</s>"))
  }
}
