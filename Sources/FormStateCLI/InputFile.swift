#if CommandLine
import Foundation

/// A file that a command reads.
enum InputFile {
  /// The whole content of a file.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  static func contents(of path: String) throws -> Data {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var data = Data()
    do {
      while true {
        let bytes = try Descriptor.read(from: descriptor, atMost: 1 << 20)
        if bytes.isEmpty { return data }
        data.append(contentsOf: bytes)
      }
    } catch {
      throw CommandFailure("“\(path)” cannot be read (\(error))")
    }
  }

  /// Opens a file for reading; the caller closes it.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  static func open(_ path: String) throws -> Int32 {
    try requireFile(path)
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure("“\(path)” cannot be read (\(Descriptor.SystemError.last))")
    }
    return descriptor
  }

  /// Makes sure that there is a file, without opening it: whoever writes to a pipe would notice.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  static func requireFile(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandFailure("there is no file “\(path)”")
    }
    if isFolder.boolValue { throw CommandFailure("“\(path)” is a folder, not a file") }
  }

  /// Whether a file can be read more than once, as a pipe cannot.
  static func canBeReadAgain(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }
}
#endif
