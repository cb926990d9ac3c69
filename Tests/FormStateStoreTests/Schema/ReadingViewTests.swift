import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("The views for analysts")
struct ReadingViewTests {
  private static let key = ResponseKey(form: "inspection")
  private static let quality = OptionList(
    "quality", options: [.init(value: "good", title: "Good"), .init(value: "poor", title: "In need of repair")])

  private static let form = FormDefinition(
    key: "inspection", title: "Inspection",
    sections: [
      FormSection(
        key: "outside", title: "Outside",
        cells: [
          group("roof", "Roof", rows: 4),
          FormCell(
            key: "roof-state", kind: .group, subtitle: "Condition", isExpandable: true, additionalRows: 2,
            summary: .choice, list: "quality"),
        ] + quality.cells(ofQuestion: "roof-state") + [FormCell(key: "roof-note", kind: .text, title: "Note")]
          + [group("built", "Built", rows: 1), FormCell(key: "built-date", kind: .date)]),
      FormSection(
        key: "inside",
        cells: [
          FormCell(
            key: "damp", kind: .switch, title: "Damp", defaultValue: false,
            switchTitles: SwitchTitles(off: "Dry", on: "Damp")),
          FormCell(key: "rooms", kind: .slider, title: "Rooms", defaultValue: 3),
          FormCell(key: "remark", kind: .label, title: "Look into the cellar too"),
          FormCell(
            key: "office", kind: .group, title: "For the office", isExpandable: true, isHidden: true,
            additionalRows: 1),
          FormCell(key: "file", kind: .text, title: "File"),
        ]),
    ], lists: [quality])

  private static func group(_ key: String, _ title: String, rows: Int) -> FormCell {
    FormCell(key: key, kind: .group, title: title, isExpandable: true, additionalRows: rows)
  }

  private static func filledIn() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(form)
    store.author = "Becky"
    for action: FormAction in [
      .expand("roof"), .choose("roof-state=poor"), .set("roof-note", "Tiles\nmissing"), .set("damp", true),
    ] { try store.apply(action, to: key) }
    store.author = "Ada"
    for action: FormAction in [.set("built-date", "1835-11-30"), .draft("rooms", "4½"), .set("damp", false)] {
      try store.apply(action, to: key)
    }
    return store
  }

  private static func lines(_ store: FormStore, _ sql: String) throws -> [String] {
    try store.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { $0.isNull ? "–" : String.fromDatabaseValue($0) ?? "\($0)" }.joined(separator: "|")
      }
    }
  }

  @Test("The answer view has section, question, readable text, source, author and time")
  func answers() throws {
    let store = try Self.filledIn()
    let lines = try Self.lines(
      store,
      """
      SELECT section, question, readable, value, source, author, at NOT NULL, cell
      FROM answer
      ORDER BY section_position, place
      """)
    #expect(
      lines == [
        "Outside|Roof › Condition|In need of repair|poor|set|Becky|1|roof-state",
        "Outside|Roof › Note|Tiles\nmissing|Tiles\nmissing|set|Becky|1|roof-note",
        "Outside|Built|November 30, 1835|1835-11-30|set|Ada|1|built-date",
        "inside|Damp|Dry|0|set|Ada|1|damp", "inside|Rooms|3|3|default|–|0|rooms",
      ])
  }

  @Test("The unanswered view has each question without an entered answer, but no labels or hidden cells")
  func unanswered() throws {
    let store = try Self.filledIn()
    let columns = "SELECT section, question, by_default, draft, cell FROM unanswered"
    #expect(try Self.lines(store, columns) == ["inside|Rooms|3|4½|rooms"])
    try store.apply(.draft("rooms", nil), to: Self.key)
    try store.apply(.clear("damp"), to: Self.key)
    try store.undo(of: Self.key, count: 3)
    #expect(
      try Self.lines(store, columns) == [
        "Outside|Built|–|–|built-date", "inside|Rooms|3|–|rooms",
      ])
    try store.apply(.clear("damp"), to: Self.key)
    #expect(try Self.lines(store, columns + " WHERE cell = 'damp'") == ["inside|Damp|–|–|damp"])
  }

  @Test("The response view has stream, version, status, times, entries, answers and authors")
  func responses() throws {
    let store = try Self.filledIn()
    try store.create(ResponseKey(form: "inspection", response: "untouched"))
    try store.apply(.draft("rooms", nil), to: Self.key)
    try store.apply(.complete, to: Self.key)
    let sql = """
      SELECT form, response, version, status, started <= updated, entries, answered, authors FROM response
      """
    #expect(
      try Self.lines(store, sql) == [
        "inspection|default|1|completed|1|7|4|Ada, Becky", "inspection|untouched|1|in progress|–|0|0|–",
      ])
    let stream = try #require(try store.contents(of: Self.key).stream)
    #expect(try Self.lines(store, "SELECT stream FROM response WHERE response = 'default'") == [stream.description])
    // Compaction removes the first entry; the checkpoint has no authors of single answers.
    try store.compact(Self.key, keeping: 1)
    #expect(
      try Self.lines(store, "SELECT started, entries FROM response WHERE response = 'default'") == ["–|2"])
    #expect(try Self.lines(store, "SELECT DISTINCT author, at FROM answer") == ["–|–"])
  }

  @Test("The section view has what a header shows, and how many rows are below it")
  func sections() throws {
    let store = try FormStore.inMemory()
    let few = FormSection(
      key: "few", title: "A few", isFoldable: true,
      cells: [FormCell(key: "old", kind: .switch, title: "Old", defaultValue: true), FormCell(key: "b", kind: .text)])
    var later = FormSection(key: "later", isFoldable: false, cells: [FormCell(key: "c", kind: .text)])
    later.relevant = FormRule(.relevant, "${old}")
    try store.save(FormDefinition(key: "f", sections: [few, later]))
    let key = ResponseKey(form: "f")
    let columns = """
      SELECT form, response, section, section_key, section_position, is_foldable, is_folded, is_relevant, visible_rows
      FROM section
      ORDER BY section_position
      """
    try store.create(key)
    #expect(
      try Self.lines(store, columns) == ["f|default|A few|few|0|1|0|1|2", "f|default|later|later|1|0|0|1|1"])
    try store.apply(.set("old", false), to: key)
    try store.apply(.fold(section: "few"), to: key)
    #expect(
      try Self.lines(store, columns) == ["f|default|A few|few|0|1|1|1|0", "f|default|later|later|1|0|0|0|0"])
  }

  @Test("The history view has a row for each change, with readable and stored contents")
  func history() throws {
    let store = try Self.filledIn()
    try store.undo(of: Self.key)
    #expect(
      try Self.lines(
        store,
        """
        SELECT revision, author, action, question, before, after, value_before, value_after, field
        FROM history
        ORDER BY revision, ordinal
        """) == [
          "1|Becky|expand|Roof|collapsed|expanded|–|1|disclosure",
          "2|Becky|choose|Roof › Condition|–|In need of repair|–|poor|value",
          "2|Becky|choose|Roof › Condition|–|In need of repair|–|In need of repair|title",
          "3|Becky|set|Roof › Note|–|Tiles\nmissing|–|Tiles\nmissing|value",
          "4|Becky|set|Damp|Dry|Damp|–|1|value",
          "5|Ada|set|Built|–|November 30, 1835|–|1835-11-30|value",
          "6|Ada|set|Damp|Damp|Dry|1|0|value", "7|Ada|undo|Damp|Dry|Damp|0|1|value",
        ])
    #expect(
      try Self.lines(
        store, "SELECT DISTINCT section, cell, action_subject, target FROM history WHERE revision IN (2, 7)")
        == ["Outside|roof-state|roof-state=poor|–", "inside|damp|–|6"])
  }

  @Test("Expanding, collapsing and folding leave no rows behind, and the history says what they did")
  func thereAndBack() throws {
    let store = try FormStore.inMemory()
    let section = FormSection(
      key: "s", title: "Rooms", isFoldable: true, startsFolded: true,
      cells: [
        FormCell(key: "a", kind: .group, title: "Roof", isExpandable: true, additionalRows: 1),
        FormCell(key: "b", kind: .text),
        FormCell(key: "c", kind: .group, title: "Cellar", isExpandable: true, startsExpanded: true, additionalRows: 1),
        FormCell(key: "d", kind: .text),
      ])
    try store.save(FormDefinition(key: "f", sections: [section]))
    let key = ResponseKey(form: "f")
    for action: FormAction in [
      .expandAll, .collapseAll, .tap("c"), .tap("a"), .tap("a"), .toggleFold(section: "s"), .toggleFold(section: "s"),
    ] {
      try store.apply(action, to: key)
    }
    #expect(try store.contents(of: key).state.isEmpty)
    for table in ["formstate_cell_state", "formstate_section_state"] {
      #expect(try Self.lines(store, "SELECT count(*) FROM \(table)") == ["0"])
    }
    #expect(
      try Self.lines(
        store,
        "SELECT revision, action, coalesce(question, section), before, after FROM history ORDER BY revision, ordinal")
        == [
          "1|expandAll|Roof|collapsed|expanded", "2|collapseAll|Roof|expanded|collapsed",
          "2|collapseAll|Cellar|expanded|collapsed", "3|tap|Cellar|collapsed|expanded",
          "4|tap|Roof|collapsed|expanded", "5|tap|Roof|expanded|collapsed", "6|toggleFold|Rooms|folded|unfolded",
          "7|toggleFold|Rooms|unfolded|folded",
        ])
    #expect(
      try store.history(of: key, limit: 9).map(\.did) == [
        "Fold Rooms", "Unfold Rooms", "Collapse Roof", "Expand Roof", "Expand Cellar", "Collapse all", "Expand all",
      ])
    #expect(try store.check() == [])
  }

  @Test("The history describes each entry and its changes in words, newest first")
  func sentences() throws {
    let store = try Self.filledIn()
    try store.undo(of: Self.key)
    let entries = try store.history(of: Self.key, limit: 20).map { entry in
      "\(entry.revision) \(entry.author ?? "") | \(entry.did) | \(entry.changes.joined(separator: "; "))"
    }
    #expect(
      entries == [
        "7 Ada | Undo: Set Damp | Damp: Dry → Damp", "6 Ada | Set Damp | Damp: Damp → Dry",
        "5 Ada | Set Built | Built: nothing → November 30, 1835",
        "4 Becky | Set Damp | Damp: Dry → Damp", "3 Becky | Set Note | Roof › Note: nothing → Tiles\nmissing",
        "2 Becky | Choose In need of repair | Roof › Condition: nothing → In need of repair",
        "1 Becky | Expand Roof | Roof opens",
      ])
  }

  @Test(
    "The views and Swift agree on questions, answers and history",
    arguments: TestSeeds.seeds(8, full: 500))
  func sameAsSwift(seed: UInt64) throws {
    var filling = try RandomFilling(seed: seed)
    try filling.fillIn(40)
    let answers = try filling.store.contents(of: filling.key).answers()
    func words(_ answer: Answer) -> String {
      let question = answer.question
      return "\(question.section)|\(question.name)|\(question.cell.key)"
    }
    let held = answers.filter { $0.source != .none }
    let order = "ORDER BY form, response, section_position, place"
    #expect(
      try Self.lines(filling.store, "SELECT section, question, cell, readable, source FROM answer \(order)")
        == held.map { "\(words($0))|\($0.readableText)|\($0.source.rawValue)" }, "seed \(seed)")
    let open = answers.filter { $0.source != .set && !$0.question.isHidden }
    #expect(
      try Self.lines(filling.store, "SELECT section, question, cell FROM unanswered \(order)") == open.map(words),
      "seed \(seed)")
    let entries = try filling.store.journal(of: filling.key)
    let changes = entries.map { max(1, $0.changes.count { $0.field != .touched }) }.reduce(0, +)
    #expect(try Self.lines(filling.store, "SELECT * FROM history").count == changes, "seed \(seed)")
    #expect(try filling.store.history(of: filling.key, limit: .max).count == entries.count, "seed \(seed)")
  }

  @Test("An entry with many changes lists twenty and counts the rest")
  func manyChanges() throws {
    let store = try FormStore.inMemory()
    let cells = (1...30).flatMap {
      [
        FormCell(key: "g\($0)", kind: .group, title: "G\($0)", isExpandable: true, additionalRows: 1),
        FormCell(key: "t\($0)", kind: .text, title: "T"),
      ]
    }
    try store.save(FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)]))
    try store.apply(.expandAll, to: ResponseKey(form: "f"))
    let entry = try #require(try store.history(of: ResponseKey(form: "f"), limit: 1).first)
    #expect(entry.changes == (1...20).map { "G\($0) opens" })
    #expect(entry.furtherChanges == 10)
  }

  @Test("The article on the file describes each column of each plain view")
  func columns() throws {
    let article = try Repository.text(of: "Sources/FormStateStore/FormStateStore.docc/TheFile.md")
    let section = try #require(article.components(separatedBy: "## The columns").last)
    let columns = try FormStore.inMemory().read { db in
      try SchemaNames.plainViews.flatMap { view in try db.columns(in: view).map { (view, $0.name) } }
    }
    for (view, column) in columns { #expect(section.contains("`\(column)`"), "\(view).\(column)") }
  }

  @Test("What a view has of one cell, in an instance or not, is looked up by keys, however many responses there are")
  func lookups() throws {
    let plan = try Self.filledIn().read { db in
      try Row.fetchAll(
        db,
        sql: """
          EXPLAIN QUERY PLAN
          SELECT (
            SELECT 1
            FROM formstate_irrelevance
            WHERE response_id = s.response_id AND cell_id = s.cell_id AND instance = s.instance
          )
          FROM formstate_cell_state AS s
          """
      ).map { $0["detail"] as String }
    }
    #expect(plan.contains("SEARCH response USING INTEGER PRIMARY KEY (rowid=?)"))
    #expect(plan.contains("SEARCH inside USING PRIMARY KEY (response_id=? AND instance=?)"))
    let grows = plan.filter { $0.contains("AUTOMATIC") || $0.hasPrefix("MATERIALIZE") || $0.contains("standing") }
    #expect(grows == [])
  }

  @Test("Counting the changes of the history evaluates nothing of their words")
  func countingHistory() throws {
    let plan = try Self.filledIn().read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT count(*) FROM history").map { $0["detail"] as String }
    }
    #expect(!plan.contains { $0.contains("SUBQUERY") }, "\(plan)")
  }

  @Test("No view sorts its rows, so counting them or reading the first stays fast")
  func unordered() throws {
    let views = try FormStore.inMemory().read { db in
      try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'view'")
    }
    #expect(views.count > SchemaNames.plainViews.count)
    for view in views { #expect(!(view["sql"] as String).contains("\nORDER BY"), "\(view["name"] as String)") }
  }

  @Test(
    "Counting the rows of a view reads only the tables that determine its rows",
    arguments: [
      ("response", ["form", "response"]), ("section", ["form", "response", "section"]),
      ("answer", ["form", "inside", "question", "response", "response", "state"]),
      ("unanswered", ["form", "inside", "question", "response", "response", "state"]),
      ("history", ["change", "entry", "form", "response", "response"]),
    ])
  func counting(view: String, tables: [String]) throws {
    let plan = try Self.filledIn().read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT count(*) FROM \(view)")
    }
    let read = plan.filter { $0["parent"] == 0 }.map { ($0["detail"] as String).split(separator: " ") }
      .filter { ["SCAN", "SEARCH"].contains($0[0]) }.map { String($0[1]) }
    #expect(read.sorted() == tables)
  }

  @Test(
    "A view of one response searches every table by an index",
    arguments: [
      "SELECT * FROM response WHERE form = ? AND response = ?", "SELECT * FROM answer WHERE form = ? AND response = ?",
      "SELECT * FROM unanswered WHERE form = ? AND response = ?",
      "SELECT * FROM visible_row WHERE form = ? AND response = ?",
      "SELECT * FROM section WHERE form = ? AND response = ?",
      "SELECT * FROM set_aside WHERE form = ? AND response = ?",
      "SELECT * FROM history WHERE form = ? AND response = ?",
      "SELECT author, count(*) FROM history WHERE form = ? AND response = ? GROUP BY author",
      "SELECT question, count(*) FROM history WHERE form = ? AND response = ? GROUP BY question",
      "SELECT * FROM history WHERE form = ? AND response = ? AND revision = 4",
      "SELECT section, count(*) FROM answer WHERE form = ? AND response = ? GROUP BY section ORDER BY 2 DESC",
    ])
  func plans(sql: String) throws {
    let store = try Self.filledIn()
    let plan = try store.read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: ["inspection", "default"])
        .map { $0["detail"] as String }
    }
    // Scans are allowed only over what is made for a single row: a walk, the parts of a JSON array.
    let scanned = Set(plan.filter { $0.hasPrefix("SCAN ") }.map { $0.dropFirst("SCAN ".count) })
    let harmless = scanned.filter { name in
      [
        "CONSTANT ROW", "above", "around", "shown", "(subquery",
      ].contains {
        name.hasPrefix($0)
      } || name.contains(" VIRTUAL TABLE INDEX ") || sql.contains("FROM \(name) ")
    }
    #expect(scanned == harmless)
    #expect(!plan.contains { $0.hasPrefix("MATERIALIZE") || $0.contains("AUTOMATIC") })
    #expect(
      plan.contains { $0.contains("SEARCH response USING INDEX") || $0.contains("SEARCH response USING COVERING") })
  }
}
