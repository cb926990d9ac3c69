import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// XLSForm's ordinary calculation is a text node. As in Collect, it keeps the type of its result.
@Suite("Field: types of results in texts")
struct FieldResultTests {
  private static let body = #"<input ref="/data/age"/><input ref="/data/q"/><input ref="/data/shown"/>"#
  private static let instance = """
    <age/><q/><adult/><chosen/><zero/><mixed/><if/><not/><same/><number/><sum/><text/><both/><joined/><first/><shown/>
    """
  private static let model = """
    <bind nodeset="/data/age" type="int"/>
    <bind nodeset="/data/adult" type="string" calculate="/data/age &gt;= 18"/>
    <bind nodeset="/data/chosen" type="string" calculate="selected(/data/q, 'k')"/>
    <bind nodeset="/data/zero" type="string" calculate="/data/age - 12"/>
    <bind nodeset="/data/mixed" type="string" calculate="if(/data/q = 'text', 'false', /data/age &gt; 17)"/>
    <bind nodeset="/data/if" type="string" calculate="if(/data/adult, 'adult', 'child')"/>
    <bind nodeset="/data/not" type="string" calculate="not(/data/mixed)"/>
    <bind nodeset="/data/same" type="string" calculate="/data/adult = /data/chosen"/>
    <bind nodeset="/data/number" type="string" calculate="if(/data/adult = 1, 'one', 'none')"/>
    <bind nodeset="/data/sum" type="int" calculate="/data/adult + 1"/>
    <bind nodeset="/data/text" type="string" calculate="if(/data/chosen = 'false', 'text', 'condition')"/>
    <bind nodeset="/data/both" type="string" calculate="/data/zero = '0.0' and not(/data/zero)"/>
    <bind nodeset="/data/joined" type="string" calculate="concat('[', /data/adult, '|', /data/zero, ']')"/>
    <bind nodeset="/data/first" type="string" calculate="once(/data/age &gt; 100)"/>
    <bind nodeset="/data/shown" type="string" relevant="/data/adult"/>
    """

  private static func form() throws -> FieldForm { try FieldForm(instance, model: model, body: body) }

  private static func values(_ form: FieldForm) throws -> [String] {
    try ["if", "not", "same", "number", "sum", "text", "both", "joined", "first"].map { try form.value($0) ?? "" }
  }

  private static let child = ["child", "true", "true", "none", "1", "condition", "true", "[false|0]", "false"]
  private static let adult = ["adult", "false", "false", "one", "2", "condition", "false", "[true|8]", "false"]

  private static func shows(_ form: FieldForm) throws -> Bool {
    try form.store.session(for: form.key).rowPath(of: "shown") != nil
  }

  @Test("A condition and a number in a text are read as what they are; a text stays a text")
  func read() throws {
    let form = try Self.form()
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      try form.apply(.set("age", 12))
      #expect(try Self.values(form) == Self.child)
      #expect(try !Self.shows(form))
      try form.apply(.set("q", "text"))
      #expect(try form.value("mixed") == "false" && form.value("not") == "false")
      try form.apply(.set("q", "other"), .set("age", 20))
      #expect(try Self.values(form) == Self.adult)
      #expect(try Self.shows(form))
      #expect(try form.store.check() == [])
    }
  }

  @Test("The type stays through undo, a reopened file, a copy as form JSON and an upgrade; check decides the same")
  func kept() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    let form = try Self.form().imported
    let key = ResponseKey(form: form.form.key)
    func expect(_ expected: [String], _ store: FormStore) throws {
      let keys = ["if", "not", "same", "number", "sum", "text", "both", "joined", "first"]
      let session = try store.session(for: key)
      #expect(keys.map { session.value(of: .key($0))?.plainText ?? "" } == expected)
      #expect(session.rowPath(of: "shown") == nil)
      #expect(try store.check() == [])
    }
    do {
      let store = try FormStore(path: path)
      try store.importForms([form.formContents])
      try store.apply(.set("age", 12), to: key)
      try store.apply(.set("age", 20), to: key)
      try store.undo(of: key)
      try expect(Self.child, store)
    }
    let store = try FormStore(path: path)
    // Only what reads “q” runs, from the stored results of the others.
    try store.apply(.set("q", "a"), to: key)
    try expect(Self.child, store)
    let digest = try store.contents(of: key).digest
    let written = try FormDocument.write(
      form.form, responses: [key.response: FormContents.Response(of: key, in: store)])
    let other = try FormStore.inMemory()
    try other.importForms([
      try DefinitionImporter.read(written, settings: ImportSettings(sourceName: "form.json")).formContents
    ])
    #expect(try other.contents(of: key).digest == digest)
    try other.apply(.set("q", "b"), to: key)
    try expect(Self.child, other)
    var changed = form.form
    changed.title = "Changed"
    try store.save(changed)
    try store.upgrade(key)
    try expect(Self.child, store)
  }

  @Test("A value that a rule sets has the type too, until a person enters a text")
  func set() throws {
    let form = try FieldForm(
      "<age/><flag/><shown/><note/>",
      model: """
        <bind nodeset="/data/age" type="int"/>
        <bind nodeset="/data/flag" type="string"/>
        <bind nodeset="/data/shown" type="string" relevant="/data/flag"/>
        <bind nodeset="/data/note" type="string" calculate="if(/data/flag = 1, 'yes', 'no')"/>
        """,
      body: """
        <input ref="/data/age"><setvalue event="xforms-value-changed" ref="/data/flag" value="/data/age &gt; 17"/></input>
        <input ref="/data/flag"/><input ref="/data/shown"/>
        """)
    #expect(form.diagnostics == [])
    try form.apply(.set("age", 12))
    #expect(try form.value("flag") == "false" && !Self.shows(form) && form.value("note") == "no")
    try form.apply(.markSaved)
    #expect(try form.store.session(for: form.key).status(of: "flag")?.isUnsaved == false)
    try form.apply(.set("age", 20))
    #expect(try form.value("flag") == "true" && Self.shows(form) && form.value("note") == "yes")
    try form.apply(.set("age", 12), .set("flag", "false"))
    #expect(try form.value("flag") == "false" && Self.shows(form) && form.value("note") == "no")
    #expect(try form.store.check() == [])
  }

  @Test("A question of options keeps the type of a calculated number and condition, and goes out as in Collect")
  func options() throws {
    let form = try FieldForm(
      "<age/><left/><adult/><shown/><note/><set/><mixed/>",
      model: """
        <bind nodeset="/data/age" type="int"/>
        <bind nodeset="/data/left" type="select1" calculate="/data/age - 12"/>
        <bind nodeset="/data/adult" type="string" calculate="/data/age &gt; 17"/>
        <bind nodeset="/data/shown" type="string" relevant="/data/left"/>
        <bind nodeset="/data/note" type="string" calculate="if(/data/adult, 'yes', 'no')"/>
        <bind nodeset="/data/set" type="string"/>
        <bind nodeset="/data/mixed" type="string" calculate="if(/data/age = 1, 'false', /data/age &gt; 17)"/>
        """,
      body: """
        <input ref="/data/age"><setvalue event="xforms-value-changed" ref="/data/set" value="/data/age &gt; 17"/></input>
        <select1 ref="/data/left"><item><label>None</label><value>0</value></item>
        <item><label>Eight</label><value>8</value></item></select1>
        <select1 ref="/data/adult"><item><label>Yes</label><value>true</value></item>
        <item><label>No</label><value>false</value></item></select1>
        <input ref="/data/shown"/>
        """)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      try form.apply(.set("age", 12))
      #expect(try form.value("left") == "0" && form.value("note") == "no" && !Self.shows(form))
      let child = try form.submission()
      #expect(child.contains("<left>0</left>") && child.contains("<adult>0</adult>"))
      #expect(child.contains("<set>0</set>") && child.contains("<mixed>0</mixed>"))
      try form.apply(.set("age", 20))
      #expect(try form.value("left") == "8" && form.value("note") == "yes" && Self.shows(form))
      #expect(try form.submission().contains("<adult>1</adult>"))
      try form.apply(.set("age", 1))
      #expect(try form.value("left") ?? "" == "" && form.value("mixed") == "false")
      let text = try form.submission()
      #expect(text.contains("<mixed>false</mixed>") && text.contains("<set>0</set>"))
      #expect(try form.store.check() == [])
    }
  }

  @Test("Conditions in instances are counted, summed and read by their place")
  func instances() throws {
    let form = try FieldForm(
      "<sum/><count/><second/><any/><person jr:template=\"\"><age/><adult/></person>",
      model: """
        <bind nodeset="/data/person/age" type="int"/>
        <bind nodeset="/data/person/adult" type="string" calculate="../age &gt; 17"/>
        <bind nodeset="/data/sum" type="int" calculate="sum(/data/person/adult)"/>
        <bind nodeset="/data/count" type="int" calculate="count(/data/person[adult])"/>
        <bind nodeset="/data/second" type="string"
          calculate="if(indexed-repeat(/data/person/adult, /data/person, 2), 'adult', 'child')"/>
        <bind nodeset="/data/any" type="string" calculate="checklist(1, -1, /data/person/adult)"/>
        """,
      body: """
        <group ref="/data/person"><repeat nodeset="/data/person"><input ref="/data/person/age"/></repeat></group>
        """)
    for age in [20, 12, 30] {
      try form.apply(.add("person"))
      let number = try form.store.contents(of: form.key).state.instances.count
      try form.apply(.set(.key("person[\(number)]/age"), .integer(Int64(age))))
    }
    #expect(try ["sum", "count", "second", "any"].map { try form.value($0) } == ["2", "2", "child", "true"])
    try form.apply(.set("person[2]/age", 40), .set("person[1]/age", 1), .set("person[3]/age", 1))
    #expect(try ["sum", "count", "second", "any"].map { try form.value($0) } == ["1", "1", "adult", "true"])
    #expect(try form.store.check() == [])
  }

  @Test("Exports show the same texts as before: a condition is 1 or 0 in a submission, true or false elsewhere")
  func exports() throws {
    let form = try Self.form()
    try form.apply(.set("age", 12), .set("q", "k"))
    let submission = try form.submission()
    #expect(submission.contains("<adult>0</adult>") && submission.contains("<chosen>1</chosen>"))
    #expect(submission.contains("<zero>0</zero>"))
    let session = try form.store.session(for: form.key)
    #expect(session.value(of: "adult") == "false" && session.value(of: "chosen") == "true")
    #expect(session.value(of: "zero") == "0")
  }
}
