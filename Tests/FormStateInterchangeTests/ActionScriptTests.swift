import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Action scripts")
struct ActionScriptTests {
  private static let notations: [(FormAction, String)] = [
    (.tap(.key("fullname")), #"{"action":"tap","cell":"fullname"}"#),
    (.tap(.rowPath(RowPath(section: 0, row: 1))), #"{"action":"tap","at":[0,1]}"#),
    (.set(.key("a"), .text("Ada \"L\"\n")), #"{"action":"set","cell":"a","value":"Ada \"L\"\n"}"#),
    (.set(.key("a"), .integer(9_007_199_254_740_993)), #"{"action":"set","cell":"a","value":9007199254740993}"#),
    (.set(.key("a"), .real(0.5)), #"{"action":"set","cell":"a","value":0.5}"#),
    (.set(.key("a"), .boolean(false)), #"{"action":"set","cell":"a","value":false}"#),
    (.clear(.key("a")), #"{"action":"clear","cell":"a"}"#),
    (.choose(.key("football")), #"{"action":"choose","cell":"football"}"#),
    (.expand(.key("a")), #"{"action":"expand","cell":"a"}"#),
    (.collapse(.key("a")), #"{"action":"collapse","cell":"a"}"#),
    (.fold(section: "personal"), #"{"action":"fold","section":"personal"}"#),
    (.unfold(section: "personal"), #"{"action":"unfold","section":"personal"}"#),
    (.toggleFold(section: "personal"), #"{"action":"toggleFold","section":"personal"}"#),
    (.reveal(.key("a")), #"{"action":"reveal","cell":"a"}"#),
    (.expandAll, #"{"action":"expandAll"}"#),
    (.collapseAll, #"{"action":"collapseAll"}"#),
    (.reset(nil), #"{"action":"reset"}"#),
    (.reset(.key("a")), #"{"action":"reset","cell":"a"}"#),
    (.draft(.key("a"), "2026-13-"), #"{"action":"draft","cell":"a","value":"2026-13-"}"#),
    (.draft(.key("a"), nil), #"{"action":"draft","cell":"a"}"#),
    (.add(.key("passenger")), #"{"action":"add","cell":"passenger"}"#),
    (
      .add(.key("passenger"), before: .key("passenger:4"), number: 9),
      #"{"action":"add","cell":"passenger","before":"passenger:4","instance":9}"#
    ),
    (.remove(.key("passenger[2]")), #"{"action":"remove","cell":"passenger[2]"}"#),
    (.move(.key("passenger:7"), before: nil), #"{"action":"move","cell":"passenger:7"}"#),
    (
      .move(.rowPath(RowPath(section: 1, row: 3)), before: .key("passenger:4")),
      #"{"action":"move","at":[1,3],"before":"passenger:4"}"#
    ),
    (.undo(.everything), #"{"action":"undo"}"#),
    (.undo(.values), #"{"action":"undo","scope":"values"}"#),
    (.redo(.everything), #"{"action":"redo"}"#),
    (.redo(.values), #"{"action":"redo","scope":"values"}"#),
    (.revert(7), #"{"action":"revert","revision":7}"#),
    (.revert(7, only: true), #"{"action":"revert","revision":7,"only":true}"#),
    (.restore(to: 0), #"{"action":"restore","revision":0}"#),
    (.markSaved, #"{"action":"markSaved"}"#),
    (.complete, #"{"action":"complete"}"#),
    (.reopen, #"{"action":"reopen"}"#),
    (.recalculate, #"{"action":"recalculate"}"#),
    (
      .reportFault("Taken.", on: .key("email"), from: "server"),
      #"{"action":"reportFault","cell":"email","message":"Taken.","from":"server"}"#
    ),
    (
      .reportFault("No.", on: .rowPath(RowPath(section: 0, row: 1))),
      #"{"action":"reportFault","at":[0,1],"message":"No."}"#
    ),
    (.reportFault("No."), #"{"action":"reportFault","message":"No."}"#),
    (
      .withdrawFaults(from: "server", on: .key("email")), #"{"action":"withdrawFaults","cell":"email","from":"server"}"#
    ),
    (.withdrawFaults(), #"{"action":"withdrawFaults"}"#),
    (.settle(.key("roof"), taking: 2), #"{"action":"settle","cell":"roof","take":2}"#),
    (.settle(nil, taking: 1), #"{"action":"settle","take":1}"#),
    (.upgrade(UpgradeRecord(to: 2)), #"{"action":"upgrade","version":2}"#),
    (
      .upgrade(
        UpgradeRecord(
          to: 3,
          cells: [
            StateSubject("a"): "b", StateSubject("c"): nil, StateSubject("d", setAsideFrom: 1): "d",
            StateSubject("e", setAsideFrom: 1): nil,
          ],
          sections: [StateSubject("s"): "t"])),
      #"{"action":"upgrade","version":3,"cells":{"a":"b","c":null},"sections":{"s":"t"},"returning":{"1":{"cells":{"d":"d","e":null}}}}"#
    ),
  ]

  @Test("Every kind of action is written and read in one notation")
  func notations() throws {
    for (action, line) in Self.notations {
      #expect(try ActionScript.line(for: ScriptedAction(action)) == line)
      #expect(try ActionScript.action(fromLine: line, number: 1, source: "a") == ScriptedAction(action))
    }
    #expect(Set(Self.notations.map(\.0.kind)) == Set(FormAction.Kind.allCases.filter { !$0.isOnlyInJournals }))
  }

  @Test("A date is written as an ISO string")
  func date() throws {
    let date = try #require(CalendarDate(isoText: "1835-11-30"))
    #expect(
      try ActionScript.line(for: ScriptedAction(.set(.key("d"), .date(date))))
        == #"{"action":"set","cell":"d","value":"1835-11-30"}"#)
  }

  @Test("Blank lines and CR LF are skipped")
  func script() throws {
    let text = "\r\n{\"action\":\"expandAll\"}\r\n  \n{\"action\":\"tap\",\"cell\":\"a\"}"
    let actions = try ActionScript.read(Data(text.utf8), source: "a")
    #expect(actions.map(\.action) == [.expandAll, .tap(.key("a"))])
  }

  @Test(
    "A faulty line is refused with its number, the problem and the fix",
    arguments: [
      (#"{"action":"tap"}"#, "cell: is missing; name the cell, or its row with “at”"),
      (
        #"{"action":"tap","cell":"a","at":[0,1]}"#,
        "at: names the cell a second time, in addition to “cell”; keep one of them"
      ),
      (#"{"action":"tap","at":[0]}"#, "at: is not a row path; write [section,row], both from 0"),
      (#"{"action":"tap","at":[0,-1]}"#, "at: is not a row path; write [section,row], both from 0"),
      (
        #"{"action":"tap","cel":"a"}"#,
        "cel: is not a known key here; did you mean “cell”?"
      ),
      (#"{"action":"colapse","cell":"a"}"#, "action: “colapse” is not an action; did you mean “collapse”?"),
      (
        #"{"cell":"a"}"#,
        "action: is missing; write one of tap, set, clear, choose, expand, collapse, expandAll, collapseAll, fold, unfold, toggleFold, reveal, reset, draft, add, remove, move, undo, redo, revert, restore, markSaved, complete, reopen, upgrade, recalculate, reportFault, withdrawFaults, settle"
      ),
      (#"{"action":"undo","scope":"all"}"#, "scope: “all” is not a scope; write everything or values"),
      (#"{"action":"undo","cell":"a"}"#, "cell: is not allowed in “undo”; remove it"),
      (#"{"action":"tap","cell":"a","scope":"values"}"#, "scope: is not allowed in “tap”; remove it"),
      (
        #"{"action":"draft","cell":"a","value":3}"#,
        "value: is an integer, not a text; write the draft in double quotes"
      ),
      (#"{"action":"checkpoint"}"#, "action: checkpoint is allowed only in journals; remove the line"),
      (#"{"action":"expandAll","continues":1}"#, "continues: is an integer, not a boolean; write true or false"),
      (#"{"action":"set","cell":"a"}"#, "value: is missing; write the value to set, or use the action “clear”"),
      (#"{"action":"set","cell":"a","value":null}"#, "value: is null; use the action “clear” to empty a cell"),
      (
        #"{"action":"set","cell":"a","value":[1]}"#,
        "value: is an array with elements other than texts; write the values of options in double quotes"
      ),
      (
        #"{"action":"fold","cell":"a"}"#,
        "cell: is not allowed in “fold”; remove it; section: is missing; name the section to fold"
      ),
      (#"{"action":"tap","cell":7}"#, "cell: is an integer, not a text; write it in double quotes"),
      (#"[]"#, "is an array, not an object; write an object"),
      (#"tap fullname"#, "column 1: this is neither a property list (XML or binary) nor a JSON object or array"),
      (#"{"action":"tap""#, "column 16: the document ends before it is complete"),
      (#"{"action":"tap","cell":"a"} {}"#, "column 29: something follows the end of the document"),
    ])
  func refusals(line: String, message: String) {
    let error = #expect(throws: JSONLinesError.self) {
      try ActionScript.read(Data("\n\n\(line)\n".utf8), source: "ACTIONS.jsonl")
    }
    #expect(error?.description == "ACTIONS.jsonl:3: \(message)")
  }

  @Test(
    "Replaying a journal that was written as a script gives the same state",
    arguments: TestSeeds.seeds(8, full: 100))
  func replay(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 3, cellsPerSection: 20)
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: form.key)
    try RandomResponse.fillIn(key, of: form, in: store, random: &random)
    let script = try ActionScript.write(try store.journal(of: key))
    let other = try FormStore.inMemory()
    try other.save(form)
    try other.replay(try ActionScript.read(script, source: "a"), to: key)
    try expectSameContents(store, other, key, "replay with FORMSTATE_TEST_SEED=\(seed)")
  }

  @Test("A scripted action states its group and whether it continues a step; a single step neither")
  func steps() throws {
    let lines: [(ScriptedAction, String)] = [
      (ScriptedAction(.expandAll, group: "Paste"), #"{"action":"expandAll","group":"Paste"}"#),
      (
        ScriptedAction(.tap(.key("a")), continues: true, group: "“P”\n"),
        #"{"action":"tap","cell":"a","continues":true,"group":"“P”\n"}"#
      ),
      (ScriptedAction(.tap(.key("a")), continues: true), #"{"action":"tap","cell":"a","continues":true}"#),
    ]
    for (action, line) in lines {
      #expect(try ActionScript.line(for: action) == line)
      #expect(try ActionScript.action(fromLine: line, number: 1, source: "a") == action)
    }
    #expect(
      try ActionScript.action(fromLine: #"{"action":"expandAll","continues":false}"#, number: 1, source: "a")
        == ScriptedAction(.expandAll))
  }

  @Test("An action that continues without a step before it begins its own step")
  func nothingToContinue() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.replay(
      [
        ScriptedAction(.tap(.key("fullname")), continues: true), ScriptedAction(.undo(.everything)),
        ScriptedAction(.tap(.key("birth")), continues: true), ScriptedAction(.tap(.key("sport")), continues: true),
      ], to: key)
    #expect(try store.journal(of: key).map(\.step) == [1, 2, 3, 3])
    #expect(try store.check() == [])
  }

  @Test(
    "A replayed script can be undone and redone through the same states",
    arguments: TestSeeds.seeds(4, full: 30))
  func replayedSteps(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var filling = try RandomFilling(seed: seed)
    try filling.fillIn(90)
    let (store, key) = (filling.store, filling.key)
    let script = try ActionScript.write(try store.journal(of: key))
    let other = try FormStore.inMemory()
    try other.save(filling.form)
    try other.replay(try ActionScript.read(script, source: "a"), to: key)
    #expect(try ActionScript.write(try other.journal(of: key)) == script, place)
    try expectSameContents(store, other, key, place)
    try expectSameSteps(store, other, key, place) { try $0.undo(of: key) }
    try expectSameSteps(store, other, key, place) { try $0.redo(of: key) }
    #expect(try other.check() == [], place)
  }

  /// A replayed response is another one with a new random name; everything else is the same.
  private func expectSameContents(_ store: FormStore, _ other: FormStore, _ key: ResponseKey, _ place: Comment) throws {
    let (contents, replayed) = (try store.contents(of: key), try other.contents(of: key))
    #expect(replayed.state == contents.state.withoutDrafts, place)
    #expect(replayed.revision == contents.revision, place)
    #expect(replayed.form == contents.form, place)
    #expect(replayed.digest == contents.digest, place)
  }

  private func expectSameSteps(
    _ store: FormStore, _ other: FormStore, _ key: ResponseKey, _ place: Comment, work: (FormStore) throws -> Any
  ) throws {
    for _ in 0..<200 {
      #expect(try other.undoNames(of: key) == (try store.undoNames(of: key)), place)
      #expect(try other.contents(of: key).digest == (try store.contents(of: key).digest), place)
      do {
        for each in [store, other] { _ = try work(each) }
      } catch is ActionError {
        return
      }
    }
  }

  @Test("A compacted journal cannot be written as a script; the error suggests JSON")
  func compacted() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.replay([.tap(.key("fullname")), .tap(.key("birth"))], to: key)
    try store.compact(key, keeping: 1)
    let error = #expect(throws: ExportError.self) { try ActionScript.write(try store.journal(of: key)) }
    #expect(
      error?.description
        == "the journal was compacted at revision 1, so the earlier actions are gone; "
        + "export it as json, which keeps the checkpoint")
  }
}
