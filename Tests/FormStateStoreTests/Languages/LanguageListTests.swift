import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Choices from lists in another language.
@Suite("Lists in several languages")
struct LanguageListTests {
  private let key = ResponseKey(form: "trip")

  private func session(towns count: Int) throws -> FormSession {
    let towns = OptionList(
      "towns", options: (1...count).map { OptionList.Option(value: "t\($0)", title: "Town \($0)") })
    var form = FormDefinition(key: "trip", lists: [towns]) {
      FormSection(key: "s") {
        Cell.group("town", title: "Town").choices("list('towns')")
        Cell.choices("seen", title: "Seen").choices("list('towns')[value != ${town}]")
        Cell.label("words").title("concat('Seen: ', list('towns')[value = ${town}]/title)")
      }
    }
    form.language = "en"
    form.translations = [
      FormTranslation(
        "fr",
        cells: [
          "town": "Ville", "seen": "Vu",
          "words": CellTexts(expression: "concat('Vu : ', list('towns')[value = ${town}]/title)"),
        ],
        lists: ["towns": ["t1": "Ville une", "t2": "Ville deux"]])
    ]
    let store = try FormStore.inMemory()
    try store.save(form)
    #expect(try store.form("trip") == form)
    return try store.session(for: key, coalescing: .zero, language: "fr")
  }

  private func titles(_ session: FormSession) -> [String?] {
    (0..<3).map { session.row(at: RowPath(section: 0, row: $0))?.title }
  }

  @Test("A short list's choices show and are searched in the session's language")
  func fewOptions() throws {
    let session = try session(towns: 3)
    #expect(titles(session) == ["Ville", "Vu", "Vu : "])
    try session.apply(.set("town", "t2"))
    try session.apply(.set("seen", .choices(["t1", "t3"])))
    #expect(titles(session) == ["Ville deux", "Ville une, Town 3", "Vu : Ville deux"])
    #expect(try session.choices(of: "town").choices.map(\.title) == ["Ville une", "Ville deux", "Town 3"])
    #expect(try session.choices(of: "seen", containing: "ville").choices.map(\.value) == ["t1"])
    try session.show(in: "en")
    #expect(titles(session) == ["Town 2", "Town 1, Town 3", "Seen: Town 2"])
    #expect(try session.choices(of: "town", containing: "ville").choices.isEmpty)
  }

  @Test("Choices of a list that a session does not hold show untranslated")
  func manyOptions() throws {
    let session = try session(towns: 600)
    #expect(session.languages == ["en", "fr"])
    try session.apply(.set("town", "t2"))
    #expect(titles(session) == ["Town 2", "Vu", "Seen: Town 2"])
    try session.undo()
    #expect(titles(session) == ["Ville", "Vu", "Seen: "])
    #expect(try session.choices(of: "town", limit: 1).choices.map(\.title) == ["Town 1"])
  }
}
