import FormState
import FormStateStore
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
}
