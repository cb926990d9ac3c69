import FormState
import Foundation
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import FormStateStore

/// The number of statements must depend on what changes, never on the size of the rest.
@Suite("Number of reads")
struct ReadingCostTests {
  private func store(_ counter: StatementCounter) throws -> FormStore {
    var configuration = Configuration()
    configuration.prepareDatabase { db in db.trace { counter.take($0.description) } }
    return try FormStore(database: DatabaseQueue(configuration: configuration))
  }

  @Test("The undo name is read once after each change, and only on request")
  func undoNames() throws {
    let counter = StatementCounter()
    let store = try store(counter)
    try store.save(chain(2))
    let session = try store.session(for: ResponseKey(form: "chain"), coalescing: .zero)
    #expect(session.undoName == nil)
    for number in 1...3 {
      try session.apply(.set("c0", .integer(Int64(number) * 2)))
      var name: String?
      #expect(counter.count(of: "SELECT") { name = session.undoName } > 0)
      #expect(name == "Set c0")
      #expect(counter.count(of: "SELECT") { _ = (session.undoName, session.redoName, session.canUndo) } == 0)
    }
    // An action costs the same whether or not the name was read before it.
    try session.apply(.set("c0", .integer(1)))
    let unasked = try counter.count(of: "SELECT") { try session.apply(.set("c0", .integer(3))) }
    #expect(session.canUndo)
    #expect(try counter.count(of: "SELECT") { try session.apply(.set("c0", .integer(5))) } == unasked)
  }

  @Test("Statements that delete are prepared once, however many actions end in between")
  func deletingStatements() throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("answers.sqlite"))
    try store.save(chain(2))
    let session = try store.session(for: ResponseKey(form: "chain"), coalescing: .zero)
    for number in 1...5 {
      try session.apply(.set("c0", .integer(Int64(number))))
      try session.undo()
    }
    let runs = store.database.unsafeReentrantWrite { Self.runs(ofStatementsWith: "DELETE", $0) }
    // Of the answer, and of what is calculated from it.
    #expect(runs.count == 2 && runs.allSatisfy { $0 >= 5 }, "\(runs)")
  }

  @Test("A check prepares its statements once, however many responses there are")
  func checkedResponses() throws {
    let counter = StatementCounter()
    let store = try store(counter)
    try store.save(chain(2))
    /// How many statements ran in a check and are prepared no more, after answers to more responses.
    func forgotten(responses: Range<Int>) throws -> Int {
      for number in responses {
        let key = ResponseKey(form: "chain", response: "r\(number)")
        for answer in 1...3 { try store.apply(.set("c0", .integer(Int64(answer))), to: key) }
      }
      let before = try Self.reads(store)
      let ran = try counter.count(of: "SELECT") { try #expect(store.check() == []) }
      return try ran - (Self.reads(store) - before)
    }
    let few = try forgotten(responses: 0..<5)
    let many = try forgotten(responses: 5..<50)
    #expect(many == few)
  }

  /// How often the prepared statements that read ran.
  private static func reads(_ store: FormStore) throws -> Int {
    try store.read { runs(ofStatementsWith: "SELECT", $0).reduce(0, +) }
  }

  /// How often each prepared statement with a word ran.
  private static func runs(ofStatementsWith word: String, _ db: Database) -> [Int] {
    sequence(first: sqlite3_next_stmt(db.sqliteConnection, nil)) { sqlite3_next_stmt(db.sqliteConnection, $0) }
      .filter { statement in sqlite3_sql(statement).map { String(cString: $0).contains(word) } ?? false }
      .map { Int(sqlite3_stmt_status($0, SQLITE_STMTSTATUS_RUN, 0)) }
  }

  @Test("A session keeps its last undo name when the store cannot be read")
  func unreadableNames() throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("answers.sqlite"))
    try store.save(chain(2))
    let session = try store.session(for: ResponseKey(form: "chain"), coalescing: .zero)
    try session.apply(.set("c0", .integer(2)))
    #expect(session.undoName == "Set c0")
    try session.undo()
    try store.close()
    #expect(session.undoName == "Set c0" && session.redoName == nil)
  }

  private func chain(_ count: Int) -> FormDefinition {
    let cells = (0..<count).map { number in
      let sum = (0..<number).map { "${c\($0)}" }.joined(separator: " + ")
      return FormCell(
        key: "c\(number)", kind: number == 0 ? .integer : .decimal, defaultValue: number == 0 ? .integer(1) : nil,
        rules: number == 0 ? [] : [FormRule(.calculate, "(\(sum)) div \(number)")])
    }
    return FormDefinition(key: "chain", sections: [FormSection(key: "s", cells: cells)])
  }

  @Test(
    "A rule of a paged form is read once, for any number of cells and actions",
    .pages(of: 8), arguments: [5, 40])
  func chainedCalculations(count: Int) throws {
    let counter = StatementCounter()
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("answers.sqlite"))
    store.database.unsafeReentrantWrite { db in db.trace { counter.take($0.description) } }
    try store.save(chain(count))
    let reads = try counter.count(of: "WHERE rule.id = ") {
      for answer: Int64 in [1, 2, 3] {
        try store.apply(.set(.key("c0"), .integer(answer)), to: ResponseKey(form: "chain"))
      }
    }
    #expect(reads == count - 1)
    let contents = try store.contents(of: ResponseKey(form: "chain"))
    for cell in contents.form.sections[0].cells.dropFirst() {
      #expect(contents.state.value(of: cell, in: contents.form)?.plainText == "3")
    }
  }

  private static let people = FormDefinition(
    key: "people",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "person", kind: .repeat, title: "People", isExpandable: true, additionalRows: 2),
          FormCell(key: "name", kind: .text), FormCell(key: "age", kind: .integer),
          FormCell(key: "adults", kind: .integer, rules: [FormRule(.calculate, "count(${person}[${age} >= 18])")]),
        ])
    ])

  private func fill(_ count: Int, in store: FormStore) throws {
    try store.group("Many", in: ResponseKey(form: "people")) { group in
      for number in 1...count {
        try group.apply(.add(.key("person")))
        try group.apply(.set(.key("person[\(number)]/age"), .integer(Int64(17 + number % 2))))
      }
    }
  }

  @Test(
    "A group reads the definition and the instances as often for 30 instances as for 5",
    arguments: ["FROM formstate_row_height", "FROM formstate_cell_state AS state"])
  func groups(text: String) throws {
    let counts = try [5, 30].map { count in
      let counter = StatementCounter()
      let store = try store(counter)
      try store.save(Self.people)
      let reads = try counter.count(of: text) { try fill(count, in: store) }
      let contents = try store.contents(of: ResponseKey(form: "people"))
      let adults = contents.state.value(of: contents.form.sections[0].cells[3], in: contents.form)
      #expect(adults == .integer(Int64((count + 1) / 2)))
      #expect(try store.check() == [])
      return reads
    }
    #expect(counts[0] == counts[1] && counts[0] > 0, "\(counts)")
  }

  @Test("A refused action in a group does not affect the actions after it")
  func failedAction() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.people)
    try store.group("", in: ResponseKey(form: "people")) { group in
      for _ in 1...3 { try group.apply(.add(.key("person"))) }
      #expect(throws: ActionError.self) { try group.apply(.set(.key("person[4]/age"), .integer(18))) }
      try group.apply(.remove(.key("person[2]")))
      #expect(throws: ActionError.self) { try group.apply(.set(.key("person[3]/age"), .integer(18))) }
      try group.apply(.set(.key("person[2]/age"), .integer(40)))
      try group.apply(.move(.key("person[2]"), before: .key("person[1]")))
      try group.apply(.set(.key("person[2]/age"), .integer(41)))
    }
    let contents = try store.contents(of: ResponseKey(form: "people"))
    #expect(contents.state.value(of: contents.form.sections[0].cells[3], in: contents.form) == .integer(2))
    #expect(try store.check() == [])
  }

  @Test("The sections of a definition are read with two statements, however many there are", arguments: [3, 60])
  func sections(count: Int) throws {
    let counter = StatementCounter()
    let store = try store(counter)
    let form = FormDefinition(
      key: "f",
      sections: (0..<count).map { number in
        FormSection(key: "s\(number)", cells: number % 3 == 1 ? [] : [FormCell(key: "c\(number)", kind: .text)])
      })
    try store.save(form)
    var found: FormDefinition?
    #expect(try counter.count(of: "FROM formstate_section") { found = try store.form("f") } == 2)
    #expect(found == form)
  }

  @Test("An upgrade of a paged form reads each of its two versions once", .pages(of: 8))
  func upgrade() throws {
    let counter = StatementCounter()
    let folder = try TemporaryFolder()
    let key = ResponseKey(form: "chain")
    let writer = try FormStore(path: folder.path("answers.sqlite"))
    try writer.save(chain(40))
    try writer.apply(.set("c0", .integer(2)), to: key)
    try writer.save(chain(41))
    try writer.close()
    let store = try FormStore(path: folder.path("answers.sqlite"))
    store.database.unsafeReentrantWrite { db in db.trace { counter.take($0.description) } }
    let reads = try counter.count(of: "FROM formstate_structure") { _ = try store.upgrade(key) }
    #expect(reads == 2)
    #expect(try store.contents(of: key).version == 2)
  }
}
