import FormState
import FormStateStore
import Testing

/// The article on languages shows the code of these tests.
@Suite("The article on languages")
struct DocumentedLanguageTests {
  @Test("A session opens in a language and switches to another")
  func session() throws {
    let store = try FormStore.inMemory()
    try store.save(visitor)
    let session = try store.session(for: ResponseKey(form: "visitor"), language: "fr")
    try session.apply(.set("name", "Ada"))
    let title = session.row(at: RowPath(section: 0, row: 1))?.title
    let change = try session.show(in: "en")
    #expect(title == "Bienvenue, Ada")
    #expect(change.batch.reloadedRows == (0..<3).map { RowPath(section: 0, row: $0) })
    #expect(change.batch.reloadedHeaders == [0])
    #expect(session.row(at: RowPath(section: 0, row: 1))?.title == "Welcome, Ada")
    #expect(session.languages == ["en", "fr"])
  }
}
