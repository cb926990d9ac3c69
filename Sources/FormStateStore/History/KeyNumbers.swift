import GRDB

/// The numbers of cell and section keys in journals, which avoid repeating long texts.
///
/// A class, so the rows of an entry share the cache.
final class KeyNumbers {
  private let db: Database
  private var known: [String: Int64] = [:]

  init(_ db: Database) {
    self.db = db
  }

  /// The number of a key; a key that is new in journals gets one. O(log n) for n keys.
  func number(of key: String) throws -> Int64 {
    if let number = known[key] { return number }
    let number = try find(key) ?? add(key)
    known[key] = number
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

  /// Deletes the keys that no journal uses.
  ///
  /// - Complexity: O(k log n) for k entries and changes of all journals.
  static func deleteUnused(in db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM formstate_key
        WHERE number NOT IN (
          SELECT subject FROM formstate_state_change
          UNION
          SELECT subject FROM formstate_action WHERE subject IS NOT NULL
        )
        """)
  }
}
