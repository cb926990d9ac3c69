/// Statements that write into the tables of a store by hand, with their outcomes.
///
/// Each is meant for a store whose first version is a profile form, whose second is another one, and that has one
/// response with a tap and a set: see `ShellTests`.
enum ShellStatement {
  private static func cell(_ key: String, _ version: Int) -> String {
    "(SELECT id FROM formstate_cell WHERE key = '\(key)' AND version_id = \(version))"
  }

  /// A statement that adds a label, with the given contents of some columns.
  private static func label(_ columns: [String: String]) -> String {
    let standard = [
      "version_id": "1", "section_id": "1", "position": "99", "level": "0", "additional_rows": "0", "key": "'new'",
      "kind": "'label'", "identifier": "'idCellNormal'", "title": "''", "subtitle": "''", "is_expandable": "0",
      "starts_expanded": "0", "is_hidden": "0", "is_accordion": "0", "is_inline": "0",
    ]
    let all = standard.merging(columns) { _, given in given }.sorted { $0.key < $1.key }
    return """
      INSERT INTO formstate_cell (\(all.map(\.key).joined(separator: ", ")))
      VALUES (\(all.map(\.value).joined(separator: ", ")))
      """
  }

  /// A statement that adds state of a cell, with one field besides the required ones.
  private static func state(_ cell: String, _ column: String, _ value: String, response: Int = 1) -> String {
    let mark = ["value": ", is_set", "saved": ", is_saved"][column] ?? ""
    return """
      INSERT INTO formstate_cell_state (response_id, cell_id, \(column)\(mark))
      VALUES (\(response), \(cell), \(value)\(mark.isEmpty ? "" : ", 1"))
      """
  }

  /// A statement that adds an entry to the journal, with a column besides the required ones.
  private static func entry(_ kind: String, _ column: String, _ value: String, revision: Int = 3) -> String {
    """
    INSERT INTO formstate_entry (response_id, revision, version, kind, time, \(column))
    VALUES (1, \(revision), 1, '\(kind)', 0, \(value))
    """
  }

  /// The number of a key in journals.
  private static func key(_ key: String) -> String { "(SELECT number FROM formstate_key WHERE key = '\(key)')" }

  /// A statement that adds a change of a key's cell or section to the last entry of the journal, even if no journal
  /// names it yet; its field is set from untouched to a content.
  private static func change(of key: String, _ field: String, after: String) -> String {
    """
    INSERT OR IGNORE INTO formstate_key (key) VALUES ('\(key)');
    UPDATE formstate_entry
    SET changes = json_insert(changes, '$[#]', json_array('\(field)', \(Self.key(key)), NULL, json('\(after)')))
    WHERE revision = 2
    """
  }

  /// A statement that sets a part of the first change of the last entry.
  private static func part(_ index: Int, _ json: String) -> String {
    "UPDATE formstate_entry SET changes = json_set(changes, '$[0][\(index)]', json('\(json)')) WHERE revision = 2"
  }

  /// Statements past the guards that the schema refuses, with a part of the error.
  static let refused: [(String, String)] = [
    // Reported faults that are no list of reporters and messages.
    ("UPDATE formstate_cell_state SET reported_faults = 'Taken.' WHERE is_set", "CHECK constraint failed"),
    ("UPDATE formstate_response SET reported_faults = '[]'", "CHECK constraint failed"),
    // An original answer without a type.
    ("UPDATE formstate_cell_state SET original = '38.7' WHERE is_set", "CHECK constraint failed"),
    // A value that is not marked as one, and a row without content.
    ("UPDATE formstate_cell_state SET is_set = NULL WHERE is_set", "CHECK constraint failed"),
    (state(cell("firstname", 1), "is_touched", "NULL"), "CHECK constraint failed"),
    // A second row for the same subject.
    (state(cell("level-slider", 1), "value", "3"), "UNIQUE constraint failed"),
    (state(cell("fullname", 1), "is_expanded", "0"), "UNIQUE constraint failed"),
    (
      "INSERT INTO formstate_response (form_id, version_id, key) VALUES (1, 1, 'default')",
      "UNIQUE constraint failed"
    ),
    ("INSERT INTO formstate_form (key) VALUES ('profile')", "UNIQUE constraint failed"),
    // Unknown ways to open, and of cells that do not open.
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
    (label(["is_inline": "1"]), "CHECK constraint failed"),
    (label(["is_accordion": "1"]), "CHECK constraint failed"),
    (label(["is_expandable": "1", "is_inline": "1", "collapsed_height": "0"]), "CHECK constraint failed"),
    (label(["is_expandable": "1", "is_inline": "1", "line_limit": "0"]), "CHECK constraint failed"),
    // An option without a value, a second one of the same value, and a value of something else.
    (label(["kind": "'option'"]), "CHECK constraint failed"),
    (label(["option_value": "'x'"]), "CHECK constraint failed"),
    (
      label([
        "kind": "'option'", "option_value": "'football'", "parent_id": cell("sport", 1), "level": "1",
      ]), "UNIQUE constraint failed"
    ),
    ("INSERT INTO formstate_section_state VALUES (1, 0, 1, 0, 2, NULL)", "CHECK constraint failed"),
    (
      "INSERT INTO formstate_section_state VALUES (1, 0, 1, 0, 'yes', NULL)",
      "cannot store TEXT value in INTEGER column"
    ),
    // The journal.
    (entry("tap", "subject", "1", revision: 2), "UNIQUE constraint failed"),
    (
      "INSERT INTO formstate_entry (response_id, revision, version, kind, time) VALUES (1, 3, 1, 'tap', 'yesterday')",
      "cannot store TEXT value in INTEGER column"
    ),
    (
      "INSERT INTO formstate_entry (response_id, revision, version, kind, time) VALUES (1, 3, 1, 'tap', 1e15)",
      "CHECK constraint failed"
    ),
    // The columns of undo and redo in the journal.
    ("UPDATE formstate_entry SET abandoned_by = revision", "CHECK constraint failed"),
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
    (entry("set", "author", "''"), "CHECK constraint failed"),
    // What is no JSON.
    ("UPDATE formstate_entry SET changes = '[1'", "CHECK constraint failed"),
    ("UPDATE formstate_entry SET changes = '{}'", "CHECK constraint failed"),
    (entry("set", "payload", "'Tom'"), "CHECK constraint failed"),
    ("INSERT INTO formstate_key (key) SELECT key FROM formstate_key", "UNIQUE constraint failed"),
    // A touched mark that is false.
    (state(cell("firstname", 1), "is_touched", "0"), "CHECK constraint failed"),
    // Responses that are neither completed nor in progress, and names of streams.
    ("UPDATE formstate_response SET is_completed = 2", "CHECK constraint failed"),
    ("UPDATE formstate_response SET compacted_to = 0", "CHECK constraint failed"),
    ("UPDATE formstate_response SET stream = x'00'", "CHECK constraint failed"),
    (
      "INSERT INTO formstate_response (form_id, version_id, key, stream) SELECT 1, 1, 'x', stream FROM formstate_response",
      "UNIQUE constraint failed"
    ),
  ]

  /// Statements with a cell or section of a version other than the response's, or an unknown key, with check's report.
  static let ofAnotherVersion: [(String, String)] =
    [
      state(cell("firstname", 2), "value", "'Tom'"), state("4711", "value", "'Tom'"),
      "UPDATE formstate_cell_state SET cell_id = \(cell("level-slider", 2)) WHERE is_set",
      state(cell("fullname", 2), "is_expanded", "1"), state(cell("firstname", 2), "is_touched", "1"),
    ].map { ($0, "1 of the rows of formstate_cell_state name a cell of the response's version that does not exist") }
    + [
      "INSERT INTO formstate_section_state VALUES (1, 0, 99, 0, 1, NULL)",
      "INSERT INTO formstate_section_state VALUES (1, 0, 4, 0, 1, NULL)",
    ].map {
      ($0, "1 of the rows of formstate_section_state name a section of the response's version that does not exist")
    }
    + [
      (
        "INSERT INTO formstate_instance (response_id, instance, cell_id, rank) VALUES (1, 1 << 32, \(cell("fullname", 2)), 0)",
        "1 of the rows of formstate_instance name a repeat of the response's version that does not exist"
      ),
      (
        entry("tap", "subject", "4711"),
        "1 of the rows of formstate_entry name a row of formstate_key that does not exist"
      ),
    ]

  /// Statements that foreign keys refuse, with the tables of the row and of the missing row that it names.
  static let dangling: [(String, String, String)] = [
    (state(cell("firstname", 1), "value", "'Tom'", response: 9), "formstate_cell_state", "formstate_response"),
    (
      "INSERT INTO formstate_section_state VALUES (9, 0, 1, 0, 1, NULL)", "formstate_section_state",
      "formstate_response"
    ),
    (
      "INSERT INTO formstate_response (form_id, version_id, key) VALUES (1, 2, 'x')", "formstate_response",
      "formstate_version"
    ),
    (entry("jump", "subject", "1"), "formstate_entry", "formstate_action_kind"),
    (
      "INSERT INTO formstate_entry (response_id, revision, version, kind, time) VALUES (9, 1, 1, 'tap', 0)",
      "formstate_entry", "formstate_response"
    ),
    (label(["kind": "'jump'"]), "formstate_cell", "formstate_cell_kind"),
  ]

  private static let contradiction = "the database contradicts itself: "
  private static let reports = "formstate check reports more"
  private static let notation = "revision 2 of the journal has changes in another notation than FormState's"

  /// Statements that check finds, with its report on the response.
  static let faulty: [(String, String)] = [
    (entry("tap", "subject", "1", revision: 9), "revision 3 is missing from the journal"),
    (entry("checkpoint", "step_start", "NULL"), "revision 3 is a checkpoint in the middle of the journal"),
    // A field that an entry changes twice, and one with another content before.
    (
      change(of: "level-slider", "value", after: "[3]"),
      "at revision 2, the value of “level-slider” was not what the journal records as its content before"
    ),
    (
      part(2, #"["Huck"]"#),
      "at revision 2, the value of “level-slider” was not what the journal records as its content before"
    ),
    // Changes in another notation, of unknown fields and of unknown keys.
    (part(1, "4711"), "\(contradiction)the journal has a key that is missing from formstate_key; \(reports)"),
    (part(0, #""colour""#), "\(contradiction)the journal has a change of the unknown field “colour”; \(reports)"),
    (part(3, #"["x",null,"colour"]"#), "\(contradiction)the file has a value of the unknown type “colour”; \(reports)"),
    (part(4, "-1"), "\(contradiction)\(notation); \(reports)"),
    (part(3, "7"), "\(contradiction)\(notation); \(reports)"),
    (part(0, "7"), "\(contradiction)\(notation); \(reports)"),
    (part(1, "{}"), "\(contradiction)\(notation); \(reports)"),
    ("UPDATE formstate_entry SET changes = '[{}]' WHERE revision = 2", "\(contradiction)\(notation); \(reports)"),
    // A value that the cell does not accept.
    (
      state(cell("firstname", 1), "value", "5"),
      "the database contradicts itself: a cell of kind text has a value of another kind; formstate check reports more"
    ),
    (
      "UPDATE formstate_cell_state SET value = 11 WHERE is_set",
      "the state of “level-slider” is impossible"
    ),
    (
      "UPDATE formstate_cell_state SET value = 'seven' WHERE is_set",
      "the database contradicts itself: a cell of kind slider has a value of another kind; formstate check reports more"
    ),
    (
      "UPDATE formstate_cell_state SET is_relevant = 0 WHERE is_set",
      "the state of “level-slider” is impossible"
    ),
    (
      "UPDATE formstate_cell_state SET is_required = 1 WHERE is_set",
      "the state of “level-slider” is impossible"
    ),
    (
      "UPDATE formstate_cell_state SET is_read_only = 1 WHERE is_set",
      "the state of “level-slider” is impossible"
    ),
    (
      "UPDATE formstate_cell_state SET is_calculated = 1 WHERE is_set",
      "the state of “level-slider” is impossible"
    ),
    (
      "UPDATE formstate_cell_state SET faults = '1' WHERE is_set",
      "the state of “level-slider” is impossible"
    ),
    (
      state(cell("birth-date", 1), "value", "'2026-02-30'"),
      "the database contradicts itself: a stored value of the type date is invalid; formstate check reports more"
    ),
    (
      state(cell("marital-switch", 1), "value", "2"),
      "the database contradicts itself: a cell of kind switch has a value of another kind; formstate check reports more"
    ),
    (state(cell("sport", 1), "value", "'red'"), "the state of “sport” is impossible"),
    // Disclosure, titles, drafts and values of cells that cannot have them.
    (state(cell("firstname", 1), "is_expanded", "1"), "the state of “firstname” is impossible"),
    (state(cell("firstname", 1), "title", "'x'"), "the state of “firstname” is impossible"),
    (state(cell("football", 1), "saved", "NULL"), "the state of “football” is impossible"),
    (
      "UPDATE formstate_cell_state SET value = 3 WHERE is_set",
      "the value of “level-slider” differs from the journal"
    ),
    ("DELETE FROM formstate_cell_state WHERE is_expanded", "the disclosure of “fullname” differs from the journal"),
    (
      #"UPDATE formstate_cell_state SET reported_faults = '["","No."]' WHERE is_set"#,
      "the reportedFaults of “level-slider” differs from the journal"
    ),
    (
      "UPDATE formstate_cell_state SET original = 'decimal 38.7' WHERE is_set",
      "the original of “level-slider” differs from the journal"
    ),
    (
      #"UPDATE formstate_response SET reported_faults = '["","No."]'"#,
      "the responseFaults of “response” differs from the journal"
    ),
    (
      "UPDATE formstate_cell_state SET title = '8' WHERE title IS NOT NULL",
      "the title of “level” differs from the journal"
    ),
    (
      "INSERT INTO formstate_section_state VALUES (1, 0, 1, 0, 1, NULL)",
      "the fold of “personal” differs from the journal"
    ),
    (
      "INSERT INTO formstate_section_state VALUES (1, 2 << 32, 1, 0, 1, NULL)",
      "the fold of “personal:2” differs from the journal"
    ),
    (state(cell("firstname", 1), "saved", "NULL"), "the saved of “firstname” differs from the journal"),
    (
      "UPDATE formstate_cell_state SET is_touched = NULL WHERE is_touched",
      "the touched of “level-slider” differs from the journal"
    ),
    ("UPDATE formstate_response SET is_completed = 1", "the completion of “response” differs from the journal"),
    (
      "UPDATE formstate_entry SET abandoned_by = 2 WHERE revision = 1",
      "revision 1 is marked as abandoned by a revision that did not abandon it"
    ),
    (
      entry("collapseAll", "undo_top", "0"),
      "revision 3 does not match the journal's undo and redo steps"
    ),
    (
      entry("collapseAll", "redo_top", "2"),
      "revision 3 does not match the journal's undo and redo steps"
    ),
    (
      entry("collapseAll", "step_start", "1"),
      "revision 3 does not continue the undo step that begins with 1"
    ),
    (entry("redo", "target, reverts", "1, 1"), "revision 3 reverts a step that could not be reverted"),
    ("UPDATE formstate_response SET compacted_to = 2", "the checkpoint is missing from the journal"),
    (change(of: "firstname", "value", after: #"["x"]"#), "the value of “firstname” differs from the journal"),
    (
      change(of: "nobody", "value", after: #"["x"]"#),
      "revision 2 changes the value of “nobody”, but its action does not"
    ),
  ]
}
