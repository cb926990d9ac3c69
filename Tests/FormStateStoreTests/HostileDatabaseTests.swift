import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A file that somebody else made to look like a store.
@Suite("A database that is not what it says")
struct HostileDatabaseTests {
  /// A store with the profile form whose tables take anything, since they are not strict and their triggers are gone.
  private func laxStore(_ statement: String) throws -> FormStore {
    let queue = try DatabaseQueue()
    let schema = try SchemaText.current().replacingOccurrences(of: ") STRICT, WITHOUT", with: ") WITHOUT")
      .replacingOccurrences(of: ") STRICT;", with: ");")
    try queue.write { try $0.execute(sql: schema) }
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    try store.apply(.expand(.key("fullname")), to: ResponseKey(form: "profile"))
    try store.apply(.set(.key("firstname"), .text("Tom")), to: ResponseKey(form: "profile"))
    try queue.write { db in
      let triggers = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger)") }
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; \(statement)")
    }
    return store
  }

  @Test(
    "A row that holds something else than its column is for is reported, never trapped on",
    arguments: [
      "UPDATE formstate_cell SET additional_rows = 'many'", "UPDATE formstate_cell SET is_expandable = x'00ff'",
      "UPDATE formstate_cell SET kind = 'jump'", "UPDATE formstate_cell SET properties = '[1'",
      "UPDATE formstate_cell SET summary = 'template', summary_text = '{'",
      "UPDATE formstate_section SET is_foldable = 'perhaps'", "UPDATE formstate_cell_type SET row_height = 'tall'",
      "UPDATE formstate_value SET value = x'00'", "UPDATE formstate_disclosure SET is_expanded = 'wide'",
      "UPDATE formstate_state_change SET after = 'wide' WHERE field = 'disclosure'",
    ])
  func otherTypes(statement: String) throws {
    let store = try laxStore(statement)
    let key = ResponseKey(form: "profile")
    let readings: [() throws -> Void] = [
      { _ = try store.session(for: key) }, { _ = try store.journal(of: key) }, { _ = try store.contents(of: key) },
      { try store.apply(.collapse(.key("fullname")), to: key) }, { _ = try store.overview() },
    ]
    let errors = readings.compactMap { reading -> (any Error)? in
      do {
        try reading()
        return nil
      } catch {
        return error
      }
    }
    #expect(!errors.isEmpty)
    #expect(errors.allSatisfy { $0 is StoreError })
    #expect(try store.check().contains { $0.hasSuffix("is not as the schema has it") })
  }

  private static func renumbered(_ revision: Int, as number: String) -> String {
    """
    PRAGMA defer_foreign_keys = ON;
    UPDATE formstate_action SET seq = \(number) WHERE seq = \(revision);
    UPDATE formstate_state_change SET seq = \(number) WHERE seq = \(revision);
    """
  }

  @Test(
    "Counts and positions beyond all bounds neither trap nor hang",
    arguments: [
      "UPDATE formstate_cell SET additional_rows = 9223372036854775807",
      "UPDATE formstate_cell SET additional_rows = -9223372036854775807 - 1",
      "UPDATE formstate_cell SET position = position + 4000000000000000000",
      "UPDATE formstate_cell SET parent_id = id", "UPDATE formstate_section SET position = position * 1000000007",
      "UPDATE formstate_action SET step_start = 9223372036854775807",
      "UPDATE formstate_action SET step_start = -9223372036854775807 - 1",
      "UPDATE formstate_action SET undo_top = 9223372036854775807, redo_top = 9223372036854775807",
      "UPDATE formstate_action SET undo_top = seq, redo_top = seq",
      "UPDATE formstate_action SET undo_top = 2, redo_top = 2 WHERE seq = 1",
      renumbered(2, as: "9223372036854775807"), renumbered(1, as: "-9223372036854775807 - 1"),
      "UPDATE formstate_action SET target = 9223372036854775807, reverts = -5, kind = 'undo' WHERE seq = 2",
      "UPDATE formstate_response SET compacted_to = 9223372036854775807",
      "UPDATE formstate_response SET compacted_to = -9223372036854775807 - 1",
    ])
  func beyondBounds(statement: String) throws {
    let store = try laxStore(statement)
    let key = ResponseKey(form: "profile")
    let session = try? store.session(for: key)
    let actions: [FormAction] = [
      .collapse(.key("fullname")), .expand(.key("fullname")), .set(.key("firstname"), .text("Tom")),
      .reset(.key("fullname")), .expandAll, .fold(section: "work"), .tap(.rowPath(RowPath(section: 0, row: 0))),
      .undo(.everything), .undo(.values), .redo(.everything), .markSaved,
    ]
    for action in actions {
      _ = try? session?.apply(action)
      _ = try? store.apply(action, to: key)
    }
    _ = try? session?.diff(from: 0, to: 2)
    _ = try? store.diff(of: key, from: 2, to: 0)
    _ = try? store.undoNames(of: key)
    #expect(try !store.check().isEmpty)
    _ = try? store.compact(key, keeping: 1)
    #expect(try !store.check().isEmpty)
  }
}
