import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("A form in several languages")
struct LanguageStoryTests {
  private let key = ResponseKey(form: "visit")

  /// A form in English and French, with every kind of text.
  static let form: FormDefinition = {
    var form = FormDefinition(key: "visit", title: "Visit") {
      FormSection(key: "person", title: "Person") {
        Cell.group("name", title: "Name") {
          Cell.text("first", title: "First name").required(message: "Tell your first name.")
          Cell.text("last", title: "Last name")
        }
        Cell.group("married", title: "Married?") {
          Cell.option("married=yes", value: "yes", title: "Yes")
          Cell.option("married=no", value: "no", title: "No")
        }
        Cell.group("born", title: "Date of birth") { Cell.date("birthday", title: "Birthday") }
        Cell.label("hello", title: "Hello").title("concat('Hello ', ${first})")
      }
      FormSection(key: "house", title: "House") {
        Cell.decimal("height", title: "Height", unit: "metres").constraint(". > 1", message: "Too low.")
        Cell.switch("garden", title: "Garden", off: "No garden", on: "Garden")
      }
    }
    form.language = "en"
    form.translations = [
      FormTranslation(
        "fr", title: "Visite", sections: ["person": "Personne"],
        cells: [
          "name": CellTexts("Nom", summary: " / "), "first": CellTexts("Prénom", required: "Donnez votre prénom."),
          "married": "Marié ?", "married=yes": "Oui", "married=no": "Non", "born": "Né le",
          "hello": CellTexts("Bonjour", expression: "concat('Bonjour ', ${first})"),
          "height": CellTexts("Hauteur", unit: "mètres", constraints: ["Trop bas."]),
          "garden": CellTexts("Jardin", off: "Sans jardin", on: "Avec jardin"),
        ])
    ]
    return form
  }()

  private func opened(language: String? = nil) throws -> (store: FormStore, session: FormSession) {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    let session = try store.session(for: key, coalescing: .zero, language: language)
    return (store, session)
  }

  private func titles(_ session: FormSession) -> [[String]] {
    (0..<session.numberOfSections).map { section in
      (0..<session.numberOfRows(in: section)).compactMap { session.row(at: RowPath(section: section, row: $0))?.title }
    }
  }

  @Test("Switching from English to French changes the titles and keeps the answers and the digest")
  func switchedLive() throws {
    let (store, session) = try opened()
    try session.apply(.set("first", "Ada"))
    try session.apply(.set("last", "King"))
    try session.apply(.set("married", "yes"))
    try session.apply(.set("birthday", "1835-11-30"))
    try session.apply(.set("height", "1.50"))
    #expect(titles(session) == [["Ada King", "Yes", "November 30, 1835", "Hello Ada"], ["Height", "Garden"]])
    let (digest, state) = (session.digest, session.state)
    let change = try session.show(in: "fr")
    #expect(titles(session) == [["Ada / King", "Oui", "30 novembre 1835", "Bonjour Ada"], ["Hauteur", "Jardin"]])
    var expected = BatchUpdate()
    expected.reloadedRows =
      [0, 1, 2, 3].map { RowPath(section: 0, row: $0) } + [0, 1].map { RowPath(section: 1, row: $0) }
    // The other section has no translated title.
    expected.reloadedHeaders = [0]
    #expect(change == ScreenChange(previousRevision: 5, revision: 5, batch: expected))
    #expect(change.batch.stages == [expected])
    #expect(session.language == "fr")
    #expect(session.languages == ["en", "fr"])
    #expect((0..<2).map { session.title(ofSection: $0) } == ["Personne", "House"])
    #expect(session.row(at: RowPath(section: 1, row: 0))?.valueText == "1,50 mètres")
    #expect(
      session.row(at: RowPath(section: 1, row: 1))?.switchTitles == SwitchTitles(off: "Sans jardin", on: "Avec jardin"))
    #expect(session.row(at: RowPath(section: 0, row: 1))?.options.map(\.title) == ["Oui", "Non"])
    #expect((session.digest, session.state) == (digest, state))
    #expect(session.form == Self.form)
    #expect(try store.check() == [])
  }

  @Test("Actions and undo reload titles in the session's language")
  func actionsInAnotherLanguage() throws {
    let (_, session) = try opened(language: "fr")
    #expect(try session.show(in: "fr").batch.isEmpty)
    let change = try session.apply(.set("first", "Ada"))
    #expect(change.batch.reloadedRows == [RowPath(section: 0, row: 0), RowPath(section: 0, row: 3)])
    #expect(titles(session)[0] == ["Ada", "Marié ?", "Né le", "Bonjour Ada"])
    try session.apply(.set("last", "King"))
    #expect(titles(session)[0][0] == "Ada / King")
    try session.undo(count: 2)
    #expect(titles(session)[0] == ["Nom", "Marié ?", "Né le", "Bonjour "])
    try session.redo()
    #expect(titles(session)[0][0] == "Ada")
  }

  @Test("Faults are in the session's language")
  func faults() throws {
    let (_, session) = try opened(language: "fr")
    try session.apply(.set("height", "0.5"))
    #expect(session.faults.map(\.message) == ["Donnez votre prénom.", "Trop bas."])
    try session.show(in: nil)
    #expect(session.faults.map(\.message) == ["Tell your first name.", "Too low."])
  }

  @Test("Sessions in two languages follow each other; followers and models see a change of language")
  @MainActor func severalSessions() async throws {
    let (store, english) = try opened()
    let french = try store.session(for: key, language: "fr")
    let followed = french.changes
    try await english.apply(.set("first", "Ada"))
    try french.refresh()
    #expect(titles(english)[0][3] == "Hello Ada")
    #expect(titles(french)[0][3] == "Bonjour Ada")
    try french.show(in: "en")
    var changes = followed.makeAsyncIterator()
    #expect(await changes.next()?.rows.map(\.title) == ["Ada", "Bonjour Ada"])
    let change = await changes.next()
    #expect(change?.cause == .language)
    #expect(change?.rows.map(\.title).contains("Hello Ada") == true)
    let model = FormModel(english)
    model.show(in: "fr")
    await model.settle()
    #expect(model.language == "fr")
    #expect(model.sections.first?.title == "Personne")
    #expect(model.sections.first?.rows.last?.title == "Bonjour Ada")
  }

  @Test("A change of language between two stages keeps the pending row changes")
  func duringStages() throws {
    let (_, session) = try opened()
    var stages: [BatchUpdate] = []
    var isFirst = true
    try session.apply(.expand("name")) { _ in
      guard isFirst else { return }
      isFirst = false
      _ = try? session.show(in: "fr") { stages.append($0) }
    }
    #expect(stages.count == 2)
    #expect(stages.first?.reloadedHeaders == [0])
    #expect(stages.last?.insertedRows == [RowRange(section: 0, rows: 1..<3)])
    #expect(titles(session)[0] == ["Nom", "Prénom", "Last name", "Marié ?", "Né le", "Bonjour "])
  }

  @Test("An unknown language is refused, and the error names the form's languages")
  func unknownLanguage() throws {
    let (store, session) = try opened()
    let expected = "the form “visit” has no language “de”; it is in “en”, “fr”"
    for refused in [{ _ = try session.show(in: "de") }, { _ = try store.session(for: key, language: "de") }] {
      let error = #expect(throws: StoreError.self) { try refused() }
      #expect(error?.description == expected)
    }
    try store.save(FormDefinition(key: "bare") { FormSection(key: "s") { Cell.text("t") } })
    let error = #expect(throws: StoreError.self) { try store.session(for: ResponseKey(form: "bare"), language: "fr") }
    #expect(error?.description == "the form “bare” has no language “fr”; it is in one language without a name")
  }

  @Test("A language's code or name alone is enough if it is unique")
  func partOfName() throws {
    let store = try FormStore(database: DatabaseQueue())
    let key = ResponseKey(form: "f")
    var form = FormDefinition(key: "f") { FormSection(key: "s") { Cell.text("name", title: "Name") } }
    form.language = "English (en)"
    form.translations = [
      FormTranslation("Français (fr)", cells: ["name": "Nom"]),
      FormTranslation("Français (fr-CA)", cells: ["name": "Le nom"]),
    ]
    try store.save(form)
    let session = try store.session(for: key, language: "fr")
    #expect(session.language == "Français (fr)" && session.row(at: RowPath(section: 0, row: 0))?.title == "Nom")
    try session.show(in: "FR-ca")
    #expect(session.language == "Français (fr-CA)")
    try session.show(in: "english")
    #expect(session.language == "English (en)")
    let error = #expect(throws: StoreError.self) { try session.show(in: "français") }
    #expect(error?.description.contains("has no language “français”") == true)
  }

  @Test("Changed texts make a new version, answers stay, and a missing language gives the form's own")
  func upgraded() throws {
    let (store, session) = try opened(language: "fr")
    try session.apply(.set("first", "Ada"))
    var reworded = Self.form
    reworded.setText("Petit nom", at: .cell("first", .title), in: "fr")
    #expect(try store.save(reworded).isNew)
    try store.upgrade(key)
    try session.refresh()
    #expect(session.value(of: "first") == .text("Ada"))
    try session.apply(.expand("name"))
    #expect(titles(session)[0][1] == "Petit nom")
    var english = reworded
    english.translations = []
    try store.save(english)
    try store.upgrade(key)
    try session.refresh()
    #expect(session.language == "en")
    #expect(titles(session)[0][1] == "First name")
  }

  @Test("A form in several languages reads back equal, and SQL reads its texts")
  func stored() throws {
    let (store, _) = try opened()
    #expect(try store.form("visit") == Self.form)
    let found = try store.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT field || ' ' || item || ': ' || text FROM formstate_translation
          WHERE language = 'fr' AND subject = 'cell' AND key = 'height' ORDER BY field
          """)
    }
    #expect(found == ["constraint 1: Trop bas.", "title : Hauteur", "unit : mètres"])
  }
}
