import FormState
import Foundation
import GRDB

/// Imports into a file that may not have FormState's tables yet. They are created in the same transaction, so a failed
/// import leaves the file unchanged, to the byte; a file that does not exist is made as a draft.
extension FormStore {
  /// The saved definition of an imported form, and the outcome of upgrading its responses, if requested.
  package typealias TakenForm = (saved: SavedForm, upgrades: [UpgradedResponse])

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
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, upgradingWith mapping: UpgradeMapping? = nil,
    author: String? = nil, intoFileAt path: String, settings: Settings = Settings()
  ) throws -> [TakenForm] {
    func take(
      _ parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, _ db: Database
    ) throws -> [TakenForm] {
      var content = PartsImport(in: db)
      try parts { try content.take($0) }
      return try content.finish().map { form in
        let upgrades = try mapping.map { mapping in
          try upgradeAll(
            of: form.key, mapping: mapping, author: author, isDryRun: false, progress: { _, _ in }, in: db)
        }
        return (saved: form, upgrades: upgrades ?? [])
      }
    }
    try checkFile(path: path, access: .create)
    guard let file = try newFile(at: path) else {
      return try write(fileAt: path, access: .create, settings: settings) { (try take(parts, $0), .commit) }
    }
    defer { file.discard() }
    return try naming(path) {
      let taken = try fill(file, settings: settings) { try take(parts, $0) }
      do {
        try file.finish(permissions: nil, waitsForDisk: settings.waitsForDisk)
        return taken
      } catch let error as DraftFile.SystemError where error.code == EEXIST {
        // Another process has made the file meanwhile. The parts may have come through a pipe, but the draft has them.
        let draft = try FormStore(path: file.draft, access: .read)
        return try write(fileAt: path, access: .write, settings: settings) {
          (try take(draft.forEachPart, $0), .commit)
        }
      }
    }
  }

  /// A draft of a file that does not exist, readable as any file that the process makes; `nil` if the file exists.
  private static func newFile(at path: String) throws -> DraftFile? {
    guard !DraftFile.isTaken(path) else { return nil }
    do {
      return try DraftFile(at: path, permissions: 0o644)
    } catch let error as StoreError {
      // Another process may just have made it.
      if DraftFile.isTaken(path) { return nil }
      throw error.code == .copyFailed ? StoreError.cannotOpen(path: path, reason: error.cause ?? error.problem) : error
    }
  }

  /// Makes a new file with everything of another store; it gets its name only when it is complete and can be read.
  ///
  /// - Parameters:
  ///   - parts: as for ``restore(parts:progress:)``.
  ///   - path: the path of the file; neither it nor a file that SQLite would treat as its log may exist.
  ///   - permissions: the final permissions; until then only the owner has access.
  ///   - settings: how long to wait for others, and whether to wait for the disk.
  ///   - progress: receives the number of imported responses so far.
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``; as ``restore(parts:progress:)``.
  package static func restore(
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, intoNewFileAt path: String,
    permissions: mode_t, settings: Settings, progress: (_ done: Int) -> Void = { _ in }
  ) throws -> ContentCounts {
    let file = try DraftFile(at: path)
    defer { file.discard() }
    return try naming(path) {
      let counts = try fill(file, settings: settings) { try restore(parts, in: $0, progress: progress) }
      try file.finish(permissions: permissions, waitsForDisk: settings.waitsForDisk)
      return counts
    }
  }

  /// Writes FormState's tables and contents into a draft, and closes it.
  static func fill<Result>(
    _ file: DraftFile, settings: Settings, _ work: (Database) throws -> Result
  ) throws -> Result {
    guard
      let result = try writeWithoutTables(fileAt: file.draft, settings: settings, { (try work($0), .commit) })
    else { throw DraftFile.SystemError(code: EEXIST) }
    return result
  }

  /// Reports errors of a draft as those of the file that it is to become.
  static func naming<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try StoreError.translating(path: path, work)
    } catch let error as DraftFile.SystemError {
      throw StoreError.copyFailed(path: path, reason: error.reason)
    } catch let error as DraftFile.Unreadable {
      throw StoreError.copyFailed(path: path, reason: error.fault)
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
      try merge(parts, isDryRun: isDryRun, in: db, erasing: LogErasure(), progress: progress)
    }
  }

  /// Writes in one transaction to a file that has FormState's tables, or gets them with the transaction.
  private static func write<Result>(
    fileAt path: String, access: Access, settings: Settings,
    _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result {
    try checkFile(path: path, access: access)
    let result = try StoreError.translating(path: path) {
      try writeWithoutTables(fileAt: path, settings: settings, work)
    }
    return try result ?? FormStore(path: path, access: access, settings: settings).write(work)
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
