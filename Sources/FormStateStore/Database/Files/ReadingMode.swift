import Foundation
import GRDBSQLite

/// How a file can be read without leaving anything behind that keeps others out.
///
/// SQLite makes a log and its index beside a database even for reading. Anyone who may not write the database would own
/// them, and anyone who may write it could not use them.
enum ReadingMode: Equatable, Sendable {
  /// As a writer would, which alone can take the log and its index away again when it closes.
  case asWriter
  /// As a reader that leaves the log as it is, which holds what is not in the database yet: the last one to leave would
  /// otherwise put that there.
  case besideLog
  /// With the log and the index that a writer has made.
  case besideWriter
  /// The database alone, as it stands: there is no log with anything in it.
  case immutable

  /// Finds out how a file can be read.
  ///
  /// - Parameter leavesAll: whether nothing of the file is to be changed, though it may be.
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
      // SQLite itself says what a transaction that was broken off needs.
      self = .besideWriter
    } else {
      self = .immutable
    }
  }

  /// What SQLite is to open.
  func location(of path: String) -> String {
    guard self == .besideWriter || self == .immutable, sqlite3_compileoption_used("USE_URI") != 0 else { return path }
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
    let absolute = URL(fileURLWithPath: path).path
    guard let encoded = absolute.addingPercentEncoding(withAllowedCharacters: allowed) else { return path }
    return "file:\(encoded)?\(self == .immutable ? "immutable=1" : "readonly_shm=1")"
  }

  /// Takes a log away that this process has made only by reading: one that is empty, and its own.
  ///
  /// - Returns: whether there was one.
  static func takeAwayOwnLog(of path: String) -> Bool {
    let file = resolved(path)
    guard let database = FileIdentity.found(at: file), let log = FileIdentity.found(at: file + "-wal"), log.size == 0,
      log.owner == geteuid(), log.owner != database.owner
    else { return false }
    return unlink(file + "-wal") == 0
  }

  /// Whether a file may be written, or made if there is none.
  static func mayWrite(_ path: String) -> Bool {
    guard let file = FileIdentity.found(at: path) else { return true }
    // Root may write whatever the permissions say; anyone who took them all away still meant it.
    return file.permissions & 0o222 != 0 && access(path, W_OK) == 0
  }

  private static func mayWriteBeside(_ file: String, log: FileIdentity?, index: FileIdentity?) -> Bool {
    if log != nil, index != nil { return access(file + "-wal", W_OK) == 0 && access(file + "-shm", W_OK) == 0 }
    let folder = (file as NSString).deletingLastPathComponent
    return FileIdentity.found(at: folder).map { $0.permissions & 0o222 != 0 } ?? true && access(folder, W_OK) == 0
  }

  /// The file that a path leads to, beside which SQLite keeps its own.
  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
