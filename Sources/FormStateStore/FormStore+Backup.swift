import FormState
import FormStateMigrations
import Foundation
import GRDB

extension FormStore {
  /// Copies the database to a new file through SQLite's backup, as it is at one moment, whoever writes meanwhile.
  ///
  /// A copy made with `cp` lacks what stands in the log, and may mix two states. A host's database is copied whole.
  ///
  /// - Parameter path: the path of the copy, which gets the file's permissions; nothing may be there.
  /// - Throws: ``StoreError/copyFailed(path:reason:)``, ``StoreError/leftover(path:beside:)``, nothing left of the copy then;
  ///   ``StoreError/suspended``.
  /// - Complexity: O(n) in the size of the file.
  public func backup(to path: String) throws {
    try translating {
      try requireActive()
      try files?.enter()
      try FileBackup(of: database, at: self.path, to: path, waitsForDisk: true).run()
    }
  }

  /// Copies a file to a new one through SQLite's backup, without opening it as a store, so that one of an older FormState can be
  /// copied as it is.
  ///
  /// - Parameters:
  ///   - source: the path of the file; what stands in its log is copied too.
  ///   - path: the path of the copy, which gets the file's permissions; nothing may be there.
  ///   - settings: how long to wait for others, and whether for the disk.
  /// - Throws: ``StoreError/copyFailed(path:reason:)``, ``StoreError/leftover(path:beside:)``; ``StoreError`` for a file that is
  ///   missing or no store.
  /// - Complexity: O(n) in the size of the file.
  public static func copyFile(at source: String, to path: String, settings: Settings = Settings()) throws {
    try StoreError.translating(path: source) {
      guard FileIdentity.found(at: source) != nil else { throw StoreError.missingFile(path: source) }
      let mode = try ReadingMode(path: source)
      let queue = try DatabaseQueue(
        path: mode.location(of: source), configuration: configuration(readOnly: mode != .asWriter, settings: settings))
      let version = try queue.read { try SchemaMigrator.version(in: $0, steps: Migrations.all) }
      guard version > 0 else { throw StoreError.notAStore(path: source) }
      try FileBackup(of: queue, at: source, to: path, waitsForDisk: settings.waitsForDisk).run()
      try queue.close()
    }
  }

  /// Makes sure that a file can be made at a path.
  ///
  /// - Throws: ``StoreError/copyFailed(path:reason:)``, ``StoreError/leftover(path:beside:)``.
  package static func requireNothing(at path: String) throws {
    try FileBackup.makeFile(at: path)
    unlink(path)
  }

  /// Makes a new file of a store, and takes it away again where what is to go into it fails.
  ///
  /// - Parameters:
  ///   - path: the path of the file; nothing may be there, and nothing that SQLite would take for its log.
  ///   - permissions: who may do what with it in the end; until then nobody but its owner.
  ///   - settings: how to open it.
  ///   - work: what is to go into it.
  /// - Throws: ``StoreError/copyFailed(path:reason:)``, ``StoreError/leftover(path:beside:)``; what `work` throws.
  package static func makeFile<Result>(
    at path: String, permissions: mode_t, settings: Settings, _ work: (FormStore) throws -> Result
  ) throws -> Result {
    try FileBackup.makeFile(at: path)
    do {
      let result = try work(try FormStore(path: path, settings: settings))
      guard chmod(path, permissions) == 0 else {
        throw StoreError.copyFailed(path: path, reason: String(cString: strerror(errno)).lowercased())
      }
      return result
    } catch {
      for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
      throw error
    }
  }
}
