import FormState
import FormStateMigrations
import Foundation
import GRDB

/// Imports into a file that may not have FormState's tables yet. They are created in the same transaction, so a failed
/// import leaves the file unchanged, to the byte.
extension FormStore {
  /// The saved definition of an imported form, and the outcome of upgrading its responses, if requested.
  package typealias TakenForm = (saved: SavedForm, upgrades: [(key: ResponseKey, plan: UpgradePlan)])

  /// Imports definitions and responses into a file, all or nothing, and creates the file if it does not exist.
  ///
  /// - Parameters: as for ``init(path:access:settings:)``.
  ///   - parts: passes on the parts: each form with its versions, then its responses. It runs within the transaction.
  ///   - mapping: as for ``upgradePlan(for:mapping:)``, to upgrade all responses of the forms to the newest version;
  ///     `nil` to leave them.
  ///   - author: the author of the upgrades; `nil` for none.
  /// - Returns: the outcome for each form, in the given order.
  /// - Throws: as ``init(path:access:settings:)``, ``importForms(_:)`` and ``upgrade(_:mapping:)``; what `parts`
  ///   throws.
  package static func take(
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, upgradingWith mapping: [String: String?]? = nil,
    author: String? = nil, intoFileAt path: String, settings: Settings = Settings()
  ) throws -> [TakenForm] {
    try write(fileAt: path, access: .create, settings: settings) { db in
      var content = PartsImport(in: db)
      try parts { try content.take($0) }
      let taken = try content.finish().map { form in
        let upgrades = try mapping.map { mapping in
          try upgradeAll(
            of: form.key, mapping: mapping, author: author, isDryRun: false, progress: { _, _ in }, in: db)
        }
        return (saved: form, upgrades: upgrades ?? [])
      }
      return (taken, .commit)
    }
  }

  /// Merges the responses of another store into a file, see ``merge(parts:isDryRun:progress:)``.
  ///
  /// - Parameters: as for ``init(path:access:settings:)``, with an existing file, and
  ///   ``merge(parts:isDryRun:progress:)``.
  /// - Returns: the outcome for each response.
  /// - Throws: as ``init(path:access:settings:)`` and ``merge(parts:isDryRun:progress:)``.
  package static func merge(
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, intoFileAt path: String, isDryRun: Bool,
    settings: Settings = Settings(), progress: (_ done: Int) -> Void = { _ in }
  ) throws -> MergeReport {
    try write(fileAt: path, access: .write, settings: settings) { db in
      try merge(parts, isDryRun: isDryRun, in: db, progress: progress)
    }
  }

  /// Writes in one transaction to a file that has FormState's tables, or gets them with the transaction.
  private static func write<Result>(
    fileAt path: String, access: Access, settings: Settings,
    _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result {
    try checkFile(path: path, access: access)
    let isThere = FileManager.default.fileExists(atPath: path)
    do {
      let result = try StoreError.translating(path: path) {
        try writeWithoutTables(fileAt: path, settings: settings, work)
      }
      if let result { return result }
    } catch {
      if !isThere { for ending in ["", "-journal"] { unlink(path + ending) } }
      throw error
    }
    return try FormStore(path: path, access: access, settings: settings).write(work)
  }

  /// The same for a file without tables; `nil` if it has them.
  private static func writeWithoutTables<Result>(
    fileAt path: String, settings: Settings, _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result? {
    try LogIndexRoom.require(besideDatabaseAt: path)
    let protectedFiles = settings.fileProtection.map { ProtectedFiles(ofDatabaseAt: path, $0) }
    try protectedFiles?.protect()
    let queue = try DatabaseQueue(path: path, configuration: configuration(readOnly: false, settings: settings))
    guard try queue.read({ try SchemaMigrator.version(in: $0) }) == 0 else {
      try queue.close()
      return nil
    }
    try protectedFiles?.protect()
    let result: Result? = try queue.writeWithoutTransaction { db in
      try setUpDurability(db, settings: settings)
      guard let (result, completion) = try SchemaMigrator.create(in: db, work) else { return nil }
      // Only now, so a new file is filled before it has a log, in which everything would be written twice.
      if completion == .commit { try setUpWriting(db, settings: settings) }
      return result
    }
    try protectedFiles?.protect()
    try queue.close()
    return result
  }
}
