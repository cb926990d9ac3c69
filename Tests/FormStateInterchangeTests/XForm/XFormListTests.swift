import FormState
import FormStateStore
import Foundation
import GRDB
import Testing

@testable import FormStateInterchange

/// Lists of XForms: in the form and beside it, with conditions, and the expressions that read them.
@Suite("Lists of XForms")
struct XFormListTests {
  private static let towns = """
    <instance id="towns"><root>
      <item><name>bay</name><label>Bay</label><region>coast</region></item>
      <item><name>vale</name><label>Vale</label><region>hills</region></item>
      <item><name>other</name><label>Other</label><region>hills</region></item>
      <item><name>other</name><label>Other</label><region>coast</region></item>
    </root></instance>
    """

  private static let question = """
    <input ref="/data/region"/>
    <select1 ref="/data/town"><label>Town</label>
    <itemset nodeset="instance('towns')/root/item[region = /data/region]"><value ref="name"/><label ref="label"/></itemset>
    </select1>
    """

  private func read(
    _ lists: String, binds: String = "", body: String = question, attachments: [String: String] = [:]
  ) throws -> ImportedForm {
    let text = """
      <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa"><h:head><model>
      <instance><data id="survey"><region/><town/><size/></data></instance>
      \(lists)
      \(binds)
      </model></h:head><h:body>\(body)</h:body></h:html>
      """
    return try DefinitionImporter.read(
      Data(text.utf8),
      settings: ImportSettings(sourceName: "survey.xml", attachments: attachments.mapValues { Data($0.utf8) }))
  }

  private func cell(_ form: ImportedForm, _ key: String) -> FormCell? {
    form.form.sections.flatMap(\.cells).first { $0.key == key }
  }

  private func choices(_ form: ImportedForm, _ actions: FormAction...) throws -> [String] {
    let store = try FormStore(database: DatabaseQueue())
    try store.importForms([form.formContents])
    let key = ResponseKey(form: "survey")
    for action in actions { try store.apply(action, to: key) }
    return try store.choices(of: "town", in: key).choices.map(\.value)
  }

  @Test("Conditions filter the choices, and a value may occur in the list several times")
  func conditions() throws {
    let form = try read(Self.towns)
    #expect(form.diagnostics == [])
    #expect(cell(form, "town")?.rules == [FormRule(.choices, "list('towns')[region = ${region}]")])
    #expect(try choices(form) == [])
    #expect(try choices(form, .set("region", "coast")) == ["bay", "other"])
    #expect(try choices(form, .set("region", "hills"), .set("town", "Other")) == ["vale", "other"])
  }

  @Test("Attached tables and XML are lists like those in the form")
  func attachments() throws {
    let csv = try read(
      #"<instance id="towns" src="jr://file-csv/places.csv"/>"#,
      attachments: ["places.csv": "name,label,region\nbay,\"Bay, the\",coast\nvale,Vale,hills\n"])
    #expect(csv.diagnostics == [])
    #expect(try choices(csv, .set("region", "coast")) == ["bay"])
    #expect(csv.form.lists.first?.options.first?.title == "Bay, the")
    let xml = try read(
      #"<instance id="towns" src="jr://file/places.xml"/>"#,
      attachments: [
        "places.xml": "<root><item><name>cove</name><label>Cove</label><region>coast</region></item></root>"
      ])
    #expect(try choices(xml, .set("region", "coast")) == ["cove"])
  }

  @Test("A list that is not attached is reported with its line and its file")
  func missing() throws {
    let form = try read(#"<instance id="towns" src="jr://file-csv/places.csv"/>"#)
    #expect(
      form.diagnostics.map(\.description) == [
        "line 3, column 1: the list towns is an external file, jr://file-csv/places.csv; it is omitted; attach the folder with places.csv",
        "line 7, column 1: the choices of town: they are not in a list of the form, so its answer is typed; it is kept without effect",
      ])
    #expect(cell(form, "town")?.kind == .text)
  }

  @Test("pulldata reads a table by its column names, even if it is not an instance")
  func pulldata() throws {
    let form = try read(
      "", binds: #"<bind nodeset="/data/size" calculate="pulldata('places', 'people', 'code', /data/region)"/>"#,
      body: #"<input ref="/data/region"/>"#,
      attachments: ["places.csv": "code,people\nb,120\nc,7\n", "unread.csv": "\"", "more.csv": "a\n1\n"])
    #expect(form.diagnostics == [] && form.form.lists.map(\.name) == ["places"])
    let store = try FormStore(database: DatabaseQueue())
    try store.importForms([form.formContents])
    let key = ResponseKey(form: "survey")
    try store.apply(.set("region", "c"), to: key)
    #expect(try store.session(for: key).value(of: "size") == "7")
  }

  @Test("A faulty attachment is refused with its own name and line")
  func unreadable() throws {
    do {
      _ = try read(
        #"<instance id="towns" src="jr://file-csv/places.csv"/>"#, attachments: ["places.csv": "a,b\n1,2,3\n"])
      Issue.record("it was read")
    } catch let error as ImportError {
      #expect(error.description == "places.csv: line 2, column 1: there are 3 fields, and only 2 columns")
    }
    do {
      _ = try read(
        #"<instance id="towns" src="jr://file/places.xml"/>"#,
        attachments: ["places.xml": "<!DOCTYPE a [<!ENTITY b \"c\">]><a/>"])
      Issue.record("it was read")
    } catch let error as ImportError {
      #expect(error.description.hasPrefix("places.xml: line 1, column 1: "))
    }
  }

  @Test("An unsupported condition is kept, and the whole list is offered")
  func leftOut() throws {
    let body = Self.question.replacing("/data/region]", with: "/data/nowhere]")
    let form = try read(Self.towns, body: body)
    #expect(
      form.diagnostics.map(\.description) == [
        "line 12, column 1: the rule “choices” of town: there is no node nowhere at this point of a path; it is kept without effect"
      ])
    #expect(cell(form, "town")?.rules == [FormRule(.choices, "list('towns')")])
  }

  @Test("A list that refers to itself is read once")
  func circles() throws {
    let itself = try read(
      #"<instance id="towns" src="jr://file/survey.xml"/>"#,
      attachments: [
        "survey.xml": #"<html><model><instance id="towns" src="jr://file/survey.xml"/><name>a</name></model></html>"#
      ])
    #expect(itself.form.lists.map(\.options.count) == [1])
    let nested = try read(
      Self.towns,
      body: Self.question.replacing(
        "region = /data/region",
        with: "region = instance('towns')/root/item[name = instance('towns')/root/item[1]/name]/region"))
    #expect(try choices(nested) == ["bay", "other"])
  }
}
