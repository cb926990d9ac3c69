import GRDB

/// The numbers of cell and section keys in journals, which avoid repeating long texts.
///
/// A class, so the changes of an entry share what was found. Only what writes nothing, like a check, keeps it longer: a
/// number may be rolled back.
final class KeyNumbers {
  private let db: Database
  private var numbers: [String: Int64] = [:]
  private var keys: [Int64: String] = [:]

  init(_ db: Database) {
    self.db = db
  }

  /// The number of a key; a key that is new in journals gets one. O(log n) for n keys.
  func number(of key: String) throws -> Int64 {
    if let number = numbers[key] { return number }
    let number = try find(key) ?? add(key)
    numbers[key] = number
    return number
  }

  private func find(_ key: String) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT number FROM formstate_key WHERE key = ?")
    return try Int64.fetchOne(statement, arguments: [key])
  }

  private func add(_ key: String) throws -> Int64 {
    try db.cachedStatement(sql: "INSERT INTO formstate_key (key) VALUES (?)").execute(arguments: [key])
    return db.lastInsertedRowID
  }

  /// The key with a number. O(log n) for n keys.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an unknown number.
  func key(of number: Int64) throws -> String {
    if let key = keys[number] { return key }
    let statement = try db.cachedStatement(sql: "SELECT key FROM formstate_key WHERE number = ?")
    guard let key = try String.fetchOne(statement, arguments: [number]) else {
      throw StoreError.damaged("the journal has a key that is missing from formstate_key")
    }
    keys[number] = key
    return key
  }

  /// Deletes those of some keys that no journal uses.
  ///
  /// - Complexity: O(k) for k entries of all journals, for each key.
  static func deleteUnused(_ keys: Set<String>, in db: Database) throws {
    for key in keys.sorted() {
      try db.execute(
        sql: """
          DELETE FROM formstate_key
          WHERE key = ? AND NOT EXISTS (
            SELECT 1
            FROM (
              SELECT subject, changes FROM formstate_entry
              UNION ALL
              SELECT subject, changes FROM formstate_line_entry
            ) AS entry
            WHERE entry.subject = number OR instr(entry.changes, ',' || number || ',') > 0
          )
          """, arguments: [key])
    }
  }

  /// Deletes the keys that no journal uses.
  ///
  /// - Complexity: O(k log n) for k entries and changes of all journals.
  static func deleteUnused(in db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM formstate_key
        WHERE number NOT IN (
          SELECT change.value ->> 1 FROM formstate_entry AS entry, json_each(entry.changes) AS change
          UNION
          SELECT subject FROM formstate_entry WHERE subject IS NOT NULL
          UNION
          SELECT change.value ->> 1 FROM formstate_line_entry AS entry, json_each(entry.changes) AS change
          UNION
          SELECT subject FROM formstate_line_entry WHERE subject IS NOT NULL
        )
        """)
  }
}
