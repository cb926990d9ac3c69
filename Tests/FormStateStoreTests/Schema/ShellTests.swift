import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// What somebody can do to the tables in a sqlite3 shell, where foreign keys are not enforced.
@Suite("A sqlite3 shell without foreign keys")
struct ShellTests {
  /// A database with a profile form, a second form, and one response that has been tapped.
  private func shell() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try SchemaMigrator.migrate(queue)
    let store = FormStore(checked: queue, path: "shell")
    try store.save(ProfileForm.form)
    var other = ProfileForm.form
    other.key = "other"
    try store.save(other)
    try store.apply(.tap(.key("fullname")), to: ResponseKey(form: "profile"))
    try store.apply(.set(.key("level-slider"), .integer(7)), to: ResponseKey(form: "profile"))
    return queue
  }

  private static func cell(_ key: String, _ version: Int) -> String {
    "(SELECT id FROM formstate_cell WHERE key = '\(key)' AND version_id = \(version))"
  }

  /// A statement that adds a label, with some columns besides those that it needs.
  private static func inlineCell(_ columns: String, _ values: String) -> String {
    """
    INSERT INTO formstate_cell (
      version_id, section_id, position, level, additional_rows, key, kind, identifier, title, subtitle,
      starts_expanded, is_hidden, summary, \(columns)
    ) VALUES (1, 1, 99, 0, 0, 'new', 'label', 'idCellNormal', '', '', 0, 0, 'none', \(values))
    """
  }

  /// A statement that adds an entry to the journal, with a column besides those that it needs.
  private static func entry(_ kind: String, _ column: String, _ value: String) -> String {
    """
    INSERT INTO formstate_action (response_id, seq, kind, time, \(column))
    VALUES (1, 3, '\(kind)', '2026-11-21T03:12:13.456Z', \(value))
    """
  }

  @Test(
    "The schema itself refuses rows that contradict it",
    arguments: [
      // A value for a cell of another form, or one that does not exist.
      ("INSERT INTO formstate_value VALUES (1, \(cell("firstname", 2)), 'Tom')", "own form version accepts"),
      ("INSERT INTO formstate_value VALUES (1, 4711, 'Tom')", "own form version accepts"),
      ("INSERT INTO formstate_value VALUES (9, \(cell("firstname", 1)), 'Tom')", "own form version accepts"),
      ("UPDATE formstate_value SET cell_id = \(cell("level-slider", 2))", "own form version accepts"),
      // A value that the cell does not accept.
      ("INSERT INTO formstate_value VALUES (1, \(cell("firstname", 1)), 5)", "own form version accepts"),
      ("UPDATE formstate_value SET value = 11", "own form version accepts"),
      ("UPDATE formstate_value SET value = 'seven'", "own form version accepts"),
      (
        "INSERT INTO formstate_value VALUES (1, \(cell("birth-date", 1)), '2026-02-30')",
        "own form version accepts"
      ),
      (
        "INSERT INTO formstate_value VALUES (1, \(cell("birth-date", 1)), 'soon')", "own form version accepts"
      ),
      ("INSERT INTO formstate_value VALUES (1, \(cell("marital-switch", 1)), 2)", "own form version accepts"),
      ("INSERT INTO formstate_value VALUES (1, \(cell("sport", 1)), 'red')", "own form version accepts"),
      ("INSERT INTO formstate_value VALUES (1, \(cell("football", 1)), 'x')", "own form version accepts"),
      // A second row for the same subject.
      ("INSERT INTO formstate_value VALUES (1, \(cell("level-slider", 1)), 3)", "UNIQUE constraint failed"),
      ("INSERT INTO formstate_disclosure VALUES (1, \(cell("fullname", 1)), 0)", "UNIQUE constraint failed"),
      (
        "INSERT INTO formstate_response (form_id, version_id, key) VALUES (1, 1, 'default')",
        "UNIQUE constraint failed"
      ),
      ("INSERT INTO formstate_form (key) VALUES ('profile')", "UNIQUE constraint failed"),
      // Ways to open that there are not, and of cells that do not open.
      (
        """
        INSERT INTO formstate_version (form_id, number, title, digest, accordion)
        VALUES (1, 9, '', '\(String(repeating: "0", count: 64))', 'rows')
        """, "CHECK constraint failed"
      ),
      (
        """
        INSERT INTO formstate_section (version_id, position, key, title, is_foldable, starts_folded, is_accordion)
        VALUES (1, 9, 'new', '', 1, 0, 2)
        """, "CHECK constraint failed"
      ),
      (inlineCell("is_expandable, is_inline", "0, 1"), "CHECK constraint failed"),
      (inlineCell("is_expandable, is_accordion", "0, 1"), "CHECK constraint failed"),
      (inlineCell("is_expandable, is_inline, collapsed_height", "1, 1, 0"), "CHECK constraint failed"),
      (inlineCell("is_expandable, is_inline, expanded_height", "1, 0, 44"), "CHECK constraint failed"),
      (inlineCell("is_expandable, is_inline, line_limit", "1, 1, 0"), "CHECK constraint failed"),
      // A fold of a missing section, or of one of another form.
      ("INSERT INTO formstate_fold VALUES (1, 99, 1)", "only a foldable section"),
      ("INSERT INTO formstate_fold VALUES (1, 4, 1)", "only a foldable section"),
      ("INSERT INTO formstate_fold VALUES (1, 1, 2)", "CHECK constraint failed"),
      ("INSERT INTO formstate_fold VALUES (1, 1, 'yes')", "cannot store TEXT value in INTEGER column"),
      // Disclosure and titles of cells that are not expandable.
      ("INSERT INTO formstate_disclosure VALUES (1, \(cell("firstname", 1)), 1)", "only an expandable cell"),
      (
        "INSERT INTO formstate_displayed_title VALUES (1, \(cell("firstname", 1)), 'x')",
        "only an expandable cell"
      ),
      // Definitions that have been imported.
      ("UPDATE formstate_cell SET title = 'x'", "never changes"),
      ("UPDATE formstate_section SET is_foldable = 0", "never changes"),
      ("UPDATE formstate_version SET digest = digest", "never changes"),
      // Responses at a version of another form.
      (
        "INSERT INTO formstate_response (form_id, version_id, key) VALUES (1, 2, 'x')",
        "not one of the response's form"
      ),
      ("UPDATE formstate_response SET version_id = 2", "not one of the response's form"),
      // The journal.
      ("UPDATE formstate_action SET kind = 'set'", "the journal only grows"),
      ("DELETE FROM formstate_action WHERE seq = 1", "the journal only grows"),
      ("DELETE FROM formstate_state_change", "the journal only grows"),
      ("UPDATE formstate_state_change SET after = 0", "the journal only grows"),
      (
        "INSERT INTO formstate_action (response_id, seq, kind, subject, payload, time) VALUES (1, 9, 'tap', 'fullname', NULL, '2026-11-21T03:12:13.456Z')",
        "follows the last one"
      ),
      (
        "INSERT INTO formstate_action (response_id, seq, kind, subject, payload, time) VALUES (1, 3, 'jump', 'fullname', NULL, '2026-11-21T03:12:13.456Z')",
        "known kind"
      ),
      (
        "INSERT INTO formstate_action (response_id, seq, kind, subject, payload, time) VALUES (1, 3, 'tap', 'fullname', NULL, 'yesterday')",
        "CHECK constraint failed"
      ),
      // What history adds to the journal.
      ("UPDATE formstate_action SET group_name = 'x', abandoned_by = 9", "but for being marked as abandoned once"),
      ("UPDATE formstate_action SET abandoned_by = NULL", "but for being marked as abandoned once"),
      ("UPDATE formstate_action SET abandoned_by = seq", "CHECK constraint failed"),
      (entry("checkpoint", "step_start", "NULL"), "follows the last one"),
      (entry("set", "target", "1"), "CHECK constraint failed"),
      (entry("undo", "target", "NULL"), "CHECK constraint failed"),
      (entry("undo", "target", "3"), "CHECK constraint failed"),
      (entry("undo", "target, reverts", "2, 1"), "CHECK constraint failed"),
      (entry("undo", "target, reverts", "1, 3"), "CHECK constraint failed"),
      (entry("set", "reverts", "1"), "CHECK constraint failed"),
      (entry("set", "step_start", "3"), "CHECK constraint failed"),
      (entry("set", "undo_top", "3"), "CHECK constraint failed"),
      (entry("set", "redo_top", "4"), "CHECK constraint failed"),
      (entry("set", "group_name", "''"), "CHECK constraint failed"),
      (
        "INSERT INTO formstate_state_change VALUES (1, 2, 9, 'completion', 'fullname', 0, NULL, 1, 1)",
        "belongs to an action"
      ),
      // Drafts, saved values and touches of cells that have none.
      ("INSERT INTO formstate_draft VALUES (1, \(cell("fullname", 1)), 'x')", "takes typed input"),
      ("INSERT INTO formstate_draft VALUES (1, \(cell("firstname", 2)), 'x')", "takes typed input"),
      ("INSERT INTO formstate_saved_value VALUES (1, \(cell("firstname", 2)), 'x')", "that holds a value"),
      ("INSERT INTO formstate_saved_value VALUES (1, \(cell("football", 1)), 'x')", "that holds a value"),
      ("INSERT INTO formstate_touched_cell VALUES (1, \(cell("firstname", 2)), 1)", "own form version is touched"),
      ("UPDATE formstate_touched_cell SET cell_id = \(cell("firstname", 2))", "own form version is touched"),
      ("INSERT INTO formstate_touched_cell VALUES (1, \(cell("firstname", 1)), 0)", "CHECK constraint failed"),
      // Responses that are neither completed nor in progress.
      ("UPDATE formstate_response SET is_completed = 2", "CHECK constraint failed"),
      ("UPDATE formstate_response SET compacted_to = 0", "CHECK constraint failed"),
      ("UPDATE formstate_response SET is_writing = 2", "CHECK constraint failed"),
      ("UPDATE formstate_response SET hand_edits = -1", "CHECK constraint failed"),
      (
        "INSERT INTO formstate_state_change VALUES (1, 2, 9, 'value', 'nobody', 0, NULL, 1, 'x')",
        "belongs to an action"
      ),
      (
        "INSERT INTO formstate_state_change VALUES (1, 2, 9, 'value', 'firstname', 1, 'x', 1, 'x')",
        "CHECK constraint failed"
      ),
    ])
  func refuses(statement: String, message: String) throws {
    let queue = try shell()
    let error = #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: statement) } }
    #expect(error?.message?.contains(message) == true, "\(error?.message ?? "nothing")")
    #expect(try FormStore(checked: queue, path: "shell").check() == [])
  }

  @Test("Deleting a response takes its state and journal with it when foreign keys are on")
  func deletingAResponse() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.choose(.key("basketball")), to: ResponseKey(form: "profile"))
    try store.database.write { try $0.execute(sql: "DELETE FROM formstate_response") }
    let rest = try store.read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM formstate_action) + (SELECT count(*) FROM formstate_state_change)
            + (SELECT count(*) FROM formstate_value) + (SELECT count(*) FROM formstate_displayed_title)
          """)
    }
    #expect(rest == 0)
    #expect(try store.check() == [])
  }

  @Test(
    "What the schema cannot refuse, check finds",
    arguments: [
      ("UPDATE formstate_value SET value = 3", "the value of “level-slider” is not what the journal says"),
      ("DELETE FROM formstate_disclosure", "the disclosure of “fullname” is not what the journal says"),
      (
        "UPDATE formstate_displayed_title SET title = '8'",
        "the title of “level” is not what the journal says"
      ),
      ("INSERT INTO formstate_fold VALUES (1, 1, 1)", "the fold of “personal” is not what the journal says"),
      (
        "INSERT INTO formstate_draft VALUES (1, \(cell("firstname", 1)), 'x')",
        "the draft of “firstname” is not what the journal says"
      ),
      (
        "INSERT INTO formstate_saved_value VALUES (1, \(cell("firstname", 1)), NULL)",
        "the saved of “firstname” is not what the journal says"
      ),
      ("DELETE FROM formstate_touched_cell", "the touched of “level-slider” is not what the journal says"),
      ("UPDATE formstate_response SET is_completed = 1", "the completion of “response” is not what the journal says"),
      (
        "UPDATE formstate_action SET abandoned_by = 2 WHERE seq = 1",
        "revision 1 is marked as abandoned by another revision than the journal says"
      ),
      (
        entry("collapseAll", "undo_top", "0"),
        "revision 3 says something else of what can be undone than the journal"
      ),
      (
        entry("collapseAll", "redo_top", "2"),
        "revision 3 says something else of what can be undone than the journal"
      ),
      (
        entry("collapseAll", "step_start", "1"),
        "revision 3 does not continue the undo step that begins with 1"
      ),
      (entry("redo", "target, reverts", "1, 1"), "revision 3 takes a step back that was not there to be taken back"),
      ("UPDATE formstate_response SET compacted_to = 2", "the checkpoint is missing from the journal"),
    ])
  func checkFinds(statement: String, fault: String) throws {
    let queue = try shell()
    try queue.write { try $0.execute(sql: statement) }
    let faults = try FormStore(checked: queue, path: "shell").check()
    #expect(faults == ["the response “default” of the form “profile”: \(fault)"])
  }

  @Test("A step that was marked as abandoned stays so")
  func abandonedForGood() throws {
    let queue = try shell()
    let store = FormStore(checked: queue, path: "shell")
    try store.undo(ResponseKey(form: "profile"))
    try store.apply(.tap(.key("birth")), to: ResponseKey(form: "profile"))
    for value in ["NULL", "5"] {
      let error = #expect(throws: DatabaseError.self) {
        try queue.write { try $0.execute(sql: "UPDATE formstate_action SET abandoned_by = \(value) WHERE seq = 2") }
      }
      #expect(
        error?.message == "the journal only grows: an action never changes, but for being marked as abandoned once")
    }
    #expect(try store.journal(of: ResponseKey(form: "profile")).map(\.abandonedBy) == [nil, 4, nil, nil])
    #expect(try store.check() == [])
  }

  @Test("What shows and is edited by hand is counted, what FormState writes is not")
  func handEdits() throws {
    let queue = try shell()
    let store = FormStore(checked: queue, path: "shell")
    let key = ResponseKey(form: "profile")
    let actions: [FormAction] = [
      .set(.key("firstname"), .text("Tom")), .fold(section: "work"), .draft(.key("lastname"), "S"), .markSaved,
      .complete, .reopen, .undo(.everything), .redo(.everything), .reset(nil), .undo(.everything),
    ]
    for action in actions { try store.apply(action, to: key) }
    try store.compact(key, keeping: 3)
    func count() throws -> Int? {
      try queue.read { try Int.fetchOne($0, sql: "SELECT hand_edits FROM formstate_response WHERE key = 'default'") }
    }
    #expect(try count() == 0)
    let edits = [
      "UPDATE formstate_value SET value = 'Becky' WHERE value = 'Tom'",
      "UPDATE formstate_displayed_title SET title = 'Becky' WHERE title = 'Tom'",
      "DELETE FROM formstate_fold", "INSERT INTO formstate_fold VALUES (1, 1, 1)",
      "UPDATE formstate_disclosure SET is_expanded = 0", "DELETE FROM formstate_disclosure",
      "UPDATE formstate_draft SET draft = 'x'", "DELETE FROM formstate_draft",
    ]
    for (edit, number) in zip(edits, 1...) {
      try queue.write { try $0.execute(sql: edit) }
      #expect(try count() == number, "\(edit)")
    }
    // Who edits by hand can go on by hand and with actions.
    try store.apply(.tap(.key("sport")), to: key)
    #expect(try count() == edits.count)
  }

  @Test("Check finds an altered definition, a missing trigger and an orphan")
  func checkFindsDamage() throws {
    let altered = try shell()
    try altered.write {
      try $0.execute(
        sql: "DROP TRIGGER formstate_cell_stays; UPDATE formstate_cell SET title = 'x' WHERE id = 2")
    }
    let store = FormStore(checked: altered, path: "shell")
    #expect(try store.check() == ["formstate_cell_stays is missing from the schema"])
    let trigger = try SchemaText.current().components(separatedBy: "\n\n").first {
      $0.contains("formstate_cell_stays")
    }
    try altered.write { try $0.execute(sql: try #require(trigger)) }
    #expect(
      try store.check() == [
        "the form “profile”, version 1: the definition is not the one that was imported: its digest differs"
      ])
    let orphaned = try shell()
    try orphaned.write { try $0.execute(sql: "DELETE FROM formstate_version WHERE id = 2") }
    #expect(
      try FormStore(checked: orphaned, path: "shell").check().contains(
        "6 of the rows of formstate_cell_type name a row of formstate_version that does not exist"))
  }
}
