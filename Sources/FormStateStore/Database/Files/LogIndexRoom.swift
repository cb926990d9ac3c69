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
    let folder = URL(fileURLWithPath: ReadingMode.resolved(path)).deletingLastPathComponent().path
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0, UInt64(disk.f_frsize) < pageOfIndex else { return }
    guard UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < least else { return }
    throw StoreError.noRoom(path: path, kilobytes: Int(least >> 10))
  }
}
