import FormState
import GRDB

/// Reads a response's journal.
struct JournalReader {
  let db: Database
  let location: ResponseLocation

  /// The state changes after a revision, in order, placed in the form.
  ///
  /// - Parameters:
  ///   - revision: the revision before the first change.
  ///   - last: the last revision.
  ///   - limit: the maximum number of changes; negative for all.
  /// - Complexity: O(k log n) for k changes, regardless of the length of the journal.
  func placedChanges(after revision: Int, through last: Int = .max, limit: Int = -1) throws -> [PlacedChange] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT
          \(StoredChange.columns), change.seq,
          coalesce(
            section.position, cell_section.position,
            iif(change.origin > 0 OR field.field IN ('completion', 'responseFaults'), 0, NULL)
          ),
          cell.position,
          coalesce(
            cell.additional_rows,
            (SELECT max(position) + 1 FROM formstate_cell WHERE section_id = section.id),
            0
          ),
          iif(
            field.field IN ('relevance', 'sectionRelevance'),
            -- A fresh response has no instances, so nothing in one was ever irrelevant at first.
            iif(change.instance > 0, 1, (
              SELECT starts
              FROM formstate_rule
              WHERE kind = 'relevant' AND cell_id IS cell.id
                AND section_id = coalesce(section.id, cell.section_id)
            )),
            coalesce(cell.starts_expanded, NOT section.starts_folded)
          ),
          -- What a row shows of the field as long as nothing is in it.
          CASE field.field
            WHEN 'value' THEN coalesce(
              (
                SELECT coalesce(iif(state.is_calculated, state.calculated, rule.starts), cell.default_value)
                FROM formstate_rule AS rule
                LEFT JOIN formstate_cell_state AS state
                  ON state.response_id = :response AND state.instance = change.instance AND state.cell_id = rule.cell_id
                WHERE rule.cell_id = cell.id AND rule.kind IN ('calculate', 'default')
              ),
              cell.default_value
            )
            WHEN 'title' THEN coalesce(
              (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'title'), cell.title
            )
            WHEN 'requirement' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required')
            WHEN 'readOnly' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly')
            WHEN 'calculated' THEN coalesce(
              (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default')),
              cell.default_value
            )
            WHEN 'faults' THEN (
              SELECT coalesce(group_concat(number, ' '), '')
              FROM (
                SELECT number FROM formstate_rule WHERE cell_id = cell.id AND kind = 'constraint' AND NOT starts ORDER BY number
              )
            )
          END,
          coalesce(cell.is_inline, 0), cell.kind,
          field.field = 'calculated' AND EXISTS (
            SELECT 1
            FROM formstate_cell_state AS state
            WHERE state.response_id = :response AND state.instance = change.instance AND state.cell_id = cell.id
              AND state.is_set
          ),
          iif(field.field = 'calculated', cell.default_value, NULL)
        FROM formstate_state_change AS change
        LEFT JOIN formstate_field AS field ON field.number = change.field
        LEFT JOIN formstate_key AS named ON named.number = change.subject
        LEFT JOIN formstate_section AS section
          ON field.field IN ('fold', 'sectionRelevance') AND change.origin = 0 AND section.version_id = :version
          AND section.key = named.key
        LEFT JOIN formstate_cell AS cell
          ON field.field NOT IN ('fold', 'sectionRelevance') AND change.origin = 0 AND cell.version_id = :version
          AND cell.key = named.key
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
    var follower = ChangeFollower(ContentReader(db: db, location: location))
    return try rows.flatMap { row in
      let revision: Int = try row.decode(atIndex: StoredChange.columnCount)
      return try follower.changes(try StoredChange(row: row), at: revision).map { try Self.placed($0, row) }
    }
  }

  private static func placed(_ change: StateChange, _ row: Row) throws -> PlacedChange {
    guard try row.decode(Int?.self, atIndex: 13) != nil else {
      throw StoreError.damaged("the journal names the unknown subject “\(change.subject)”")
    }
    let kind = try row.decode(String?.self, atIndex: 19).map(CellKind.init(stored:))
    return PlacedChange(
      change: change, section: try row.position(atIndex: 13),
      position: kind == nil ? nil : try row.position(atIndex: 14), extent: try row.position(atIndex: 15),
      startsOpen: try row.decode(Bool?.self, atIndex: 16) ?? true, isInline: try row.decode(atIndex: 18),
      // The touched mark is in the row of another field.
      shownAtFirst: change.field == .touched
        ? nil : try kind.flatMap { try shown(try row.decode(atIndex: 17), change.field, of: $0) },
      shownWhenBlank: try kind.flatMap { try CellValue(stored: try row.decode(atIndex: 21), kind: $0) },
      isOverridden: try row.decode(atIndex: 20))
  }

  /// The displayed content of a stored field.
  private static func shown(_ stored: DatabaseValue, _ field: StateChange.Field, of kind: CellKind) throws -> CellValue?
  {
    switch field.contentType {
    case .flag: Bool.fromDatabaseValue(stored).map(CellValue.boolean)
    case .text: String.fromDatabaseValue(stored).map(CellValue.text)
    case .cellValue: try CellValue(stored: stored, kind: kind)
    }
  }

  /// The entries of the journal, oldest first.
  ///
  /// - Parameters:
  ///   - revision: the revision before the first entry.
  ///   - last: the last revision.
  /// - Complexity: O(k log n) for k entries and changes.
  func entries(after revision: Int = 0, through last: Int = .max) throws -> [JournalEntry] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT
          \(StoredChange.columns),
          action.seq, action.version, action.kind,
          (SELECT key FROM formstate_key WHERE number = action.subject), action.payload, action.payload_type, action.time,
          action.author, action.step_start, action.group_name, action.target, action.reverts, action.abandoned_by,
          action.moment, action.instance, action.subject
        FROM formstate_action AS action
        LEFT JOIN formstate_state_change AS change
          ON change.response_id = action.response_id AND change.seq = action.seq
        WHERE action.response_id = ? AND action.seq > ? AND action.seq <= ?
        ORDER BY action.seq, change.ordinal
        """,
      arguments: [location.responseID, revision, last])
    var follower = ChangeFollower(ContentReader(db: db, location: location))
    var entries: [JournalEntry] = []
    var changes: [StateChange] = []
    var open: Row?
    func close() throws {
      if let open { entries.append(try JournalEntryRow(row: open).entry(changes: changes)) }
      changes = []
    }
    while let row = try rows.next() {
      if try open?.decode(Int.self, atIndex: 12) != row.decode(Int.self, atIndex: 12) {
        try close()
        open = row.copy()
      }
      if try row.decode(Int?.self, atIndex: 0) != nil {
        changes += try follower.changes(try StoredChange(row: row), at: try row.decode(atIndex: 12))
      }
    }
    try close()
    return entries
  }
}

/// A row of an entry, from its column of the revision on.
private struct JournalEntryRow {
  let row: Row

  func entry(changes: [StateChange]) throws -> JournalEntry {
    let revision = try ResponseLocation.checked(try row.decode(atIndex: 12))
    guard let time = Timestamp(milliseconds: try row.decode(atIndex: 18)) else {
      throw StoreError.damaged("revision \(revision) of the journal has an impossible time")
    }
    let version: Int = try row.decode(atIndex: 13)
    let action = try action(changes, revision: revision)
    return JournalEntry(
      revision: revision, version: version == 0 ? nil : version, action: action,
      time: time, author: try row.decode(atIndex: 19), moment: try moment(revision: revision), changes: changes,
      step: try row.decode(atIndex: 20),
      group: try row.decode(atIndex: 21), target: try row.decode(atIndex: 22), reverts: try row.decode(atIndex: 23),
      abandonedBy: try row.decode(atIndex: 24), chain: action == .checkpoint ? try chain(revision: revision) : nil)
  }

  private func chain(revision: Int) throws -> JournalChain? {
    guard let text: String = try row.decode(atIndex: 16) else { return nil }
    guard let chain = JournalChain(text) else {
      throw StoreError.damaged("revision \(revision) of the journal is a checkpoint with an impossible chain")
    }
    return chain
  }

  private func moment(revision: Int) throws -> RuleMoment? {
    guard let text: String = try row.decode(atIndex: 25) else { return nil }
    guard let moment = RuleMoment(text) else {
      throw StoreError.damaged("revision \(revision) of the journal has rules evaluated at an impossible moment")
    }
    return moment
  }

  private func action(_ changes: [StateChange], revision: Int) throws -> FormAction {
    let name: String = try row.decode(atIndex: 14)
    guard let kind = FormAction.Kind(rawValue: name) else {
      throw StoreError.damaged("the journal has an action of the unknown kind “\(name.prefix(40))”")
    }
    let subject: String? = try row.decode(atIndex: 15)
    guard try subject != nil || row.decode(Int?.self, atIndex: 27) == nil else {
      throw StoreError.damaged("revision \(revision) of the journal has a key that is missing from formstate_key")
    }
    let payload: DatabaseValue = try row.decode(atIndex: 16)
    let instance = try row.instance(atIndex: 26)
    let placement = try FormAction.StoredPlacement(kind, payload, of: subject ?? "")
    let report = try FormAction.StoredReport(kind, payload)
    let (number, isOfOneEntry) = try FormAction.revision(kind, payload)
    let cell = subject.map { instance == 0 ? CellReference.key($0) : .instance($0, number: instance) }
    let action = FormAction(
      kind: kind, cell: kind.isAboutSection ? nil : cell,
      section: kind.isAboutSection ? subject : nil, value: try value(of: kind, payload, changes, subject, instance),
      scope: UndoScope(rawValue: String.fromDatabaseValue(payload) ?? "").flatMap { kind.isAboutUndo ? $0 : nil },
      move: kind == .upgrade ? try UpgradeRecord(stored: payload) : nil, before: placement.before,
      number: placement.number, message: report?.message, reporter: report?.reporter, revision: number,
      isOfOneEntry: isOfOneEntry)
    guard let action else { throw StoreError.damaged("revision \(revision) of the journal is incomplete") }
    return action
  }

  /// The value of an action: the stored one, or else that of its own change of the field.
  private func value(
    of kind: FormAction.Kind, _ payload: DatabaseValue, _ changes: [StateChange], _ subject: String?, _ instance: Int
  ) throws -> CellValue? {
    guard let field = kind.givenField else { return nil }
    if payload.isNull {
      return changes.first { $0.field == field && $0.subject.key == subject && $0.subject.instance == instance }?.after?
        .value
    }
    return try CellValue(stored: payload, type: try CellValue.StoredType(number: try row.decode(atIndex: 17)) ?? .plain)
  }
}

extension FormAction {
  /// The stored placement of an instance: for an addition its number, followed, as for a move, by the number of the
  /// instance after it; `nil` for all other actions, and for a move to the end.
  var storedPlacement: String? {
    let numbers = [number, before.flatMap(\.number)].compactMap { $0 }
    return numbers.isEmpty ? nil : numbers.map(String.init).joined(separator: " ")
  }

  /// The stored placement of an instance.
  struct StoredPlacement {
    var number: Int?
    var before: CellReference?

    /// Reads a placement; empty for other actions.
    ///
    /// - Throws: ``StoreError/Code/damaged`` for anything but numbers.
    init(_ kind: Kind, _ payload: DatabaseValue, of key: String) throws {
      guard kind == .add || kind == .move, let text = String.fromDatabaseValue(payload) else { return }
      var numbers = text.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == text.split(separator: " ").count, numbers.count <= (kind == .add ? 2 : 1),
        numbers.allSatisfy((1...InstancePlace.greatestNumber).contains)
      else {
        throw StoreError.damaged("the journal has an instance without a placement")
      }
      if let last = numbers.last, numbers.count == (kind == .add ? 2 : 1) {
        before = .instance(key, number: last)
        numbers.removeLast()
      }
      number = numbers.first
    }
  }
}

extension FormAction {
  /// The stored report: the reporter, empty if unnamed, and the message as a JSON array; of a withdrawal the reporter,
  /// or nothing if unnamed; `nil` for all other actions.
  var storedReport: String? {
    guard let message else { return reporter }
    return ChoiceText.text(of: [reporter ?? "", message])
  }

  /// The stored report or withdrawal of an action.
  struct StoredReport {
    var message: String?
    var reporter: String?

    /// Reads what ``storedReport`` writes; `nil` for other actions.
    ///
    /// - Throws: ``StoreError/Code/damaged`` for anything else.
    init?(_ kind: Kind, _ payload: DatabaseValue) throws {
      guard kind.isAboutReports else { return nil }
      let text = String.fromDatabaseValue(payload)
      guard kind == .reportFault else {
        reporter = text
        return
      }
      guard let words = text.flatMap(ChoiceText.values(of:)), words.count == 2 else {
        throw StoreError.damaged("the journal has a report without a message")
      }
      message = words[1]
      reporter = words[0].isEmpty ? nil : words[0]
    }
  }
}

extension FormAction {
  /// The stored revision of a revert or a restore: its number, and `only` if the rest of the step stays; `nil` for all
  /// other actions.
  var storedRevision: String? { revision.map { isOfOneEntry ? "\($0) only" : String($0) } }

  /// Reads the notation of ``storedRevision``; empty for other actions.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for anything else.
  static func revision(_ kind: Kind, _ payload: DatabaseValue) throws -> (number: Int?, isOfOneEntry: Bool) {
    guard kind.goesBack else { return (nil, false) }
    let words = (String.fromDatabaseValue(payload) ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard let number = words.first.flatMap({ Int($0) }), number >= 0, words.count == 1 || words.dropFirst() == ["only"]
    else { throw StoreError.damaged("the journal has a revert without a revision") }
    return (number, words.count == 2)
  }
}

extension CellReference {
  /// The number of the instance; `nil` if it names none.
  fileprivate var number: Int? {
    if case .instance(_, let number) = self { number } else { nil }
  }
}

extension FormAction.Kind {
  /// The field that an action of the kind sets; `nil` for all others.
  var givenField: StateChange.Field? {
    switch self {
    case .set: .value
    case .draft: .draft
    default: nil
    }
  }
}

/// The end of a journal, and the tops of its stacks for undo and redo.
struct JournalPosition: Hashable {
  /// The number of the last entry; 0 before the first.
  var revision = 0
  /// The last revision of the step that an undo would revert; `nil` if there is none.
  var undoTop: Int?
  /// The revision of the undo that a redo would revert; `nil` if there is none.
  var redoTop: Int?
}
