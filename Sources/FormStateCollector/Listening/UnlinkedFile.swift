import FormState
import FormStateInterchange
import Foundation

/// A temporary file without a name, which only this process can read. It is gone with its last reference, also if the
/// process is killed.
final class UnlinkedFile: Sendable {
  private let descriptor: Int32
  private let length = Locked(0)

  /// Makes an empty file in the folder of `TMPDIR`.
  init() throws(Descriptor.SystemError) {
    var path = Array("\(FileManager.default.temporaryDirectory.path)/formstate-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw .last }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Its size in bytes.
  var size: Int { length.withLock { $0 } }

  /// Appends bytes.
  func append(_ data: Data) throws(Descriptor.SystemError) {
    try Descriptor.write(data, to: descriptor)
    length.withLock { $0 += data.count }
  }

  /// Reads at most so many bytes from an offset; none after the end.
  func read(from offset: Int, atMost limit: Int) throws(Descriptor.SystemError) -> Data {
    Data(try Descriptor.read(from: descriptor, at: offset, atMost: limit))
  }
}
