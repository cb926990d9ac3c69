import FormState
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Deleting")
struct DeletionTests {
  /// A form of so many text cells, told apart by its title.
  private func form(_ title: String, cells: Int) -> FormDefinition {
    FormDefinition(
      key: "big", title: title,
      sections: [FormSection(key: "s", cells: (0..<cells).map { FormCell(key: "c\($0)", kind: .text) })])
  }

  /// How many steps SQLite's machine takes to delete the first version, beside a response of the second.
  private func steps(toDelete cells: Int, besideTouched touched: Int) throws -> Int {
    let store = try FormStore.inMemory()
    try store.save(form("Unused", cells: cells))
    try store.save(form("Used", cells: 2000))
    let key = ResponseKey(form: "big")
    try store.replay((0..<touched).map { .set(.key("c\($0)"), .text("x")) }, to: key)
    let steps = try store.database.write { db in
      let statement = try db.makeStatement(sql: "DELETE FROM formstate_version WHERE number = 1")
      try statement.execute()
      return Int(sqlite3_stmt_status(statement.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 0))
    }
    #expect(try store.form("big").title == "Used")
    #expect(try store.check() == [])
    let left = try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM formstate_cell") }
    #expect(left == 2000)
    return steps
  }

  @Test("An unused version goes without a look at what was filled in at another one, in steps that its cells number")
  func unusedVersion() throws {
    let alone = try steps(toDelete: 2000, besideTouched: 0)
    let beside = try steps(toDelete: 2000, besideTouched: 2000)
    let half = try steps(toDelete: 1000, besideTouched: 2000)
    // A scan of 2,000 rows for each of 2,000 cells would take millions.
    #expect(abs(beside - alone) < 1000)
    #expect(beside < 200 * 2000)
    #expect(beside < half * 5 / 2)
  }
}
