import FormState
import GRDB

/// The drafts of a response: typed texts that are no values yet. Like the place, they are no part of the response.
struct DraftTable {
  let db: Database
  let location: ResponseLocation

  /// The drafts of cells that the response has now; others wait in the file, for an undo or another version.
  ///
  /// - Parameter device: the device; `nil` for all, of which the last one counts.
  /// - Complexity: O(d log n) for d drafts of the response.
  func drafts(of device: String?) throws -> [StateSubject: String] {
    guard let id = location.responseID else { return [:] }
    let statement = try db.cachedStatement(
      sql: """
        SELECT cell, instance, text
        FROM formstate_shown_draft
        WHERE response_id = ? AND device = coalesce(?, device)
        ORDER BY time, device
        """)
    let rows = try Row.fetchCursor(statement, arguments: [id, device])
    var drafts: [StateSubject: String] = [:]
    while let row = try rows.next() {
      let subject = StateSubject(try row.decode(atIndex: 0), instance: try row.instance(atIndex: 1))
      drafts[subject] = try row.decode(String.self, atIndex: 2)
    }
    return drafts
  }

  /// Keeps and discards drafts.
  ///
  /// - Parameters:
  ///   - changes: the changes of drafts.
  ///   - device: the device.
  ///   - removed: the instances that the same decision removes. Their drafts wait in the file for an undo.
  /// - Complexity: O(k log n) for k changes.
  func apply(
    _ changes: [StateChange], on device: String, removing removed: Set<Int> = [], at time: Timestamp = .now
  ) throws {
    for change in changes where !removed.contains(change.subject.instance) {
      guard let text = change.after?.text else {
        try run(
          "DELETE FROM formstate_draft WHERE response_id = ? AND cell = ? AND instance = ? AND device = ?",
          [location.responseID, change.subject.key, change.subject.instance, device])
        continue
      }
      try run(
        """
        INSERT INTO formstate_draft (response_id, cell, instance, device, text, time)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET text = excluded.text, time = excluded.time
        """,
        [location.responseID, change.subject.key, change.subject.instance, device, text, time.milliseconds])
    }
  }

  /// Removes the drafts of a cell on all devices, since what it contained must leave the file.
  func erase(_ cell: StateSubject) throws {
    try run(
      "DELETE FROM formstate_draft WHERE response_id = ? AND cell = ? AND instance = ?",
      [location.responseID, cell.key, cell.instance])
  }

  /// Gives the drafts of all devices the keys that cells have in another version of the form.
  ///
  /// - Parameter keys: the new keys by the old ones.
  func rename(_ keys: [String: String]) throws {
    guard try !keys.isEmpty && hasAny() else { return }
    // Keys may be exchanged, so all drafts are taken out first.
    let rows = try Row.fetchAll(
      db, sql: "SELECT cell, instance, device, text, time FROM formstate_draft WHERE response_id = ?",
      arguments: [location.responseID])
    try run("DELETE FROM formstate_draft WHERE response_id = ?", [location.responseID])
    // What has the key already is written last, and stays.
    let isRenamed = try rows.map { try keys[$0.decode(String.self, atIndex: 0)] != nil }
    for index in rows.indices.sorted(by: { isRenamed[$0] && !isRenamed[$1] }) {
      let key: String = try rows[index].decode(atIndex: 0)
      try db.execute(
        sql: "REPLACE INTO formstate_draft (response_id, cell, instance, device, text, time) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [location.responseID, keys[key] ?? key]
          + StatementArguments(rows[index].databaseValues.dropFirst()))
    }
  }

  /// Whether any device has a draft of the response.
  func hasAny() throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM formstate_draft WHERE response_id = ?)")
    return try Bool.fetchOne(statement, arguments: [location.responseID]) ?? false
  }

  private func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }
}

extension FormStore {
  /// The number of drafts that devices keep beside responses.
  ///
  /// - Parameters:
  ///   - form: the key of the form; `nil` for all forms.
  ///   - response: the key of the response; `nil` for all of the form.
  /// - Complexity: O(n) for n responses and drafts.
  package func draftCount(ofForm form: String? = nil, response: String? = nil) throws -> Int {
    try read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*)
          FROM formstate_form AS form
          JOIN formstate_response AS response ON response.form_id = form.id
          JOIN formstate_draft AS draft ON draft.response_id = response.id
          WHERE form.key = coalesce(?, form.key) AND response.key = coalesce(?, response.key)
          """, arguments: [form, response]) ?? 0
    }
  }
}

extension DraftTable {
  /// Whether a row, called `draft`, names a cell of no version in this file, or an instance that never was.
  static let isImpossible = """
    (
      NOT EXISTS (
        SELECT 1
        FROM formstate_response AS response
        JOIN formstate_version AS version ON version.form_id = response.form_id
        JOIN formstate_cell AS cell ON cell.version_id = version.id
        WHERE response.id = draft.response_id AND cell.key = draft.cell
      )
      OR draft.instance >> 32 >= (SELECT next_instance FROM formstate_response WHERE id = draft.response_id)
    )
    """

  /// Copies the drafts of a damaged file to the responses that were saved of it.
  ///
  /// - Parameters:
  ///   - rows: the rows that could be read, without foreign keys.
  ///   - db: the new file.
  static func recover(from rows: Database, in db: Database) throws {
    let found = try Row.fetchAll(
      rows,
      sql: """
        SELECT form.key, response.key, draft.cell, draft.instance, draft.device, draft.text, draft.time
        FROM formstate_draft AS draft
        JOIN formstate_response AS response ON response.id = draft.response_id
        JOIN formstate_form AS form ON form.id = response.form_id
        ORDER BY draft.time
        """)
    for row in found {
      guard let form = try? row.decode(String.self, atIndex: 0), let name = try? row.decode(String.self, atIndex: 1),
        let cell = try? row.decode(String.self, atIndex: 2), let instance = try? row.instance(atIndex: 3),
        let device = try? row.decode(String.self, atIndex: 4), PlaceTable.isDevice(device),
        let text = try? row.decode(String.self, atIndex: 5),
        let time = (try? row.decode(Int64.self, atIndex: 6)).flatMap(Timestamp.init(milliseconds:)),
        let location = try? FormStore.require(ResponseKey(form: form, response: name), in: db)
      else { continue }
      let draft = StateChange(.draft, of: StateSubject(cell, instance: instance), before: nil, after: .text(text))
      try DraftTable(db: db, location: location).apply([draft], on: device, at: time)
    }
  }
}
