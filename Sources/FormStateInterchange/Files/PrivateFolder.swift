import Foundation

/// Folders with limited permissions, which nobody else can open even for a moment: `FileManager` creates a folder for
/// all users first.
package enum PrivateFolder {
  /// Creates a folder that must not exist.
  ///
  /// - Parameters:
  ///   - path: the path of the folder.
  ///   - permissions: its permissions, whatever the process's mask is.
  /// - Throws: the error of the system.
  package static func make(_ path: String, permissions: mode_t = 0o700) throws(Descriptor.SystemError) {
    guard mkdir(path, permissions) == 0, chmod(path, permissions) == 0 else { throw .last }
  }

  /// Creates a folder, and those above it that are missing. An existing folder keeps its permissions.
  ///
  /// - Throws: the error of the system.
  package static func makeIfMissing(
    _ path: String, permissions: mode_t = 0o700
  ) throws(Descriptor.SystemError) {
    do {
      try make(path, permissions: permissions)
    } catch {
      if error.code == EEXIST, isFolder(path) { return }
      let above = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard error.code == ENOENT, above != path else { throw error }
      try makeIfMissing(above, permissions: permissions)
      do {
        try make(path, permissions: permissions)
      } catch {
        // Another process was faster.
        guard error.code == EEXIST, isFolder(path) else { throw error }
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
