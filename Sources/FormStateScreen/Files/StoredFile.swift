import FormStateInterchange
import Foundation

/// A file that is open for reading, of which no more is in memory than what is asked for.
package final class StoredFile: Sendable {
  /// How many bytes it has.
  package let size: Int
  /// What browsers take it for.
  let type: MediaType
  private let descriptor: Int32

  /// Opens a file of a folder.
  ///
  /// - Parameters:
  ///   - name: what it is called, which is one name and no path.
  ///   - folder: where it lies.
  /// - Returns: `nil` where there is none, or something else than a file; a link is none.
  init?(_ name: String, in folder: String) {
    guard Self.isName(name) else { return nil }
    // What is no file, such as a pipe, must not keep anybody waiting.
    descriptor = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    var status = stat()
    let isFile = descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    type = MediaType(ofFile: name)
    if !isFile { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads bytes from an offset on, at most so many; none behind the end.
  package func read(from offset: Int, atMost limit: Int) throws -> Data {
    var bytes = Data(count: limit)
    while true {
      let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
      if count >= 0 { return bytes.prefix(count) }
      guard errno == EINTR else { throw Descriptor.SystemError.last }
    }
  }

  /// Whether a text names a file of a folder that is meant to be seen, and leads nowhere else.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255 && !text.hasPrefix(".")
      && !text.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 32 || $0.value == 127 }
  }
}
