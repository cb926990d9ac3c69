import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// Everything that a row needs to be drawn, and answers as the host's own type.
@Suite("Drawing rows")
struct RowDrawingTests {
  @Test("An action without a session reloads all options that it chooses or clears")
  func manyChoices() throws {
    let options = (0..<4).map { FormCell(key: "o\($0)", kind: .option, title: "Option \($0)") }
    let question = FormCell(
      key: "q", kind: .choices, title: "Q", isExpandable: true, startsExpanded: true, additionalRows: 4)
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [question] + options)]))
    let key = ResponseKey(form: "f")
    try store.apply(.set("q", .choices(["o0", "o1", "o2", "o3"])), to: key)
    let change = try store.screenChange(applying: .clear("q"), to: key)
    #expect(change.batch.reloadedRows == (0..<5).map { RowPath(section: 0, row: $0) })
  }

  private static let condition = OptionList(
    "condition", options: [.init(value: "good", title: "Good"), .init(value: "poor", title: "Poor")])

  private static let form = FormDefinition(key: "visit", title: "Visit", lists: [condition]) {
    FormSection(key: "all", title: "All") {
      Cell.group("roof", subtitle: "Roof", options: condition)
      Cell.group("walls", subtitle: "Walls", value: "poor", options: condition)
      Cell.slider("weight", minimum: 2, maximum: 200, step: 0.5)
      Cell.switch("married", off: "Single", on: "Married")
      Cell.switch("smokes")
      Cell.date("born")
      Cell.text("note")
    }
  }

  private let key = ResponseKey(form: "visit")

  private func session(undoScope: UndoScope = .everything) throws -> (FormSession, FormStore) {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    return (try store.session(for: key, undoScope: undoScope, coalescing: .zero), store)
  }

  private func row(_ key: String, _ session: FormSession) throws -> VisibleRow {
    try #require(session.rowPath(of: .key(key)).flatMap(session.row(at:)))
  }

  @Test("A row has the range and step of a slider, the titles of a switch, and its parent")
  func controls() throws {
    let (session, _) = try session()
    let weight = try row("weight", session)
    #expect(weight.range == NumberRange(minimum: 2, maximum: 200) && weight.step == 0.5)
    #expect(try row("married", session).switchTitles == SwitchTitles(off: "Single", on: "Married"))
    #expect(try row("smokes", session).switchTitles == .standard)
    #expect(weight.switchTitles == nil && weight.parent == nil && weight.options.isEmpty)
    #expect(try row("note", session).range == nil)
    try session.apply(.expand("roof"))
    #expect(try row("roof=good", session).parent == "roof")
  }

  @Test("A question's row has its options and marks the chosen one")
  func options() throws {
    let (session, _) = try session()
    let walls = try row("walls", session)
    #expect(walls.options.map(\.key) == ["walls=good", "walls=poor"])
    #expect(walls.options.map(\.value) == ["good", "poor"] && walls.options.map(\.title) == ["Good", "Poor"])
    #expect(walls.options.map(\.isChosen) == [false, true])
    #expect(try row("roof", session).options.map(\.isChosen) == [false, false])
    try session.apply(.choose("roof=good"))
    #expect(session.value(of: "roof") == "good" && session.value(of: "walls") == "poor")
    #expect(try row("roof", session).options.map(\.isChosen) == [true, false])
    try session.apply(.expand("roof"))
    #expect(try ["roof=good", "roof=poor"].map { try row($0, session).isChosen } == [true, false])
  }

  @Test(
    "Exactly the visible options whose choice changes are reloaded",
    arguments: [HiddenRows.removed, .zeroHeight])
  func optionsThatShow(hiddenRows: HiddenRows) throws {
    let (session, store) = try session(undoScope: .values)
    let other = try store.session(for: key, hiddenRows: hiddenRows)
    try session.apply(.choose("roof=good"))
    try session.apply(.expand("roof"))
    try other.refresh()
    // The question stays open, and its value is undone.
    let change = try store.screenChange(reverting: .undo, of: key, scope: .values).change
    let roof = RowPath(section: 0, row: 0)
    let good = RowPath(section: 0, row: 1)
    #expect(change.batch.reloadedRows == [roof, good])
    #expect(try session.refresh() == change)
    #expect(try other.refresh().batch.reloadedRows == [roof, good])
    #expect(try session.diff(from: 3, to: 2) == store.diff(of: key, from: 3, to: 2))
    #expect(try session.diff(from: 3, to: 2).batch.reloadedRows == [roof, good])
    // Undo goes from one option back to the default, without a change that names an option.
    try session.apply(.expand("walls"))
    try session.group("Twice") { group in
      try group.apply(.choose("walls=good"))
      try group.apply(.expand("walls"))
    }
    let walls = try #require(session.rowPath(of: "walls"))
    #expect(
      try session.undo().batch.reloadedRows
        == (0...2).map { RowPath(section: 0, row: walls.row + $0) })
    #expect(try row("walls=poor", session).isChosen)
  }

  // MARK: Answers

  private struct Visit: Decodable, Equatable {
    let roof: String?
    let walls: String
    let weight: Double?
    let married: Bool?
    let born: CalendarDate?
    let note: String?
  }

  private struct Wrong: Decodable { let weight: Int }
  private struct AnotherWrong: Decodable { let note: Int }
  private struct Missing: Decodable { let wight: Int }

  @Test("Answers decode as a type of the host's")
  func answers() throws {
    let (session, store) = try session()
    #expect(
      try session.answers(as: Visit.self)
        == Visit(roof: nil, walls: "poor", weight: nil, married: nil, born: nil, note: nil))
    try session.apply(.choose("roof=poor"))
    try session.apply(.set("weight", 71.5))
    try session.apply(.set("married", true))
    try session.apply(.set("born", "1835-11-30"))
    try session.apply(.set("note", "Ada"))
    let visit: Visit = try session.answers()
    #expect(
      visit
        == Visit(
          roof: "poor", walls: "poor", weight: 71.5, married: true,
          born: CalendarDate(year: 1835, month: 11, day: 30), note: "Ada"))
    #expect(try store.contents(of: key).answers(as: Visit.self) == visit)
    #expect(session.form == Self.form)
  }

  @Test("The error for an unfit answer names it and never contains its value")
  func unfitAnswers() throws {
    let (session, _) = try session()
    func error<Content: Decodable>(_ type: Content.Type) -> String? {
      #expect(throws: PropertyDecodingError.self) { try session.answers(as: type) }?.description
    }
    #expect(error(Wrong.self) == "the answer “weight” is missing, but Wrong needs it")
    try session.apply(.set("weight", 71.5))
    try session.apply(.set("note", "secret"))
    #expect(error(Wrong.self) == "the answer “weight” is a number, but Int is wanted")
    #expect(error(AnotherWrong.self) == "the answer “note” is a text, but Int is wanted")
    #expect(
      error(Missing.self) == "the answer “wight” is missing, but Missing needs it; did you mean “weight”?")
  }

  @Test("A day is encoded as its text, and a text that is no day is refused")
  func calendarDates() throws {
    let day = try #require(CalendarDate(year: 2024, month: 2, day: 29))
    let coded = try JSONEncoder().encode([day])
    #expect(String(decoding: coded, as: UTF8.self) == #"["2024-02-29"]"#)
    #expect(try JSONDecoder().decode([CalendarDate].self, from: coded) == [day])
    for text in ["2026-02-29", "2024-2-29", "", "2024-02-29T00:00:00Z"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([CalendarDate].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
  }

  @Test("Values and cells can be written as literals")
  func literals() {
    #expect(FormAction.set("weight", 71.5) == .set(.key("weight"), .real(71.5)))
    #expect(FormAction.set("weight", 7.0) == .set(.key("weight"), .integer(7)))
    #expect(FormAction.set("weight", 7) == .set(.key("weight"), .integer(7)))
    #expect(FormAction.set("note", "Ada") == .set(.key("note"), .text("Ada")))
    #expect(FormAction.set("married", true) == .set(.key("married"), .boolean(true)))
  }
}
