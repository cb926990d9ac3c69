import FormState
import Foundation

/// The content of an attached file while it arrives, under an unreferenced name.
package final class AttachmentDraft {
  /// The prefix of such names.
  package static let prefix = ".draft-"

  /// How many bytes have arrived.
  package private(set) var size = 0
  private let folder: String
  private let path: String
  private var descriptor: Int32
  private var digest = PortableSHA256()
  /// Whether what has arrived stays, so that it can go on later.
  private var isResumable = false

  /// Begins a file in a folder, readable only by its owner.
  package init(in folder: String) throws(Descriptor.SystemError) {
    self.folder = folder
    path = "\(folder)/\(Self.prefix)\(UUID().uuidString)"
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
  }

  /// Goes on with a file whose name is known, where it was broken off.
  ///
  /// What has arrived is read once, for its digest. Only one draft of a file can be open at a time.
  ///
  /// - Throws: the error of the system; `EWOULDBLOCK` while another one is open.
  package init(resuming name: AttachmentName, in folder: String) throws(Descriptor.SystemError) {
    self.folder = folder
    path = Self.path(ofUnfinished: name, in: folder)
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw .last }
    isResumable = true
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .last }
    while case let piece = try Descriptor.read(from: descriptor, at: size, atMost: 1 << 20), !piece.isEmpty {
      piece.withUnsafeBytes { digest.update(bufferPointer: $0) }
      size += piece.count
    }
  }

  /// How many bytes of a file have arrived that is not whole yet; 0 for none.
  package static func size(ofUnfinished name: AttachmentName, in folder: String) -> Int {
    var status = stat()
    return lstat(path(ofUnfinished: name, in: folder), &status) == 0 ? Int(clamping: status.st_size) : 0
  }

  /// The path of a file that is not whole yet.
  package static func path(ofUnfinished name: AttachmentName, in folder: String) -> String {
    "\(folder)/\(prefix)\(name.text)"
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    // The file no longer exists under this name once it has its final name.
    if !isResumable { unlink(path) }
  }

  /// Appends received bytes.
  package func append(_ bytes: [UInt8]) throws(Descriptor.SystemError) {
    try Descriptor.write(Data(bytes), to: descriptor)
    bytes.withUnsafeBytes { digest.update(bufferPointer: $0) }
    size += bytes.count
  }

  /// Gives the file its name once it is on disk; existing content is not stored twice.
  ///
  /// - Parameter given: the original name of the file.
  package func publish(as given: String) throws(Descriptor.SystemError) -> AttachmentName {
    let name = AttachmentName(of: given, digest: digest.finalize().hexadecimalText)
    try keep(as: name)
    return name
  }

  /// Gives the file a name that it has elsewhere.
  ///
  /// - Returns: `false` if its content is not that of the name; nothing is kept then.
  package func publish(named name: AttachmentName) throws(Descriptor.SystemError) -> Bool {
    isResumable = false
    guard AttachmentName(of: name.text, digest: digest.finalize().hexadecimalText).digits == name.digits else {
      return false
    }
    try keep(as: name)
    return true
  }

  private func keep(as name: AttachmentName) throws(Descriptor.SystemError) {
    if isKept(name.text) { return }
    let target = "\(folder)/\(name.text)"
    guard fsync(descriptor) == 0 else { throw .last }
    let end = close(descriptor)
    descriptor = -1
    guard end == 0 else { throw .last }
    // If the original name differs, the same content is one file with two names.
    let twin = twin(of: name).map { "\(folder)/\($0)" }
    if twin.map({ link($0, target) == 0 }) != true {
      guard rename(path, target) == 0 else { throw .last }
    }
    Descriptor.synchronizeFolder(folder)
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
