#if CommandLine
import FormStateInterchange
import Foundation

/// A file that a command writes: whole, or not at all.
enum OutputFile {
  /// Writes a file without a name, or under a temporary one, makes sure that it is on disk, and only then gives it its
  /// name.
  ///
  /// - Parameters:
  ///   - path: the file; a symbolic link stays one.
  ///   - database: the database that the data comes from. Its permissions, the process's mask and an existing file with
  ///     the name restrict those of the file.
  /// - Throws: ``CommandFailure`` that names the file, also if it is a database; an existing file is unchanged then.
  static func write(_ data: Data, to path: String, besides database: DatabasePaths) throws {
    try write(to: path, besides: database) { try $0(data) }
  }

  /// Writes a file as ``write(_:to:besides:)`` does, one part at a time.
  ///
  /// - Parameter content: passes on the parts in order.
  /// - Throws: what `content` throws; an existing file is unchanged then.
  static func write(
    to path: String, besides database: DatabasePaths,
    _ content: (_ sink: @escaping (Data) throws -> Void) throws -> Void
  ) throws {
    try ForeignLink.refuse(path)
    try database.refuse(path)
    // Renaming over a symbolic link would replace the link instead of its target.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      var existing = stat()
      let exists = stat(target.path, &existing) == 0
      switch exists ? existing.st_mode & S_IFMT : S_IFREG {
      case S_IFREG:
        let most = database.permissions & (exists ? existing.st_mode : ~currentMask())
        try replace(target, permissions: most & 0o666, content)
      case S_IFDIR:
        throw CommandFailure("“\(path)” is a folder; name a file in it")
      default:
        try writeThrough(to: target.path, content)
      }
    } catch let error as Descriptor.SystemError {
      throw CommandFailure("“\(path)” cannot be written (\(error)); it is unchanged")
    }
  }

  /// Makes a file as ``write(_:to:besides:)`` does, but only where nothing has its name.
  ///
  /// - Throws: ``CommandFailure`` that names the file; what has the name is left as it is.
  static func create(_ data: Data, at path: String) throws {
    do {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try save(
        in: folder, permissions: 0o666 & ~currentMask(), { try $0(data) },
        publishing: { draft throws(Descriptor.SystemError) in try draft.publish(asNew: path) })
    } catch let error as Descriptor.SystemError where error.code == EEXIST {
      throw CommandFailure("“\(path)” exists and is unchanged; choose another name")
    } catch let error as Descriptor.SystemError {
      throw CommandFailure("“\(path)” cannot be written (\(error))")
    }
  }

  private static func replace(
    _ target: URL, permissions: mode_t, _ content: (@escaping (Data) throws -> Void) throws -> Void
  ) throws {
    try save(
      in: target.deletingLastPathComponent().path, permissions: permissions, content,
      publishing: { draft throws(Descriptor.SystemError) in try draft.publish(as: target.path) })
  }

  /// Writes a draft in a folder, makes sure the disk has it, and lets it be given its name.
  private static func save(
    in folder: String, permissions: mode_t, _ content: (@escaping (Data) throws -> Void) throws -> Void,
    publishing publish: (OutputDraft) throws(Descriptor.SystemError) -> Void
  ) throws {
    let draft = try OutputDraft(in: folder)
    do {
      defer { close(draft.descriptor) }
      try content { try Descriptor.write($0, to: draft.descriptor) }
      guard fchmod(draft.descriptor, permissions) == 0, fsync(draft.descriptor) == 0 else {
        throw Descriptor.SystemError.last
      }
      try publish(draft)
    } catch {
      draft.discard()
      throw error
    }
    Descriptor.synchronizeFolder(folder)
  }

  /// Writes to something other than a regular file, such as `/dev/stdout`, which must not be replaced.
  private static func writeThrough(
    to path: String, _ content: (@escaping (Data) throws -> Void) throws -> Void
  ) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Descriptor.SystemError.last }
    defer { close(descriptor) }
    try content { try Descriptor.write($0, to: descriptor) }
  }

  /// The permissions that the process's mask removes; the system returns the mask only in exchange for another one.
  private static func currentMask() -> mode_t {
    let mask = umask(0o077)
    _ = umask(mask)
    return mask
  }
}
#endif
