import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// With any content in its file, a store returns or throws; a trap would end these tests.
@Suite("Each column of each table at each extreme", .pages(of: 2))
struct ExtremeColumnTests {
  private static let key = ResponseKey(form: "f")

  private static let extremes =
    ["9223372036854775807", "'no key at all'"]
    + (TestSeeds.isFull
      ? [
        "NULL", "-9223372036854775807 - 1", "-1", "0", "4611686018427387904", "9e999", "-9e999", "1e-320", "''",
        "'cafe' || char(769)", "x'00ff'",
        "hex(zeroblob(500000))",
      ] : [])

  /// The responses to read; the journal of “compacted” begins with a checkpoint.
  private static let responses = TestSeeds.isFull ? ["default", "compacted"] : ["compacted"]

  static let tables = [
    "formstate_migration", "formstate_cell_kind", "formstate_form", "formstate_version", "formstate_row_height",
    "formstate_list", "formstate_version_list", "formstate_list_item", "formstate_list_column", "formstate_translation",
    "formstate_section",
    "formstate_cell", "formstate_structure", "formstate_row_kind", "formstate_question", "formstate_condition",
    "formstate_response", "formstate_cell_state",
    "formstate_rule", "formstate_rule_input", "formstate_repeat", "formstate_instance",
    "formstate_section_state", "formstate_action_kind", "formstate_field", "formstate_key",
    "formstate_entry", "formstate_destination", "formstate_pushed", "formstate_exchanged_file",
    "formstate_known_version", "formstate_place", "formstate_draft", "formstate_line_entry", "formstate_head",
  ]

  /// A small form with a row in every table and content in every column.
  private static let form = FormDefinition(
    key: "f", title: "F",
    sections: [
      FormSection(
        key: "s", title: "S", isFoldable: true, isAccordion: true,
        cells: [
          FormCell(
            key: "g", kind: .group, title: "G", isExpandable: true, startsExpanded: true, additionalRows: 3,
            isAccordion: true, inline: InlineExpansion(collapsedHeight: .points(20), expandedHeight: .points(80)),
            summary: .join(separator: " ")),
          FormCell(key: "t", kind: .text, title: "T", defaultValue: .text("x")),
          FormCell(key: "d", kind: .date),
          FormCell(key: "w", kind: .switch, switchTitles: SwitchTitles(off: "No", on: "Yes")),
          FormCell(key: "q", kind: .group, title: "Q", isExpandable: true, additionalRows: 2, summary: .choice),
          FormCell(key: "o1", kind: .option, title: "One"), FormCell(key: "o2", kind: .option, title: "Two"),
          FormCell(
            key: "r", kind: .repeat, isExpandable: true, additionalRows: 1,
            counts: InstanceCounts(minimum: 1, maximum: 9, initial: 1)),
          FormCell(key: "m", kind: .text),
          FormCell(key: "n", kind: .slider, range: NumberRange(minimum: 0, maximum: 9), step: 0.5),
        ]),
      FormSection(
        key: "z", relevant: FormRule(.relevant, "${t} != 'long' and ${w}"),
        cells: [
          FormCell(key: "c", kind: .custom, isHidden: true, rules: [FormRule(.relevant, "${n} > 3")]),
          FormCell(key: "l", kind: .group, summary: .choice, rules: [FormRule(.choices, "list('list')[x = ${t}]")]),
        ]),
    ], accordion: .cells,
    lists: [
      OptionList(
        "list", options: [.init(value: "a", title: "A", columns: ["x": "x"]), .init(value: "b", title: "B")])
    ], rowHeights: ["idCellTextfield": .points(30)], language: "en",
    translations: [
      FormTranslation("fr", title: "F", cells: ["w": CellTexts(on: "Oui")], lists: ["list": ["a": "A"]])
    ])

  /// A form that is read a page at a time.
  private static let plain = FormDefinition(
    key: "p",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "g", kind: .group, isExpandable: true, additionalRows: 3),
          FormCell(key: "a", kind: .text), FormCell(key: "b", kind: .text), FormCell(key: "c", kind: .text),
        ])
    ])

  private static func template() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try store.save(form)
    try store.save(plain)
    var other = form
    other.sections[1].title = "Z"
    let actions: [FormAction] = [
      .collapse(.key("g")), .set(.key("t"), .text(String(repeating: "long ", count: 10))),
      .set(.key("t"), .text(String(repeating: "long ", count: 9) + "text ")), .set(.key("d"), .text("2024-02-29")),
      .choose(.key("o1")), .fold(section: "s"), .undo(.everything), .set(.key("n"), .integer(4)), .markSaved,
      .draft(.key("d"), "202"), .add("r"), .set("r[2]/m", "x"), .move("r[2]", before: "r[1]"),
      .draft(.key("d"), nil), .complete, .reopen, .undo(.values), .fold(section: "s"),
      .set(.key("l"), "b"),
    ]
    for response in ["default", "compacted"] {
      let key = ResponseKey(form: "f", response: response)
      for action in actions { try store.apply(action, to: key) }
      try store.group("Both", in: key) { group in
        try group.apply(.unfold(section: "s"))
        try group.apply(.set(.key("w"), .boolean(true)))
      }
      try store.undo(of: key)
    }
    try store.compact(ResponseKey(form: "f", response: "compacted"), keeping: 4)
    let copy = try FormStore.inMemory()
    try copy.restore(parts: store.forEachPart)
    try copy.apply(.set(.key("w"), .boolean(false)), to: ResponseKey(form: "f"))
    try store.apply(.clear(.key("w")), to: ResponseKey(form: "f"))
    try store.merge(parts: copy.forEachPart)
    let session = try store.session(for: ResponseKey(form: "f"))
    session.keep(FormPlace(cell: "t", firstRow: .instance("m", number: 1)))
    try store.save(other)
    let batch = try store.nextBatch(for: "hq", limit: 6)
    try store.take(answers(to: batch), from: "hq")
    try store.take(
      [PushAnswer(stream: batch?.parts.first?.stream ?? .random(), outcome: .refused(reason: "no"))], from: "hq")
    _ = try store.exchangeFolder("folder")
    if let batch = try store.nextBatch(for: "folder") {
      try store.note(batch, writtenAs: "0123456789abcdef/000001-0123456789abcdef.jsonl", into: "folder")
    }
    return queue
  }

  private static func answers(to batch: PushBatch?) -> [PushAnswer] {
    (batch?.parts ?? []).map {
      PushAnswer(stream: $0.stream, outcome: .took(revision: $0.last, chain: $0.chain.description))
    }
  }

  @Test("Every table is listed")
  func complete() throws {
    let names = try Self.template().read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'formstate_*'")
    }
    #expect(Set(names) == Set(Self.tables))
  }

  @Test("Every operation, including check, returns or throws", arguments: TestSeeds.some(4, of: tables))
  func survives(table: String) throws {
    let template = try Self.template()
    let columns = try template.read {
      try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    }
    var edits = 0
    for (number, column) in columns.enumerated() {
      // A usual run alternates between the two extremes.
      for extreme in TestSeeds.isFull ? Self.extremes : [Self.extremes[number % 2]] {
        let queue = try DatabaseQueue()
        try template.backup(to: queue)
        do {
          try Tampering.run("UPDATE OR IGNORE \(table) SET \(column) = \(extreme)", in: queue)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          // A primary key without rowids is never NULL, and a rowid always a number.
          continue
        } catch let error as DatabaseError where error.resultCode == .SQLITE_MISMATCH {
          continue
        }
        edits += 1
        let store = FormStore(checked: queue, path: "extremes", definitions: OpenDefinitions(queue))
        try Self.everything(store)
      }
    }
    // Primary keys and rowids refuse only a few of the edits.
    #expect(edits >= columns.count * (TestSeeds.isFull ? Self.extremes.count : 1) / 2)
  }

  @Test("A cell with the last number of SQLite has no room for those after it, and nothing traps")
  func lastNumber() throws {
    let template = try Self.template()
    for number in [Int64.max, Int64.max - 1, Int64.min] {
      let queue = try DatabaseQueue()
      try template.backup(to: queue)
      try Tampering.run("UPDATE OR IGNORE formstate_cell SET id = \(number) WHERE position = 0", in: queue)
      try Self.everything(FormStore(checked: queue, path: "extremes", definitions: OpenDefinitions(queue)))
    }
  }

  /// Runs all operations that read and write a store.
  private static func everything(_ store: FormStore) throws {
    for response in responses {
      let key = ResponseKey(form: "f", response: response)
      let before = outcomes(reading(store, key))
      _ = outcomes(writing(store, key))
      _ = outcomes([{ _ = try store.check() }, { _ = try store.contents(of: key) }])
      #expect(before.allSatisfy { !($0 is DatabaseError) })
    }
    let errors = outcomes(readingInPages(store))
    #expect(errors.allSatisfy { $0 is StoreError || $0 is ActionError || $0 is StaleRowsError })
  }

  private static func outcomes(_ operations: [() throws -> Void]) -> [any Error] {
    operations.compactMap { operation in
      do {
        try operation()
        return nil
      } catch {
        return error
      }
    }
  }

  private static let path = RowPath(section: 0, row: 0)

  private static func reading(_ store: FormStore, _ key: ResponseKey) -> [() throws -> Void] {
    [
      { _ = try store.check() }, { _ = try store.contents(of: key) }, { _ = try store.journal(of: key) },
      { _ = try store.overview() }, { _ = try store.status(of: key) }, { _ = try store.explanation(of: "t", in: key) },
      { _ = try store.rowTitles(at: [path], of: key) }, { _ = try store.undoNames(of: key, scope: .values) },
      { _ = try store.state(of: key, at: 3) }, { _ = try store.state(of: key, at: .max) },
      { _ = try store.diff(of: key, from: .min, to: .max) }, { _ = try store.diff(of: key, from: 1, to: 5) },
      { _ = try store.diff(of: key, from: 16, to: 14) }, { _ = try store.journalSize() },
      { _ = try store.contents(ofResponsesTo: "f") }, { _ = try store.outboxStatus(of: "hq") },
      { _ = try store.outboxStatus(of: "folder") }, { _ = try store.nextBatch(for: "folder") },
      { _ = try store.exchangeFolder("folder") },
      { _ = try store.session(for: key).place },
    ]
  }

  private static func readingInPages(_ store: FormStore) -> [() throws -> Void] {
    let key = ResponseKey(form: "p")
    return HiddenRows.allCases.flatMap { hiddenRows -> [() throws -> Void] in
      let session = Result { try store.session(for: key, hiddenRows: hiddenRows) }
      return [
        { for row in 0..<4 { _ = try session.get().row(at: RowPath(section: 0, row: row)) } },
        { _ = try session.get().visibleRowsPerSection },
        { try session.get().apply(.tap("g")) }, { try session.get().apply(.tap(.rowPath(path))) },
        { try session.get().apply(.set(.rowPath(RowPath(section: 0, row: 2)), .text("x"))) },
        { _ = try session.get().value(of: "b") },
      ]
    }
  }

  private static func writing(_ store: FormStore, _ key: ResponseKey) -> [() throws -> Void] {
    let actions: [FormAction] = [
      .tap(.key("q")), .tap(.rowPath(path)), .set(.key("t"), .text("y")), .set(.key("n"), .integer(3)), .expandAll,
      .collapseAll, .choose(.key("o2")), .reveal(.key("t")), .unfold(section: "s"), .draft(.key("t"), "z"), .markSaved,
      .reset(.key("g")), .clear(.key("d")), .undo(.values), .redo(.everything), .reset(nil), .undo(.everything),
    ]
    let session = try? store.session(for: key)
    let rows = (0..<3).map { row in { _ = session?.row(at: RowPath(section: 0, row: row)) } }
    return rows
      + actions.enumerated().map { number, action in
        switch number % 3 {
        case 0: { _ = try session?.apply(action) }
        case 1: { _ = try store.screenChange(applying: action, to: key) }
        default: { _ = try store.apply(action, to: key, seenAt: 14) }
        }
      } + [
        { session?.keep(FormPlace(cell: "t", firstRow: .rowPath(path))) },
        { _ = try session?.diff(from: .min, to: .max) }, { _ = try session?.refresh() },
        { _ = try store.undo(of: key, count: .max) }, { _ = try store.redo(of: key, count: 2) },
        { _ = try store.compact(key, keeping: 2) }, { _ = try store.compact(key, keeping: .min) },
        { try store.take(answers(to: try store.nextBatch(for: "hq")), from: "hq") },
        { try store.take(answers(to: try store.nextBatch(for: "new", limit: 2)), from: "new") },
        { _ = try store.upgrade(key) }, { _ = try store.save(form) },
      ]
  }
}
