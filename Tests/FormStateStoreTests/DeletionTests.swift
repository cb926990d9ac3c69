import FormState
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Deleting")
struct DeletionTests {
  /// A form with the given title and number of text cells.
  private func form(_ title: String, cells: Int) -> FormDefinition {
    FormDefinition(
      key: "big", title: title,
      sections: [FormSection(key: "s", cells: (0..<cells).map { FormCell(key: "c\($0)", kind: .text) })])
  }

  /// The number of SQLite VM steps that deleting the first version takes while the second has a response.
  private func steps(toDelete cells: Int, besideTouched touched: Int) throws -> Int {
    let store = try FormStore.inMemory()
    try store.save(form("Unused", cells: cells))
    try store.save(form("Used", cells: 2000))
    let key = ResponseKey(form: "big")
    try store.replay((0..<touched).map { .set(.key("c\($0)"), .text("x")) }, to: key)
    let steps = try store.database.write { db in
      let statement = try db.makeStatement(sql: "DELETE FROM formstate_version WHERE number = 1")
      try WriteGate.opening(db) { try statement.execute() }
      return Int(sqlite3_stmt_status(statement.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 0))
    }
    #expect(try store.form("big").title == "Used")
    #expect(try store.check() == [])
    let left = try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM formstate_cell") }
    #expect(left == 2000)
    return steps
  }

  @Test("Deleting an unused version costs time for its cells, not for answers of other versions")
  func unusedVersion() throws {
    let alone = try steps(toDelete: 2000, besideTouched: 0)
    let beside = try steps(toDelete: 2000, besideTouched: 2000)
    let half = try steps(toDelete: 1000, besideTouched: 2000)
    // A scan of 2,000 rows for each of 2,000 cells would take millions.
    #expect(abs(beside - alone) < 1000)
    #expect(beside < 200 * 2000)
    #expect(beside < half * 5 / 2)
  }

  @Test("A form with responses is deleted only together with them")
  func withResponses() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    #expect(throws: StoreError.formHasResponses(form: "profile", count: 1)) { try store.deleteForm("profile") }
    #expect(try store.revision(of: key) == 1)
    try store.deleteForm("profile", includingResponses: true)
    #expect(try store.formKeys().isEmpty)
  }

  @Test("A deletion removes what the counts before it report; checkpoints do not count")
  func extents() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.replay(
      [
        .set(.key("firstname"), .text("Tom")), .set(.key("lastname"), .text("Sawyer")), .clear(.key("lastname")),
        .tap(.key("fullname")),
      ], to: key)
    try store.copy(key, to: "copy")
    let counts = try store.counts(of: key)
    #expect((counts.versions, counts.responses, counts.entries, counts.answers) == (0, 1, 4, 1))
    let copy = ResponseKey(form: "profile", response: "copy")
    #expect(try store.counts(of: copy).entries == 0)
    let whole = try store.counts(ofForm: "profile")
    #expect((whole.versions, whole.responses, whole.entries, whole.answers) == (1, 2, 4, 2))
    #expect(try store.delete(key) == counts)
    #expect(throws: StoreError.unknownResponse(form: "profile", key: "default", nearest: nil)) {
      try store.counts(of: key)
    }
    #expect(try store.deleteForm("profile", includingResponses: true).responses == 1)
    #expect(throws: StoreError.unknownForm(key: "profile", nearest: nil)) { try store.counts(ofForm: "profile") }
  }
}
