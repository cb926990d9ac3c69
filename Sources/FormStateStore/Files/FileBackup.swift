import Foundation
import GRDB
import GRDBSQLite

/// Copies a database, as it is read at one moment, to a new file.
struct FileBackup {
  private let source: any DatabaseReader
  private let sourcePath: String
  private let path: String
  private let waitsForDisk: Bool

  /// Prepares a copy.
  ///
  /// - Parameters:
  ///   - source: a connection to the database.
  ///   - sourcePath: the path of its file, whose permissions the copy is to have.
  ///   - path: the path of the copy; nothing may be there.
  ///   - waitsForDisk: whether to wait until the disk has the copy.
  init(of source: any DatabaseReader, at sourcePath: String, to path: String, waitsForDisk: Bool) {
    self.source = source
    self.sourcePath = sourcePath
    self.path = path
    self.waitsForDisk = waitsForDisk
  }

  /// Makes the copy; when that fails, nothing is left of it.
  ///
  /// - Throws: ``StoreError/copyFailed(path:reason:)``, ``StoreError/leftover(path:beside:)``.
  func run() throws {
    try Self.makeFile(at: path)
    do {
      try copy()
      try takePermissions()
    } catch {
      unlink(path)
      throw StoreError.copyFailed(path: path, reason: Self.reason(of: error))
    }
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case let error as SystemError: error.reason
    // The error's own message may be that of the other one of two connections.
    case let error as DatabaseError: String(cString: sqlite3_errstr(error.extendedResultCode.rawValue))
    default: "\(error)"
    }
  }

  /// Makes an empty file that nobody else may read meanwhile; whatever has the name already keeps it, a link too.
  ///
  /// - Throws: as ``run()``.
  static func makeFile(at path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "there is such a file already" : SystemError.last.reason
      throw StoreError.copyFailed(path: path, reason: reason)
    }
    close(descriptor)
    // SQLite would take what is in there for the new file's own, and show a mixture of both.
    for leftover in ["-wal", "-shm", "-journal"].map({ path + $0 }) where FileIdentity.found(at: leftover) != nil {
      unlink(path)
      throw StoreError.leftover(path: leftover, beside: path)
    }
  }

  private func copy() throws {
    let copy = try DatabaseQueue(path: path)
    try copy.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = \(waitsForDisk ? "FULL" : "NORMAL")")
      try db.execute(sql: "PRAGMA fullfsync = \(waitsForDisk ? 1 : 0)")
    }
    try source.backup(to: copy)
    try copy.close()
  }

  private func takePermissions() throws {
    guard let permissions = FileIdentity.found(at: sourcePath)?.permissions else { return }
    guard chmod(path, permissions) == 0 else { throw SystemError.last }
  }

  private struct SystemError: Error {
    let reason: String

    static var last: SystemError { SystemError(reason: String(cString: strerror(errno)).lowercased()) }
  }
}
