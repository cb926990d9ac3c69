import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// Questions whose choices are items of a list without rows, such as a town in a region.
@Suite("Choices from lists")
struct ChoiceListTests {
  private static let key = ResponseKey(form: "survey")

  private static let towns = OptionList(
    "towns",
    options: [
      .init(value: "vale", title: "Vale", columns: ["region": "hills", "size": "3"]),
      .init(value: "bay", title: "Bay", columns: ["region": "coast", "size": "20"]),
      .init(value: "cove", title: "Covè", columns: ["region": "coast"]),
      .init(value: "other", title: "Other", columns: ["region": "hills"]),
      .init(value: "other", title: "Other", columns: ["region": "coast"]),
    ])

  private static func form(_ lists: [OptionList] = [towns]) -> FormDefinition {
    FormDefinition(key: "survey", lists: lists) {
      FormSection(key: "place") {
        Cell.text("region", title: "Region")
        Cell.group("town", subtitle: "Town").choices("list('towns')[region = ${region}]").required()
        Cell.choices("visited", subtitle: "Visited").choices("list('towns')")
        Cell.integer("size", title: "Size").calculate("list('towns')[value = ${town}]/size")
        Cell.text("name", title: "Name").calculate("jr:choice-name(${town}, '${town}')")
      }
    }
  }

  private static func store(_ actions: FormAction...) throws -> FormStore {
    let store = try FormStore(database: DatabaseQueue())
    try store.save(form())
    for action in actions { try store.apply(action, to: key) }
    return store
  }

  private func values(_ store: FormStore, _ cell: String) throws -> CellValue? {
    try store.session(for: Self.key).value(of: .key(cell))
  }

  private func refusal(_ store: FormStore, _ action: FormAction) -> String {
    do {
      try store.apply(action, to: Self.key)
      return ""
    } catch { return "\(error)" }
  }

  @Test("Of items with one value and different titles, no other than the chosen one is shown")
  func oneValue() throws {
    let towns = OptionList(
      "towns",
      options: [
        .init(value: "other", title: "Other (Graz)", columns: ["region": "graz"]),
        .init(value: "other", title: "Other (Vienna)", columns: ["region": "vienna"]),
        .init(value: "both", title: "One", columns: ["region": "vienna"]),
        .init(value: "both", title: "Two", columns: ["region": "vienna"]),
      ])
    func form(_ choices: String) -> FormDefinition {
      FormDefinition(key: "survey", lists: [towns]) {
        FormSection(key: "place") {
          Cell.text("region", title: "Region")
          Cell.group("town", subtitle: "Town").choices(choices)
          Cell.text("name", title: "Name").calculate("jr:choice-name(${town}, '${town}')")
        }
      }
    }
    let store = try FormStore.inMemory()
    try store.save(form("list('towns')[region = ${region}]"))
    let shown = {
      try store.contents(of: Self.key).answers().filter { $0.question.cell.key == "town" }.map(\.readableText)
        + [try self.values(store, "name")?.plainText ?? ""]
    }
    try store.replay([.set("region", "vienna"), .set("town", "Other (Vienna)")], to: Self.key)
    #expect(try shown() == ["Other (Vienna)", "Other (Vienna)"])
    try store.replay([.set("region", "graz"), .clear("town"), .set("town", "other")], to: Self.key)
    #expect(try shown() == ["Other (Graz)", "Other (Graz)"])
    // A title that is not offered does not choose another item with its value.
    #expect(refusal(store, .set("town", "Other (Vienna)")).contains("“Other (Vienna)” is not accepted"))
    try store.replay([.set("region", "vienna"), .set("town", "both")], to: Self.key)
    #expect(try shown() == ["both", "both"])
    let readable = try store.database.read { db in
      try String.fetchAll(
        db, sql: "SELECT changes FROM formstate_entry WHERE changes LIKE '%[\"other\",\"Other%'")
    }
    #expect(readable == [])
    #expect(try store.check() == [])
    #expect(
      form("list('towns')").definitionFaults().map(\.description) == [
        "form (survey), lists: two options of the list “towns” have the value “other” and different titles, and “town” offers both; "
          + "give them different values, or its choices a condition"
      ])
  }

  @Test("A session offers the choices that meet the conditions under its current answers")
  func offered() throws {
    let session = try Self.store(.set("region", "coast"), .set("town", "cove")).session(for: Self.key)
    let found = try session.choices(of: "town")
    #expect(found.choices.map(\.value) == ["bay", "cove", "other"])
    #expect(found.choices.map(\.title) == ["Bay", "Covè", "Other"])
    #expect(found.choices.map(\.isChosen) == [false, true, false])
    try session.apply(.set("region", "hills"))
    #expect(try session.choices(of: "town").choices.map(\.value) == ["vale", "other"])
    #expect(try session.choices(of: "visited").count == 5)
  }

  @Test("The search for choices ignores case and accents, and reads pages")
  func searched() throws {
    let store = try Self.store()
    let found = try store.choices(of: "visited", in: Self.key, containing: "COVE")
    #expect(found.choices.map(\.title) == ["Covè"] && found.count == 1)
    let page = try store.choices(of: "visited", in: Self.key, from: 1, limit: 2)
    #expect(page.choices.map(\.value) == ["bay", "cove"] && page.count == 5)
    #expect(try store.choices(of: "visited", in: Self.key, from: 9, limit: 2).choices == [])
    #expect(try store.choices(of: "town", in: Self.key).choices == [])
  }

  @Test("Options under a question are read the same way; a cell without options is refused")
  func rows() throws {
    let store = try FormStore(database: DatabaseQueue())
    try store.save(
      FormDefinition(key: "survey") {
        FormSection(key: "s") {
          Cell.group("sport", title: "Sport") {
            Cell.option("chess", value: "board", title: "Chess")
            Cell.option("golf", title: "Golf")
          }
          Cell.text("note")
        }
      })
    try store.apply(.choose("golf"), to: Self.key)
    let found = try store.choices(of: "sport", in: Self.key)
    #expect(found.choices.map(\.value) == ["board", "golf"])
    #expect(found.choices.map(\.isChosen) == [false, true])
    let refusal = ActionError.hasNoChoices(cell: "note", kind: .text)
    #expect(throws: refusal) { try store.choices(of: "note", in: Self.key) }
    #expect(refusal.description == "cell “note” is of kind text and has no options to choose from")
  }

  @Test("A value, title or address chooses; in a multiple choice, an address adds or removes")
  func chosen() throws {
    let store = try Self.store(.set("region", "coast"), .set("town", "Bay"))
    #expect(try values(store, "town") == "bay")
    try store.apply(.choose("town=cove"), to: Self.key)
    #expect(try values(store, "town") == "cove")
    try store.apply(.set("visited", "Vale, bay"), to: Self.key)
    try store.apply(.choose("visited=cove"), to: Self.key)
    try store.apply(.choose("visited=vale"), to: Self.key)
    let session = try store.session(for: Self.key)
    #expect(session.value(of: "visited") == .choices(["bay", "cove"]))
    #expect(session.row(at: RowPath(section: 0, row: 2))?.title == "Bay, Covè")
    #expect(try store.check().isEmpty)
  }

  @Test("A journal of choices replays to the same state")
  func replayed() throws {
    let store = try Self.store(
      .set("region", "coast"), .choose("town=bay"), .set("visited", "Vale, bay"), .set("region", "hills"),
      .undo(.everything), .choose("visited=cove"))
    let other = try Self.store()
    for entry in try store.journal(of: Self.key) { try other.apply(entry.action, to: Self.key) }
    #expect(try other.session(for: Self.key).digest == store.session(for: Self.key).digest)
  }

  @Test("A value outside the list is refused, and the error names the choices")
  func refused() throws {
    let store = try Self.store(.set("region", "coast"))
    #expect(
      refusal(store, .set("town", "bya"))
        == "the cell “town” refuses the value: “bya” is not accepted; give the value or the title of one of its options: “bay”, “cove”, “other”; the nearest is “bay” (Bay)"
    )
    try store.apply(.clear("region"), to: Self.key)
    #expect(
      refusal(store, .set("town", "x"))
        == "the cell “town” refuses the value: “x” is not accepted; give one of its choices; it currently offers none"
    )
    #expect(refusal(store, .set("visited", "bay,bay")).contains("give each of its options once"))
  }

  @Test("A choice no longer offered stays, with a fault that prevents completion")
  func kept() throws {
    let store = try Self.store(.set("region", "coast"), .set("town", "bay"), .set("region", "hills"))
    let session = try store.session(for: Self.key)
    #expect(session.value(of: "town") == "bay")
    let fault = try #require(session.faults.first)
    #expect(fault.kind == .notOffered && fault.cell == "town" && session.faults.count == 1)
    #expect(fault.message == "What is chosen is not among the choices.")
    #expect(throws: ActionError.faults([fault])) { try store.apply(.complete, to: Self.key) }
    let viewed = try store.read {
      try String.fetchAll($0, sql: "SELECT cell || ' ' || fault || ' ' || message || ' ' || severity FROM fault")
    }
    #expect(viewed == ["town notOffered What is chosen is not among the choices. error"])
    try session.undo()
    #expect(session.faults.isEmpty)
    try store.apply(.complete, to: Self.key)
    #expect(try store.check().isEmpty)
  }

  @Test("Rules look up columns of a chosen item, and are blank where it has none")
  func lookedUp() throws {
    let store = try Self.store(.set("region", "coast"), .set("town", "bay"))
    #expect(try values(store, "size") == 20)
    #expect(try values(store, "name") == "Bay")
    try store.apply(.set("town", "cove"), to: Self.key)
    #expect(try values(store, "size") == nil)
  }

  @Test("An upgrade keeps a choice that the new list lacks, with a fault")
  func upgraded() throws {
    let store = try Self.store(.set("region", "coast"), .set("town", "bay"), .set("visited", "bay"))
    var fewer = Self.towns
    fewer.options.removeAll { $0.value == "bay" }
    try store.save(Self.form([fewer]))
    try store.upgrade(Self.key)
    let session = try store.session(for: Self.key)
    #expect(session.value(of: "town") == "bay" && session.value(of: "visited") == .choices(["bay"]))
    #expect(session.faults.map(\.cell) == ["town", "visited"])
    #expect(session.value(of: "size") == nil)
    try session.undo()
    #expect(session.value(of: "size") == 20)
    #expect(try store.check().isEmpty)
  }

  @Test("Versions with the same list share its options, which are deleted with the form")
  func shared() throws {
    let store = try Self.store()
    func rows(_ table: String) throws -> Int? {
      try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }
    var renamed = Self.form()
    renamed.title = "Another title"
    try store.save(renamed)
    #expect(try rows("formstate_list_item") == 5)
    try store.deleteForm("survey", includingResponses: true)
    #expect(try rows("formstate_list_item") == 0)
    #expect(try rows("formstate_list_column") == 0)
  }

  @Test("A form reads back equal with its lists, and a changed list makes a new version")
  func stored() throws {
    let store = try Self.store()
    #expect(try store.form("survey") == Self.form())
    #expect(try store.save(Self.form()).isNew == false)
    var other = Self.towns
    other.options[2].columns["size"] = "0"
    #expect(try store.save(Self.form([other])).isNew)
    #expect(try store.form("survey") == Self.form([other]))
  }

  @Test("Invalid choices are definition faults")
  func faults() {
    func faults(_ cell: Cell) -> [String] {
      FormDefinition(key: "f", lists: [Self.towns]) { FormSection(key: "s") { cell } }.definitionFaults().map(\.problem)
    }
    #expect(
      faults(Cell.text("a").choices("list('towns')")) == [
        "a cell of kind text cannot have options; only a group or a choices cell does"
      ])
    #expect(
      faults(Cell.group("a").choices("${a} = 1")) == [
        "choices are items of a list or answers in cells; write list('NAME') or ${KEY}, with conditions in brackets"
      ])
    #expect(
      faults(Cell.group("a").choices("list('town')")) == ["there is no list “town”; did you mean “towns”?"])
    #expect(
      faults(Cell.group("a").choices("list('towns')[county = 1]")) == [
        "the list “towns” has no column “county”; its columns are value, title, region and size"
      ])
    #expect(
      faults(Cell.group("a") { Cell.option("b", title: "B") }.choices("list('towns')")) == [
        "the cell already has options under it; remove them, or the rule"
      ])
    #expect(
      faults(Cell.group("a", value: "nowhere").choices("list('towns')")).first?.hasPrefix("“nowhere” is not accepted")
        == true)
  }
}
