import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

/// `once` keeps its first result.
@Suite("Field: once")
struct FieldOnceTests {
  @Test("The result of once stays through answers, undo, an upgrade and a replay")
  func kept() throws {
    let form = try FieldForm(
      "<a/><b/><c/>",
      model: """
        <bind nodeset="/data/b" calculate="once(random())"/>
        <bind nodeset="/data/c" calculate="once(/data/a)" relevant="/data/a != 'hide'"/>
        """, body: #"<input ref="/data/a"/>"#)
    #expect(form.diagnostics == [])
    let first = try #require(try form.value("b"))
    try form.apply(.set("a", "one"), .set("a", "two"), .recalculate)
    #expect(try form.value("b") == first)
    #expect(try form.value("c") == "one")
    try form.apply(.set("a", "hide"), .set("a", "three"))
    #expect(try form.value("c") == "one")
    try form.apply(.undo(.everything), .undo(.everything), .redo(.everything))
    #expect(try form.value("b") == first)
    var changed = form.imported.form
    changed.title = "Changed"
    try form.store.save(changed)
    try form.store.upgrade(form.key)
    #expect(try form.value("b") == first)
    #expect(try form.value("c") == "one")
    let other = try FormStore.inMemory()
    try other.importForms([form.imported.formContents])
    let journal = try form.store.journal(of: form.key)
    try other.replay(journal.prefix { $0.action.kind != .upgrade }.map { ScriptedAction($0) }, to: form.key)
    #expect(try other.session(for: form.key).value(of: "b")?.plainText == first)
    #expect(try form.store.check() == [] && other.check() == [])
  }

  @Test("A submission keeps what once has kept, and the value stays")
  func submission() throws {
    let form = try FieldForm(
      "<q/><id/><code/><yes/>",
      model: """
        <bind nodeset="/data/id" type="string" calculate="once(random())"/>
        <bind nodeset="/data/code" type="string" calculate="once(concat(/data/q, '-1'))"/>
        <bind nodeset="/data/yes" type="string" calculate="/data/q = 'go'"/>
        """, body: #"<input ref="/data/q"/>"#)
    let sent = #"<data id="field"><q>go</q><id>0.123456</id><code>first-1</code><yes>0</yes></data>"#
    let plan = try Submission(Data(sent.utf8), sourceName: "s.xml").plan(for: try form.store.contents(of: form.key))
    #expect(
      plan.misfits.map(\.description) == [
        "line 1, /data/yes: it is calculated, and its value differs here; the current answer stays"
      ])
    for action in plan.actions { try form.apply(action) }
    #expect(try ["q", "id", "code", "yes"].map(form.value) == ["go", "0.123456", "first-1", "true"])
    try form.apply(.set("q", "other"), .recalculate)
    #expect(try ["id", "code", "yes"].map(form.value) == ["0.123456", "first-1", "false"])
    #expect(try form.store.check() == [])
  }
}
