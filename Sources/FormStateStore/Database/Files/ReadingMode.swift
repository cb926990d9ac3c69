import Foundation
import GRDBSQLite

/// How a file can be read without leaving files behind that lock others out.
///
/// SQLite creates a log and its index next to a database even for reading. A reader without permission to write would
/// own them, and a writer could not use them.
enum ReadingMode: Equatable, Sendable {
  /// Like a writer, which alone can delete the log and its index when it closes.
  case asWriter
  /// As a reader that keeps the log, with contents that are not in the database yet: the last connection to close would
  /// otherwise copy them there.
  case besideLog
  /// With the log and the index of a writer.
  case besideWriter
  /// Only the database: there is no log with contents.
  case immutable

  /// Determines how a file can be read.
  ///
  /// - Parameter leavesAll: whether the file must stay unchanged, even if it is writable.
  /// - Throws: ``StoreError/Code/unreadableLog``.
  init(path: String, leavesAll: Bool = false) throws {
    let file = Self.resolved(path)
    let log = FileIdentity.found(at: file + "-wal")
    let index = FileIdentity.found(at: file + "-shm")
    let journal = FileIdentity.found(at: file + "-journal")
    let hasLog = (log?.size ?? 0) > 0
    if !leavesAll || hasLog, Self.mayWrite(path), Self.mayWriteBeside(file, log: log, index: index) {
      self = hasLog ? .besideLog : .asWriter
    } else if log != nil, index != nil {
      self = .besideWriter
    } else if hasLog {
      throw StoreError.unreadableLog(path: path)
    } else if (journal?.size ?? 0) > 0 {
      // SQLite itself reports what an interrupted transaction needs.
      self = .besideWriter
    } else {
      self = .immutable
    }
  }

  /// The location for SQLite.
  func location(of path: String) -> String {
    guard self == .besideWriter || self == .immutable, sqlite3_compileoption_used("USE_URI") != 0 else { return path }
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
    let absolute = URL(fileURLWithPath: path).path
    guard let encoded = absolute.addingPercentEncoding(withAllowedCharacters: allowed) else { return path }
    return "file:\(encoded)?\(self == .immutable ? "immutable=1" : "readonly_shm=1")"
  }

  /// Deletes a log that this process has created only by reading: an empty one of its own.
  ///
  /// - Returns: whether there was one.
  static func takeAwayOwnLog(of path: String) -> Bool {
    let file = resolved(path)
    guard let database = FileIdentity.found(at: file), let log = FileIdentity.found(at: file + "-wal"), log.size == 0,
      log.owner == geteuid(), log.owner != database.owner
    else { return false }
    return unlink(file + "-wal") == 0
  }

  /// Whether a file may be written, or created if it does not exist.
  static func mayWrite(_ path: String) -> Bool {
    guard let file = FileIdentity.found(at: path) else { return true }
    // Root may write regardless of permissions; removing all of them still expresses an intention.
    return file.permissions & 0o222 != 0 && access(path, W_OK) == 0
  }

  private static func mayWriteBeside(_ file: String, log: FileIdentity?, index: FileIdentity?) -> Bool {
    if log != nil, index != nil { return access(file + "-wal", W_OK) == 0 && access(file + "-shm", W_OK) == 0 }
    let folder = (file as NSString).deletingLastPathComponent
    return FileIdentity.found(at: folder).map { $0.permissions & 0o222 != 0 } ?? true && access(folder, W_OK) == 0
  }

  /// The file at the end of a path's links, next to which SQLite keeps its own.
  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
