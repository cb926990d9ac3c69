import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// Edits of the tables past the guards, in a shell that does not enforce foreign keys.
@Suite("A sqlite3 shell without foreign keys")
struct ShellTests {
  /// A store with a profile form, a second form, and one response that has been tapped.
  private static let store = Result {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    var other = ProfileForm.form
    other.key = "other"
    try store.save(other)
    try store.apply(.tap(.key("fullname")), to: ResponseKey(form: "profile"))
    try store.apply(.set(.key("level-slider"), .integer(7)), to: ResponseKey(form: "profile"))
    return store
  }

  /// A copy of it, without foreign keys.
  private func shell() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try Self.store.get().database.backup(to: queue)
    return queue
  }

  @Test(
    "The schema itself refuses rows that contradict it",
    arguments: TestSeeds.some(60, of: ShellStatement.refused))
  func refuses(statement: String, message: String) throws {
    let queue = try shell()
    let error = #expect(throws: DatabaseError.self) { try Tampering.pastGuards(statement, in: queue) }
    #expect(error?.message?.contains(message) == true, "\(error?.message ?? "nothing")")
    #expect(try FormStore(checked: queue, path: "shell").check() == [])
  }

  @Test(
    "A reference to a missing row is refused by foreign keys, or found by check without them",
    arguments: ShellStatement.dangling)
  func dangling(statement: String, table: String, parent: String) throws {
    let queue = try shell()
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = ON") }
    let refused = (try? Tampering.pastGuards(statement, in: queue)) == nil
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    let wasRefusedAnyway = (try? Tampering.pastGuards(statement, in: queue)) == nil
    #expect(refused)
    guard !wasRefusedAnyway else { return }
    #expect(
      try FormStore(checked: queue, path: "shell").check() == [
        "1 of the rows of \(table) name a row of \(parent) that does not exist"
      ])
  }

  @Test("Check finds state and changes of cells in another version", arguments: ShellStatement.ofAnotherVersion)
  func ofAnotherVersion(statement: String, fault: String) throws {
    let queue = try shell()
    try Tampering.pastGuards(statement, in: queue)
    #expect(try FormStore(checked: queue, path: "shell").check().contains(fault))
  }

  @Test("With foreign keys on, deleting a response deletes its state and journal")
  func deletingAResponse() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.choose(.key("basketball")), to: ResponseKey(form: "profile"))
    try store.apply(.fold(section: "work"), to: ResponseKey(form: "profile"))
    try Tampering.pastGuards("DELETE FROM formstate_response", in: store.database)
    let rest = try store.read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM formstate_entry) + (SELECT count(*) FROM formstate_cell_state) + (SELECT count(*) FROM formstate_section_state)
          """)
    }
    #expect(rest == 0)
    #expect(try store.check() == [])
  }

  @Test(
    "Check finds faulty rows that the schema cannot refuse",
    arguments: TestSeeds.some(10, of: ShellStatement.faulty))
  func checkFinds(statement: String, fault: String) throws {
    let queue = try shell()
    try Tampering.pastGuards(statement, in: queue)
    let faults = try FormStore(checked: queue, path: "shell").check()
    #expect(faults.contains("the response “default” of the form “profile”: \(fault)"))
  }

  @Test("Check finds a missing or wrong mark of an abandoned step")
  func abandonedByHand() throws {
    for value in ["NULL", "3"] {
      let queue = try shell()
      let store = FormStore(checked: queue, path: "shell")
      try store.undo(of: ResponseKey(form: "profile"))
      try store.apply(.tap(.key("birth")), to: ResponseKey(form: "profile"))
      #expect(try store.journal(of: ResponseKey(form: "profile")).map(\.abandonedBy) == [nil, 4, nil, nil])
      #expect(try store.check() == [])
      try Tampering.pastGuards("UPDATE formstate_entry SET abandoned_by = \(value) WHERE revision = 2", in: queue)
      #expect(
        try store.check() == [
          "the response “default” of the form “profile”: "
            + "revision 2 is marked as abandoned by a revision that did not abandon it"
        ])
    }
  }

  @Test("Check finds an altered definition, a missing trigger and an orphan")
  func checkFindsDamage() throws {
    let altered = try shell()
    try altered.write {
      try $0.execute(
        sql: "DROP TRIGGER formstate_cell_update; UPDATE formstate_cell SET title = 'x' WHERE id = 2")
    }
    let store = FormStore(checked: altered, path: "shell")
    #expect(
      try store.check() == [
        StoreError.missingSchemaObject(type: "trigger", name: "formstate_cell_update").description
      ])
    let trigger = SchemaText.statements.first { $0.name == "formstate_cell_update" }
    try altered.write { try $0.execute(sql: try #require(trigger).sql) }
    #expect(
      try store.check() == [
        "the form “profile”, version 1: the definition differs from the imported one: its digest does not match",
        "the form “profile”, version 1: formstate_question.question of “firstname” does not follow from the definition",
      ])
    let orphaned = try shell()
    try Tampering.pastGuards("DELETE FROM formstate_version WHERE id = 2", in: orphaned)
    #expect(
      try FormStore(checked: orphaned, path: "shell").check().contains(
        "3 of the rows of formstate_section name a row of formstate_version that does not exist"))
  }
}
