import FormState
import FormStateStore
import Testing

@Suite("Unicode in a store")
struct UnicodeStoreTests {
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    let cells = [FormCell(key: decomposed, kind: .text)]
    try store.save(FormDefinition(key: decomposed, sections: [FormSection(key: decomposed, cells: cells)]))
    return store
  }

  @Test("Composed and decomposed keys name the same form, response, section and cell")
  func keys() throws {
    let store = try store()
    let key = ResponseKey(form: decomposed, response: decomposed)
    try store.apply(.set(.key(decomposed), .text("a")), to: key)
    try store.apply(.set(.key(composed), .text("b")), to: ResponseKey(form: composed, response: composed))
    try store.apply(.fold(section: decomposed), to: key)
    #expect(try store.journal(of: ResponseKey(form: composed, response: composed)).map(\.revision) == [1, 2, 3])
    #expect(try store.form(decomposed).cellCount == 1)
    #expect(try store.check() == [])
  }

  @Test("Composed and decomposed spellings of a text are different answers")
  func texts() throws {
    let store = try store()
    let key = ResponseKey(form: composed)
    try store.apply(.set(.key(composed), .text(composed)), to: key)
    try store.apply(.set(.key(composed), .text(decomposed)), to: key)
    let form = try store.form(composed)
    let contents = try store.contents(of: key)
    let cell = try #require(form.sections.first?.cells.first)
    #expect(contents.value(of: cell) == .text(decomposed))
    #expect(try store.journal(of: key).last?.changes.isEmpty == false)
    #expect(try store.check() == [])
  }
}
