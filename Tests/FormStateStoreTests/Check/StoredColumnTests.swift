import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// What `check` reports for columns that only views and queries read.
@Suite("Check names the column that contradicts the rest")
struct StoredColumnTests {
  /// A store in which the story was told once.
  private static let told = Result {
    let store = try FormStore.inMemory()
    try ColumnStory.tell(in: store)
    return store
  }

  /// A copy of it.
  private func store() throws -> FormStore {
    let queue = try DatabaseQueue()
    try Self.told.get().database.backup(to: queue)
    return FormStore(checked: queue, path: "copy")
  }

  @Test(
    "Check finds a derived column of a definition that differs from it",
    arguments: TestSeeds.some(
      8,
      of: [
        (
          "UPDATE formstate_rule SET is_volatile = 0 WHERE kind = 'calculate'",
          "the form “club”, version 1: formstate_rule.is_volatile of “card” does not follow from the definition"
        ),
        (
          "UPDATE formstate_rule SET list = 'quality' WHERE kind = 'choices'",
          "the form “visit”, version 1: formstate_rule.list of “ward” does not follow from the definition"
        ),
        (
          "UPDATE formstate_list SET items = items + 1 WHERE columns <> '[]'",
          "the form “visit”, version 1: formstate_list.items of “wards” does not follow from the definition"
        ),
        (
          "UPDATE formstate_list SET digest = lower(hex(zeroblob(32))) WHERE columns <> '[]'",
          "the form “visit”, version 1: formstate_list.digest of “wards” does not follow from the definition"
        ),
        (
          "UPDATE formstate_list_item SET position = 7 WHERE value = 'b2'",
          "the form “visit”, version 1: the rows of formstate_list_item do not follow from the definition"
        ),
        (
          "UPDATE formstate_cell SET line_limit = 3 WHERE key = 'firstname'",
          "the form “survey”, version 1: formstate_cell.line_limit of “firstname” does not follow from the definition"
        ),
        (
          "UPDATE formstate_cell SET level = 2 WHERE key = 'firstname'",
          "the form “survey”, version 2: formstate_cell.level of “firstname” does not follow from the definition"
        ),
        (
          "UPDATE formstate_repeat SET last_position = last_position + 1 WHERE around_id IS NOT NULL",
          "the form “trip”, version 1: formstate_repeat.last_position of “bag” does not follow from the definition"
        ),
        (
          "UPDATE formstate_question SET question = question || '?' WHERE cell_id IN (SELECT id FROM formstate_cell WHERE key = 'firstname')",
          "the form “survey”, version 1: formstate_question.question of “firstname” does not follow from the definition"
        ),
        (
          "UPDATE formstate_question SET repeat_id = NULL WHERE repeat_id IN (SELECT cell_id FROM formstate_repeat WHERE around_id > 0)",
          "the form “trip”, version 1: formstate_question.repeat_id of “tag” does not follow from the definition"
        ),
        (
          "DELETE FROM formstate_condition WHERE rule_id IN (SELECT id FROM formstate_rule WHERE cell_id IS NULL)",
          "the form “club”, version 1: the rows of formstate_condition do not follow from the definition"
        ),
        (
          "DELETE FROM formstate_question WHERE is_conditional",
          "the form “club”, version 1: the rows of formstate_question do not follow from the definition"
        ),
        (
          """
          UPDATE formstate_condition AS own
          SET rule_id = (
            SELECT rule.id
            FROM formstate_rule AS rule
            JOIN formstate_cell AS cell ON cell.id = own.cell_id
            WHERE rule.version_id = own.version_id AND rule.kind = 'relevant' AND rule.section_id <> cell.section_id
          )
          WHERE rule_id IN (SELECT id FROM formstate_rule WHERE cell_id IS NULL)
          """,
          "the form “club”, version 1: formstate_condition.rule_id of “amount” does not follow from the definition"
        ),
        (
          "UPDATE formstate_question SET readable = 'On' WHERE readable = 'Off'",
          "the form “walk”, version 1: formstate_question.readable of “wet” does not follow from the definition"
        ),
        (
          "UPDATE formstate_rule SET readable = '1 mile' WHERE readable = '1 km'",
          "the form “walk”, version 1: formstate_rule.readable of “far” does not follow from the definition"
        ),
        (
          "UPDATE formstate_form SET version = 2 WHERE key = 'empty'",
          "the form “empty”: new responses begin with version 2, which does not exist"
        ),
        (
          "DELETE FROM formstate_rule_input",
          "the form “club”, version 1: the rows of formstate_rule_input do not follow from the definition"
        ),
      ]))
  func definition(statement: String, fault: String) throws {
    let store = try store()
    try Tampering.run(statement, in: store.database)
    #expect(try store.check().contains(fault))
  }

  @Test(
    "Check finds a column of a journal that contradicts its entries",
    arguments: TestSeeds.some(
      8,
      of: [
        (
          "UPDATE formstate_entry SET version = 0 WHERE revision = 1 AND response_id = RESPONSE", "grouped",
          "revision 1 names an unknown version, but its changes are those of its action in version 1"
        ),
        (
          "UPDATE formstate_entry SET group_name = 'Typed' WHERE revision = 2 AND response_id = RESPONSE", "grouped",
          "revision 2 is part of another group than the undo step that it continues"
        ),
        (
          "UPDATE formstate_entry SET changes = replace(changes, '[true]', '[true,null]') WHERE revision = 3 AND response_id = RESPONSE",
          "grouped",
          "revision 3 does not store its changes in FormState's notation, or as a person reads them: see the disclosure of “name”"
        ),
        (
          "UPDATE formstate_entry SET changes = replace(changes, ',', ', ') WHERE revision = 1 AND response_id = RESPONSE",
          "measured",
          "revision 1 does not store its changes in FormState's notation, or as a person reads them: see the value of “way”"
        ),
        (
          "UPDATE formstate_entry SET payload = '{\"value\":[\"Huck\"]}' WHERE revision = 1 AND response_id = RESPONSE",
          "grouped",
          "revision 1 does not store its action in FormState's notation"
        ),
        (
          "UPDATE formstate_entry SET moment = '2026-11-23T09:04:31.153+00:00 364b53b6283e49fd' WHERE revision = 1 AND response_id = RESPONSE",
          "grouped", "revision 1 has a moment that none of its rules uses"
        ),
        (
          "UPDATE formstate_cell_state SET set_at = 2 WHERE set_at = 4 AND response_id = RESPONSE", "grouped",
          "“last” says that revision 2 set it, but revision 4 did"
        ),
        (
          "UPDATE formstate_cell_state SET set_at = NULL WHERE set_at = 1 AND response_id = RESPONSE", "grouped",
          "“first” says that no revision set it, but revision 1 did"
        ),
        (
          "UPDATE formstate_cell_state SET readable = '2 miles' WHERE readable = '2 m' AND response_id = RESPONSE",
          "measured", "“way” reads “2 miles”, but should read “2 m”"
        ),
        (
          "UPDATE formstate_cell_state SET readable_calculated = NULL WHERE readable_calculated = '5 km'", "measured",
          "“far” reads as stored, but should read “5 km”"
        ),
        (
          "UPDATE formstate_entry SET changes = replace(changes, '2 m', '2 miles') WHERE revision = 1 AND response_id = RESPONSE",
          "measured",
          "revision 1 does not store its changes in FormState's notation, or as a person reads them: see the value of “way”"
        ),
        (
          """
          UPDATE formstate_response
          SET next_instance = (SELECT max(instance >> 32) FROM formstate_instance WHERE response_id = id) + 1
          WHERE id = RESPONSE
          """, "removed", "the next instance of a repeat would be number 5, which is already in use"
        ),
      ]))
  func journal(statement: String, response: String, fault: String) throws {
    let store = try store()
    let row = "(SELECT id FROM formstate_response WHERE key = '\(response)')"
    try Tampering.run(statement.replacing("RESPONSE", with: row), in: store.database)
    let form = ["removed": "trip", "measured": "walk"][response] ?? "pair"
    let found = try store.check()
    #expect(found == ["the response “\(response)” of the form “\(form)”: \(fault)"])
  }

  @Test("Check compares each of the stacks for undo and redo", arguments: ["undo_top", "redo_top"])
  func stacks(column: String) throws {
    let store = try store()
    try Tampering.run(
      """
      UPDATE formstate_entry
      SET \(column) = 1
      WHERE revision = 4 AND response_id = (SELECT id FROM formstate_response WHERE key = 'grouped')
      """, in: store.database)
    #expect(
      try store.check() == [
        "the response “grouped” of the form “pair”: revision 4 does not match the journal's undo and redo steps"
      ])
  }

  @Test("Check finds a key that cannot name its response")
  func key() throws {
    let edits = [
      (
        "'cafe' || char(769)", "caf\u{E9}",
        "the key is not canonically composed (NFC), so the response cannot be named"
      ),
      ("'typed '", "typed ", "the key begins or ends with a space or contains a control character; remove it"),
    ]
    for (key, name, fault) in edits {
      let store = try store()
      try Tampering.run("UPDATE formstate_response SET key = \(key) WHERE key = 'typed'", in: store.database)
      #expect(try store.check() == ["the response “\(name)” of the form “pair”: \(fault)"])
    }
  }
}
