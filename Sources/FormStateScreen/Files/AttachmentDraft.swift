import FormState
import FormStateInterchange
import Foundation

/// The content of an attached file while it arrives, under a name that nothing refers to.
final class AttachmentDraft {
  /// What such names begin with.
  static let prefix = ".draft-"

  /// How many bytes have arrived.
  private(set) var size = 0
  private let folder: String
  private let path: String
  private var descriptor: Int32
  private var digest = PortableSHA256()

  /// Begins a file in a folder, closed to others.
  init(in folder: String) throws(Descriptor.SystemError) {
    self.folder = folder
    path = "\(folder)/\(Self.prefix)\(UUID().uuidString)"
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    // Nothing is there any more where it has its name.
    unlink(path)
  }

  /// Writes what has arrived.
  func append(_ bytes: [UInt8]) throws(Descriptor.SystemError) {
    try Descriptor.write(Data(bytes), to: descriptor)
    bytes.withUnsafeBytes { digest.update(bufferPointer: $0) }
    size += bytes.count
  }

  /// Gives the file its name once the disk has it; a content that is there already is not kept twice.
  ///
  /// - Parameter given: what the person's file is called.
  func publish(as given: String) throws(Descriptor.SystemError) -> AttachmentName {
    let name = AttachmentName(of: given, digest: digest.finalize().hexadecimalText)
    let target = "\(folder)/\(name.text)"
    if isKept(name.text) { return name }
    guard fsync(descriptor) == 0 else { throw .last }
    let end = close(descriptor)
    descriptor = -1
    guard end == 0 else { throw .last }
    // Under another name of the person's, the same content is one file with two names.
    let twin = twin(of: name).map { "\(folder)/\($0)" }
    if twin.map({ link($0, target) == 0 }) != true {
      guard rename(path, target) == 0 else { throw .last }
    }
    Self.synchronize(folder)
    return name
  }

  /// Makes new names durable; not every file system can.
  static func synchronize(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  private func isKept(_ name: String) -> Bool {
    var status = stat()
    return lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == size
  }

  private func twin(of name: AttachmentName) -> String? {
    let others = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return others.first { other in
      other != name.text && AttachmentName(other)?.digits == name.digits && isKept(other)
    }
  }
}
