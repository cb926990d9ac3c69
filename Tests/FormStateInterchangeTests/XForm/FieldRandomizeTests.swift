import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// Items in a random order, the same as in Collect for a seed.
@Suite("Field: randomize")
struct FieldRandomizeTests {
  private static let letters = "ABCDEFGH"
  private static let list =
    #"<instance id="letters"><root>"#
    + letters.map { "<item><name>\($0)</name><label>\($0)</label><first>\($0 < "E")</first></item>" }.joined()
    + "</root></instance>"

  // As JavaRosa recorded them, in RandomizeTypesTest.
  @Test(
    "A seed gives the same order as in JavaRosa",
    arguments: [("1234", "GFEDAHBC"), ("'1234'", "GFEDAHBC"), ("'foo'", "EADBHGCF")])
  func recorded(seed: String, order: String) throws {
    let form = try FieldForm(
      "<a/><b/>",
      model: """
        \(Self.list)<bind nodeset="/data/b" calculate="join('', randomize(instance('letters')/root/item/label, \(seed)))"/>
        """,
      body: """
        <select1 ref="/data/a"><itemset nodeset="randomize(instance('letters')/root/item, \(seed))">
        <value ref="name"/><label ref="label"/></itemset></select1>
        """)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try form.value("b") == order)
      #expect(try form.choices("a").joined() == order)
    }
  }

  @Test("Without a seed, choices of each response have a random but stable order")
  func choicesWithoutSeed() throws {
    let form = try FieldForm(
      "<a/><b/><n/>", model: Self.list,
      body: ["a", "b"].map {
        """
        <select1 ref="/data/\($0)"><itemset nodeset="randomize(instance('letters')/root/item)">
        <value ref="name"/><label ref="label"/></itemset></select1>
        """
      }.joined() + #"<input ref="/data/n"/>"#)
    #expect(form.diagnostics == [])
    #expect(try form.choices("a").joined() == Self.letters)
    var orders: Set<String> = []
    for number in 1...12 {
      let key = ResponseKey(form: form.key.form, response: "r\(number)")
      func order(_ question: String, in store: FormStore) throws -> String {
        try store.choices(of: .key(question), in: key, limit: 10).choices.map(\.value).joined()
      }
      try form.store.apply(.set("n", "1"), to: key)
      let first = try ["a", "b"].map { try order($0, in: form.store) }
      #expect(first.allSatisfy { $0.sorted() == Array(Self.letters) })
      orders.formUnion(first)
      try form.store.apply(.set("a", "B"), to: key)
      try form.store.undo(of: key)
      #expect(try ["a", "b"].map { try order($0, in: form.store) } == first)
      #expect(try form.store.journal(of: key).allSatisfy { $0.moment == nil })
    }
    #expect(orders.count > 15)
    #expect(try form.store.check() == [])
    #expect(try form.goneOut().diagnostics == [])
  }

  @Test("The seed may be an answer, conditions apply, and a chosen value has no fault")
  func seeds() throws {
    let form = try FieldForm(
      "<seed/><a/>", model: Self.list,
      body: """
        <input ref="/data/seed"/>
        <select1 ref="/data/a"><itemset nodeset="randomize(instance('letters')/root/item[first = 'true'], /data/seed)">
        <value ref="name"/><label ref="label"/></itemset></select1>
        """)
    #expect(form.diagnostics == [])
    var orders: Set<String> = []
    for seed in 1...20 {
      try form.apply(.set("seed", .text("\(seed)")))
      let order = try form.choices("a").joined()
      #expect(order.sorted() == Array("ABCD"))
      #expect(try form.choices("a").joined() == order)
      orders.insert(order)
    }
    #expect(orders.count > 5)
    try form.apply(.set("a", "B"))
    #expect(try form.store.session(for: form.key).faults == [])
  }

  @Test("Without a seed, a calculated order is random, and undo restores it")
  func withoutSeed() throws {
    let form = try FieldForm(
      "<n/><b/>",
      model: """
        \(Self.list)<bind nodeset="/data/b" calculate="concat(/data/n, join('', randomize(instance('letters')/root/item/label)))"/>
        """, body: #"<input ref="/data/n"/>"#)
    #expect(form.diagnostics == [])
    let first = try #require(try form.value("b"))
    #expect(first.sorted() == Array(Self.letters))
    try form.apply(.set("n", "1"))
    #expect(try form.value("b")?.sorted() == Array("1" + Self.letters))
    try form.apply(.undo(.everything))
    #expect(try form.value("b") == first)
    #expect(try form.store.check() == [])
  }
}
