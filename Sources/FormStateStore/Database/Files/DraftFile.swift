import Foundation
import GRDB

/// A new database that gets its name only when it is complete and can be read, so neither a process that is killed
/// halfway nor a disk that loses what was written leaves a broken file under that name.
///
/// What such a process leaves is called `NAME.part-…`, is next to it, and may be deleted.
struct DraftFile {
  /// The final path of the file.
  let path: String
  /// Its path until then.
  let draft: String

  /// Creates an empty file. An existing file of the name is kept, even if it is a link.
  ///
  /// - Parameters:
  ///   - path: the final path.
  ///   - permissions: the permissions of the draft, which the process's mask restricts; by default only the owner can
  ///     read it.
  /// - Throws: ``StoreError/Code/copyFailed``, ``StoreError/Code/leftover``.
  init(at path: String, permissions: mode_t = 0o600) throws {
    self.path = path
    draft = "\(path).part-\(UUID().uuidString.prefix(8).lowercased())"
    try Self.requireNothing(at: path)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw StoreError.copyFailed(path: path, reason: SystemError.last.reason) }
    close(descriptor)
  }

  /// Whether anything has a name, even a link to nothing.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func requireNothing(at path: String) throws {
    guard !isTaken(path) else {
      throw StoreError.copyFailed(path: path, reason: SystemError(code: EEXIST).reason)
    }
    // SQLite would treat their contents as the new file's own, and show a mixture of both.
    for leftover in ["-wal", "-shm", "-journal"].map({ path + $0 }) where FileIdentity.found(at: leftover) != nil {
      throw StoreError.leftover(path: leftover, beside: path)
    }
  }

  /// Proves that the file is complete, and sets its name and its permissions. All connections to it must be closed.
  ///
  /// - Parameters:
  ///   - permissions: the permissions; `nil` for those of the draft.
  ///   - waitsForDisk: whether to wait until the name is on the disk.
  ///   - readsThrough: whether to read every page; not for the copy of a file that may be damaged.
  /// - Throws: ``SystemError``, also if another file has taken the name meanwhile; ``Unreadable``; errors of SQLite.
  /// - Complexity: O(n) in the size of the file.
  func finish(permissions: mode_t?, waitsForDisk: Bool, readsThrough: Bool = true) throws {
    try prove(readsThrough: readsThrough)
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

  /// The last connection to close copies the log into the file and deletes it; if it cannot, SQLite reports nothing.
  private func prove(readsThrough: Bool) throws {
    for ending in ["-wal", "-journal"] where FileIdentity.found(at: draft + ending) != nil {
      throw Unreadable(fault: "its log could not be copied into it")
    }
    guard readsThrough else { return }
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: ReadingMode.immutable.location(of: draft), configuration: configuration)
    defer { try? queue.close() }
    if let fault = try queue.read(StoreCheck.unreadablePage) { throw Unreadable(fault: fault) }
  }

  /// The written file is not complete.
  struct Unreadable: Error {
    /// What is wrong, as a clause.
    let fault: String
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
    let code: Int32

    var reason: String {
      code == EEXIST ? "the file already exists" : String(cString: strerror(code)).lowercased()
    }

    static var last: SystemError { SystemError(code: errno) }
  }
}
