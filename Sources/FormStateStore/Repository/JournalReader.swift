import FormState
import GRDB

/// Reads a response's journal and its touched state.
struct JournalReader {
  let db: Database
  let location: ResponseLocation

  /// The state changes after a revision, in order, placed in the form.
  ///
  /// - Parameters:
  ///   - revision: the revision.
  ///   - last: the last revision whose changes to read.
  ///   - limit: how many changes to read; negative for all.
  /// - Complexity: O(k log n) for k changes, whatever the length of the journal.
  func placedChanges(after revision: Int, through last: Int = .max, limit: Int = -1) throws -> [PlacedChange] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT
          change.field, change.subject, cell.kind,
          change.was_touched, change.before, change.is_touched, change.after,
          coalesce(section.position, cell_section.position, iif(change.field = 'completion', 0, NULL)), cell.position,
          coalesce(
            cell.additional_rows,
            (SELECT max(position) + 1 FROM formstate_cell WHERE section_id = section.id),
            0
          ),
          coalesce(cell.starts_expanded, NOT section.starts_folded, 1),
          cell.default_value, coalesce(cell.title, ''), coalesce(cell.is_inline, 0)
        FROM formstate_state_change AS change
        LEFT JOIN formstate_section AS section
          ON change.field = 'fold' AND section.version_id = :version AND section.key = change.subject
        LEFT JOIN formstate_cell AS cell
          ON change.field <> 'fold' AND cell.version_id = :version AND cell.key = change.subject
        LEFT JOIN formstate_section AS cell_section ON cell_section.id = cell.section_id
        WHERE change.response_id = :response AND change.seq > :revision AND change.seq <= :last
        ORDER BY change.seq, change.ordinal
        LIMIT :limit
        """)
    let rows = try Row.fetchAll(
      statement,
      arguments: [
        "response": location.responseID, "version": location.version.id, "revision": revision, "last": last,
        "limit": limit,
      ])
    return try rows.map { row in
      guard let section = try row.decode(Int?.self, atIndex: 7) else {
        throw StoreError.damaged(
          "the journal names “\(try row.decode(String.self, atIndex: 1))”, which the form does not have")
      }
      return PlacedChange(
        change: try Self.change(of: row, from: 0), section: section, position: try row.decode(atIndex: 8),
        extent: try row.decode(atIndex: 9),
        startsOpen: try row.decode(atIndex: 10), isInline: try row.decode(atIndex: 13),
        defaultValue: try Self.kind(try row.decode(atIndex: 2)).flatMap {
          try CellValue(stored: try row.decode(atIndex: 11), kind: $0)
        },
        definedTitle: try row.decode(atIndex: 12))
    }
  }

  /// The entries of the journal, oldest first.
  ///
  /// - Complexity: O(k log n) for k entries and changes.
  func entries() throws -> [JournalEntry] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT
          action.seq, action.kind, action.subject, action.payload, action.time, subject.kind,
          change.field, change.subject, cell.kind,
          change.was_touched, change.before, change.is_touched, change.after,
          action.step_start, action.group_name, action.target, action.reverts, action.abandoned_by
        FROM formstate_action AS action
        LEFT JOIN formstate_cell AS subject
          ON subject.version_id = :version AND subject.key = action.subject
        LEFT JOIN formstate_state_change AS change
          ON change.response_id = action.response_id AND change.seq = action.seq
        LEFT JOIN formstate_cell AS cell
          ON change.field <> 'fold' AND cell.version_id = :version AND cell.key = change.subject
        WHERE action.response_id = :response
        ORDER BY action.seq, change.ordinal
        """,
      arguments: ["response": location.responseID, "version": location.version.id])
    var entries: [JournalEntry] = []
    while let row = try rows.next() {
      let revision: Int = try row.decode(atIndex: 0)
      if entries.last?.revision != revision {
        entries.append(
          JournalEntry(
            revision: revision, action: try Self.action(of: row), time: try row.decode(atIndex: 4), changes: [],
            step: try row.decode(atIndex: 13), group: try row.decode(atIndex: 14), target: try row.decode(atIndex: 15),
            reverts: try row.decode(atIndex: 16), abandonedBy: try row.decode(atIndex: 17)))
      }
      if try row.decode(String?.self, atIndex: 6) != nil {
        entries[entries.count - 1].changes.append(try Self.change(of: row, from: 6))
      }
    }
    return entries
  }

  /// What the person has touched, from the state tables.
  ///
  /// - Complexity: O(k log n) for k touched fields.
  func state() throws -> ResponseState {
    var state = ResponseState()
    if try isCompleted() { state.apply(.completion(before: nil, after: true)) }
    for field in StateChange.Field.allCases {
      guard let table = StateTable(field: field) else { continue }
      let kind = field == .fold ? "NULL" : "subject.kind"
      let statement = try db.cachedStatement(
        sql: """
          SELECT subject.key, \(kind), touched.\(table.contentColumn)
          FROM \(table.name) AS touched
          JOIN \(table.subjectTable) AS subject ON subject.id = touched.\(table.subjectColumn)
          WHERE touched.response_id = ?
          """)
      let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
      while let row = try rows.next() {
        state.apply(try Self.touch(field, of: try row.decode(atIndex: 0), row, from: 1))
      }
    }
    return state
  }

  /// What the person has touched of the subjects of some changes, from the state tables.
  ///
  /// - Complexity: O(k log n) for k changes.
  func state(of changes: [StateChange]) throws -> ResponseState {
    var state = ResponseState()
    for change in changes {
      guard let table = StateTable(field: change.field) else {
        if try isCompleted() { state.apply(.completion(before: nil, after: true)) }
        continue
      }
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(change.field == .fold ? "NULL" : "subject.kind"), touched.\(table.contentColumn)
          FROM \(table.subjectTable) AS subject
          JOIN \(table.name) AS touched ON touched.response_id = ? AND touched.\(table.subjectColumn) = subject.id
          WHERE subject.version_id = ? AND subject.key = ?
          """)
      let arguments: StatementArguments = [location.responseID, location.version.id, change.subject]
      if let row = try Row.fetchOne(statement, arguments: arguments) {
        state.apply(try Self.touch(change.field, of: change.subject, row, from: 0))
      }
    }
    return state
  }

  /// Whether the response is completed.
  func isCompleted() throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT is_completed FROM formstate_response WHERE id = ?")
    return try Bool.fetchOne(statement, arguments: [location.responseID]) ?? false
  }

  /// The change that first touches a field, whose kind and content are columns of a row.
  static func touch(
    _ field: StateChange.Field, of subject: String, _ row: Row, from column: Int
  ) throws -> StateChange {
    try StateChange(
      field: field.rawValue, subject: subject, kind: try kind(try row.decode(atIndex: column)),
      before: StateChange.StoredSide(isTouched: false, content: .null),
      after: StateChange.StoredSide(isTouched: true, content: try row.decode(atIndex: column + 1)))
  }

  private static func change(of row: Row, from column: Int) throws -> StateChange {
    try StateChange(
      field: try row.decode(atIndex: column), subject: try row.decode(atIndex: column + 1),
      kind: try kind(try row.decode(atIndex: column + 2)),
      before: StateChange.StoredSide(
        isTouched: try row.decode(atIndex: column + 3), content: try row.decode(atIndex: column + 4)),
      after: StateChange.StoredSide(
        isTouched: try row.decode(atIndex: column + 5), content: try row.decode(atIndex: column + 6)))
  }

  private static func action(of row: Row) throws -> FormAction {
    let name: String = try row.decode(atIndex: 1)
    let subject: String? = try row.decode(atIndex: 2)
    guard let kind = FormAction.Kind(rawValue: name) else {
      throw StoreError.damaged("the journal holds an action of the unknown kind “\(name)”")
    }
    let payload: DatabaseValue = try row.decode(atIndex: 3)
    let action = FormAction(
      kind: kind, cell: kind.isAboutSection ? nil : subject.map(CellReference.key),
      section: kind.isAboutSection ? subject : nil, value: try value(of: kind, payload, row),
      scope: UndoScope(rawValue: String.fromDatabaseValue(payload) ?? "").flatMap { kind.isAboutUndo ? $0 : nil })
    guard let action else {
      throw StoreError.damaged("revision \(try row.decode(Int.self, atIndex: 0)) of the journal is incomplete")
    }
    return action
  }

  /// The value that an action gave; a draft is text, whatever its cell holds.
  private static func value(of kind: FormAction.Kind, _ payload: DatabaseValue, _ row: Row) throws -> CellValue? {
    if payload.isNull || kind.isAboutUndo { return nil }
    if kind == .draft { return String.fromDatabaseValue(payload).map(CellValue.text) }
    return try self.kind(try row.decode(atIndex: 5)).flatMap { try CellValue(stored: payload, kind: $0) }
  }

  static func kind(_ name: String?) throws -> CellKind? {
    guard let name else { return nil }
    guard let kind = CellKind(rawValue: name) else {
      throw StoreError.damaged("a cell is of the unknown kind “\(name)”")
    }
    return kind
  }
}
