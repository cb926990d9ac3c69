import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A definition is read once, for all sessions on a version of a form.
@Suite("Definitions in memory")
struct OpenDefinitionsTests {
  private struct Held {
    weak var definition: OpenDefinition?
  }

  private func definition(of session: FormSession) -> OpenDefinition { session.snapshot.withLock(\.definition) }

  @Test("Sessions on a version share its definition, and another version has its own")
  func shared() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let first = try store.session(for: ResponseKey(form: "profile", response: "a"))
    try first.apply(.set("firstname", "Tom"))
    let second = try store.acting(as: "Becky").session(for: ResponseKey(form: "profile", response: "b"))
    #expect(definition(of: first) === definition(of: second))
    var changed = ProfileForm.form
    changed.title = "Changed"
    try store.save(changed)
    let third = try store.session(for: ResponseKey(form: "profile", response: "c"))
    #expect(third.form.title == "Changed" && first.form.title == second.form.title)
    #expect(definition(of: third) !== definition(of: first))
    try second.apply(.set("firstname", "Huck"))
    #expect(try store.check() == [])
  }

  @Test("A version with the number of a deleted one is read again")
  func sameNumber() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let former = try store.session(for: ResponseKey(form: "profile"))
    try store.deleteForm("profile")
    let other = FormDefinition(
      key: "other", sections: [FormSection(key: "s", cells: [FormCell(key: "a", kind: .text)])])
    try store.save(other)
    let session = try store.session(for: ResponseKey(form: "other"))
    #expect(session.form.key == "other" && former.form.key == "profile")
    var renamed = ProfileForm.form
    renamed.key = "renamed"
    try store.deleteForm("other")
    try store.save(renamed)
    #expect(try store.contents(of: ResponseKey(form: "renamed")).form.key == "renamed")
  }

  @Test("A form with the content and the number of a deleted one has its own key")
  func sameContent() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let former = try store.session(for: ResponseKey(form: "profile"))
    try store.deleteForm("profile")
    var renamed = ProfileForm.form
    renamed.key = "renamed"
    try store.save(renamed)
    #expect(try store.session(for: ResponseKey(form: "renamed")).form.key == "renamed")
    #expect(former.form.key == "profile")
  }

  @Test("A definition is released with its last session, unless it was read last")
  func stays() throws {
    let store = try FormStore.inMemory()
    for key in ["first", "second"] {
      try store.save(
        FormDefinition(key: key, sections: [FormSection(key: "s", cells: [FormCell(key: "c", kind: .text)])]))
    }
    var session: FormSession? = try store.session(for: ResponseKey(form: "first"))
    let known = Held(definition: session.map(definition))
    session = nil
    #expect(known.definition != nil)
    try store.apply(.set("c", "x"), to: ResponseKey(form: "second"))
    #expect(known.definition == nil)
  }

  @Test("Actions without a session read the definition once")
  func actions() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Tom"), to: ResponseKey(form: "profile"))
    let version = try store.read { db in try ResponseLocation.find(ResponseKey(form: "profile"), in: db).version }
    let definition = try store.read { db in try store.definitions.definition(of: version, in: db) }
    try store.apply(.set("firstname", "Huck"), to: ResponseKey(form: "profile"))
    #expect(try store.read { db in try store.definitions.definition(of: version, in: db) } === definition)
  }
}
