import FormState
import Foundation
import GRDB

extension FormStore {
  /// Copies the database to a new file with SQLite's backup, as of one moment, while others may write.
  ///
  /// The copy gets its name only when it is complete.
  ///
  /// A copy made with `cp` lacks the contents of the log, and may mix two states. A host's database is copied whole.
  ///
  /// - Parameter path: the path of the copy, which gets the file's permissions; nothing may exist there.
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``, in which case no copy remains;
  ///   ``StoreError/Code/damaged`` for dangling foreign keys, and for a page that cannot be read;
  ///   ``StoreError/Code/suspended``.
  /// - Complexity: O(n) in the size of the file.
  public func backup(to path: String) throws {
    try translating {
      try requireActive()
      try files?.enter()
      try database.read { try Self.requireSound($0, path: self.path) }
      try FileBackup(of: database, at: self.path, to: path, waitsForDisk: true).run()
    }
  }

  /// Copies a file to a new one with SQLite's backup, without opening it as a store, so a file of an older FormState
  /// can be copied unchanged.
  ///
  /// - Parameters:
  ///   - source: the path of the file; the contents of its log are copied too.
  ///   - path: the path of the copy, which gets the file's permissions; nothing may exist there.
  ///   - isWhole: whether to refuse a file with dangling foreign keys or unreadable pages.
  ///   - settings: how long to wait for others, and whether to wait for the disk.
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``, ``StoreError/Code/damaged``;
  ///   ``StoreError`` for a missing file, or one that is not a store.
  /// - Complexity: O(n) in the size of the file.
  public static func copyFile(
    at source: String, to path: String, isWhole: Bool = true, settings: Settings = Settings()
  ) throws {
    try StoreError.translating(path: source) {
      try checkFile(path: source, access: .read)
      let mode = try readingMode(ofFileAt: source)
      let queue = try DatabaseQueue(
        path: mode.location(of: source), configuration: configuration(readOnly: mode != .asWriter, settings: settings))
      let version = try queue.read { try SchemaMigrator.version(in: $0, steps: Migrations.all) }
      guard version > 0 else { throw StoreError.notAStore(path: source) }
      if isWhole { try queue.read { try requireSound($0, path: source) } }
      try FileBackup(
        of: queue, at: source, to: path, waitsForDisk: settings.waitsForDisk, mayBeDamaged: !isWhole
      ).run()
      try queue.close()
    }
  }

  /// Checks that rows name no missing ones, before a copy is made.
  private static func requireSound(_ db: Database, path: String) throws {
    do {
      try StoreCheck.requireParents(in: db)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      let fault = try StoreCheck.unreadablePage(in: db) ?? error.message ?? "no message"
      throw StoreError.damagedFile(path: path, fault: fault)
    }
  }

  /// Checks that a file can be created at a path.
  ///
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``.
  package static func requireNothing(at path: String) throws {
    try DraftFile(at: path).discard()
  }
}
