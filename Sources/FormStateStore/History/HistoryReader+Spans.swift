import FormState
import GRDB

/// Entries of a journal that are reverted anywhere in it.
extension HistoryReader {
  /// The changes of entries of the journal, and later changes of the same fields.
  ///
  /// - Throws: ``ActionError/Code/unknownRevision``, ``ActionError/Code/beforeUpgrade``.
  /// - Complexity: O(k log n) for k changes from there, and O(t) for t touched cells.
  func journal(_ selection: JournalSpan.Selection) throws -> JournalSpan {
    let last = try location.revision(in: db)
    let state = try StateTables(db: db, location: location).state()
    guard let span = try span(of: selection, last: last) else {
      return JournalSpan(changes: [], revisions: (last + 1)..<(last + 1), state: state, later: [:])
    }
    if let upgrade = try firstUpgrade(from: span.lowerBound, to: last) {
      throw ActionError.beforeUpgrade(revision: selection.revision, upgrade: upgrade)
    }
    let changes = try JournalReader(db: db, location: location)
      .placedChanges(after: span.lowerBound - 1, through: span.upperBound, limit: -1)
    return JournalSpan(
      changes: changes, revisions: Range(span), state: state, later: try lastRevisions(after: span.upperBound))
  }

  /// The first change of a field by the entries after one; `nil` if none of them changed it.
  func firstChange(of identity: StateChange.Identity, after entry: Int) throws -> StateChange? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(StateSubject.storedColumns), change.seq
        FROM formstate_state_change AS change
        WHERE change.response_id = ? AND change.seq > ? AND change.field = ?
        ORDER BY change.seq
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID, entry, identity.field.number])
    while let row = try rows.next() {
      guard try StateSubject(stored: row, from: 0) == identity.subject else { continue }
      let seq: Int = try row.decode(atIndex: 3)
      return try JournalReader(db: db, location: location).entries(after: seq - 1, through: seq).first?.changes
        .first { $0.identity == identity }
    }
    return nil
  }

  /// The revisions of the entries; `nil` for none.
  private func span(of selection: JournalSpan.Selection, last: Int) throws -> ClosedRange<Int>? {
    let base = location.compactedTo ?? 0
    func require(_ number: Int, from first: Int) throws {
      guard number >= first, number <= last else {
        throw ActionError.unknownRevision(number, first: first, last: last)
      }
    }
    switch selection {
    case .entry(let number):
      try require(number, from: base + 1)
      return number...number
    case .step(let number):
      try require(number, from: base + 1)
      let start = try step(endingAt: number).start
      let statement = try db.cachedStatement(
        sql: """
          SELECT coalesce(max(seq), ?1)
          FROM formstate_action
          WHERE response_id = ?2 AND seq > ?1 AND step_start = ?3
          """)
      let end = try Int.fetchOne(statement, arguments: [number, location.responseID, start]) ?? number
      return start...max(start, end)
    case .after(let number):
      try require(number, from: base)
      return number < last ? (number + 1)...last : nil
    }
  }

  /// The first of some entries that led to another version of the form; `nil` if none did.
  private func firstUpgrade(from first: Int, to last: Int) throws -> Int? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT max(entry.seq)
        FROM formstate_action AS entry
        JOIN formstate_action AS former ON former.response_id = entry.response_id AND former.seq = entry.seq - 1
        WHERE entry.response_id = ? AND entry.seq BETWEEN ? AND ? AND entry.version <> former.version
          AND entry.version > 0 AND former.version > 0
        """)
    return try Int.fetchOne(statement, arguments: [location.responseID, first, last])
  }

  /// The fields that entries after a revision have changed, each with the last revision that did.
  private func lastRevisions(after revision: Int) throws -> [StateChange.Identity: Int] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT
          change.field, \(StateSubject.storedColumns), max(change.seq), max(iif(change.touches, change.seq, NULL))
        FROM formstate_state_change AS change
        WHERE change.response_id = ? AND change.seq > ?
        GROUP BY change.field, change.subject, change.instance, change.origin
        """)
    var revisions: [StateChange.Identity: Int] = [:]
    for row in try Row.fetchAll(statement, arguments: [location.responseID, revision]) {
      let subject = try StateSubject(stored: row, from: 1)
      let field = try StateChange.Field(stored: try row.decode(atIndex: 0))
      for (field, index) in [(field, 4), (.touched, 5)] {
        guard let last = try row.decode(Int?.self, atIndex: index) else { continue }
        revisions[StateChange.Identity(field, of: subject), default: 0] = max(
          last, revisions[StateChange.Identity(field, of: subject)] ?? 0)
      }
    }
    return revisions
  }
}
