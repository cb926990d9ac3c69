import Foundation

/// A file open for reading, of which only the requested part is in memory.
package final class StoredFile: Sendable {
  /// Its size in bytes.
  package let size: Int
  /// Its name.
  package let name: String
  private let descriptor: Int32

  /// Opens a file in a folder.
  ///
  /// - Parameters:
  ///   - name: its name, which must not be a path.
  ///   - folder: its folder.
  /// - Returns: `nil` if it does not exist or is not a regular file; a link is not one.
  package init?(_ name: String, in folder: String) {
    guard Self.isName(name) else { return nil }
    self.name = name
    // Anything but a file, such as a pipe, must not block.
    descriptor = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    var status = stat()
    let isFile = descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    if !isFile { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads at most so many bytes from an offset; none after the end.
  package func read(from offset: Int, atMost limit: Int) throws -> Data {
    Data(try Descriptor.read(from: descriptor, at: offset, atMost: limit))
  }

  /// Whether a text names a visible file of a folder, and leads nowhere else.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255 && !text.hasPrefix(".")
      && !text.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 32 || $0.value == 127 }
  }
}
