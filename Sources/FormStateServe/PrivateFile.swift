import Foundation

/// Files that only the user can read.
enum PrivateFile {
  /// Writes a file whole or not at all, and never readable by others.
  static func write(_ data: Data, to path: String, replaces: Bool) -> Bool {
    let draft = "\(path).\(getpid())"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { unlink(draft) }
    let count = data.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    guard close(file) == 0, count == data.count else { return false }
    return (replaces ? rename(draft, path) : link(draft, path)) == 0
  }

  /// Whether a file has a type, belongs to the user, and is closed to others.
  static func isOwn(_ path: String, type: mode_t) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == type && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }
}
