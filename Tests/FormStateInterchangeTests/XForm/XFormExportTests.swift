import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Exporting forms as XForms.
@Suite("Exporting XForms")
struct XFormExportTests {
  private func read(_ text: String, _ key: String? = nil) throws -> ImportedForm {
    try DefinitionImporter.read(Data(text.utf8), settings: ImportSettings(formKey: key, sourceName: "form.xml"))
  }

  /// The written form, read again.
  private func roundTrip(_ form: FormDefinition) throws -> (text: String, form: FormDefinition, diagnostics: [String]) {
    let written = try XFormFile.write(form)
    let text = String(decoding: written.data, as: UTF8.self)
    return (text, try read(text, form.key).form, written.diagnostics.map(\.description))
  }

  @Test("The example is exported and imported as the same form")
  func household() throws {
    let form = try read(try Repository.text(of: "Examples/household.xml")).form
    let again = try roundTrip(form)
    #expect(again.diagnostics == [])
    #expect(FormDifference.first(form, again.form) == nil, "\(again.text)")
  }

  @Test(
    "The forms of JavaRosa's scenarios are exported and imported as the same forms",
    .enabled(
      if: ProcessInfo.processInfo.environment["FORMSTATE_CONFORMANCE"] != nil, "FORMSTATE_CONFORMANCE names no folder"))
  func scenarios() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["FORMSTATE_CONFORMANCE"])
    let url = URL(fileURLWithPath: folder).appendingPathComponent("xforms-scenarios.jsonl.gz")
    var equal = 0
    for scenario in try RecordedScenario.all(in: url) {
      let form = try read(scenario.form).form
      let again = try roundTrip(form)
      let difference = FormDifference.first(form, again.form)
      if difference == nil { equal += 1 }
      #expect(difference == nil, "\(scenario.name)")
    }
    print("\(equal) forms of scenarios go out and come in as the same form")
  }

  @Test("A question with another one below it is exported with its own options, and nodes have different names")
  func nestedOptions() throws {
    let form = FormDefinition(
      key: "nest",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "outer", kind: .group, isExpandable: true, additionalRows: 4),
            FormCell(key: "outer=yes", kind: .option, title: "Yes", optionValue: "yes", isKeyDerived: true),
            FormCell(key: "inner", kind: .group, isExpandable: true, additionalRows: 2),
            FormCell(key: "inner=yes", kind: .option, title: "Inner yes", optionValue: "yes", isKeyDerived: true),
            FormCell(key: "inner=no", kind: .option, title: "Inner no", optionValue: "no", isKeyDerived: true),
            FormCell(key: "a b", kind: .text), FormCell(key: "a_b", kind: .text),
          ])
      ])
    #expect(form.definitionFaults() == [])
    let again = try roundTrip(form)
    let options = again.form.sections.flatMap(\.cells).filter { $0.kind == .option }.map(\.key)
    #expect(options == ["outer=yes", "inner=yes", "inner=no"])
    #expect(
      again.diagnostics.prefix(2) == [
        "a b: the key “a b” is not a valid XML name; its node is named a_b",
        "a_b: another node is named a_b; its node is named a_b-2",
      ])
  }
}

extension XFormExportTests {
  private static let open = """
    <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa"
      xmlns:odk="http://www.opendatakit.org/xforms" xmlns:e="urn:e" lang="en">
    """

  /// An XForm with many parts that a form cannot express.
  private static let rich = """
    \(open)
    <h:head><h:title>Rich</h:title><h:meta name="author" content="Ada &amp; Al"/>
    <model odk:xforms-version="1.0.0">
    <instance><data id="rich" version="3" e:kind="x"><a>7</a><b/><seen/><at/><place/><word>x y</word><part jr:template=""><n/><m/></part>
     <two><t/></two><shape> 1 2 </shape><bare><c/><d/></bare><orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID/></orx:meta></data></instance>
    <instance id="towns"><root><item><name>h</name><label>Hill</label></item></root></instance>
    <instance id="far" src="jr://file-csv/far.csv"/>
    <bind nodeset="/data/a" type="xsd:long" e:saveto="A" constraint=". &gt; 0 and jr:itext(.) = 'x'" jr:constraintMsg="No."/>
    <bind nodeset="/data/b" jr:preload="property" jr:preloadParams="deviceid"/>
    <bind nodeset="/data/seen" required="true()" jr:requiredMsg="Look."/><bind nodeset="/data/at" type="dateTime"/>
    <bind nodeset="/data/place" type="geopoint" required="false()"/>
    <bind nodeset="/data/part/n" type="int" relevant="position(..) &gt; 1 and ../../part[position() = 1]/n &gt; 2"/>
    <bind nodeset="/data/part/m" calculate="sum(../../part/n) + count(/data/part[n &gt; current()/../n]) + ../n"/>
    <bind nodeset="/data/bare" relevant="/data/a = 7" readonly="/data/b = '1'" e:note="bare"/>
    <bind nodeset="/data/nowhere" type="int"/><bind nodeset="/data/bare/c" calculate="/data/bare/d"/>
    <bind nodeset="/data/bare/d" calculate="/data/bare/c"/>
    <submission action="https://example.org" method="post"/>
    <setvalue event="odk-instance-first-load xforms-value-changed" ref="/data/word" value="'z'"/>
    </model><e:extra/></h:head>
    <h:body class="pages"><odk:recordaudio event="odk-instance-load" ref="/data/b"/>
    <group appearance="field-list"><label>Both</label>
    <input ref="/data/a" rows="3"><label>A is <output value="/data/word"/>!</label><hint>so <output value="/data/a"/></hint>
      <help>No help</help><setvalue event="xforms-value-changed" ref="/data/b">1</setvalue></input>
    <trigger ref="/data/seen"/></group>
    <group><label/><input ref="/data/at"/><input ref="/data/at"><label>again</label></input></group>
    <input ref="/data/place" appearance="maps"/>
    <group ref="/data/part" e:x="y"><label>Parts</label><repeat nodeset="/data/part" jr:count="/data/a" appearance="compact">
      <group appearance="w1"><label>Inside</label><input ref="/data/part/n"/></group></repeat></group>
    <select1 ref="/data/word"><label>Where</label><itemset nodeset="instance('far')/root/item"><value ref="name"/><label ref="label"/></itemset></select1>
    <rank ref="/data/b"><item><label>1</label><value>1</value></item></rank>
    <input ref="/data/gone"/><group ref="/data/shape/gone"><label>Lost</label><secret ref="/data/shape"/></group>
    </h:body></h:html>
    """

  @Test("Parts of an XForm that a form cannot express are kept and exported")
  func remainders() throws {
    let form = try read(Self.rich).form
    let again = try roundTrip(form)
    #expect(FormDifference.first(form, again.form) == nil, "\(again.text)")
    for part in [
      #"name="author" content="Ada &amp; Al"/>"#, #"odk:xforms-version="1.0.0""#, #"e:kind="x""#, #"e:saveto="A""#,
      #"type="xsd:long""#, #"jr:constraintMsg="No.""#, #"jr:preloadParams="deviceid""#,
      #"<submission action="https://example.org" method="post"/>"#,
      #"id="far" src="jr://file-csv/far.csv"/>"#, "<e:extra", #"class="pages""#, "<odk:recordaudio", #"rows="3""#,
      "<help>No help</help>", #"<setvalue event="xforms-value-changed" ref="/data/b" value="'1'"/>"#,
      #"<label>A is <output value="/data/word"/>!</label>"#,
      #"<hint>so <output value="/data/a"/></hint>"#, #"<trigger ref="/data/seen""#, #"<rank ref="/data/b""#,
      #"<secret ref="/data/shape""#,
      #"e:x="y""#, #"jr:count="/data/a""#, #"instance('far')/root/item"#, #"<label>again</label>"#,
      #"<input ref="/data/gone"/>"#,
      "sum(../../part/n) + count(/data/part[n &gt; current()/../n]) + ../n".replacing("&gt;", with: ">"),
      #"e:note="bare""#,
      #"<bind nodeset="/data/nowhere" type="int"/>"#,
    ] { #expect(again.text.contains(part), "\(part) is missing in\n\(again.text)") }
    // Unsupported parts are reported again.
    #expect(try Set(read(again.text).diagnostics.map(\.problem)) == Set(read(Self.rich).diagnostics.map(\.problem)))
  }

  @Test("A form without an XForm is exported as far as XForms can express it, and the rest is reported")
  func ownForm() throws {
    let form = FormDefinition(
      key: "visit", title: "Visit",
      sections: [
        FormSection(
          key: "house", title: "House",
          cells: [
            FormCell(
              key: "roof", kind: .group, subtitle: "Roof", isExpandable: true, additionalRows: 1, isAccordion: true,
              summary: .choice),
            FormCell(key: "roof=poor", kind: .option, title: "Poor", optionValue: "poor"),
            FormCell(
              key: "my room", kind: .integer, title: "Rooms", defaultValue: 3,
              range: NumberRange(minimum: 1, maximum: 9),
              rules: [FormRule(.required, "${roof} = 'poor'", message: "Count them.")]),
            FormCell(
              key: "guest", kind: .repeat, title: "Guests", isExpandable: true, additionalRows: 2,
              counts: InstanceCounts(minimum: 0, maximum: 5, initial: 2)),
            FormCell(
              key: "name", kind: .text, title: "Name", rules: [FormRule(.default, "concat('no. ', position(..))")]),
            FormCell(
              key: "first", kind: .switch, title: "First?",
              rules: [FormRule(.relevant, "${guest}[1]/${name} != ${name}")]),
          ])
      ])
    let written = try XFormFile.write(form, version: 4)
    let text = String(decoding: written.data, as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa" xmlns:orx="http://openrosa.org/xforms" xmlns:odk="http://www.opendatakit.org/xforms" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
          <h:head>
            <h:title>Visit</h:title>
            <model>
              <instance>
                <data xmlns:orx="http://openrosa.org/xforms" id="visit" version="4">
                  <house>
                    <roof/>
                    <my_room>3</my_room>
                    <guest>
                      <name/>
                      <first/>
                    </guest>
                    <guest>
                      <name/>
                      <first/>
                    </guest>
                  </house>
                  <orx:meta>
                    <orx:instanceID/>
                  </orx:meta>
                </data>
              </instance>
              <bind nodeset="/data/house/my_room" type="int" required="/data/house/roof = 'poor'" jr:requiredMsg="Count them." constraint=". >= 1 and . &lt;= 9"/>
              <bind nodeset="/data/house/guest/first" type="boolean" relevant="/data/house/guest[1]/name != ../name"/>
            </model>
          </h:head>
          <h:body>
            <group ref="/data/house">
              <label>House</label>
              <select1 ref="/data/house/roof">
                <label>Roof</label>
                <item>
                  <label>Poor</label>
                  <value>poor</value>
                </item>
              </select1>
              <input ref="/data/house/my_room">
                <label>Rooms</label>
              </input>
              <group ref="/data/house/guest">
                <label>Guests</label>
                <repeat nodeset="/data/house/guest">
                  <input ref="/data/house/guest/name">
                    <label>Name</label>
                  </input>
                  <input ref="/data/house/guest/first">
                    <label>First?</label>
                  </input>
                  <setvalue event="odk-instance-first-load odk-new-repeat" ref="/data/house/guest/name" value="concat('no. ', position(..))"/>
                </repeat>
              </group>
            </group>
          </h:body>
        </h:html>

        """)
    #expect(
      written.diagnostics.map(\.description) == [
        "my room: the key “my room” is not a valid XML name; its node is named my_room",
        "XForms cannot express accordions (“roof”); omitted",
        "XForms cannot express initial expansion (“guest”); omitted",
        "XForms cannot express these bounds of instances (“guest”); omitted",
      ])
    // After that, the form survives further exports unchanged.
    let again = try read(text).form
    #expect(try roundTrip(again).form == again)
  }
}

extension XFormExportTests {
  @Test("Choices of a list are exported with its columns and conditions")
  func lists() throws {
    let form = FormDefinition(
      key: "trip",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "region", kind: .text),
            FormCell(
              key: "town", kind: .group, rules: [FormRule(.choices, "list('towns')[region = ${region}]")]),
          ])
      ],
      lists: [
        OptionList(
          "towns",
          options: [OptionList.Option(value: "h", title: "Hill", columns: ["region": "n", "name": "x", "a b": "y"])])
      ])
    let written = try XFormFile.write(form)
    let text = String(decoding: written.data, as: UTF8.self)
    #expect(text.contains(#"<itemset nodeset="instance('towns')/root/item[region = /data/s/region]">"#))
    let items = text.split(separator: "\n").map { $0.drop { $0 == " " } }.drop { $0 != "<item>" }
    #expect(items.prefix(5).joined() == "<item><value>h</value><label>Hill</label><name>x</name><region>n</region>")
    #expect(
      written.diagnostics.map(\.description).first
        == "towns: no item in an XForm can have the column “a b”; it is omitted")
  }
}

/// Where two forms differ, for readers of a failed test.
enum FormDifference {
  static func first(_ one: FormDefinition, _ other: FormDefinition) -> String? {
    if one == other { return nil }
    if one.properties != other.properties { return "properties: \(one.properties) and \(other.properties)" }
    if one.lists != other.lists { return "lists: \(one.lists) and \(other.lists)" }
    if (one.key, one.title) != (other.key, other.title) {
      return "\(one.key) \(one.title) and \(other.key) \(other.title)"
    }
    let keys = (one.sections.map(\.key), other.sections.map(\.key))
    if keys.0 != keys.1 { return "sections \(keys)" }
    for (left, right) in zip(one.sections, other.sections) where left != right {
      let cells = (left.cells.map(\.key), right.cells.map(\.key))
      if cells.0 != cells.1 { return "cells \(cells)" }
      for (cell, written) in zip(left.cells, right.cells) where cell != written { return "\(cell)\nand\n\(written)" }
      return
        "section \(left.title) \(String(describing: left.relevant)) \(left.properties) \(left.isKeyDerived) and \(right.title) \(String(describing: right.relevant)) \(right.properties) \(right.isKeyDerived)"
    }
    return "something else"
  }
}
