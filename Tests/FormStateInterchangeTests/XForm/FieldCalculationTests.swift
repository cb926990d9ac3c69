import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// Calculated questions that can be edited, as in Collect.
@Suite("Field: editable calculations")
struct FieldCalculationTests {
  private func form(_ bind: String = "") throws -> FieldForm {
    try FieldForm(
      "<a/><c/><b/><d/>",
      model: """
        <bind nodeset="/data/a" type="int"/><bind nodeset="/data/c" relevant="/data/a != 3"/>
        <bind nodeset="/data/b" calculate="/data/a * 2 + 0 * count(/data/c[. = 'x'])" \(bind)/>
        <bind nodeset="/data/d" calculate="/data/b + 1"/>
        """, body: #"<input ref="/data/a"/><input ref="/data/c"/><input ref="/data/b"/>"#)
  }

  @Test("An edited result stays until an input of the calculation changes")
  func typed() throws {
    let form = try form()
    for form in [form, try form.goneOut()] {
      try form.apply(.set("a", 2))
      #expect(try ["b", "d"].map(form.value) == ["4", "5"])
      try form.apply(.set("b", "7"))
      #expect(try ["b", "d"].map(form.value) == ["7", "8"])
      try form.apply(.recalculate)
      #expect(try ["b", "d"].map(form.value) == ["7", "8"])
      try form.apply(.set("a", 10))
      #expect(try ["b", "d"].map(form.value) == ["20", "21"])
      // A change of an input that gives the same result overrides as well.
      try form.apply(.set("b", "7"), .set("c", "x"))
      #expect(try ["b", "d"].map(form.value) == ["20", "21"])
      try form.apply(.undo(.everything))
      #expect(try ["b", "d"].map(form.value) == ["7", "8"])
      try form.apply(.redo(.everything))
      #expect(try ["b", "d"].map(form.value) == ["20", "21"])
      try form.apply(.set("b", "7"), .set("a", 3))
      #expect(try ["b", "d"].map(form.value) == ["6", "7"])
      #expect(try form.store.check() == [])
    }
  }

  @Test("An edit in the same step as a change of an input stays")
  func oneStep() throws {
    let form = try form()
    try form.apply(.set("a", 2), .set("b", "7"))
    try form.store.group("Both", in: form.key) { group in
      try group.apply(.set("a", 5))
      try group.apply(.set("b", "9"))
    }
    #expect(try form.value("b") == "9")
  }

  @Test("A read-only calculation, or one without overridesEntry, does not override edits")
  func others() throws {
    #expect(
      try form(#"readonly="true()""#).imported.form.sections[0].cells[2].rule(.calculate)?.overridesEntry == false)
    #expect(try form().imported.form.sections[0].cells[2].rule(.calculate)?.overridesEntry == true)
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "own") {
        FormSection(key: "s") {
          Cell.integer("a")
          Cell.integer("b").calculate("${a} * 2")
          Cell.integer("c").calculate("${a} * 2", overridesEntry: true)
        }
      })
    let key = ResponseKey(form: "own")
    for action: FormAction in [.set("a", 2), .set("b", 7), .set("c", 7), .set("a", 10)] {
      try store.apply(action, to: key)
    }
    let session = try store.session(for: key)
    #expect(session.value(of: "b") == 7 && session.value(of: "c") == 20)
    #expect(try store.check() == [])
  }

  @Test("A calculated integer drops its fraction, and a condition is exported as 1 or 0")
  func types() throws {
    let form = try FieldForm(
      "<kg/><whole/><below/><price/><adult/><is/><either/><text/>",
      model: """
        <bind nodeset="/data/kg" type="decimal"/>
        <bind nodeset="/data/whole" type="int" calculate="/data/kg div 2"/>
        <bind nodeset="/data/below" type="int" calculate="0 - /data/kg"/>
        <bind nodeset="/data/price" type="decimal" calculate="/data/kg * 1.1"/>
        <bind nodeset="/data/adult" type="int" calculate="/data/kg &gt; 40"/>
        <bind nodeset="/data/is" calculate="/data/kg &gt; 40"/>
        <bind nodeset="/data/either" calculate="if(/data/kg &gt; 40, not(false()), contains('a', 'b'))"/>
        <bind nodeset="/data/text" calculate="string(/data/kg &gt; 40)"/>
        """, body: #"<input ref="/data/kg"/>"#)
    #expect(form.diagnostics == [])
    let keys = ["whole", "below", "price", "adult"]
    try form.apply(.set("kg", .text("100")))
    #expect(try keys.map(form.value) == ["50", "-100", "110", "1"])
    #expect(try form.submission().contains(/<is>1<\/is>\s*<either>1<\/either>\s*<text>true<\/text>/))
    try form.apply(.set("kg", .text("5.5")))
    #expect(try keys.map(form.value) == ["2", "-5", "6.050000000000001", "0"])
    #expect(try form.submission().contains(/<is>0<\/is>\s*<either>0<\/either>\s*<text>false<\/text>/))
    #expect(try form.store.check() == [])
  }
}
