import FormState
import Foundation
import GRDB

extension FormStore {
  /// Writes what can be read of a damaged file into a new one, which gets its name only when it is complete and sound.
  ///
  /// The damaged file and its log stay unchanged. What collectors have is not recovered: they take an entry once.
  ///
  /// - Parameters:
  ///   - source: the path of the damaged file.
  ///   - path: the path of the new file; neither it nor a file that SQLite would treat as its log may exist.
  ///   - permissions: the permissions of the new file.
  ///   - settings: how long to wait for others, and whether to wait for the disk.
  ///   - given: definitions from documents; one with the digest of a version that cannot be read whole takes its place.
  /// - Returns: what could be read of each response.
  /// - Throws: ``StoreError/Code/damaged`` if nothing can be read; ``StoreError/Code/copyFailed``,
  ///   ``StoreError/Code/leftover``; ``StoreError``.
  /// - Complexity: O(n log n) in the size of the file, whose rows are copied to a second file meanwhile.
  package static func recover(
    fileAt source: String, into path: String, permissions: mode_t, settings: Settings,
    given: [FormDefinition] = []
  ) throws -> RecoveryReport {
    try checkFile(path: source, access: .read)
    let (new, copied) = (try DraftFile(at: path), try DraftFile(at: path))
    defer {
      new.discard()
      copied.discard()
    }
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let rows = try DatabaseQueue(path: copied.draft, configuration: configuration)
    let tables = try readingDamaged(source, settings: settings) { db in
      guard try hasTables(db) else { throw StoreError.notAStore(path: source) }
      return try rows.writeWithoutTransaction { rows in
        // Nobody needs this file after a crash.
        try rows.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF")
        var tables: [RecoveryReport.Table] = []
        try rows.inTransaction {
          tables = try FileRecovery.readRows(of: db, isCut: isCut(source, db), into: rows)
          return .commit
        }
        return tables
      }
    }
    guard tables.contains(where: { $0.name == "formstate_form" && $0.rowCount > 0 }) else {
      throw StoreError.unrecoverable(path: source)
    }
    return try naming(path) {
      let report = try rows.read { rows in
        try fill(new, settings: settings) { db in
          var recovery = FileRecovery(of: rows, tables, given: given, into: db)
          return try recovery.run()
        }
      }
      try rows.close()
      try new.finish(permissions: permissions, waitsForDisk: settings.waitsForDisk)
      return report
    }
  }

  /// Whether a file ends within a page.
  private static func isCut(_ path: String, _ db: Database) throws -> Bool {
    guard let page = try Int64.fetchOne(db, sql: "PRAGMA page_size"), page > 0 else { return true }
    return Int64(FileIdentity.found(at: path)?.size ?? 0) % page != 0
  }

  /// Whether a file has tables of FormState's, or a list of tables that cannot be read to its end.
  private static func hasTables(_ db: Database) throws -> Bool {
    do {
      return try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name GLOB 'formstate_*')") ?? false
    } catch let error as DatabaseError where error.isOfDamage {
      return true
    }
  }

  /// Reads a file as far as SQLite can, and leaves it and its log as they are.
  static func readingDamaged<Result>(
    _ path: String, settings: Settings, _ work: (Database) throws -> Result
  ) throws -> Result {
    let mode = try readingMode(ofFileAt: path, leavesAll: true)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(settings.busyTimeout)
    configuration.prepareDatabase { db in
      // With this setting SQLite opens a file that is shorter than it should be, or whose schema is damaged.
      try db.execute(sql: "PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    do {
      let queue = try DatabaseQueue(path: mode.location(of: path), configuration: configuration)
      defer { try? queue.close() }
      // Without a transaction: once a page could not be read, SQLite would refuse to end it.
      return try queue.unsafeRead(work)
    } catch let error as DatabaseError where error.isOfDamage {
      throw StoreError.unrecoverable(path: path)
    }
  }
}
