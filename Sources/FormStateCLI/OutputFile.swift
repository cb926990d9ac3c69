import Foundation

/// A file that a command writes: whole, or not at all.
enum OutputFile {
  /// Writes a file under a name of its own, makes sure the disk has it, and only then gives it its name.
  ///
  /// - Throws: ``CommandFailure`` that names the file; whatever had the name before is still there then.
  static func write(_ data: Data, to path: String) throws {
    // Renaming over a symbolic link would replace the link instead of what it points at.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let existing = try? FileManager.default.attributesOfItem(atPath: target.path)
      switch existing?[.type] as? FileAttributeType {
      case nil, .typeRegular:
        let mode = (existing?[.posixPermissions] as? NSNumber)?.uint32Value
        try replace(target, with: data, mode: mode.map { mode_t($0) })
      case .typeDirectory:
        throw CommandFailure("“\(path)” is a folder; name a file in it")
      default:
        try writeThrough(data, to: target.path)
      }
    } catch let error as Descriptor.SystemError {
      throw CommandFailure("“\(path)” cannot be written (\(error)); it was left as it was")
    }
  }

  private static func replace(_ target: URL, with data: Data, mode: mode_t?) throws {
    let folder = target.deletingLastPathComponent()
    let temporary = folder.appendingPathComponent(".formstate-\(UUID().uuidString)").path
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Descriptor.SystemError.last }
    do {
      defer { close(descriptor) }
      if let mode, fchmod(descriptor, mode) != 0 { throw Descriptor.SystemError.last }
      try Descriptor.write(data, to: descriptor)
      guard fsync(descriptor) == 0 else { throw Descriptor.SystemError.last }
      guard rename(temporary, target.path) == 0 else { throw Descriptor.SystemError.last }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronizeFolder(folder.path)
  }

  /// Writes to something that is no regular file, such as `/dev/stdout`, which must not be replaced by one.
  private static func writeThrough(_ data: Data, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Descriptor.SystemError.last }
    defer { close(descriptor) }
    try Descriptor.write(data, to: descriptor)
  }

  /// Makes the new name durable; not every file system can, and the content is safe either way.
  private static func synchronizeFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
