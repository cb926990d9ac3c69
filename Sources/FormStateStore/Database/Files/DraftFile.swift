import Foundation

/// A new database that gets its name only once it is whole, so that a process that is killed half way leaves nothing
/// under that name.
///
/// What such a process leaves is called `NAME.part-…`, lies beside it, and may be deleted.
struct DraftFile {
  /// The path that the file gets in the end.
  let path: String
  /// Where it is meanwhile.
  let draft: String

  /// Makes an empty file that nobody else may read meanwhile. Whatever has the name already keeps it, a link too.
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
    // SQLite would take what is in there for the new file's own, and show a mixture of both.
    for leftover in ["-wal", "-shm", "-journal"].map({ path + $0 }) where FileIdentity.found(at: leftover) != nil {
      throw StoreError.leftover(path: leftover, beside: path)
    }
  }

  /// Gives the file its name and its permissions.
  ///
  /// - Parameters:
  ///   - permissions: who may do what with it; `nil` to leave that to its owner alone.
  ///   - waitsForDisk: whether to wait until the disk has the name.
  /// - Throws: ``SystemError``, where another file has taken the name meanwhile, too.
  func finish(permissions: mode_t?, waitsForDisk: Bool) throws {
    if let permissions, chmod(draft, permissions) != 0 { throw SystemError.last }
    // A link takes no other file's place, as a rename would. Not every file system has links.
    if link(draft, path) == 0 {
      unlink(draft)
    } else {
      guard errno != EEXIST else { throw SystemError(code: EEXIST) }
      try Self.requireNothing(at: path)
      guard rename(draft, path) == 0 else { throw SystemError.last }
    }
    if waitsForDisk { Self.synchronizeFolder(of: path) }
  }

  /// Takes away what there is of it.
  func discard() {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(draft + ending) }
  }

  /// Not every file system lets a folder be synchronized; it then does so by itself.
  private static func synchronizeFolder(of path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// What the system says went wrong.
  struct SystemError: Error {
    let reason: String

    init(code: Int32) {
      reason = code == EEXIST ? "there is such a file already" : String(cString: strerror(code)).lowercased()
    }

    static var last: SystemError { SystemError(code: errno) }
  }
}
