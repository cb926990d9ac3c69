import FormState
import GRDB

/// The places in responses, each of a device.
struct PlaceTable {
  /// The maximum number of devices of a response; the place that was kept longest ago goes.
  static let mostDevices = 32
  /// The maximum number of characters of a device's name.
  private static let longestName = 200

  let db: Database

  /// Why a text cannot name a device; `nil` if it can. No name, the empty text, is one as well.
  static func problem(withDevice device: String) -> String? {
    guard !device.isEmpty else { return nil }
    guard device.unicodeScalars.count <= longestName else {
      return "the name has more than \(longestName) characters; shorten it"
    }
    return FormDefinition.problem(withKey: device)
  }

  /// Whether a stored text names a device, as FormState writes it.
  static func isDevice(_ text: String) -> Bool {
    problem(withDevice: text) == nil && text.utf8.elementsEqual(text.canonicalKey.utf8)
  }

  /// The place in a response on a device; `nil` for none, and for an unknown response. O(log n).
  func place(of key: ResponseKey, on device: String) throws -> StoredPlace? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT place.cell, place.instance, place.first_row, place.first_instance
        FROM formstate_form AS form
        JOIN formstate_response AS response ON response.form_id = form.id
        JOIN formstate_place AS place ON place.response_id = response.id
        WHERE form.key = ? AND response.key = ? AND place.device = ?
        """, arguments: [key.form, key.response, device])
    return try row.map(Self.place(in:))
  }

  private static func place(in row: Row) throws -> StoredPlace {
    StoredPlace(cell: try subject(in: row, at: 0), firstRow: try subject(in: row, at: 2))
  }

  private static func subject(in row: Row, at index: Int) throws -> StateSubject? {
    guard let key = try row.decode(String?.self, atIndex: index) else { return nil }
    return StateSubject(key, instance: try row.instance(atIndex: index + 1))
  }

  /// Keeps the place in a response on a device, or removes it if it is empty.
  ///
  /// - Returns: `false` for a response that has not begun, which has no place.
  /// - Complexity: O(log n).
  func keep(_ place: StoredPlace, of key: ResponseKey, on device: String, at time: Timestamp = .now) throws -> Bool {
    let id = try Int64.fetchOne(
      db,
      sql: """
        SELECT response.id
        FROM formstate_form AS form
        JOIN formstate_response AS response ON response.form_id = form.id
        WHERE form.key = ? AND response.key = ?
        """, arguments: [key.form, key.response])
    guard let id else { return false }
    guard !place.isEmpty else {
      try db.execute(
        sql: "DELETE FROM formstate_place WHERE response_id = ? AND device = ?", arguments: [id, device])
      return true
    }
    try db.execute(
      sql: """
        INSERT INTO formstate_place (response_id, device, cell, instance, first_row, first_instance, time)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET
          cell = excluded.cell, instance = excluded.instance, first_row = excluded.first_row,
          first_instance = excluded.first_instance, time = excluded.time
        WHERE (cell, instance, first_row, first_instance)
          IS NOT (excluded.cell, excluded.instance, excluded.first_row, excluded.first_instance)
        """,
      arguments: [
        id, device, place.cell?.key, place.cell?.instance ?? 0, place.firstRow?.key, place.firstRow?.instance ?? 0,
        time.milliseconds,
      ])
    if db.changesCount > 0 { try removeOldest(of: id, besides: device) }
    return true
  }

  private func removeOldest(of id: Int64, besides device: String) throws {
    try db.execute(
      sql: """
        DELETE FROM formstate_place
        WHERE response_id = :id AND device IN (
          SELECT device
          FROM formstate_place
          WHERE response_id = :id AND device <> :device
          ORDER BY time DESC, device
          LIMIT -1 OFFSET :others
        )
        """, arguments: ["id": id, "device": device, "others": Self.mostDevices - 1])
  }
}

extension PlaceTable {
  /// Whether a row, called `place`, names a cell of no version in this file, or an instance that never was.
  static let isImpossible = """
    (
      EXISTS (
        SELECT 1
        FROM (SELECT place.cell AS key UNION ALL SELECT place.first_row) AS named
        WHERE named.key IS NOT NULL AND NOT EXISTS (
          SELECT 1
          FROM formstate_response AS response
          JOIN formstate_version AS version ON version.form_id = response.form_id
          JOIN formstate_cell AS cell ON cell.version_id = version.id
          WHERE response.id = place.response_id AND cell.key = named.key
        )
      )
      OR max(place.instance, place.first_instance) >> 32 >= (
        SELECT next_instance FROM formstate_response WHERE id = place.response_id
      )
    )
    """

  /// Removes the places and drafts that name something impossible, after the last version that had the cell is gone.
  func removeImpossible() throws {
    try db.execute(sql: "DELETE FROM formstate_place AS place WHERE \(Self.isImpossible)")
    try db.execute(sql: "DELETE FROM formstate_draft AS draft WHERE \(DraftTable.isImpossible)")
  }

  /// Copies the places of a damaged file to the responses that were saved of it.
  ///
  /// - Parameter rows: the rows that could be read, without foreign keys.
  func recover(from rows: Database) throws {
    let found = try Row.fetchAll(
      rows,
      sql: """
        SELECT place.cell, place.instance, place.first_row, place.first_instance, place.device, place.time, form.key,
          response.key
        FROM formstate_place AS place
        JOIN formstate_response AS response ON response.id = place.response_id
        JOIN formstate_form AS form ON form.id = response.form_id
        ORDER BY place.time
        """)
    for row in found {
      guard let place = try? Self.place(in: row), let device = try? row.decode(String.self, atIndex: 4),
        Self.isDevice(device),
        let time = (try? row.decode(Int64.self, atIndex: 5)).flatMap(Timestamp.init(milliseconds:)),
        let form = try? row.decode(String.self, atIndex: 6), let response = try? row.decode(String.self, atIndex: 7)
      else { continue }
      _ = try keep(place, of: ResponseKey(form: form, response: response), on: device, at: time)
    }
    try removeImpossible()
  }
}
