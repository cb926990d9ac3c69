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

  /// Creates a folder, and those above it that are missing, and waits until their names are on disk. An existing folder
  /// keeps its permissions.
  ///
  /// - Returns: the created folders, the outermost first.
  /// - Throws: the error of the system; no created folder is left then.
  @discardableResult
  package static func makeIfMissing(
    _ path: String, permissions: mode_t = 0o700
  ) throws(Descriptor.SystemError) -> [String] {
    do {
      return try makeInExisting(path, permissions: permissions)
    } catch {
      let above = folder(above: path)
      guard error.code == ENOENT, above != path else { throw error }
      let made = try makeIfMissing(above, permissions: permissions)
      do {
        return made + (try makeInExisting(path, permissions: permissions))
      } catch {
        remove(made)
        throw error
      }
    }
  }

  /// Creates a folder in an existing one unless it exists, also if another process is faster, and waits until its name
  /// is on disk.
  ///
  /// - Returns: the created folder, if any.
  /// - Throws: the error of the system.
  package static func makeInExisting(
    _ path: String, permissions: mode_t = 0o700
  ) throws(Descriptor.SystemError) -> [String] {
    do {
      try make(path, permissions: permissions)
    } catch {
      guard error.code == EEXIST else { throw error }
      guard isFolder(path) else { throw Descriptor.SystemError(code: ENOTDIR) }
      return []
    }
    // What is in a folder is lost with the folder's own name.
    Descriptor.synchronizeFolder(folder(above: path))
    return [path]
  }

  /// Removes folders that ``makeIfMissing(_:permissions:)`` has created, unless something is in them.
  package static func remove(_ made: [String]) {
    for path in made.reversed() { rmdir(path) }
  }

  private static func folder(above path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
