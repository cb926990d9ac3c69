import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

/// Entities and other attributes with binds, as in pyxform's output.
@Suite("Field: entities and attributes")
struct FieldEntityTests {
  private static func form(_ entity: String, model: String, body: String, around: String = "") throws -> FieldForm {
    try FieldForm(
      xml: """
        <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"
          xmlns:jr="http://openrosa.org/javarosa" xmlns:entities="http://www.opendatakit.org/xforms/entities">
        <h:head><h:title>Trees</h:title><model entities:entities-version="2024.1.0">
        <instance><data id="trees" version="1">\(around)<meta><instanceID/>\(entity)</meta></data></instance>
        \(model)
        </model></h:head><h:body>\(body)</h:body></h:html>
        """)
  }

  private static func creating() throws -> FieldForm {
    try form(
      #"<entity dataset="trees" create="" id=""><label/></entity>"#,
      model: """
        <bind nodeset="/data/species" type="string" entities:saveto="species"/>
        <bind nodeset="/data/circumference" type="int" entities:saveto="circumference"/>
        <bind nodeset="/data/meta/entity/@create" type="string" readonly="true()" calculate="if(/data/circumference &gt; 10, 1, '')"/>
        <bind nodeset="/data/meta/entity/@id" type="string" readonly="true()"/>
        <setvalue event="odk-instance-first-load" ref="/data/meta/entity/@id" value="uuid()"/>
        <bind nodeset="/data/meta/entity/label" type="string" readonly="true()" calculate="concat(/data/species, ' ', /data/circumference)"/>
        """,
      body: #"<input ref="/data/species"/><input ref="/data/circumference"/>"#,
      around: "<species/><circumference/>")
  }

  private static func entity(in submission: String) throws -> String {
    let start = try #require(submission.range(of: "<entity"))
    let end = try #require(submission.range(of: ">", range: start.lowerBound..<submission.endIndex))
    return String(submission[start.lowerBound..<end.upperBound])
  }

  @Test("A form that creates an entity calculates its id and whether to create it, and says what is left to a server")
  func creation() throws {
    let form = try Self.creating()
    #expect(
      form.diagnostics == [
        "line 4, column 85: submissions create or update entities of trees on a server; lists here stay as they are"
      ])
    for form in [form, try form.goneOut()] {
      try form.apply(.set("species", "Oak"), .set("circumference", 9))
      let id = try #require(try form.value("entity-id"))
      #expect(UUID(uuidString: id) != nil)
      #expect(
        try Self.entity(in: form.submission()) == #"<entity dataset="trees" create="" id="\#(id)">"#)
      try form.apply(.set("circumference", 12))
      #expect(
        try Self.entity(in: form.submission()) == #"<entity dataset="trees" create="1" id="\#(id)">"#)
      #expect(try form.submission().contains("<label>Oak 12</label>"))
      #expect(try form.store.check() == [])
    }
    let written = try form.written()
    #expect(written.contains(#"<entity dataset="trees" create="" id="">"#))
    #expect(
      written.contains(#"<setvalue event="odk-instance-first-load" ref="/data/meta/entity/@id" value="uuid()"/>"#))
    #expect(written.contains(#"<bind nodeset="/data/meta/entity/@id" readonly="true()"/>"#), "\(written)")
    #expect(FormDifference.first(form.imported.form, try form.goneOut().imported.form) == nil)
  }

  @Test("A form that updates an entity finds its id and version in the list")
  func update() throws {
    let form = try Self.form(
      #"<entity dataset="trees" update="1" id="" baseVersion=""><label/></entity>"#,
      model: """
        <instance id="trees"><root><item><name>t1</name><label>Oak 12</label><__version>3</__version></item><item><name>t2</name><label>Ash 30</label><__version>7</__version></item></root></instance>
        <bind nodeset="/data/meta/entity/@id" type="string" readonly="true()" calculate="/data/tree"/>
        <bind nodeset="/data/meta/entity/@baseVersion" type="string" readonly="true()" calculate="instance('trees')/root/item[name=/data/tree]/__version"/>
        """,
      body: """
        <select1 ref="/data/tree"><itemset nodeset="instance('trees')/root/item"><value ref="name"/><label ref="label"/></itemset></select1>
        """, around: "<tree/>")
    for form in [form, try form.goneOut()] {
      try form.apply(.set("tree", "t2"))
      #expect(
        try Self.entity(in: form.submission()) == #"<entity dataset="trees" update="1" id="t2" baseVersion="7">"#)
    }
    #expect(FormDifference.first(form.imported.form, try form.goneOut().imported.form) == nil)
  }

  @Test("A submission's attributes are imported, and exported again")
  func imported() throws {
    let form = try Self.creating()
    let text = """
      <data id="trees" version="1"><species>Ash</species><circumference>30</circumference><meta><instanceID>uuid:1</instanceID>\
      <entity dataset="trees" create="1" id="0d1d7f3f-0000-4000-8000-000000000001"><label>Ash 30</label></entity></meta></data>
      """
    let submission = try Submission(Data(text.utf8), sourceName: "ash.xml")
    let plan = try submission.plan(for: try form.store.contents(of: form.key))
    #expect(plan.misfits.map(\.description) == [])
    try form.store.group("Submission", in: form.key) { group in
      for action in plan.actions { try group.apply(action) }
    }
    #expect(
      try Self.entity(in: form.submission())
        == #"<entity dataset="trees" create="1" id="0d1d7f3f-0000-4000-8000-000000000001">"#)
    let other = text.replacing(#"create="1""#, with: #"create="0""#)
    let otherPlan = try Submission(Data(other.utf8), sourceName: "ash.xml")
      .plan(for: try form.store.contents(of: form.key))
    #expect(
      otherPlan.misfits.map(\.description) == [
        "line 1, /data/meta/entity/@create: it is calculated, and its value differs here; the current answer stays"
      ])
  }

  @Test("Entities in a repeat: each instance has its own attributes", arguments: ["", #" jr:template="""#])
  func inRepeat(template: String) throws {
    let body = #"<entity dataset="trees" create="" id=""><label/></entity>"#
    let first = template.isEmpty ? "" : "<tree\(template)><kind/><meta>\(body)</meta></tree>"
    let form = try FieldForm(
      "\(first)<tree><kind/><meta>\(body)</meta></tree><all/>",
      model: """
        <bind nodeset="/data/tree/meta/entity/@id" type="string" readonly="true()"/>
        <bind nodeset="/data/tree/meta/entity/@create" calculate="../../../kind != ''"/>
        <bind nodeset="/data/all" calculate="join(' ', /data/tree/meta/entity/@id)"/>
        """,
      body: """
        <group ref="/data/tree"><repeat nodeset="/data/tree"><input ref="/data/tree/kind"/>
        <setvalue event="odk-instance-first-load odk-new-repeat" ref="/data/tree/meta/entity/@id" value="uuid()"/>
        </repeat></group>
        """)
    for form in [form, try form.goneOut()] {
      try form.apply(.add("tree"), .set("tree[2]/kind", "oak"))
      let ids = try ["entity-id:1", "entity-id:2"].map { try #require(try form.value($0)) }
      #expect(Set(ids).count == 2)
      #expect(try form.value("all") == ids.joined(separator: " "))
      let submission = try form.submission()
      #expect(submission.contains(#"<entity dataset="trees" create="0" id="\#(ids[0])">"#), "\(submission)")
      #expect(submission.contains(#"<entity dataset="trees" create="1" id="\#(ids[1])">"#), "\(submission)")
      #expect(try form.store.check() == [])
    }
  }

  @Test("Any attribute with a bind is a node, also of an answer, in first instances, and irrelevant")
  func anyAttribute() throws {
    let form = try FieldForm(
      #"<a unit="kg">1</a><r mark="x"><b/></r><r mark="y"><b/></r>"#,
      model: """
        <bind nodeset="/data/a" relevant="/data/r[1]/b != 'no'"/>
        <bind nodeset="/data/a/@unit" calculate="concat(/data/a, ' kg')" relevant="false()"/>
        <bind nodeset="/data/r/@mark"/>
        """,
      body: #"<input ref="/data/a"/><repeat nodeset="/data/r"><input ref="/data/r/b"/></repeat>"#)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try ["r-mark:1", "r-mark:2"].map(form.value) == ["x", "y"])
      let submission = try form.submission()
      #expect(submission.contains(#"<a unit="1 kg">1</a>"#), "\(submission)")
      #expect(submission.contains(#"<r mark="x">"#) && submission.contains(#"<r mark="y">"#), "\(submission)")
    }
    #expect(FormDifference.first(form.imported.form, try form.goneOut().imported.form) == nil)
  }

  @Test("Keys of cells are the same whether attributes of their names are nodes or not")
  func keys() throws {
    let form = try FieldForm(
      #"<id/><x id="" create=""/>"#, model: #"<bind nodeset="/data/x/@id"/>"#, body: #"<input ref="/data/id"/>"#)
    #expect(form.imported.form.sections.flatMap(\.cells).map(\.key) == ["id", "x", "x-id"])
  }

  @Test("A bind of an attribute that is missing is reported")
  func missing() throws {
    let form = try FieldForm(
      "<a/>", model: #"<bind nodeset="/data/a/@unit" type="string"/>"#, body: #"<input ref="/data/a"/>"#)
    #expect(
      form.diagnostics == ["line 4, column 1: a bind names no node of the primary instance; it is omitted"])
  }
}
