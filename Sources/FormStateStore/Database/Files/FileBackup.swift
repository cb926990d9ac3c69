import Foundation
import GRDB
import GRDBSQLite

/// Copies a database, as of one moment, to a new file.
struct FileBackup {
  private let source: any DatabaseReader
  private let sourcePath: String
  private let path: String
  private let waitsForDisk: Bool
  private let mayBeDamaged: Bool

  /// Prepares a copy.
  ///
  /// - Parameters:
  ///   - source: a connection to the database.
  ///   - sourcePath: the path of its file, whose permissions the copy gets.
  ///   - path: the path of the copy; nothing may exist there.
  ///   - waitsForDisk: whether to wait until the copy is on the disk.
  ///   - mayBeDamaged: whether to copy a damaged database as it is.
  init(
    of source: any DatabaseReader, at sourcePath: String, to path: String, waitsForDisk: Bool,
    mayBeDamaged: Bool = false
  ) {
    self.source = source
    self.sourcePath = sourcePath
    self.path = path
    self.waitsForDisk = waitsForDisk
    self.mayBeDamaged = mayBeDamaged
  }

  /// Makes the copy; if that fails, nothing remains of it.
  ///
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``; ``StoreError/Code/damaged`` for a damaged
  ///   database.
  func run() throws {
    let file = try DraftFile(at: path)
    do {
      try copy(to: file.draft)
      try file.finish(
        permissions: FileIdentity.found(at: sourcePath)?.permissions, waitsForDisk: waitsForDisk,
        readsThrough: !mayBeDamaged)
    } catch {
      file.discard()
      // A copy that cannot be read is either the disk's fault or that of the database.
      if !mayBeDamaged, Self.isAboutContents(error), let fault = try? source.read(StoreCheck.unreadablePage) {
        throw StoreError.damagedFile(path: sourcePath, fault: fault)
      }
      throw StoreError.copyFailed(path: path, reason: Self.reason(of: error))
    }
  }

  private static func isAboutContents(_ error: any Error) -> Bool {
    error is DraftFile.Unreadable || (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case let error as DraftFile.SystemError: error.reason
    case let error as DraftFile.Unreadable: error.fault
    case let error as StoreError: error.cause ?? error.description
    // The error's own message may belong to the other one of two connections.
    case let error as DatabaseError: String(cString: sqlite3_errstr(error.extendedResultCode.rawValue))
    default: "\(error)"
    }
  }

  private func copy(to path: String) throws {
    let copy = try DatabaseQueue(path: path)
    try copy.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = \(waitsForDisk ? "FULL" : "NORMAL")")
      try db.execute(sql: "PRAGMA fullfsync = \(waitsForDisk ? 1 : 0)")
    }
    try source.backup(to: copy)
    try copy.close()
  }
}
