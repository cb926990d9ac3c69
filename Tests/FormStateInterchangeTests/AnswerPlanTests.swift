import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormState
@testable import FormStateInterchange

/// What is the same for tables, JSON and submissions.
@Suite("One plan for answers from any document")
struct AnswerPlanTests {
  /// A document that states answers of the response `r`.
  enum Document: String, CaseIterable {
    case table, json, submission
  }

  private static let key = ResponseKey(form: "f", response: "r")

  private func store(_ cells: [FormCell]) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)]))
    return store
  }

  /// Writes answers to questions outside of repeats; an empty one is blank.
  private func text(_ answers: KeyValuePairs<String, String>, of form: String = "f", as document: Document) -> String {
    let names = answers.map(\.key).joined(separator: ",")
    return switch document {
    case .table: "response,\(names)\nr,\(answers.map(\.value).joined(separator: ","))\n"
    case .json:
      #"[{"response":"r","#
        + answers.map { "\"\($0.key)\":\($0.value.isEmpty ? "null" : "\"\($0.value)\"")" }
        .joined(separator: ",") + "}]"
    case .submission:
      "<data id=\"\(form)\"><s>" + answers.map { "<\($0.key)>\($0.value)</\($0.key)>" }.joined() + "</s></data>"
    }
  }

  /// Imports a document, and returns its misfits without their places.
  @discardableResult
  private func take(
    _ text: String, as document: Document, into store: FormStore, _ key: ResponseKey = key
  ) throws -> [String] {
    try store.changeResponses { responses in
      let (contents, form) = try responses.contents(of: key)
      let (misfits, decisions): ([Diagnostic], [Decision])
      if document == .submission {
        let plan = try Submission(Data(text.utf8), sourceName: "r").plan(for: contents, of: form)
        (misfits, decisions) = (plan.misfits, plan.decisions)
      } else {
        let sheet = try AnswerSheet(Data(text.utf8), sourceName: "r")
        var planner = AnswerSheetPlanner(sheet, clearsEmpty: true)
        decisions = try planner.plan(for: sheet.lines[0], in: contents, of: form).decisions
        misfits = planner.misfits.first
      }
      _ = try responses.write(decisions, as: "Answers", to: key)
      return misfits.map { "\($0.problem); \($0.action)" }
    }
  }

  private func answers(in store: FormStore, _ key: ResponseKey = key) throws -> [String] {
    try store.contents(of: key).answers().compactMap { answer in
      answer.value.map { "\(answer.address)=\($0.plainText)" }
    }
  }

  @Test("Misfits have the same reasons in any document, and the rest is imported", arguments: Document.allCases)
  func misfits(document: Document) throws {
    let store = try store([
      FormCell(key: "a", kind: .integer), FormCell(key: "b", kind: .date),
      FormCell(key: "c", kind: .integer, rules: [FormRule(.calculate, "${a} * 2"), FormRule(.readOnly, "true()")]),
      FormCell(key: "d", kind: .text, rules: [FormRule(.relevant, "${a} > 5")]),
      FormCell(key: "e", kind: .integer, rules: [FormRule(.set, "${g} + 1", triggers: ["g"])]),
      FormCell(key: "g", kind: .integer, rules: [FormRule(.set, "${e} + 1", triggers: ["e"])]),
      FormCell(key: "h", kind: .text),
    ])
    try store.replay([.set("b", "2026-11-30"), .set("h", "x")], to: Self.key)
    let text = text(["a": "4", "b": "soon", "c": "9", "d": "deep", "e": "5", "g": "5", "h": ""], as: document)
    #expect(
      try take(text, as: document, into: store) == [
        "“soon” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30; the current answer stays",
        "it is calculated, and its value differs here; the current answer stays",
        "it is irrelevant by its rule; it is kept, and counts as blank",
        "a rule replaces it when other answers are entered; the current answer stays",
      ])
    #expect(try answers(in: store) == ["a=4", "b=2026-11-30", "c=8", "e=6", "g=5"])
    #expect(try store.check() == [])
  }

  @Test("A blank answer clears, also a default; an irrelevant one is kept", arguments: Document.allCases)
  func blank(document: Document) throws {
    let store = try store([
      FormCell(key: "a", kind: .text), FormCell(key: "b", kind: .integer, defaultValue: 3),
      FormCell(key: "c", kind: .text, rules: [FormRule(.relevant, "${b} > 5")]),
    ])
    try store.replay([.set("a", "x"), .set("b", 9), .set("c", "deep"), .set("b", 4)], to: Self.key)
    #expect(try take(text(["a": "", "b": "", "c": ""], as: document), as: document, into: store) == [])
    #expect(try answers(in: store) == [])
    try store.apply(.set("b", 9), to: Self.key)
    #expect(try answers(in: store) == ["b=9", "c=deep"])
  }

  @Test("Only the rule of an XForm determines a calculated value", arguments: Document.allCases)
  func calculated(document: Document) throws {
    let text = """
      <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><model>
      <instance><data id="x"><s><a/><b/></s></data></instance><bind nodeset="/data/s/a" type="int"/>
      <bind nodeset="/data/s/b" type="int" calculate="/data/s/a * 2"/></model></h:head>
      <h:body><group ref="/data/s"><input ref="/data/s/a"><label>A</label></input></group></h:body></h:html>
      """
    let store = try FormStore.inMemory()
    try store.save(try DefinitionImporter.read(Data(text.utf8), settings: ImportSettings(sourceName: "x.xml")).form)
    let key = ResponseKey(form: "x", response: "r")
    let misfits = try take(
      self.text(["a": "2", "b": "9"], of: "x", as: document), as: document, into: store, key)
    #expect(misfits == ["it is calculated, and its value differs here; the current answer stays"])
    try store.apply(.set("a", 5), to: key)
    #expect(try answers(in: store, key) == ["a=5", "b=10"])
  }

  /// People with bags, of which each has one at first.
  private static let people = [
    FormCell(key: "person", kind: .repeat, isExpandable: true, additionalRows: 3, counts: InstanceCounts(initial: 2)),
    FormCell(key: "name", kind: .text),
    FormCell(key: "bag", kind: .repeat, isExpandable: true, additionalRows: 1, counts: InstanceCounts(initial: 2)),
    FormCell(key: "tag", kind: .text),
  ]

  @Test("A new response has the stated instances of repeats and of repeats in them, and no more")
  func nested() throws {
    let submission = """
      <data id="f"><s><person><name>Ada</name><bag><tag>A1</tag></bag></person>
      <person><name>Tom</name><bag><tag>T1</tag></bag><bag><tag>T2</tag></bag><bag><tag>T3</tag></bag></person>
      <person><name>Eve</name></person></s></data>
      """
    let store = try store(Self.people)
    #expect(try take(submission, as: .submission, into: store) == [])
    let expected = ["Ada", "A1", "Tom", "T1", "T2", "T3", "Eve"]
    #expect(try store.contents(of: Self.key).answers().map { $0.value?.plainText } == expected)

    // Numbers as a response has them: each new person takes two more for the bags.
    let tables = [
      ("person.csv", "form,response,instance,position,within,name\nf,r,10,1,,Ada\nf,r,30,2,,Eve\nf,r,20,3,,Tom\n"),
      (
        "bag.csv",
        "form,response,instance,position,within,tag\nf,r,12,1,10,A\nf,r,21,1,20,T1\nf,r,23,2,20,T3\nf,r,22,3,20,T2\n"
      ),
    ]
    let sheet = try AnswerSheet(tables: tables.map { ($0.0, Data($0.1.utf8)) }, sourceName: "tables")
    let other = try self.store(Self.people)
    for actionCount in [nil, 0] {
      var planner = AnswerSheetPlanner(sheet, clearsEmpty: false)
      let planned = try other.changeResponses { responses in
        let (contents, form) = try responses.contents(of: Self.key)
        let planned = try planner.plan(for: sheet.lines[0], in: contents, of: form)
        _ = try responses.write(planned.decisions, as: "Answers", to: Self.key)
        return planned
      }
      #expect(planner.misfits.first == [] && planned.actions.count == actionCount ?? planned.actions.count)
    }
    // A table cannot state that a repeat has no instances, so those of Eve stay.
    #expect(
      try other.contents(of: Self.key).answers().map { "\($0.value?.plainText ?? ""):\($0.instance >> 32)" }
        == ["Ada:10", "A:12", "Eve:30", ":31", ":32", "Tom:20", "T1:21", "T3:23", "T2:22"])
    #expect(try other.check() == [])
  }

  @Test("A submission without the instances of an irrelevant repeat keeps them, also if a blank answer made it so")
  func irrelevantRepeat() throws {
    let store = try store([
      FormCell(key: "has", kind: .integer, defaultValue: 1),
      FormCell(
        key: "child", kind: .repeat, isExpandable: true, additionalRows: 1, rules: [FormRule(.relevant, "${has} = 1")]),
      FormCell(key: "name", kind: .text),
    ])
    try store.replay([.add("child"), .set("child[1]/name", "Ada")], to: Self.key)
    #expect(try take("<data id=\"f\"><s><has/></s></data>", as: .submission, into: store) == [])
    try store.apply(.set("has", 1), to: Self.key)
    #expect(try answers(in: store).contains { $0.hasSuffix("=Ada") })
    #expect(try take("<data id=\"f\"><s><has>1</has></s></data>", as: .submission, into: store) == [])
    #expect(try answers(in: store) == ["has=1"])
  }
}
