import FormState
import FormStateMigrations
import Foundation
import GRDB

/// What is taken into a file that may not have FormState's tables yet. They are made in the same transaction, so that a
/// file into which nothing comes stays unchanged, to the byte.
extension FormStore {
  /// What was imported of a form, and what became of its responses where they were to fill in the newest version.
  package typealias TakenForm = (saved: SavedForm, upgrades: [(key: ResponseKey, plan: UpgradePlan)])

  /// Takes definitions and responses into a file, all or none, and makes the file if there is none.
  ///
  /// - Parameters: as for ``init(path:access:settings:)``.
  ///   - parts: hands out the parts: each form with its versions, then its responses. It runs within the transaction.
  ///   - mapping: as for ``upgradePlan(for:mapping:)``, where all responses of the forms are to fill in the newest
  ///     version; `nil` where they stay.
  ///   - author: who upgrades them; `nil` for nobody in particular.
  /// - Returns: what became of each form, in the order given.
  /// - Throws: as ``init(path:access:settings:)``, ``take(_:)`` and ``upgrade(_:mapping:)``; what `parts` throws.
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

  /// Brings the responses of another store into a file, see ``merge(parts:isDryRun:progress:)``.
  ///
  /// - Parameters: as for ``init(path:access:settings:)``, the file being there, and
  ///   ``merge(parts:isDryRun:progress:)``.
  /// - Returns: what became of each response.
  /// - Throws: as ``init(path:access:settings:)`` and ``merge(parts:isDryRun:progress:)``.
  package static func merge(
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, intoFileAt path: String, isDryRun: Bool,
    settings: Settings = Settings(), progress: (_ done: Int) -> Void = { _ in }
  ) throws -> MergeReport {
    try write(fileAt: path, access: .write, settings: settings) { db in
      try merge(parts, isDryRun: isDryRun, in: db, progress: progress)
    }
  }

  /// Writes in one transaction to a file that has FormState's tables, or is to have them once the transaction is
  /// committed.
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

  /// The same for a file without tables; `nil` where it has them.
  private static func writeWithoutTables<Result>(
    fileAt path: String, settings: Settings, _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result? {
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
      // Only now, and so a new file is filled before it has a log, through which all of it would be written twice.
      if completion == .commit { try setUpWriting(db, settings: settings) }
      return result
    }
    try protectedFiles?.protect()
    try queue.close()
    return result
  }
}
