import Foundation

/// Reading and writing by file descriptor, every byte or an error.
package enum Descriptor {
  /// The error of a system call.
  package struct SystemError: Error, CustomStringConvertible {
    package let code: Int32

    /// The system's own words for the last error.
    package static var last: SystemError { SystemError(code: errno) }

    package var description: String { String(cString: strerror(code)) }
  }

  /// Writes all of the data.
  package static func write(_ data: Data, to descriptor: Int32) throws(SystemError) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads the next bytes, at most so many; none at the end.
  package static func read(from descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8] {
    while true {
      var bytes = [UInt8](repeating: 0, count: limit)
      let count = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Reads the next bytes from an offset, at most so many; none after the end.
  package static func read(
    from descriptor: Int32, at offset: Int, atMost limit: Int
  ) throws(SystemError) -> [UInt8] {
    while true {
      var bytes = [UInt8](repeating: 0, count: limit)
      let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Makes the names in a folder durable. Some file systems cannot; the contents are safe either way.
  package static func synchronizeFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  // Inside this type, the bare names would mean its own functions.
  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    Foundation.write(descriptor, bytes, count)
  }

  private static func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    Foundation.read(descriptor, bytes, count)
  }
}
