import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Questions whose choices are answers elsewhere in the form, such as the head of a household among its persons.
@Suite("Choices from answers")
struct AnswerChoicesTests {
  private static let key = ResponseKey(form: "household")

  private static let form = FormDefinition(key: "household") {
    FormSection(key: "people") {
      Cell.repeat("person", title: "Person") {
        Cell.text("name", title: "Name")
        Cell.integer("age", title: "Age")
        Cell.group("mother", subtitle: "Mother").choices("${person}[position() != position(current()/..)]/${name}")
      }
      Cell.group("head", subtitle: "Head").choices("${person}[${age} > 17]/${name}")
      Cell.choices("cooks", subtitle: "Cooks").choices("${person}/${name}")
      Cell.group("first", subtitle: "First").choices("randomize(${person}/${name}, 42)")
      Cell.group("oldest", subtitle: "Oldest").choices("${person}/${name}")
        .calculate("${person}[${age} = max(${person}/${age})]/${name}")
    }
  }

  private static func store(_ actions: [FormAction] = people) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(form)
    for action in actions { try store.apply(action, to: key) }
    return store
  }

  private static let people: [FormAction] = [("Ann", 40), ("Ben", 12), ("Cid", 35)].enumerated().flatMap {
    place, person in
    [
      .add("person"), .set(.key("person[\(place + 1)]/name"), .text(person.0)),
      .set(.key("person[\(place + 1)]/age"), .integer(person.1)),
    ]
  }

  private func choices(_ store: FormStore, _ cell: String) throws -> [String] {
    try store.choices(of: .key(cell), in: Self.key).choices.map(\.value)
  }

  private func faults(_ store: FormStore) throws -> [String] {
    try store.session(for: Self.key).faults.map { "\($0.cell ?? "") \($0.kind.rawValue)" }
  }

  @Test("The choices are the answers of all instances that are not blank and meet the condition")
  func offered() throws {
    let store = try Self.store()
    #expect(try choices(store, "head") == ["Ann", "Cid"])
    #expect(try choices(store, "cooks") == ["Ann", "Ben", "Cid"])
    #expect(try choices(store, "person[2]/mother") == ["Ann", "Cid"])
    try store.apply(.clear("person[1]/name"), to: Self.key)
    #expect(try choices(store, "cooks") == ["Ben", "Cid"])
    try store.apply(.set("person[2]/age", 18), to: Self.key)
    #expect(try choices(store, "head") == ["Ben", "Cid"])
    let found = try store.choices(of: "cooks", in: Self.key, containing: "ci", limit: 5)
    #expect(found.choices.map(\.title) == ["Cid"] && found.count == 1)
  }

  @Test("A seed determines the order of answers")
  func shuffled() throws {
    let store = try Self.store()
    let order = try choices(store, "first")
    #expect(order.sorted() == ["Ann", "Ben", "Cid"])
    #expect(order == ["Ann", "Ben", "Cid"].shuffledBySeedOf42)
  }

  @Test("A choice whose instance is removed or renamed stays, with a fault until it returns")
  func faultOfMissing() throws {
    let store = try Self.store(Self.people + [.set("head", "Cid"), .set("cooks", .choices(["Ben", "Cid"]))])
    #expect(try faults(store) == [])
    try store.apply(.set("person[3]/name", "Cyd"), to: Self.key)
    #expect(try faults(store) == ["head notOffered", "cooks notOffered"])
    #expect(try store.session(for: Self.key).value(of: "head") == .text("Cid"))
    try store.undo(of: Self.key)
    #expect(try faults(store) == [])
    try store.apply(.remove("person[3]"), to: Self.key)
    #expect(try faults(store) == ["head notOffered", "cooks notOffered"])
    try store.undo(of: Self.key)
    try store.apply(.set("person[3]/age", 3), to: Self.key)
    #expect(try faults(store) == ["head notOffered"])
    #expect(try store.check() == [])
  }

  @Test("An unknown answer is refused, and the error names the nearest")
  func refused() throws {
    let store = try Self.store()
    let refusal = #expect(throws: ActionError.self) { try store.apply(.set("head", "Cit"), to: Self.key) }
    #expect(
      refusal?.description
        == "the cell “head” refuses the value: “Cit” is not accepted; give the value or the title of one of its options: “Ann”, “Cid”; the nearest is “Cid”"
    )
    let empty = try Self.store([])
    let none = #expect(throws: ActionError.self) { try empty.apply(.set("head", "Ann"), to: Self.key) }
    #expect(
      none?.description
        == "the cell “head” refuses the value: “Ann” is not accepted; give one of its choices; it currently offers none"
    )
  }

  @Test("An address chooses an answer, which becomes its question's title")
  func shown() throws {
    let store = try Self.store(Self.people + [.choose("head=Ann"), .choose("cooks=Ben"), .choose("cooks=Ann")])
    let session = try store.session(for: Self.key)
    let titles = (1...2).map { session.row(at: RowPath(section: 0, row: $0))?.title }
    #expect(titles == ["Ann", "Ben, Ann"])
    #expect(session.value(of: "oldest") == .text("Ann"))
    try store.apply(.set("person[2]/age", 90), to: Self.key)
    #expect(try store.session(for: Self.key).value(of: "oldest") == .text("Ben"))
  }

  @Test("A group can choose an answer that it has just given")
  func grouped() throws {
    let store = try Self.store()
    try store.group("Grandmother", in: Self.key) { group in
      try group.apply(.add("person"))
      try group.apply(.set("person[4]/name", "Dora"))
      try group.apply(.set("head", "Dora"))
    }
    #expect(try faults(store) == ["head notOffered"])
    try store.apply(.set("person[4]/age", 77), to: Self.key)
    #expect(try faults(store) == [])
  }

  @Test("Choices must come from cells that hold answers")
  func definitionFaults() {
    func problems(_ choices: String) -> [String] {
      FormDefinition(key: "f") {
        FormSection(key: "s") {
          Cell.repeat("r", title: "R") { Cell.label("l", title: "L") }
          Cell.group("g", subtitle: "G").choices(choices)
        }
      }.definitionFaults().map(\.problem)
    }
    #expect(problems("${r}") == ["column 1: “r” is of kind repeat and never has a value; name a question"])
    #expect(
      problems("${r}[2]/${l}") == ["column 9: “l” is of kind label and never has a value; name a question"])
    #expect(problems("${x}") == ["column 1: there is no cell “x”; did you mean “g”?"])
    #expect(
      problems("..") == [
        "choices are items of a list or answers in cells; write list('NAME') or ${KEY}, with conditions in brackets"
      ])
  }
}

extension [String] {
  /// The order of three choices in ODK Collect for the seed 42: JavaRosa's shuffle, written out.
  fileprivate var shuffledBySeedOf42: [String] {
    var state = 42.0
    var order: [String] = []
    for (index, text) in enumerated() {
      state = (state * 16_807).truncatingRemainder(dividingBy: 2_147_483_647)
      order.append(text)
      order.swapAt(index, Int((state - 1) / 2_147_483_646 * Double(index + 1)))
    }
    return order
  }
}
