import GRDB
import Testing

@testable import FormStateStore

@Suite("The story that fills the whole schema", .pages(of: 2))
struct EverythingStoryTests {
  @Test("The story fills every table, kind of cell, action and field, and the store is sound")
  func everything() throws {
    let store = try FormStore.inMemory()
    try EverythingStory.tell(in: store)
    #expect(try store.check() == [])
    func found(_ sql: String) throws -> [String] { try store.read { try String.fetchAll($0, sql: sql) } }
    for table in try found("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL") {
      #expect(try found("SELECT 'a row' FROM \(table) LIMIT 1") == ["a row"], "\(table) is empty")
    }
    for vocabulary in [
      "SELECT kind FROM formstate_cell_kind EXCEPT SELECT kind FROM formstate_cell",
      "SELECT kind FROM formstate_action_kind EXCEPT SELECT kind FROM formstate_entry",
      """
      SELECT field
      FROM formstate_field
      WHERE field <> 'touched' AND field NOT IN (SELECT field FROM history WHERE field IS NOT NULL)
      """,
    ] { #expect(try found(vocabulary) == []) }
  }
}
