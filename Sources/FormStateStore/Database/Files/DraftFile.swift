import Foundation

/// A new database that gets its name only when it is complete, so a process that is killed halfway leaves nothing under
/// that name.
///
/// What such a process leaves is called `NAME.part-…`, is next to it, and may be deleted.
struct DraftFile {
  /// The final path of the file.
  let path: String
  /// Its path until then.
  let draft: String

  /// Creates an empty file that only the owner can read. An existing file of the name is kept, even if it is a link.
  ///
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``.
  init(at path: String) throws {
    self.path = path
    draft = "\(path).part-\(UUID().uuidString.prefix(8).lowercased())"
    try Self.requireNothing(at: path)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError.copyFailed(path: path, reason: SystemError.last.reason) }
    close(descriptor)
  }

  private static func requireNothing(at path: String) throws {
    var status = stat()
    guard lstat(path, &status) != 0 else {
      throw StoreError.copyFailed(path: path, reason: SystemError(code: EEXIST).reason)
    }
    // SQLite would treat their contents as the new file's own, and show a mixture of both.
    for leftover in ["-wal", "-shm", "-journal"].map({ path + $0 }) where FileIdentity.found(at: leftover) != nil {
      throw StoreError.leftover(path: leftover, beside: path)
    }
  }

  /// Sets the name and the permissions of the file.
  ///
  /// - Parameters:
  ///   - permissions: the permissions; `nil` for only the owner.
  ///   - waitsForDisk: whether to wait until the name is on the disk.
  /// - Throws: ``SystemError``, also if another file has taken the name meanwhile.
  func finish(permissions: mode_t?, waitsForDisk: Bool) throws {
    if let permissions, chmod(draft, permissions) != 0 { throw SystemError.last }
    // A link does not replace another file, as a rename would. Not every file system has links.
    if link(draft, path) == 0 {
      unlink(draft)
    } else {
      guard errno != EEXIST else { throw SystemError(code: EEXIST) }
      try Self.requireNothing(at: path)
      guard rename(draft, path) == 0 else { throw SystemError.last }
    }
    if waitsForDisk { Self.synchronizeFolder(of: path) }
  }

  /// Deletes what exists of it.
  func discard() {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(draft + ending) }
  }

  /// Not every file system allows synchronizing a folder; those that do not do it automatically.
  private static func synchronizeFolder(of path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// An error of the system.
  struct SystemError: Error {
    let reason: String

    init(code: Int32) {
      reason = code == EEXIST ? "the file already exists" : String(cString: strerror(code)).lowercased()
    }

    static var last: SystemError { SystemError(code: errno) }
  }
}
