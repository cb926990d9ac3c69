import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Check proves the effect of every action")
struct JournalProofTests {
  private let key = ResponseKey(form: "profile")

  /// A response with most kinds of actions; the tests below refer to its revisions.
  private func lived() throws -> (queue: DatabaseQueue, store: FormStore) {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try store.save(ProfileForm.form)
    let actions: [FormAction] = [
      .expand(.key("fullname")), .set(.key("firstname"), .text("Tom")), .set(.key("lastname"), .text("Sawyer")),
      .fold(section: "work"), .undo(.everything), .choose(.key("football")),
    ]
    for action in actions { try store.apply(action, to: key) }
    try store.group("Paste", in: key) { group in
      try group.apply(.set(.key("lastname"), .text("Finn")))
      try group.apply(.set(.key("firstname"), .text("Huck")))
    }
    for action in [FormAction.markSaved, .complete, .reopen, .draft(.key("birth-date"), "1835-11-")] {
      try store.apply(action, to: key)
    }
    #expect(try store.check() == [])
    return (queue, store)
  }

  @Test(
    "Check names an edited entry and its fault",
    arguments: TestSeeds.some(
      8,
      of: [
        (
          "UPDATE formstate_entry SET payload = '{\"value\":[\"Becky\"]}' WHERE revision = 2",
          "at revision 2, the value of “firstname” differs from the result of its action"
        ),
        (
          "INSERT OR IGNORE INTO formstate_key (key) VALUES ('birth'); UPDATE formstate_entry SET subject = (SELECT number FROM formstate_key WHERE key = 'birth') WHERE revision = 1",
          "revision 1 changes the disclosure of “fullname”, but its action does not"
        ),
        (
          "INSERT INTO formstate_key (key) VALUES ('nobody'); UPDATE formstate_entry SET subject = (SELECT number FROM formstate_key WHERE key = 'nobody') WHERE revision = 1",
          "revision 1 refers to something that its version of the form does not have"
        ),
        (
          "INSERT OR IGNORE INTO formstate_key (key) VALUES ('basketball'); UPDATE formstate_entry SET subject = (SELECT number FROM formstate_key WHERE key = 'basketball') WHERE revision = 6",
          "at revision 6, the value of “sport” differs from the result of its action"
        ),
        (
          "UPDATE formstate_entry SET kind = 'collapse' WHERE revision = 1",
          "revision 1 changes the disclosure of “fullname”, but its action does not"
        ),
        (
          "UPDATE formstate_entry SET kind = 'choose' WHERE revision = 1",
          "revision 1 has the action “choose”, which would have been refused"
        ),
        (
          """
          UPDATE formstate_entry SET changes = '[]' WHERE revision = 9;
          UPDATE formstate_cell_state SET is_saved = NULL, saved = NULL;
          """, "revision 9 changes nothing"
        ),
        (
          """
          UPDATE formstate_entry
            SET changes = (
              SELECT json_group_array(json(value)) FROM json_each(changes) WHERE value ->> 0 <> 'title'
            )
            WHERE revision = 6;
          UPDATE formstate_cell_state SET title = NULL WHERE value = 'football';
          """, "revision 6 lacks the change of the title of “sport” by its action"
        ),
        (
          """
          INSERT OR IGNORE INTO formstate_key (key) VALUES ('birth');
          UPDATE formstate_entry
            SET changes = json_insert(
              changes, '$[#]', json_array(
                'disclosure', (SELECT number FROM formstate_key WHERE key = 'birth'), NULL, json('[true]')
              )
            )
            WHERE revision = 10;
          UPDATE formstate_cell_state SET is_expanded = 1
            WHERE cell_id = (SELECT id FROM formstate_cell WHERE key = 'birth');
          INSERT OR IGNORE INTO formstate_cell_state (response_id, cell_id, is_expanded)
            SELECT 1, id, 1 FROM formstate_cell WHERE key = 'birth';
          """, "revision 10 changes the disclosure of “birth”, but its action does not"
        ),
        (
          "UPDATE formstate_entry SET changes = '[]' WHERE revision = 11; UPDATE formstate_response SET is_completed = 1",
          "revision 11 changes nothing"
        ),
        (
          "UPDATE formstate_entry SET group_name = 'Typed' WHERE revision = 8",
          "revision 8 is part of another group than the undo step that it continues"
        ),
        (
          "UPDATE formstate_entry SET step_start = 6 WHERE revision = 8",
          "revision 8 does not continue the undo step that begins with 6"
        ),
        (
          "UPDATE formstate_entry SET step_start = 9 WHERE revision = 10",
          "revision 10 is part of another undo step, which “complete” never is"
        ),
        (
          "UPDATE formstate_entry SET version = 9 WHERE revision = 2",
          "revision 2 names version 9 as the one in force instead of version 1"
        ),
        (
          "UPDATE formstate_entry SET abandoned_by = NULL WHERE revision = 4",
          "revision 4 is marked as abandoned by a revision that did not abandon it"
        ),
        (
          "UPDATE formstate_entry SET abandoned_by = 7 WHERE revision = 3",
          "revision 3 is marked as abandoned by a revision that did not abandon it"
        ),
        (
          "UPDATE formstate_entry SET kind = 'checkpoint' WHERE revision = 9",
          "revision 9 is a checkpoint in the middle of the journal"
        ),
        (
          "UPDATE formstate_entry SET target = 3 WHERE revision = 5",
          "revision 5 names revision 3 as its step, but that is revision 4"
        ),
        (
          "UPDATE formstate_entry SET payload = '{\"scope\":\"values\"}' WHERE revision = 5",
          "revision 5 reverts revision 4, but the one to revert is revision 3"
        ),
        (
          "UPDATE formstate_entry SET undo_top = 2 WHERE revision = 9",
          "revision 9 does not match the journal's undo and redo steps"
        ),
        ("DELETE FROM formstate_entry WHERE revision = 3", "revision 3 is missing from the journal"),
        (
          "UPDATE formstate_cell_state SET value = 'Becky' WHERE value = 'Huck'",
          "the value of “firstname” differs from the journal"
        ),
        ("UPDATE formstate_response SET compacted_to = 2", "the checkpoint is missing from the journal"),
      ]))
  func edited(statement: String, fault: String) throws {
    let (queue, store) = try lived()
    try Tampering.run(statement, in: queue)
    let faults = try store.check()
    let sentence = "the response “default” of the form “profile”: \(fault)"
    #expect(faults.first == sentence || faults.contains(sentence))
    #expect(!faults.contains { $0.contains("Becky") || $0.contains("Huck") || $0.contains("1835") })
  }

  @Test("Check finds the changes of an entry in another order")
  func order() throws {
    let (queue, store) = try lived()
    try Tampering.run(
      """
      UPDATE formstate_entry
      SET changes = json_array(changes -> 1, changes -> 0)
      WHERE revision = 6
      """, in: queue)
    #expect(
      try store.check() == [
        "the response “default” of the form “profile”: "
          + "at revision 6, the title of “sport” is in another place than its action put it"
      ])
  }

  @Test("Check finds an edited definition, and state of cells and sections that the version lacks")
  func otherRows() throws {
    let edits = [
      (
        "UPDATE formstate_cell SET title = 'x' WHERE key = 'birth'",
        "the form “profile”, version 1: the definition differs from the imported one: its digest does not match"
      ),
      (
        "INSERT INTO formstate_cell_state (response_id, cell_id, is_expanded) VALUES (1, 99, 1)",
        "1 of the rows of formstate_cell_state name a cell of the response's version that does not exist"
      ),
      (
        "INSERT INTO formstate_section_state (response_id, section_id, is_folded) VALUES (1, 99, 1)",
        "1 of the rows of formstate_section_state name a section of the response's version that does not exist"
      ),
      (
        "INSERT INTO formstate_cell_state (response_id, cell_id, is_expanded) VALUES (7, 1, 1)",
        "1 of the rows of formstate_cell_state name a row of formstate_response that does not exist"
      ),
    ]
    for (statement, fault) in edits {
      let (queue, store) = try lived()
      try Tampering.run(statement, in: queue)
      #expect(try store.check().contains(fault), "\(statement)")
    }
  }

  @Test(
    "Check accepts random groups, undo and redo of both scopes, a compaction and an upgrade",
    arguments: TestSeeds.seeds(3, full: 200))
  func random(seed: UInt64) throws {
    let place = Comment(rawValue: "check with FORMSTATE_TEST_SEED=\(seed)")
    var history = RandomHistory(seed: seed)
    var form = history.form(sections: 3, cellsPerSection: 12)
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: form.key)
    for number in 1...90 {
      switch history.event(on: form) {
      case .action(let action): _ = try? store.apply(action, to: key)
      case .group(let name, let actions):
        try store.group(name, in: key) { group in for action in actions { _ = try? group.apply(action) } }
      }
      if number == 40 {
        form.sections.append(FormSection(key: "more", cells: [FormCell(key: "more-text", kind: .text)]))
        try store.save(form)
        _ = try store.upgrade(key)
      }
      if number == 60 { try store.compact(key, keeping: 12) }
      guard number % 15 == 0 else { continue }
      let faults = try store.check()
      #expect(faults == [], place)
    }
  }

  /// A form of two texts whose group displays both of them.
  private func names(separator: String) -> FormDefinition {
    FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(
              key: "name", kind: .group, isExpandable: true, additionalRows: 2, summary: .join(separator: separator)),
            FormCell(key: "first", kind: .text), FormCell(key: "last", kind: .text),
          ])
      ])
  }

  /// A response that is upgraded after its second entry and then gets another one.
  private func upgradedStore() throws -> (queue: DatabaseQueue, store: FormStore, key: ResponseKey) {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    let key = ResponseKey(form: "f")
    try store.save(names(separator: " "))
    try store.replay([.set(.key("first"), .text("Tom")), .set(.key("last"), .text("Sawyer"))], to: key)
    try store.save(names(separator: ", "))
    try store.upgrade(key)
    try store.apply(.set(.key("first"), .text("Becky")), to: key)
    return (queue, store, key)
  }

  @Test("Check compares each entry with the version in which it was made, even after an upgrade")
  func upgraded() throws {
    let (queue, store, key) = try upgradedStore()
    #expect(try store.journal(of: key).map(\.version) == [1, 1, 2, 2])
    #expect(try store.check() == [])
    try Tampering.run("UPDATE formstate_entry SET version = 2 WHERE revision = 2", in: queue)
    #expect(
      try store.check() == [
        "the response “default” of the form “f”: "
          + "revision 2 names version 2 as the one in force instead of version 1"
      ])
  }

  @Test("A journal with an upgrade is imported only with all definitions that it names")
  func imported() throws {
    let (_, store, key) = try upgradedStore()
    let response = FormContents.Response(journal: try store.journal(of: key))
    let other = try FormStore.inMemory()
    #expect(
      throws: StoreError.unfitJournal(revision: 1, problem: "it names version 1, which the document does not have")
    ) {
      try other.importForms([FormContents(form: names(separator: ", "), version: 2, responses: ["default": response])])
    }
    #expect(try other.formKeys() == [])
    try other.save(FormDefinition(key: "f", title: "Something else", sections: []))
    try other.importForms([
      FormContents(
        form: names(separator: ", "), version: 2, otherVersions: [1: names(separator: " ")],
        responses: ["default": response])
    ])
    #expect(try other.journal(of: key).map(\.version) == [2, 2, 3, 3])
    #expect(try other.contents(of: key).digest == store.contents(of: key).digest)
    #expect(try other.check() == [])
    try other.undo(of: key, count: 9)
    #expect(try other.contents(of: key).version == 2)
    #expect(try other.check() == [])
  }

  @Test("Only an undo or a redo that is imported names what it reverts", arguments: [true, false])
  func imported(namesEntry: Bool) throws {
    let (_, store, key) = try upgradedStore()
    var journal = try Array(store.journal(of: key).prefix(2))
    if namesEntry { journal[1].reverts = 1 } else { journal[1].target = 1 }
    let other = try FormStore.inMemory()
    #expect(
      throws: StoreError.unfitJournal(
        revision: 2, problem: "it names what it reverts, but it is neither an undo nor a redo")
    ) {
      try other.importForms([
        FormContents(
          form: names(separator: " "), version: 1,
          responses: ["default": FormContents.Response(journal: journal)])
      ])
    }
    #expect(try other.formKeys() == [])
  }

  @Test("A replayed script cannot give a step two names or continue a step with an undo")
  func handWrittenSteps() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.replay(
      [
        ScriptedAction(.tap(.key("fullname")), group: "One"),
        ScriptedAction(.tap(.key("birth")), continues: true, group: "Two"),
        ScriptedAction(.undo(.everything), continues: true),
      ], to: key)
    #expect(try store.journal(of: key).map(\.step) == [1, 1, 3])
    #expect(try store.journal(of: key).map(\.group) == ["One", "One", nil])
    #expect(try store.check() == [])
  }
}
