import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A definition is read once, for all sessions on a version of a form.
@Suite("Definitions in memory")
struct OpenDefinitionsTests {
  private struct Held {
    weak var definition: KnownDefinition?
  }

  private func definition(of session: FormSession) -> KnownDefinition { session.snapshot.withLock(\.definition) }

  @Test("Sessions on one version share its definition, those on another version have another")
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

  @Test("A version that has the number of a deleted one is read again")
  func sameNumber() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let former = try store.session(for: ResponseKey(form: "profile"))
    try store.delete(form: "profile")
    let other = FormDefinition(
      key: "other", sections: [FormSection(key: "s", cells: [FormCell(key: "a", kind: .text)])])
    try store.save(other)
    let session = try store.session(for: ResponseKey(form: "other"))
    #expect(session.form.key == "other" && former.form.key == "profile")
    var renamed = ProfileForm.form
    renamed.key = "renamed"
    try store.delete(form: "other")
    try store.save(renamed)
    #expect(try store.contents(of: ResponseKey(form: "renamed")).form.key == "renamed")
  }

  @Test("A form with the content and the number of a deleted one goes by its own key")
  func sameContent() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let former = try store.session(for: ResponseKey(form: "profile"))
    try store.delete(form: "profile")
    var renamed = ProfileForm.form
    renamed.key = "renamed"
    try store.save(renamed)
    #expect(try store.session(for: ResponseKey(form: "renamed")).form.key == "renamed")
    #expect(former.form.key == "profile")
  }

  @Test("A small definition stays for the next session, a large one goes with the last", arguments: [100, 20_001])
  func stays(cells: Int) throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(
        key: "large",
        sections: [FormSection(key: "s", cells: (0..<cells).map { FormCell(key: "c\($0)", kind: .label) })]))
    var session: FormSession? = try store.session(for: ResponseKey(form: "large"))
    let known = Held(definition: session.map(definition))
    #expect(known.definition != nil)
    session = nil
    #expect((known.definition != nil) == (cells < 20_000))
  }
}
