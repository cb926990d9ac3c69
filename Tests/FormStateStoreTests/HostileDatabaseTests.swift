import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A file that was crafted to look like a store.
@Suite("A crafted database")
struct HostileDatabaseTests {
  /// A store with the profile form after a statement that ran without types, checks, triggers and foreign keys. The
  /// text of the schema is intact afterwards.
  private func hostileStore(_ statement: String) throws -> FormStore {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    try store.apply(.expand(.key("fullname")), to: ResponseKey(form: "profile"))
    try store.apply(.set(.key("firstname"), .text("Tom")), to: ResponseKey(form: "profile"))
    try store.apply(.fold(section: "work"), to: ResponseKey(form: "profile"))
    try Tampering.run(statement, in: queue)
    // A second store: the first one has the definition in memory.
    return try FormStore(database: queue)
  }

  private static let key = ResponseKey(form: "profile")

  /// Actions by row and by key, with undo and redo.
  private static let actions: [FormAction] = [
    .collapse(.key("fullname")), .expand(.key("fullname")), .set(.key("firstname"), .text("Tom")),
    .reset(.key("fullname")), .expandAll, .fold(section: "work"), .tap(.rowPath(RowPath(section: 0, row: 0))),
    .undo(.everything), .undo(.values), .redo(.everything), .markSaved,
  ]

  /// Applies all actions, with a session and without one, and reads everything. Returns the errors, except refused
  /// actions, which a sound store refuses as well.
  private func errorsOfActing(on store: FormStore) -> [any Error] {
    let session = Result { try store.session(for: Self.key) }
    var works: [() throws -> Void] = [{ _ = try session.get() }]
    for action in Self.actions {
      works.append { try session.get().apply(action) }
      works.append { try store.apply(action, to: Self.key) }
    }
    works += [
      { _ = try session.get().diff(from: 0, to: 2) }, { _ = try store.diff(of: Self.key, from: 2, to: 0) },
      { _ = try store.undoNames(of: Self.key) }, { _ = try store.journal(of: Self.key) },
      { _ = try store.overview() }, { _ = try store.compact(Self.key, keeping: 1) },
    ]
    return errors(of: works).filter { !($0 is ActionError) }
  }

  private func errors(of works: [() throws -> Void]) -> [any Error] {
    works.compactMap { work in
      do {
        try work()
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(
    "An impossible position is reported as damage",
    arguments: [
      ("formstate_cell SET position = position + 4294967296", "a cell or section has an impossible position"),
      (
        "formstate_section SET position = -1 - position",
        "version 1 of a form: its structure is not the one that was written"
      ),
      (
        "formstate_cell SET position = position + 100 WHERE position > 3",
        "version 1 of a form: its structure is not the one that was written"
      ),
      (
        "formstate_section SET position = position + 10 WHERE position > 0",
        "the positions of cells or sections have gaps"
      ),
    ])
  func impossiblePosition(update: String, damage: String) throws {
    let store = try hostileStore("UPDATE \(update)")
    #expect(throws: StoreError.damaged(damage)) { try store.apply(.collapse(.key("fullname")), to: Self.key) }
    #expect(throws: StoreError.damaged(damage)) { try store.session(for: Self.key) }
    #expect(
      try store.check().contains {
        $0.contains(damage) || $0.contains("the positions of cells or sections have gaps")
          || $0.hasPrefix("SQLite reports: CHECK constraint failed")
      })
  }

  /// Whether an error is one of the store's own.
  private func isExplained(_ error: any Error) -> Bool { error is StoreError || error is StaleRowsError }

  @Test("A harmless statement leaves the store sound, and every action succeeds")
  func nothingHostile() throws {
    let store = try hostileStore("SELECT 1")
    #expect(try store.check() == [])
    #expect(errorsOfActing(on: store).isEmpty)
    #expect(try store.check() == [])
    #expect(try store.contents(of: Self.key).revision > 10)
  }

  @Test(
    "A value of the wrong type in a column is an error, never a trap",
    arguments: [
      "UPDATE formstate_cell SET additional_rows = 'many'", "UPDATE formstate_cell SET is_expandable = x'00ff'",
      "UPDATE formstate_cell SET kind = 'jump'", "UPDATE formstate_cell SET properties = '[1'",
      "UPDATE formstate_cell SET summary = 'template', summary_text = '{'",
      "UPDATE formstate_section SET is_foldable = 'perhaps'",
      "INSERT INTO formstate_row_height VALUES (1, 'idCellNormal', 'tall')",
      "UPDATE formstate_cell_state SET value = x'00' WHERE is_set",
      "UPDATE formstate_entry SET changes = replace(changes, '[true]', '[\"wide\"]')",
      "UPDATE formstate_entry SET changes = replace(changes, '[true]', '[true,1]')",
      "UPDATE formstate_entry SET time = 'late'",
    ])
  func otherTypes(statement: String) throws {
    let store = try hostileStore(statement)
    let key = Self.key
    let errors = errors(of: [
      { _ = try store.session(for: key) }, { _ = try store.journal(of: key) }, { _ = try store.contents(of: key) },
      { try store.apply(.collapse(.key("fullname")), to: key) }, { _ = try store.overview() },
    ])
    #expect(!errors.isEmpty)
    #expect(errors.allSatisfy { $0 is StoreError })
    #expect(try !store.check().isEmpty)
  }

  @Test(
    "Check finds a wrong type that SQLite converts silently, and nothing traps",
    arguments: [
      "INSERT INTO formstate_list VALUES (1, 1, x'00', NULL); INSERT INTO formstate_version_list VALUES (1, 'l', 1)",
      "UPDATE formstate_section_state SET is_folded = 'wide'", "UPDATE formstate_entry SET author = x'00'",
      "UPDATE formstate_cell_state SET is_expanded = 'wide'",
    ])
  func lenientTypes(statement: String) throws {
    let store = try hostileStore(statement)
    #expect(try !store.check().isEmpty)
    #expect(errorsOfActing(on: store).allSatisfy(isExplained))
  }

  private static func renumbered(_ revision: Int, as number: String) -> String {
    """
    UPDATE formstate_entry SET revision = \(number) WHERE revision = \(revision);
    """
  }

  @Test(
    "Extreme counts and positions cause neither a trap nor a hang",
    arguments: [
      "UPDATE formstate_cell SET additional_rows = 9223372036854775807",
      "UPDATE formstate_cell SET additional_rows = -9223372036854775807 - 1",
      "UPDATE formstate_cell SET position = position + 4000000000000000000",
      "UPDATE formstate_cell SET parent_id = id", "UPDATE formstate_section SET position = position * 1000000007",
      "UPDATE formstate_entry SET step_start = 9223372036854775807",
      "UPDATE formstate_entry SET step_start = -9223372036854775807 - 1",
      "UPDATE formstate_entry SET undo_top = 9223372036854775807, redo_top = 9223372036854775807",
      "UPDATE formstate_entry SET undo_top = revision, redo_top = revision",
      "UPDATE formstate_entry SET undo_top = 2, redo_top = 2 WHERE revision = 1",
      renumbered(2, as: "9223372036854775807"), renumbered(1, as: "-9223372036854775807 - 1"),
      "UPDATE formstate_entry SET target = 9223372036854775807, reverts = -5, kind = 'undo' WHERE revision = 2",
      "UPDATE formstate_cell_state SET instance = 9223372036854775807",
      "UPDATE formstate_entry SET time = 9223372036854775807",
      "UPDATE formstate_entry SET time = -9223372036854775807 - 1",
      "UPDATE formstate_version SET number = 9223372036854775807; UPDATE formstate_form SET version = 9223372036854775807",
      "UPDATE formstate_response SET compacted_to = 9223372036854775807",
      "UPDATE formstate_response SET compacted_to = -9223372036854775807 - 1",
    ])
  func beyondBounds(statement: String) throws {
    let store = try hostileStore(statement)
    #expect(try !store.check().isEmpty)
    #expect(errorsOfActing(on: store).allSatisfy(isExplained))
    _ = try store.check()
  }

  @Test(
    "A step that begins after its end, or goes back to a later one, is not undone",
    arguments: [
      ("step_start", "belongs to an undo step that begins after it"),
      ("target", "reverts a step that it does not follow"),
    ])
  func impossibleSteps(column: String, problem: String) throws {
    let store = try hostileStore("UPDATE formstate_entry SET \(column) = 9223372036854775807 WHERE revision = 3")
    #expect(throws: StoreError.damaged("revision 3 \(problem)")) { try store.undo(of: Self.key) }
  }
}
