import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// Forms of the shape of clinics' decision aids: yes/no calculations in texts decide on each other, on what is asked
/// and on the result.
@Suite("Field: visits of a clinic")
struct FieldVisitTests {
  private static func form(
    _ nodes: [String], _ binds: [(node: String, attributes: String)], body: String, instance: String = ""
  ) throws -> FieldForm {
    try FieldForm(
      nodes.map { "<\($0)/>" }.joined() + instance,
      model: binds.map { #"<bind nodeset="/data/\#($0.node)" \#($0.attributes)/>"# }.joined(), body: body)
  }

  private static func select(_ node: String, _ kind: String = "select1", _ values: [String] = ["yes", "no"]) -> String {
    let items = values.map { "<item><label>\($0)</label><value>\($0)</value></item>" }.joined()
    return #"<\#(kind) ref="/data/\#(node)"><label>\#(node)</label>\#(items)</\#(kind)>"#
  }

  /// A sick child: danger signs, cough and fever lead to a classification, a treatment and a follow-up.
  private static func sickChild() throws -> FieldForm {
    try form(
      [
        "age", "signs", "cough", "breaths", "chest", "temperature", "danger", "fast", "severe", "pneumonia", "fever",
        "class", "dose", "score", "refer", "treat", "follow", "days",
      ],
      [
        ("age", #"type="int""#), ("breaths", #"type="int" relevant="/data/cough = 'yes'""#),
        ("chest", #"relevant="/data/cough = 'yes'""#), ("temperature", #"type="decimal""#),
        (
          "danger",
          #"type="string" calculate="count-selected(/data/signs) &gt; 0 and not(selected(/data/signs, 'none'))""#
        ),
        (
          "fast",
          #"type="string" calculate="(/data/age &lt; 12 and /data/breaths &gt;= 50) or (/data/age &gt;= 12 and /data/breaths &gt;= 40)""#
        ),
        ("severe", #"type="string" calculate="/data/danger or /data/chest = 'yes'""#),
        ("pneumonia", #"type="string" calculate="not(/data/severe) and /data/fast""#),
        ("fever", #"type="string" calculate="/data/temperature &gt;= 37.5""#),
        (
          "class",
          #"type="string" calculate="if(/data/severe, 'severe', if(/data/pneumonia, 'pneumonia', if(/data/cough = 'yes', 'cold', 'none')))""#
        ),
        ("dose", #"type="string" calculate="if(/data/pneumonia, if(/data/age &lt; 12, 1, 2), 0)""#),
        ("score", #"type="int" calculate="/data/danger + /data/fast + /data/fever""#),
        ("refer", #"type="string" relevant="/data/severe""#), ("treat", #"type="string" relevant="/data/dose""#),
        ("follow", #"type="string" relevant="not(/data/severe) and (/data/pneumonia or /data/fever)""#),
        ("days", #"type="int" calculate="if(/data/pneumonia, 2, if(/data/fever, 3, 5))""#),
      ],
      body: """
        <input ref="/data/age"/>\(select("signs", "select", ["fits", "sleepy", "vomits", "none"]))\(select("cough"))
        <input ref="/data/breaths"/>\(select("chest"))<input ref="/data/temperature"/>
        <input ref="/data/refer"/><input ref="/data/treat"/><input ref="/data/follow"/>
        """)
  }

  /// A child with its answers, the calculated values and the questions that are asked.
  private struct Child: CustomTestStringConvertible {
    let testDescription: String
    let answers: [(cell: String, value: CellValue)]
    let values: [String]
    let asked: [String]
  }

  private static let children = [
    Child(
      testDescription: "no answers", answers: [], values: ["false", "false", "false", "false", "none", "0", "0", "5"],
      asked: []),
    Child(
      testDescription: "a cold",
      answers: [("age", 20), ("signs", .choices(["none"])), ("cough", "yes"), ("breaths", 39)],
      values: ["false", "false", "false", "false", "cold", "0", "0", "5"], asked: []),
    Child(
      testDescription: "fast breathing from 12 months on",
      answers: [("age", 12), ("cough", "yes"), ("breaths", 40), ("chest", "no"), ("temperature", "37.4")],
      values: ["false", "true", "false", "true", "pneumonia", "2", "1", "2"], asked: ["treat", "follow"]),
    Child(
      testDescription: "an infant may breathe as fast", answers: [("age", 11), ("cough", "yes"), ("breaths", 49)],
      values: ["false", "false", "false", "false", "cold", "0", "0", "5"], asked: []),
    Child(
      testDescription: "a chest that draws in, with fever",
      answers: [("age", 8), ("cough", "yes"), ("breaths", 55), ("chest", "yes"), ("temperature", "39.5")],
      values: ["false", "true", "true", "false", "severe", "0", "2", "3"], asked: ["refer"]),
    Child(
      testDescription: "danger signs without a cough",
      answers: [("age", 30), ("signs", .choices(["fits", "vomits"]))],
      values: ["true", "false", "true", "false", "severe", "0", "1", "5"], asked: ["refer"]),
    Child(
      testDescription: "fever alone", answers: [("age", 30), ("cough", "no"), ("temperature", "37.5")],
      values: ["false", "false", "false", "false", "none", "0", "1", "3"], asked: ["follow"]),
  ]

  @Test("A sick child is classified, whatever order the answers come in", arguments: children)
  private func classified(child: Child) throws {
    let form = try Self.sickChild()
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      try form.apply(.recalculate)
      for answers in [child.answers, child.answers.reversed()] {
        // A question that is not asked keeps what was entered before.
        for answer in answers + answers { try form.apply(.set(.key(answer.cell), answer.value)) }
        let calculated = ["danger", "fast", "severe", "pneumonia", "class", "dose", "score", "days"]
        #expect(try calculated.map { try form.value($0) ?? "" } == child.values)
        let session = try form.store.session(for: form.key)
        #expect(["refer", "treat", "follow"].filter { session.rowPath(of: .key($0)) != nil } == child.asked)
        let submission = try form.submission()
        #expect(submission.contains("<severe>\(child.values[2] == "true" ? 1 : 0)</severe>"))
        #expect(submission.contains("<class>\(child.values[4])</class>"))
        for cell in answers.map(\.cell).reversed() { try form.apply(.clear(.key(cell))) }
      }
      #expect(try form.store.check() == [])
    }
  }

  /// The vaccinations of a child: as many as there are, then what is due.
  private static func vaccinations() throws -> FieldForm {
    try form(
      ["born", "visit", "days", "weeks", "first", "has", "due", "late", "next", "last", "n", "wanted"],
      [
        ("born", #"type="date""#), ("visit", #"type="date" constraint=". &gt;= /data/born""#),
        ("days", #"type="int" calculate="/data/visit - /data/born""#),
        ("weeks", #"type="int" calculate="int(/data/days div 7)""#),
        ("first", #"type="date" calculate="date(/data/born + 42)""#),
        ("has", #"type="string" calculate="count(/data/given[vaccine = 'penta']) &gt; 0""#),
        ("late", #"type="string" calculate="/data/visit &gt; /data/first and not(/data/has)""#),
        (
          "next",
          #"type="string" calculate="if(/data/has, 'none', if(/data/late, 'now', format-date(/data/first, '%d/%m/%Y')))""#
        ),
        ("due", #"type="string" relevant="/data/late""#),
        ("last", #"type="date" calculate="date(max(/data/given/on))""#),
        ("n", #"type="int" calculate="count(/data/given)""#),
        (
          "wanted",
          #"type="int" calculate="if(/data/n = 0 or /data/given[position() = /data/n]/more = 'yes', /data/n + 1, /data/n)""#
        ),
        ("given/on", #"type="date" constraint=". &gt;= /data/born and . &lt;= /data/visit""#),
        ("given/age", #"type="int" calculate="int((../on - /data/born) div 7)""#),
      ],
      body: """
        <input ref="/data/born"/><input ref="/data/visit"/><group ref="/data/given"><label>Vaccination</label>
        <repeat nodeset="/data/given" jr:count="/data/wanted">\(select("given/vaccine", "select1", ["bcg", "penta"]))
        <input ref="/data/given/on"/>\(select("given/more"))</repeat></group><input ref="/data/due"/>
        """, instance: #"<given jr:template=""><vaccine/><on/><age/><more/></given>"#)
  }

  @Test("A vaccination card grows with each “one more”, and says what is due on the day")
  func card() throws {
    let form = try Self.vaccinations()
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      func values() throws -> [String] {
        try ["n", "days", "weeks", "first", "has", "late", "next"].map { try form.value($0) ?? "" }
      }
      // Across the end of February and the change to summer time.
      try form.apply(.set("born", "2024-02-20"), .set("visit", "2024-04-01"))
      #expect(try values() == ["1", "41", "5", "2024-04-02", "false", "false", "02/04/2024"])
      try form.apply(.set("visit", "2024-04-03"))
      #expect(try values() == ["1", "43", "6", "2024-04-02", "false", "true", "now"])
      #expect(try form.store.session(for: form.key).rowPath(of: "due") != nil)
      try form.apply(.set("given[1]/vaccine", "bcg"), .set("given[1]/on", "2024-02-21"))
      #expect(try form.value("n") == "1" && form.value("late") == "true" && form.value("given[1]/age") == "0")
      try form.apply(.set("given[1]/more", "yes"))
      #expect(try form.value("n") == "2")
      try form.apply(.set("given[2]/vaccine", "penta"), .set("given[2]/on", "2024-04-04"))
      let faults = try form.faults()
      #expect(faults == ["on constraint"])
      try form.apply(.set("given[2]/on", "2024-04-03"), .set("given[2]/more", "no"))
      #expect(try form.faults() == [] && form.value("given[2]/age") == "6" && form.value("last") == "2024-04-03")
      #expect(try values() == ["2", "43", "6", "2024-04-02", "true", "false", "none"])
      #expect(try form.store.session(for: form.key).rowPath(of: "due") == nil)
      let submission = try form.submission()
      #expect(submission.contains("<has>1</has>") && submission.contains("<late>0</late>"))
      for _ in 1...4 { try form.store.undo(of: form.key) }
      #expect(try form.value("n") == "2" && form.value("next") == "now")
      #expect(try form.store.check() == [])
    }
  }
}
