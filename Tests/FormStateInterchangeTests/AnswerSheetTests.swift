import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormState
@testable import FormStateInterchange

/// Importing answers from tables and JSON.
@Suite("Answers from tables and JSON")
struct AnswerSheetTests {
  private static let nasty = [
    "=1+1", "'=1+1", "''@x", "a;b,c", "\"q\"\r\nline", "'", " ", "-5", "true", "＝x", "\t", "x\u{301}", "1835-11-30",
  ]

  /// Imports a sheet and returns its misfits.
  @discardableResult
  private func take(
    _ data: Data, into store: FormStore, form: String, clearsEmpty: Bool = false, isRaw: Bool = false
  ) throws -> [String] {
    let sheet = try AnswerSheet(data, sourceName: "answers", isRaw: isRaw)
    var planner = AnswerSheetPlanner(sheet, clearsEmpty: clearsEmpty)
    return try store.changeResponses { responses in
      for line in sheet.lines {
        let key = ResponseKey(form: form, response: line.response ?? "none")
        let (contents, definition) = try responses.contents(of: key)
        let planned = try planner.plan(for: line, in: contents, of: definition)
        _ = try responses.write(planned.decisions, as: "Answers", to: key)
      }
      return planner.misfits.first.map(\.description)
    }
  }

  /// How a document expresses the answers of responses.
  private struct Shape {
    /// Whether it distinguishes texts from numbers, and an empty text from a missing one.
    var hasTypes = false
    /// Whether it includes irrelevant questions without a value.
    var tellsHidden = true
  }

  /// The answers of responses, as far as a document can express them.
  private func answers(in store: FormStore, _ form: String, _ shape: Shape = Shape()) throws -> [String: [String]] {
    var answers: [String: [String]] = [:]
    for contents in try store.contents(ofResponsesTo: form) {
      answers[contents.key.response] = contents.answers().compactMap { answer in
        guard shape.tellsHidden || !answer.question.isHidden else { return nil }
        guard let value = answer.value, shape.hasTypes || !value.plainText.isEmpty else { return nil }
        return "\(answer.question.cell.key):\(answer.instance >> 32)=\(shape.hasTypes ? "\(value)" : value.plainText)"
      }
    }
    return answers
  }

  private func lines(in store: FormStore, _ form: String) throws -> Data {
    let lines = try store.contents(ofResponsesTo: form).flatMap { contents in
      contents.answers().map {
        RowOfResponse(key: contents.key, row: PrintedRow($0)).line
      }
    }
    return Data(lines.joined(separator: "\n").utf8)
  }

  @Test("A table or JSON export can be imported again", arguments: TestSeeds.seeds(4, full: 1000))
  func roundTrip(seed: UInt64) throws {
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var random = RandomForm(seed: seed)
    var chance = SeededGenerator(seed: seed)
    let form = random.form(sections: 3, cellsPerSection: 16)
    let store = try FormStore.inMemory()
    try store.save(form)
    for name in ["default", "'=second", "third, \"x\""] {
      let key = ResponseKey(form: form.key, response: name)
      try RandomResponse.fillIn(key, of: form, in: store, random: &random)
      if try store.contents(of: key).state.isCompleted { try store.apply(.reopen, to: key) }
      for question in form.questions where question.cell.kind == .text && Bool.random(using: &chance) {
        try store.apply(
          .set(.key(question.cell.key), .text(Self.nasty.randomElement(using: &chance) ?? "")), to: key)
      }
    }
    let contents = try store.contents(ofResponsesTo: form.key)
    let isRaw = Bool.random(using: &chance)
    let style = AnswerTable.Style(escapesFormulas: !isRaw)
    var documents = [(try AnswerTable.write(linesOf: contents, style: style), Shape(tellsHidden: false))]
    for hasTitles in [false, true] {
      let style = AnswerTable.Style(hasTitles: hasTitles, escapesFormulas: !isRaw)
      documents.append((try AnswerTable.write(contents, columnsOf: form, style: style), Shape()))
    }
    documents.append((try lines(in: store, form.key), Shape(hasTypes: true, tellsHidden: false)))
    for (document, shape) in documents {
      let other = try FormStore.inMemory()
      try other.save(form)
      for _ in 1...2 {
        #expect(try take(document, into: other, form: form.key, clearsEmpty: true, isRaw: isRaw) == [], replay)
        let came = try answers(in: other, form.key, shape)
        // A document with a line for each question omits a response without relevant questions.
        let expected = try answers(in: store, form.key, shape).filter { response, answers in
          shape.tellsHidden || !answers.isEmpty || came[response] != nil
        }
        #expect(came == expected, replay)
      }
      #expect(try other.check() == [], replay)
    }
  }

  @Test("Importing answers restores instances with their numbers and order", arguments: TestSeeds.seeds(8, full: 1000))
  func instances(seed: UInt64) throws {
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var chance = SeededGenerator(seed: seed)
    let form = FormDefinition(
      key: "trip",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(
              key: "person", kind: .repeat, title: "Person", isExpandable: true, additionalRows: 2,
              counts: InstanceCounts(initial: Int.random(in: 0...2, using: &chance))),
            FormCell(key: "name", kind: .text, title: "Name"), FormCell(key: "age", kind: .integer, defaultValue: 7),
            FormCell(key: "dog", kind: .repeat, title: "Dog", isExpandable: true, additionalRows: 1),
            FormCell(key: "tag", kind: .text),
          ])
      ])
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: "trip")
    try store.apply(.recalculate, to: key)
    for owner in ["person", "dog"] { try store.apply(.add(.key(owner)), to: key) }
    for _ in 0..<30 {
      let instances = try store.contents(of: key).state.instances.keys.sorted { $0.instance < $1.instance }
      guard let some = instances.randomElement(using: &chance), let other = instances.randomElement(using: &chance)
      else { continue }
      let (number, isOnly) = (some.instance, instances.count { $0.key == some.key } == 1)
      func reference(_ subject: StateSubject) -> CellReference { .instance(subject.key, number: subject.instance) }
      let actions: [FormAction] = [
        .add("person"), .add("dog"), .move(reference(some), before: reference(other)),
        // A document cannot express a repeat without instances.
        isOnly ? .add("dog") : .remove(reference(some)),
        .set(.instance("name", number: number), .text("n\(number >> 32)")), .clear(.instance("age", number: number)),
        .set(.instance("tag", number: number), "t"), .set(.instance("age", number: number), 9),
      ]
      guard let action = actions.randomElement(using: &chance) else { continue }
      do { try store.apply(action, to: key) } catch is ActionError { continue }
    }
    let contents = try store.contents(ofResponsesTo: "trip")
    for document in [try AnswerTable.write(linesOf: contents), try lines(in: store, "trip")] {
      let other = try FormStore.inMemory()
      try other.save(form)
      for _ in 1...2 {
        #expect(try take(document, into: other, form: "trip", clearsEmpty: true) == [], replay)
        let (expected, came) = (try answers(in: store, "trip"), try answers(in: other, "trip"))
        #expect(came == expected, replay)
      }
      #expect(try other.check() == [], replay)
    }
  }

  private func store(_ cells: [FormCell]) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "f", sections: [FormSection(key: "s", title: "S", cells: cells)]))
    return store
  }

  @Test("Only an apostrophe before a formula is escaped and removed again")
  func formulas() {
    for text in Self.nasty + ["'''=", "'a", "+49 30", "'+49 30", "'+x"] {
      #expect(FormulaMark.removed(from: FormulaMark.added(to: text)) == text)
    }
    #expect(FormulaMark.added(to: "'=1") == "''=1")
    #expect(FormulaMark.removed(from: "'til noon") == "'til noon")
  }

  @Test("An empty field keeps the answer or clears it; an irrelevant answer is kept")
  func empty() throws {
    let store = try store([
      FormCell(key: "a", kind: .text), FormCell(key: "b", kind: .integer, defaultValue: 3),
      FormCell(key: "c", kind: .text, rules: [FormRule(.relevant, "${b} > 5")]),
    ])
    let key = ResponseKey(form: "f", response: "r")
    try store.replay([.set("a", "x"), .set("b", 9), .set("c", "deep"), .set("b", 4)], to: key)
    let table = Data("response,a,b,c\nr,,,\nnew,,,\n".utf8)
    #expect(try take(table, into: store, form: "f") == [])
    #expect(try answers(in: store, "f") == ["r": ["a:0=x", "b:0=4"], "new": ["b:0=3"]])
    #expect(try take(table, into: store, form: "f", clearsEmpty: true) == [])
    #expect(try answers(in: store, "f") == ["r": [], "new": []])
    try store.apply(.set("b", 9), to: key)
    #expect(try answers(in: store, "f")["r"] == ["b:0=9", "c:0=deep"])
  }

  @Test("If one response cannot be imported, nothing of the others is written")
  func allOrNothing() throws {
    let store = try store([FormCell(key: "a", kind: .text)])
    #expect(throws: StoreError.self) {
      try store.changeResponses { responses in
        let first = ResponseKey(form: "f", response: "1")
        let (contents, form) = try responses.contents(of: first)
        var planned = try PlannedActions(contents, FormIndex(form))
        #expect(try planned.act(.set("a", "x")))
        #expect(try responses.write(planned.decisions, as: "Answers", to: first) == 1)
        #expect(try responses.contents(of: first).contents.revision == 1)
        _ = try responses.contents(of: ResponseKey(form: "g", response: "2"))
      }
    }
    #expect(try store.responseKeys(ofForm: "f") == [])
  }

  @Test("Unchanged cells are not written, and a line is one step")
  func steps() throws {
    let store = try store([FormCell(key: "a", kind: .text), FormCell(key: "b", kind: .integer)])
    let key = ResponseKey(form: "f", response: "r")
    try store.replay([.set("a", "x"), .set("b", 1)], to: key)
    #expect(try take(Data("response,a,b\nr,x,2\n".utf8), into: store, form: "f") == [])
    #expect(try store.revision(of: key) == 3)
    #expect(try take(Data("response,a,b\nr,y,3\n".utf8), into: store, form: "f") == [])
    #expect(try store.undo(of: key).revision > 5)
    #expect(try answers(in: store, "f") == ["r": ["a:0=x", "b:0=2"]])
  }

  /// A form with a switch, a choice and a number in instances, whose defaults a later version changes.
  private func start(isLater: Bool = false) -> FormDefinition {
    FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "smokes", kind: .switch, defaultValue: .boolean(isLater)),
            FormCell(
              key: "care", kind: .choices, defaultValue: .choices([isLater ? "day" : "home"]), isExpandable: true,
              additionalRows: 2),
            FormCell(key: "home", kind: .option, optionValue: "home"),
            FormCell(key: "day", kind: .option, optionValue: "day"),
            FormCell(key: "sum", kind: .integer, rules: [FormRule(.calculate, isLater ? "2" : "1")]),
            FormCell(
              key: "first", kind: .integer, rules: [FormRule(.default, isLater ? "2" : "1")]),
            FormCell(
              key: "person", kind: .repeat, isExpandable: true, additionalRows: 1, counts: InstanceCounts(initial: 1)),
            FormCell(key: "age", kind: .integer, defaultValue: isLater ? 40 : 30),
          ])
      ])
  }

  @Test(
    "What a sheet states is an answer, also if it equals the default, which a later version may change",
    arguments: [
      ("response,smokes,care,first,sum\nr,false,home,1,1\n", "smokes care first"),
      (
        "response,cell,instance,value\nr,smokes,,off\nr,care,,\"[\"\"home\"\"]\"\nr,first,,1\nr,sum,,1\nr,age,1,30\n",
        "smokes care first age"
      ),
      (
        "response,cell,instance,value,source\nr,smokes,,off,default\nr,care,,home,set\nr,first,,1,calculated\n"
          + "r,sum,,1,set\nr,age,1,30,default\n",
        "care sum"
      ),
      (#"[{"response":"r","smokes":false,"care":["home"],"first":1,"sum":1}]"#, "smokes care first"),
      (
        #"{"responses":[{"response":"r","answers":[{"cell":"smokes","value":false,"source":"set"},"#
          + #"{"cell":"age","instance":1,"value":30},{"cell":"first","value":1,"source":"calculated"}]}]}"#,
        "smokes age"
      ),
    ])
  func equalToDefault(sheet: String, entered: String) throws {
    for hasBegun in [false, true] {
      let store = try FormStore.inMemory()
      try store.save(start())
      let key = ResponseKey(form: "f", response: "r")
      if hasBegun { try store.apply(.recalculate, to: key) }
      #expect(try take(Data(sheet.utf8), into: store, form: "f") == [])
      try store.save(start(isLater: true))
      try store.upgrade(key)
      let known = ["smokes": "false", "care": #"["home"]"#, "first": "1", "sum": "1", "age": "30"]
      for answer in try store.contents(of: key).answers() {
        let (cell, value) = (answer.question.cell.key, answer.value?.plainText)
        let isEntered = entered.split(separator: " ").contains { $0 == cell }
        #expect((value == known[cell]) == isEntered, "\(cell) \(value ?? "") \(hasBegun)")
        #expect((answer.source == .set) == isEntered)
      }
      #expect(try store.check() == [])
    }
  }

  @Test("A line for each answer comes back with what was entered, and with no more than that")
  func onlyEntered() throws {
    let store = try FormStore.inMemory()
    try store.save(start())
    let key = ResponseKey(form: "f", response: "r")
    try store.replay([.recalculate, .set("smokes", false), .set("person[1]/age", 30)], to: key)
    let sources = { (store: FormStore) in
      try store.contents(of: key).answers().map { "\($0.question.cell.key) \($0.source)" }
    }
    let contents = try store.contents(ofResponsesTo: "f")
    for document in [try AnswerTable.write(linesOf: contents), try lines(in: store, "f")] {
      let other = try FormStore.inMemory()
      try other.save(start())
      #expect(try take(document, into: other, form: "f") == [])
      #expect(try sources(other) == sources(store))
    }
  }

  @Test("A table keeps numbers and texts of custom cells apart")
  func customNumbers() throws {
    let values: [CellValue] = [5, "5", 2.5, "2.5", "'5", "x", "=5", -7, "-7", "+5", "05", 1e300]
    let store = try store(values.indices.map { FormCell(key: "c\($0)", kind: .custom) })
    let key = ResponseKey(form: "f", response: "r")
    for (index, value) in values.enumerated() { try store.apply(.set(.key("c\(index)"), value), to: key) }
    let contents = [try store.contents(of: key)]
    let documents = [
      try AnswerTable.write(contents), try AnswerTable.write(contents, style: AnswerTable.Style(isReadable: true)),
      try AnswerTable.write(linesOf: contents), try lines(in: store, "f"),
    ]
    for document in documents {
      let other = try FormStore.inMemory()
      try other.save(contents[0].form)
      #expect(try take(document, into: other, form: "f") == [])
      #expect(try other.contents(of: key).answers().map(\.value) == values)
    }
  }
}
