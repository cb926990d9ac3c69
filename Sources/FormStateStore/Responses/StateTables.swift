import FormState
import GRDB

/// Reads and writes the current state of a response.
struct StateTables {
  let db: Database
  let location: ResponseLocation
  private let readable: ReadableValues

  /// Reads and writes the state of a response.
  ///
  /// - Parameter readable: writes its readable values, if already created.
  init(db: Database, location: ResponseLocation, readable: ReadableValues? = nil) {
    self.db = db
    self.location = location
    self.readable = readable ?? ReadableValues(db: db, location: location)
  }

  /// The touched state.
  ///
  /// - Complexity: O(k log n) for k touched cells.
  func state() throws -> ResponseState {
    var state = ResponseState()
    try readResponse(into: &state)
    let cells = try db.cachedStatement(
      sql: """
        SELECT cell.key, state.instance, state.origin, cell.kind, \(CellState.storedColumns)
        FROM formstate_cell_state AS state
        JOIN formstate_cell AS cell ON cell.id = state.cell_id
        WHERE state.response_id = ?
        """)
    let rows = try Row.fetchCursor(cells, arguments: [location.responseID])
    while let row = try rows.next() {
      state.take(
        try CellState(stored: row, from: 4, kind: try CellKind(stored: try row.decode(atIndex: 3))),
        of: try StateSubject(stored: row, from: 0))
    }
    try readSections(into: &state)
    try readInstances(into: &state)
    return state
  }

  /// The part of the state that determines the visible rows: open and relevant cells and sections, and instances.
  ///
  /// - Complexity: O(k) for k touched cells, plus O(log n) for each that was opened or closed, or whose relevance rules
  ///   changed.
  func visibility() throws -> ResponseState {
    var state = ResponseState()
    let statement = try db.cachedStatement(
      sql: """
        SELECT cell.key, state.instance, state.origin, state.is_expanded, state.is_relevant
        FROM formstate_cell_state AS state
        JOIN formstate_cell AS cell ON cell.id = state.cell_id
        WHERE state.response_id = ? AND state.origin = 0
          AND (state.is_expanded IS NOT NULL OR state.is_relevant IS NOT NULL)
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    while let row = try rows.next() {
      let subject = try StateSubject(stored: row, from: 0)
      for (index, field) in [(3, StateChange.Field.disclosure), (4, .relevance)] {
        guard let flag: Bool = try row.decode(atIndex: index) else { continue }
        state.apply(StateChange(field, of: subject, before: nil, after: .flag(flag)))
      }
    }
    try readSections(into: &state)
    try readInstances(into: &state)
    return state
  }

  /// The touched state, with the drafts of a device.
  ///
  /// - Parameter device: the device; `nil` for all, of which the last one counts.
  /// - Complexity: O(k log n) for k touched cells and drafts.
  func state(withDraftsOf device: String?) throws -> ResponseState {
    var state = try state()
    for (cell, text) in try DraftTable(db: db, location: location).drafts(of: device) {
      state.apply(StateChange(.draft, of: cell, before: nil, after: .text(text)))
    }
    return state
  }

  private func readInstance(_ subject: StateSubject, into state: inout ResponseState) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT parent, rank FROM formstate_instance WHERE response_id = ? AND instance = ? AND origin = ?")
    let row = try Row.fetchOne(
      statement, arguments: [location.responseID, subject.instance, subject.storedOrigin])
    guard let row else { return }
    state.take(
      InstancePlace(parent: try row.parent(atIndex: 0, of: subject.instance), rank: try row.decode(atIndex: 1)),
      of: subject)
  }

  private func readInstances(into state: inout ResponseState) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT cell.key, instance.instance, instance.origin, instance.parent, instance.rank
        FROM formstate_instance AS instance
        JOIN formstate_cell AS cell ON cell.id = instance.cell_id
        WHERE instance.response_id = ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    while let row = try rows.next() {
      let subject = try StateSubject(stored: row, from: 0)
      state.take(
        InstancePlace(parent: try row.parent(atIndex: 3, of: subject.instance), rank: try row.decode(atIndex: 4)),
        of: subject)
    }
  }

  private func readResponse(into state: inout ResponseState) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT is_completed, reported_faults, alternatives FROM formstate_response WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [location.responseID]) else { return }
    let completion = try row.decode(Bool.self, atIndex: 0) ? FieldContent.flag(true) : nil
    let reports = try FieldContent(storedReports: try row.decode(atIndex: 1))
    state.apply(StateChange(.completion, of: .response, before: nil, after: completion))
    state.apply(StateChange(.responseFaults, of: .response, before: nil, after: reports))
    let question = try FieldContent(storedQuestion: try row.decode(atIndex: 2))
    state.apply(StateChange(.responseAlternatives, of: .response, before: nil, after: question))
  }

  private func readSections(into state: inout ResponseState) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT section.key, state.instance, state.origin, state.is_folded, state.is_relevant
        FROM formstate_section_state AS state
        JOIN formstate_section AS section ON section.id = state.section_id
        WHERE state.response_id = ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    while let row = try rows.next() {
      let subject = try StateSubject(stored: row, from: 0)
      for (field, column) in [(StateChange.Field.fold, 3), (.sectionRelevance, 4)] {
        let content = try row.decode(Bool?.self, atIndex: column).map(FieldContent.flag)
        state.apply(StateChange(field, of: subject, before: nil, after: content))
      }
    }
  }

  /// The touched state of the subjects of some changes.
  ///
  /// - Complexity: O(k log n) for k changes.
  func state(of changes: [StateChange]) throws -> ResponseState {
    var state = ResponseState()
    for subject in Set(changes.lazy.filter { $0.field.scope == .cell }.map(\.subject)) {
      let statement = try db.cachedStatement(
        sql: """
          SELECT cell.kind, \(CellState.storedColumns)
          FROM formstate_cell AS cell
          JOIN formstate_cell_state AS state
            ON state.response_id = ? AND state.instance = ? AND state.cell_id = cell.id
          WHERE cell.version_id = ? AND cell.key = ?
          """)
      let arguments: StatementArguments = [
        location.responseID, subject.instance, try versionID(of: subject), subject.key,
      ]
      guard let row = try Row.fetchOne(statement, arguments: arguments) else { continue }
      state.take(
        try CellState(stored: row, from: 1, kind: try CellKind(stored: try row.decode(atIndex: 0))), of: subject)
    }
    if changes.contains(where: { $0.field.scope == .section }) { try readSections(into: &state) }
    for change in changes where change.field == .instance { try readInstance(change.subject, into: &state) }
    try readResponse(into: &state)
    return state
  }

  /// The counter of the next instance added to the response.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  func nextInstanceCounter() throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT next_instance FROM formstate_response WHERE id = ?")
    let number = try Int.fetchOne(statement, arguments: [location.responseID]) ?? 1
    guard (1...InstanceNumber.greatestCounter + 1).contains(number) else {
      throw StoreError.damaged("the next instance of a response has an impossible number")
    }
    return number
  }

  /// Whether the response is completed.
  func isCompleted() throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT is_completed FROM formstate_response WHERE id = ?")
    return try Bool.fetchOne(statement, arguments: [location.responseID]) ?? false
  }

  /// The number of open questions. O(k) for k touched cells.
  func questionCount() throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT
          (SELECT count(*) FROM formstate_cell_state WHERE response_id = ?1 AND alternatives IS NOT NULL)
          + (SELECT alternatives IS NOT NULL FROM formstate_response WHERE id = ?1)
        """, arguments: [location.responseID]) ?? 0
  }

  /// The faults reported on the response as a whole; `nil` for none.
  func reports() throws -> FieldContent? {
    let statement = try db.cachedStatement(sql: "SELECT reported_faults FROM formstate_response WHERE id = ?")
    return try FieldContent(storedReports: try String.fetchOne(statement, arguments: [location.responseID]))
  }
}

// MARK: - Writing

extension StateTables {
  /// Applies changes. One statement for each cell and section, regardless of the number of changed fields, or for many
  /// cells with the same changed fields.
  ///
  /// - Parameter revision: the revision of the changes.
  func apply(_ changes: [StateChange], at revision: Int) throws {
    var cells: [StateSubject: [StateChange]] = [:]
    var order: [StateSubject] = []
    // Changes in an instance need it: added instances come first, and removed ones last.
    try writeInstances(changes.filter { $0.after != nil })
    for change in changes {
      switch change.field.scope {
      case .cell:
        if cells[change.subject] == nil { order.append(change.subject) }
        cells[change.subject, default: []].append(change)
      case .section: try apply(change, toSectionColumn: change.field == .fold ? "is_folded" : "is_relevant")
      case .instance: break
      case .response where change.field == .completion:
        try run(
          "UPDATE formstate_response SET is_completed = ? WHERE id = ?", [change.after != nil, location.responseID])
      case .response where change.field == .responseFaults: try set("reported_faults", to: change.after)
      case .response: try set("alternatives", to: change.after)
      }
    }
    let rows = try order.map { try CellStateRow($0, cells[$0] ?? [], at: revision, readable) }
    var rest = rows[...]
    while let first = rest.first {
      let alike = rest.prefix(CellStateRows.count).prefix { $0.isWritten(like: first) }
      if alike.count == CellStateRows.count {
        try CellStateRows(db: db, location: location).write(alike)
      } else {
        for row in rest.prefix(max(1, alike.count)) { try write(row) }
      }
      rest = rest.dropFirst(max(1, alike.count))
    }
    try writeInstances(changes.filter { $0.after == nil })
  }

  /// Writes the places of instances; ignores other changes.
  private func writeInstances(_ changes: [StateChange]) throws {
    let changes = changes.filter { $0.field == .instance }.sorted { $0.subject.instance < $1.subject.instance }
    if let last = changes.last(where: { $0.after != nil }) {
      // A counter from elsewhere, such as an imported entry's, counts as used too.
      try run(
        "UPDATE formstate_response SET next_instance = ?1 + 1 WHERE id = ?2 AND next_instance <= ?1",
        [InstanceNumber.counter(of: last.subject.instance), location.responseID])
    }
    for change in changes {
      guard let place = change.after?.text.flatMap(InstancePlace.init) else {
        try run(
          "DELETE FROM formstate_instance WHERE response_id = ? AND instance = ?",
          [location.responseID, change.subject.instance])
        continue
      }
      try run(
        """
        INSERT INTO formstate_instance (response_id, instance, cell_id, origin, parent, rank)
        VALUES (?, ?, (SELECT id FROM formstate_cell WHERE version_id = ? AND key = ?), ?, ?, ?)
        ON CONFLICT (response_id, instance) DO UPDATE SET rank = excluded.rank
        """,
        [
          location.responseID, change.subject.instance, try versionID(of: change.subject), change.subject.key,
          change.subject.storedOrigin, place.parent, place.rank,
        ])
    }
  }

  private func write(_ row: CellStateRow) throws {
    let (subject, names) = (row.subject, row.columns)
    let place: [(any DatabaseValueConvertible)?] = [
      location.responseID, subject.instance, try versionID(of: subject), subject.key,
    ]
    guard row.isTouched else {
      try untouch(names, at: place)
      return
    }
    try run(
      """
      INSERT INTO formstate_cell_state (response_id, instance, cell_id, origin, \(names.joined(separator: ", ")))
      VALUES (?, ?, (SELECT id FROM formstate_cell WHERE version_id = ? AND key = ?), ?\
      \(String(repeating: ", ?", count: names.count)))
      ON CONFLICT (response_id, instance, cell_id) DO UPDATE
      SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """, place + [subject.storedOrigin] + row.values)
  }

  /// The version of a subject.
  private func versionID(of subject: StateSubject) throws -> Int64? {
    guard let number = subject.setAsideFrom else { return location.version.id }
    let statement = try db.cachedStatement(
      sql: "SELECT id FROM formstate_version WHERE form_id = ? AND number = ?")
    return try Int64.fetchOne(statement, arguments: [location.version.formID, number])
  }

  /// Resets fields of a cell to the definition; a row without contents is deleted.
  private func untouch(_ names: [String], at place: [(any DatabaseValueConvertible)?]) throws {
    let condition = """
      response_id = ? AND instance = ? AND cell_id = (SELECT id FROM formstate_cell WHERE version_id = ? AND key = ?)
      """
    let others = CellState.contentColumns.filter { !names.contains($0) } + ["NULL"]
    try run(
      "DELETE FROM formstate_cell_state WHERE \(condition) AND coalesce(NULL, \(others.joined(separator: ", "))) IS NULL",
      place)
    guard db.changesCount == 0 else { return }
    try run(
      "UPDATE formstate_cell_state SET \(names.map { "\($0) = NULL" }.joined(separator: ", ")) WHERE \(condition)",
      place)
  }

  private func apply(_ change: StateChange, toSectionColumn column: String) throws {
    let place: [(any DatabaseValueConvertible)?] = [
      location.responseID, change.subject.instance, try versionID(of: change.subject), change.subject.key,
    ]
    if let flag = change.after?.flag {
      return try run(
        """
        INSERT INTO formstate_section_state (response_id, instance, section_id, origin, \(column))
        VALUES (?, ?, (SELECT id FROM formstate_section WHERE version_id = ? AND key = ?), ?, ?)
        ON CONFLICT (response_id, instance, section_id) DO UPDATE SET \(column) = excluded.\(column)
        """, place + [change.subject.storedOrigin, flag])
    }
    let condition = """
      response_id = ? AND instance = ?
      AND section_id = (SELECT id FROM formstate_section WHERE version_id = ? AND key = ?)
      """
    let other = column == "is_folded" ? "is_relevant" : "is_folded"
    try run("DELETE FROM formstate_section_state WHERE \(condition) AND \(other) IS NULL", place)
    guard db.changesCount == 0 else { return }
    try run("UPDATE formstate_section_state SET \(column) = NULL WHERE \(condition)", place)
  }

  /// Deletes the whole state of the response, before it is rewritten for another version.
  func removeAll() throws {
    for table in ["formstate_cell_state", "formstate_section_state", "formstate_instance"] {
      try run("DELETE FROM \(table) WHERE response_id = ?", [location.responseID])
    }
    try set("reported_faults", to: nil)
    try set("alternatives", to: nil)
  }

  /// Reads from the journal which revisions set the values, after the state was rewritten. O(k log n) for k changes.
  func findSettings() throws {
    // Without MATERIALIZED, SQLite looks at all changes for each cell.
    try run(
      """
      WITH setting AS MATERIALIZED (\(Self.settings))
      UPDATE formstate_cell_state
      SET set_at = setting.revision
      FROM setting
      WHERE formstate_cell_state.response_id = ?1 AND formstate_cell_state.instance = setting.instance
        AND formstate_cell_state.cell_id = setting.cell_id AND formstate_cell_state.origin = setting.origin AND is_set
      """, [location.responseID])
  }

  /// The cells in the state of response `?1` whose values the journal has changed, and the last revision that did.
  static let settings = """
    SELECT cell.id AS cell_id, change.instance AS instance, change.origin AS origin, change.revision AS revision
    FROM (
      SELECT
        change.value ->> 1 AS subject, coalesce(change.value ->> 5, 0) AS instance,
        coalesce(change.value ->> 6, 0) AS origin, max(entry.revision) AS revision
      FROM formstate_entry AS entry, json_each(entry.changes) AS change
      WHERE entry.response_id = ?1 AND change.value ->> 0 = 'value'
      GROUP BY 1, 2, 3
    ) AS change
    CROSS JOIN formstate_response AS response ON response.id = ?1
    CROSS JOIN formstate_version AS version
      ON version.form_id = response.form_id
      AND iif(change.origin > 0, version.number = change.origin, version.id = response.version_id)
    CROSS JOIN formstate_key AS named ON named.number = change.subject
    CROSS JOIN formstate_cell AS cell ON cell.version_id = version.id AND cell.key = named.key
    """

  /// Sets a text of the response itself.
  private func set(_ column: String, to content: FieldContent?) throws {
    try run("UPDATE formstate_response SET \(column) = ? WHERE id = ?", [content?.text, location.responseID])
  }

  private func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }
}
