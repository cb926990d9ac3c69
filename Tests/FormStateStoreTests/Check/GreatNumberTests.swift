import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

@Suite("Impossible instance numbers in a file")
struct GreatNumberTests {
  private static let key = ResponseKey(form: "f")

  private static func store(_ edit: String) throws -> FormStore {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    var form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "a", kind: .text),
            FormCell(key: "r", kind: .repeat, isExpandable: true, additionalRows: 1), FormCell(key: "m", kind: .text),
          ])
      ])
    try store.save(form)
    for action: FormAction in [.add("r"), .set("m:1", "x"), .set("a", "y")] { try store.apply(action, to: key) }
    form.title = "Other"
    try store.save(form)
    try Tampering.run(edit, in: queue)
    return store
  }

  private static let numbers = [
    "9223372036854775807", "2147483648", "1", "4294967296 | 2147483648", "2000001 << 32", "-1",
    "-9223372036854775807 - 1",
  ]

  @Test("An impossible number of an instance is reported, never a trap", arguments: numbers)
  func instances(number: String) throws {
    let store = try Self.store(
      """
      UPDATE formstate_instance SET instance = \(number);
      UPDATE formstate_cell_state SET instance = \(number) WHERE instance > 0;
      UPDATE formstate_entry
      SET changes = (
        SELECT json_group_array(json(iif(value ->> 5 > 0, json_set(value, '$[5]', \(number)), value)))
        FROM json_each(changes)
      );
      UPDATE formstate_entry SET instance = \(number) WHERE instance > 0;
      """)
    #expect(try !store.check().isEmpty)
    let works: [() throws -> Void] = [
      { _ = try store.apply(.markSaved, to: Self.key) }, { _ = try store.upgrade(Self.key) },
      { _ = try store.apply(.add("r"), to: Self.key) },
      { _ = try store.contents(of: Self.key) }, { _ = try store.journal(of: Self.key) },
      { _ = try store.session(for: Self.key) }, { _ = try store.contents(ofForm: "f") },
    ]
    for work in works {
      #expect(performing: work, throws: { "\($0)".contains("an instance of a repeat has the impossible number") })
    }
  }

  @Test(
    "An instance that is within itself, or within a later one, is reported and ends nothing", arguments: [1, 2])
  func circles(within counter: Int) throws {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    var count = FormCell(key: "n", kind: .integer)
    count.rules = [FormRule(.calculate, "count(${m}) + sum(${m})")]
    let repeated = FormCell(key: "r", kind: .repeat, isExpandable: true, additionalRows: 1)
    let cells = [count, repeated, FormCell(key: "m", kind: .integer)]
    try store.save(FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)]))
    for action: FormAction in [.add("r"), .add("r"), .set("m:1", 3)] { try store.apply(action, to: Self.key) }
    let state = try store.contents(of: Self.key).state
    let (own, parent) = (state.number(1), state.number(counter))
    try Tampering.run("UPDATE formstate_instance SET parent = \(parent) WHERE instance = \(own)", in: queue)
    #expect(try !store.check().isEmpty)
    let problem = StoreError.damaged(
      "the instance \(own) of a repeat is within the instance \(parent), which is not before it")
    #expect(throws: problem) { try store.apply(.set("m:1", 4), to: Self.key) }
    #expect(throws: problem) { try store.contents(of: Self.key) }
    #expect(throws: problem) { try store.session(for: Self.key) }
  }

  @Test(
    "An impossible counter for the next instance is refused", arguments: ["9223372036854775807", "2000002", "0", "-1"])
  func next(counter: String) throws {
    let store = try Self.store("UPDATE formstate_response SET next_instance = \(counter)")
    #expect(throws: StoreError.damaged("the next instance of a response has an impossible number")) {
      try store.apply(.add("r"), to: Self.key)
    }
  }

  @Test("An addition with an impossible number in the journal is damage", arguments: numbers)
  func additions(number: String) throws {
    let store = try Self.store(
      "UPDATE formstate_entry SET payload = json_object('instance', 1, 'before', \(number)) WHERE kind = 'add'")
    #expect(performing: { try store.journal(of: Self.key) }, throws: { ($0 as? StoreError)?.code == .damaged })
    #expect(try !store.check().isEmpty)
  }

  @Test("After the greatest number, adding is refused and the response stays sound")
  func exhausted() throws {
    let store = try Self.store("SELECT 1")
    try store.apply(.add("r", number: 2_000_000), to: Self.key)
    #expect(throws: ActionError.noSuchNumber(2_000_001, repeat: "r")) { try store.apply(.add("r"), to: Self.key) }
    #expect(throws: ActionError.noSuchNumber(.max, repeat: "r")) {
      try store.apply(.add("r", number: .max), to: Self.key)
    }
    try store.apply(.markSaved, to: Self.key)
    try store.upgrade(Self.key)
    #expect(try store.check() == [])
  }
}
