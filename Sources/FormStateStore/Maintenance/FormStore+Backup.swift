import FormState
import FormStateMigrations
import Foundation
import GRDB

extension FormStore {
  /// Copies the database to a new file through SQLite's backup, as it is at one moment, no matter who writes meanwhile.
  ///
  /// The copy has its name only once it is whole.
  ///
  /// A copy made with `cp` lacks what stands in the log, and may mix two states. A host's database is copied whole.
  ///
  /// - Parameter path: the path of the copy, which gets the file's permissions; nothing may be there.
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``, nothing left of the copy
  ///   then; ``StoreError/Code/damaged`` where a row names one that does not exist; ``StoreError/Code/suspended``.
  /// - Complexity: O(n) in the size of the file.
  public func backup(to path: String) throws {
    try translating {
      try requireActive()
      try files?.enter()
      try database.read(StoreCheck.requireParents)
      try FileBackup(of: database, at: self.path, to: path, waitsForDisk: true).run()
    }
  }

  /// Copies a file to a new one through SQLite's backup, without opening it as a store, so that one of an older
  /// FormState can be copied as it is.
  ///
  /// - Parameters:
  ///   - source: the path of the file; what stands in its log is copied too.
  ///   - path: the path of the copy, which gets the file's permissions; nothing may be there.
  ///   - isWhole: whether a file is refused in which a row names one that does not exist.
  ///   - settings: how long to wait for others, and whether for the disk.
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``; ``StoreError`` for a
  ///   file that is missing or no store.
  /// - Complexity: O(n) in the size of the file.
  public static func copyFile(
    at source: String, to path: String, isWhole: Bool = true, settings: Settings = Settings()
  ) throws {
    try StoreError.translating(path: source) {
      guard FileIdentity.found(at: source) != nil else { throw StoreError.missingFile(path: source) }
      let mode = try ReadingMode(path: source)
      let queue = try DatabaseQueue(
        path: mode.location(of: source), configuration: configuration(readOnly: mode != .asWriter, settings: settings))
      let version = try queue.read { try SchemaMigrator.version(in: $0, steps: Migrations.all) }
      guard version > 0 else { throw StoreError.notAStore(path: source) }
      if isWhole { try queue.read(StoreCheck.requireParents) }
      try FileBackup(of: queue, at: source, to: path, waitsForDisk: settings.waitsForDisk).run()
      try queue.close()
    }
  }

  /// Checks that a file can be made at a path.
  ///
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``.
  package static func requireNothing(at path: String) throws {
    try DraftFile(at: path).discard()
  }

  /// Makes a new file of a store, which has its name only once all that is to go into it is there.
  ///
  /// - Parameters:
  ///   - path: the path of the file; nothing may be there, and nothing that SQLite would take for its log.
  ///   - permissions: who may do what with it in the end; until then nobody but its owner.
  ///   - settings: how to open it.
  ///   - work: what is to go into it.
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``; what `work` throws.
  package static func makeFile<Result>(
    at path: String, permissions: mode_t, settings: Settings, _ work: (FormStore) throws -> Result
  ) throws -> Result {
    let file = try DraftFile(at: path)
    do {
      let store = try FormStore(path: file.draft, settings: settings)
      let result = try work(store)
      // The log goes with the last that has the file open.
      try store.close()
      try file.finish(permissions: permissions, waitsForDisk: settings.waitsForDisk)
      return result
    } catch {
      file.discard()
      guard let error = error as? DraftFile.SystemError else { throw error }
      throw StoreError.copyFailed(path: path, reason: error.reason)
    }
  }
}
