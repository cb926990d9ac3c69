import FormState
import GRDB
import Testing

@testable import FormStateStore

/// A definition that no import would accept is refused when it is read, before its layout and its rules run.
@Suite("A definition that was edited in the file")
struct UnimportableDefinitionTests {
  private static let key = ResponseKey(form: "f")

  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "a", kind: .text, rules: [FormRule(.constraint, ". != ''")]),
          FormCell(key: "n", kind: .slider, range: NumberRange(minimum: 0, maximum: 9), step: 0.5),
          FormCell(
            key: "g", kind: .group, isExpandable: true, additionalRows: 1,
            summary: .template(try! Template("{in}"))),
          FormCell(key: "in", kind: .text),
          FormCell(key: "r", kind: .repeat, isExpandable: true, additionalRows: 2, counts: InstanceCounts(initial: 1)),
          FormCell(key: "q", kind: .repeat, isExpandable: true, additionalRows: 1, counts: InstanceCounts(initial: 1)),
          FormCell(key: "m", kind: .text),
        ])
    ], rowHeights: ["idCellTextfield": .points(30)], language: "en",
    translations: [FormTranslation("fr", cells: ["a": CellTexts("A")])])

  private static let edits = [
    (
      "UPDATE formstate_repeat SET minimum = 100000",
      "section 0, row 4 (r), initial: there would be 100000 instances initially; at most 10000 are possible"
    ),
    (
      "UPDATE formstate_repeat SET initial = 9223372036854775807 WHERE around_id IS NOT NULL",
      "section 0, row 5 (q), initial: there would be 9223372036854775807 instances initially; at most 10000 are possible"
    ),
    (
      "UPDATE formstate_repeat SET initial = -1 WHERE around_id IS NULL",
      "section 0, row 4 (r), initial: is -1; it must be 0 or more"
    ),
    (
      "UPDATE formstate_repeat SET maximum = 0 WHERE around_id IS NULL",
      "section 0, row 4 (r), maximum: is 0; it must be 1 or more, or null for no limit"
    ),
    (
      "UPDATE formstate_cell SET additional_rows = 5 WHERE key = 'g'",
      "section 0, row 2 (g), additionalRows: is 5, which runs past the section's end; at most 4 rows follow"
    ),
    (
      "UPDATE formstate_cell SET step = 0 WHERE key = 'n'",
      "section 0, row 1 (n), step: is 0.0; it must be greater than 0"
    ),
    (
      "UPDATE formstate_cell SET summary_text = '{nobody}' WHERE key = 'g'",
      "section 0, row 2 (g), summary: the template mentions “nobody”, which is not under it"
    ),
    (
      "UPDATE formstate_rule SET expression = '1 +'",
      "section 0, row 0 (a), constraint: column 4: the expression ends before a value"
    ),
    (
      "UPDATE formstate_rule SET expression = '${nobody} = 1'",
      "section 0, row 0 (a), constraint: column 1: there is no cell “nobody”"
    ),
    (
      "UPDATE formstate_row_height SET points = -1",
      "form (f), rowHeights: the height of “idCellTextfield” is -1.0; it must be greater than 0, or null for automatic"
    ),
    (
      "UPDATE formstate_cell SET key = ' a' WHERE key = 'a'",
      "section 0, row 0 ( a), key: the key begins or ends with a space or contains a control character; remove it"
    ),
  ]

  private static func store(edited edit: String) throws -> FormStore {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try store.save(form)
    try store.apply(.set("a", "x"), to: key)
    var other = form
    other.title = "Other"
    try store.save(other)
    try Tampering.run(edit, in: queue)
    // A second store, because a store keeps the definition that it has read.
    return try FormStore(database: queue)
  }

  @Test(
    "Reading an invalid definition whole throws with the place of its first fault, and nothing else traps",
    arguments: edits)
  func refused(edit: String, fault: String) throws {
    let store = try Self.store(edited: edit)
    let refusal = StoreError.damaged("version 1 of the form “f” could not have been imported (\(fault))")
    let second = StoreError.damaged("version 2 of the form “f” could not have been imported (\(fault))")
    let faults = try store.check()
    // SQLite finds a violated CHECK first.
    let isFoundBySQLite = faults.allSatisfy { $0.hasPrefix("SQLite reports: CHECK constraint failed") }
    #expect(!faults.isEmpty && (isFoundBySQLite || faults.contains("the form “f”, version 1: \(fault)")), "\(faults)")
    #expect(!faults.contains { $0.hasPrefix("the response") })
    #expect(throws: refusal) { try store.contents(of: Self.key) }
    #expect(throws: refusal) { try store.contents(of: Self.key, at: 0) }
    #expect(throws: refusal) { try store.form("f", version: 1) }
    #expect(throws: refusal) { try store.contents(ofResponsesTo: "f") }
    #expect(throws: second) { try store.contents(ofForm: "f") }
    #expect(throws: refusal) { try store.forEachPart { _ in } }
    let works: [() throws -> Void] = [
      { _ = try store.session(for: Self.key).faults }, { _ = try store.apply(.add("r"), to: Self.key) },
      { _ = try store.upgrade(Self.key) },
      { _ = try store.apply(.add("r"), to: ResponseKey(form: "f", response: "other")) },
    ]
    for work in works {
      do { try work() } catch is StoreError {} catch is ActionError {}
    }
  }
}
