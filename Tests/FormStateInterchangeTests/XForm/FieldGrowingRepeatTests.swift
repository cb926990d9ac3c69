import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// Repeats that continue until the answer “no more”: their `jr:count` depends on their own answers.
@Suite("Field: repeat until no more")
struct FieldGrowingRepeatTests {
  private static let instance = "<count/><wanted/><child jr:template=\"\"><name/><more/></child>"
  private static let body = """
    <group ref="/data/child"><label>Child</label><repeat nodeset="/data/child" jr:count="/data/wanted">
    <input ref="/data/child/name"><label>Name</label></input>
    <input ref="/data/child/more"><label>Any more?</label></input></repeat></group>
    """
  private static let model = """
    <bind nodeset="/data/count" type="int" calculate="count(/data/child)"/>
    <bind nodeset="/data/wanted" type="int" calculate="if(/data/count = 0 or /data/child[position() = /data/count]/more = 'yes',
      /data/count + 1, /data/count)"/>
    """

  /// One more until the last says that it is the final one.
  private static func untilFinal() throws -> FieldForm {
    try FieldForm(
      "<start/><n/><wanted/><hh jr:template=\"\"><name/><final/></hh>",
      model: """
        <bind nodeset="/data/n" calculate="count(/data/hh)"/>
        <bind nodeset="/data/wanted" calculate="if(/data/start = 'single', 1, if(/data/n = 0
          or indexed-repeat(/data/hh/final, /data/hh, /data/n) != 'yes', /data/n + 1, /data/n))"/>
        """,
      body: """
        <input ref="/data/start"/><group ref="/data/hh"><repeat nodeset="/data/hh" jr:count="/data/wanted">
        <input ref="/data/hh/name"/><input ref="/data/hh/final"/></repeat></group>
        """)
  }

  private func count(_ form: FieldForm) throws -> [String?] { try [form.value("count"), form.value("wanted")] }

  @Test("An instance is added as soon as the last one asks for it; undo reverts both")
  func grows() throws {
    let form = try FieldForm(Self.instance, model: Self.model, body: Self.body)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(form.diagnostics == [])
      try form.apply(.recalculate)
      #expect(try count(form) == ["1", "1"])
      for number in 1...40 {
        try form.apply(.set(.key("child[\(number)]/name"), .text("Child \(number)")))
        try form.apply(.set(.key("child[\(number)]/more"), "yes"))
        #expect(try count(form) == ["\(number + 1)", "\(number + 1)"])
      }
      try form.apply(.set("child[41]/more", "no"))
      #expect(try count(form) == ["41", "41"])
      try form.store.undo(of: form.key)
      try form.store.undo(of: form.key)
      #expect(try count(form) == ["40", "40"])
      try form.store.redo(of: form.key)
      #expect(try count(form) == ["41", "41"])
      #expect(try form.store.check() == [])
    }
  }

  @Test("The instances of the primary instance exist before any answer")
  func firstInstances() throws {
    let form = try FieldForm(
      "<wanted/><child jr:template=\"\"><name/><more/></child><child><name/><more/></child>",
      model: """
        <bind nodeset="/data/wanted" type="int" calculate="if(/data/child[last()]/more = 'yes', count(/data/child) + 1,
          count(/data/child))"/>
        """, body: Self.body)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      try form.apply(.recalculate)
      #expect(try form.value("wanted") == "1")
      try form.apply(.set("child[1]/more", "yes"))
      #expect(try form.value("wanted") == "2")
      try form.apply(.set("child[2]/more", "no"))
      #expect(try form.value("wanted") == "2")
      #expect(try form.store.check() == [])
    }
  }

  @Test("A count that always asks for one more adds one instance per recalculation")
  func endless() throws {
    let form = try FieldForm(
      "<a/><r jr:template=\"\"><b/></r>",
      body: """
        <input ref="/data/a"/><group ref="/data/r"><repeat nodeset="/data/r" jr:count="count(/data/r) + 1">
        <input ref="/data/r/b"/></repeat></group>
        """)
    #expect(form.diagnostics == [])
    try form.apply(.recalculate)
    #expect(try form.store.contents(of: form.key).state.instances.count == 1)
    try form.apply(.set("r[1]/b", "x"))
    #expect(try form.store.contents(of: form.key).state.instances.count == 1)
    try form.apply(.recalculate)
    #expect(try form.store.contents(of: form.key).state.instances.count == 2)
    #expect(try form.store.check() == [])
  }

  @Test("One more until the last says that it is the final one: each answer adds the instance that it asks for")
  func untilTheLast() throws {
    let form = try Self.untilFinal()
    for form in [form, try form.goneOut()] {
      try form.apply(.recalculate)
      #expect(try form.value("n") == "1")
      for number in 1...5 {
        try form.apply(.set(.key("hh[\(number)]/name"), .text("Name \(number)")))
        #expect(try form.value("n") == "\(number)")
        try form.apply(.set(.key("hh[\(number)]/final"), "no"))
        #expect(try form.value("n") == "\(number + 1)")
      }
      try form.apply(.set("hh[6]/final", "yes"))
      #expect(try [form.value("n"), form.value("wanted")] == ["6", "6"])
      try form.store.undo(of: form.key)
      try form.store.undo(of: form.key)
      #expect(try form.value("n") == "5")
      #expect(try form.store.check() == [])
    }
  }

  @Test("An answer elsewhere adds no instance while the last one is not answered")
  func aheadOfItsTime() throws {
    let form = try Self.untilFinal()
    for form in [form, try form.goneOut()] {
      try form.apply(.recalculate)
      try form.apply(.set("start", "many"))
      #expect(try form.value("n") == "1")
      try form.apply(.set("hh[1]/name", "Ada"))
      try form.apply(.set("start", "several"))
      #expect(try form.value("n") == "1")
      try form.apply(.set("hh[1]/final", "no"))
      #expect(try form.value("n") == "2")
      // The last one is not answered yet, whatever those before it say.
      for answer in ["yes", "no", "yes", "no"] {
        try form.apply(.set("hh[1]/final", .text(answer)))
        #expect(try form.value("n") == "2")
      }
      try form.apply(.set("hh[2]/final", "no"))
      #expect(try form.value("n") == "3")
      try form.apply(.set("start", "single"))
      try form.apply(.set("start", "many"))
      #expect(try form.value("n") == "3")
      #expect(try form.store.check() == [])
    }
  }

  @Test("A repeat whose single instance is answered grows as soon as the count reads that answer again")
  func afterAll() throws {
    let form = try Self.untilFinal()
    try form.apply(.set("start", "single"))
    #expect(try form.value("n") == "1")
    try form.apply(.set("hh[1]/final", "no"))
    #expect(try form.value("n") == "1")
    try form.apply(.set("start", "many"))
    #expect(try form.value("n") == "2")
  }

  @Test("A count that settles after several rounds does so within one action, and one that never does adds nothing")
  func rounds() throws {
    func form(until last: Int) throws -> FieldForm {
      try FieldForm(
        "<a/><wanted/><r jr:template=\"\"><more/></r>",
        model: """
          <bind nodeset="/data/r/more" calculate="if(/data/a = 'go' and position(..) &lt; \(last), 'yes', 'no')"/>
          <bind nodeset="/data/wanted" type="int" calculate="if(count(/data/r) = 0 or /data/r[last()]/more = 'yes',
            count(/data/r) + 1, count(/data/r))"/>
          """,
        body: """
          <input ref="/data/a"/><group ref="/data/r"><repeat nodeset="/data/r" jr:count="/data/wanted">
          <input ref="/data/r/more"/></repeat></group>
          """)
    }
    for (last, expected) in [(7, 7), (90, 90), (1000, 1)] {
      let form = try form(until: last)
      #expect(form.diagnostics == [])
      try form.apply(.recalculate)
      #expect(try form.store.contents(of: form.key).state.instances.count == 1)
      try form.apply(.set("a", "go"))
      #expect(try form.store.contents(of: form.key).state.instances.count == expected)
      try form.store.undo(of: form.key)
      #expect(try form.store.contents(of: form.key).state.instances.count == 1)
      #expect(try form.store.check() == [])
    }
  }

  @Test("Nested repeats grow independently")
  func nested() throws {
    let form = try FieldForm(
      """
      <house jr:template=""><inside/><wanted/><person jr:template=""><more/></person></house>
      <house><inside/><wanted/></house>
      """,
      model: """
        <bind nodeset="/data/house/inside" type="int" calculate="count(../person)"/>
        <bind nodeset="/data/house/wanted" type="int"
          calculate="if(../inside = 0 or ../person[position() = ../inside]/more = 'yes', ../inside + 1, ../inside)"/>
        """,
      body: """
        <group ref="/data/house"><repeat nodeset="/data/house">
        <group ref="/data/house/person"><repeat nodeset="/data/house/person" jr:count="../wanted">
        <input ref="/data/house/person/more"/></repeat></group></repeat></group>
        """)
    #expect(form.diagnostics == [])
    try form.apply(.recalculate, .set("house[1]/person[1]/more", "yes"), .set("house[1]/person[2]/more", "yes"))
    try form.apply(.add("house"), .set("house[2]/person[1]/more", "yes"), .set("house[2]/person[2]/more", "no"))
    #expect(try [form.value("house[1]/inside"), form.value("house[2]/inside")] == ["3", "2"])
    #expect(try form.store.check() == [])
  }

  @Test("Circular rules outside a repeat's count are still refused")
  func otherCircles() throws {
    let form = try FieldForm(
      Self.instance + "<a/><b/>",
      model: Self.model + """
        <bind nodeset="/data/a" type="int" calculate="/data/b + 1"/>
        <bind nodeset="/data/b" type="int" calculate="/data/a + count(/data/child)"/>
        """, body: Self.body)
    #expect(form.diagnostics.count == 1 && form.diagnostics[0].contains("the rules are circular"))
    try form.apply(.set("child[1]/more", "yes"))
    #expect(try count(form) == ["2", "2"])
  }
}
