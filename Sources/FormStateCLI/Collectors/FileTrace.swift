#if CommandLine
import Foundation

/// Detects a changed database by the attributes of its files, without opening them.
struct FileTrace: Equatable {
  private let parts: [[Int]]

  /// The attributes of a database, and of the log that its changes are in first.
  init(ofDatabase path: String) {
    parts = [path, path + "-wal"].map(Self.attributes)
  }

  private static func attributes(of path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    return [Int(status.st_ino), Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
  }
}
#endif
