import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("What views call instances")
struct SpelledInstanceTests {
  private static let key = ResponseKey(form: "trip")

  private static func store(_ actions: [FormAction] = []) throws -> FormStore {
    let store = try FormStore(database: try DatabaseQueue())
    try store.save(
      FormDefinition(key: "trip") {
        FormSection(key: "people", title: "People") {
          Cell.repeat("passenger", title: "Passengers", initial: 1) {
            Cell.text("name", title: "Name", value: "?")
          }.expanded()
        }
      })
    for action in [.set("name:1", "Ada")] + actions { try store.apply(action, to: key) }
    return store
  }

  @Test("The views spell any numbers as the library does")
  func sameSpelling() throws {
    for seed in TestSeeds.seeds(5, full: 100) {
      var random = SeededGenerator(seed: seed)
      let store = try Self.store()
      let counters = Int.random(in: 1...200, using: &random)
      // Tags that begin alike at every length.
      func number() -> Int {
        let counter = Int.random(in: 1...counters, using: &random)
        let bits = [3, 4, 9, 14, 19, 24, 29, 31].randomElement(using: &random) ?? 31
        return counter << 32 | Int(UInt32.random(in: 0...UInt32(Int32.max), using: &random) >> UInt32(31 - bits))
      }
      let numbers = Set((0..<Int.random(in: 1...300, using: &random)).map { _ in number() })
      let rows = numbers.map { "(1, \($0), (SELECT id FROM formstate_cell WHERE key = 'passenger'), 0, 0, 0)" }
      try Tampering.run(
        "DELETE FROM formstate_instance; INSERT INTO formstate_instance VALUES \(rows.joined(separator: ", "))",
        in: store.database)
      let names = InstanceNames(numbers)
      try store.read { db in
        for number in numbers {
          let row = try Row.fetchOne(
            db, sql: "SELECT spelling FROM formstate_spelling WHERE response_id = 1 AND instance = ?",
            arguments: [number])
          #expect(try row?.spelledInstance(atIndex: 0) == names.spelling(of: number), "seed \(seed)")
        }
        let shown = try Row.fetchAll(db, sql: "SELECT instance, typeof(instance) FROM instance")
        #expect(try Set(shown.map { try $0.spelledInstance(atIndex: 0) }) == Set(numbers.map(names.spelling)))
        #expect(try shown.allSatisfy { try $0.decode(String.self, atIndex: 1) == "text" || $0[0] < 1_000 })
        let answers = try Row.fetchAll(db, sql: "SELECT instance FROM answer")
        #expect(try Set(answers.map { try $0.spelledInstance(atIndex: 0) }) == Set(numbers.map(names.spelling)))
      }
    }
  }

  @Test("Every view calls an instance by its counter, as a number")
  func counters() throws {
    let store = try Self.store([.add("passenger"), .set("name:2", "Bob")])
    try store.read { db in
      for view in ["visible_row WHERE cell = 'name'", "answer", "instance", "history WHERE field = 'value'"] {
        let found = try Row.fetchAll(db, sql: "SELECT DISTINCT typeof(instance), instance FROM \(view)")
        #expect(found.map { $0[0] as String } == ["integer", "integer"], "\(view)")
        #expect(found.map { $0[1] as Int } == [1, 2], "\(view)")
      }
    }
  }

  @Test(
    "The file refuses numbers that no instance can have",
    arguments: ["1", "2147483648", "4294967295", "4294967296 | 2147483648", "2000001 << 32", "-1"])
  func refused(number: String) throws {
    let store = try Self.store()
    for statement in [
      "UPDATE formstate_instance SET instance = \(number), parent = 0",
      "UPDATE formstate_cell_state SET instance = \(number) WHERE instance > 0",
      "UPDATE formstate_entry SET instance = \(number)", "UPDATE formstate_response SET next_instance = 2000002",
    ] {
      #expect(
        performing: { try Tampering.pastGuards(statement, in: store.database) },
        throws: { ($0 as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_CHECK })
    }
  }
}
