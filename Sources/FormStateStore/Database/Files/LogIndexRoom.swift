import Foundation

/// Room on the disk for the index of a log.
///
/// SQLite maps the index as memory, and reserves one byte of each 4096 in it. Where the blocks of a file system are
/// smaller, the rest gets its blocks when it is first touched; on a full disk that ends the process by a signal.
enum LogIndexRoom {
  /// What one opening and one action use: the first part of the index and of the log.
  private static let least: UInt64 = 128 << 10
  private static let pageOfIndex: UInt64 = 4096

  /// Refuses to open a database whose index would have no room.
  ///
  /// - Throws: ``StoreError/Code/diskError``.
  static func require(besideDatabaseAt path: String) throws {
    guard let disk = disk(ofDatabaseAt: path), UInt64(disk.f_frsize) < pageOfIndex, isShort(disk) else { return }
    throw StoreError.noRoom(path: path, kilobytes: Int(least >> 10))
  }

  /// Whether the disk of a database has no room for an index to grow: SQLite then cannot even read as a writer does.
  static func isLacking(besideDatabaseAt path: String) -> Bool {
    disk(ofDatabaseAt: path).map(isShort) ?? false
  }

  /// Makes an index without contents if there is none, which takes no room: beside one that it may not write, SQLite
  /// keeps its own in memory.
  ///
  /// - Throws: ``StoreError/Code/diskError``.
  static func makeEmpty(besideDatabaseAt path: String) throws {
    let file = ReadingMode.resolved(path)
    let permissions = FileIdentity.found(at: file)?.permissions ?? 0o600
    // Only a new one, since closing another would release SQLite's locks on it.
    let descriptor = open(file + "-shm", O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 || errno == EEXIST else { throw StoreError.noRoom(path: path, kilobytes: Int(least >> 10)) }
    if descriptor >= 0 { close(descriptor) }
  }

  private static func disk(ofDatabaseAt path: String) -> statvfs? {
    let folder = URL(fileURLWithPath: ReadingMode.resolved(path)).deletingLastPathComponent().path
    var disk = statvfs()
    return statvfs(folder, &disk) == 0 ? disk : nil
  }

  private static func isShort(_ disk: statvfs) -> Bool { UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < least }
}
