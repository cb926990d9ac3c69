#if CommandLine
import FormStateInterchange
import Foundation

/// The content of a file before it has its name.
///
/// It contains a person's answers, so no part of it may be left behind when the process is killed. On Linux it has no
/// name at all; elsewhere a signal handler removes it, and other users cannot read it meanwhile.
struct OutputDraft {
  /// The descriptor for the content; the caller closes it.
  let descriptor: Int32
  private let name: String
  private let hasName: Bool

  /// Begins a file in a folder.
  init(in folder: String) throws(Descriptor.SystemError) {
    name = "\(folder)/.formstate-\(UUID().uuidString)"
    if let descriptor = Self.unnamed(in: folder) {
      self.descriptor = descriptor
      hasName = false
      return
    }
    RemovalAtSignal.begin(name)
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    hasName = true
    guard descriptor >= 0 else { throw .last }
  }

  /// Gives the file its name and replaces a file that had it before.
  func publish(as target: String) throws(Descriptor.SystemError) {
    if !hasName {
      if Self.link(descriptor, to: target) { return }
      // A link cannot replace a file, but a rename can.
      guard errno == EEXIST else { throw .last }
      RemovalAtSignal.begin(name)
      guard Self.link(descriptor, to: name) else { throw .last }
    }
    guard rename(name, target) == 0 else { throw .last }
    RemovalAtSignal.end()
  }

  /// Gives the file its name where nothing has it.
  ///
  /// - Throws: `EEXIST` where something has it.
  func publish(asNew target: String) throws(Descriptor.SystemError) {
    if !hasName, Self.link(descriptor, to: target) { return }
    guard hasName else { throw .last }
    // Not every file system can link a file that has a name, but each can claim a name and let a file take its place.
    let claim = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard claim >= 0 else { throw .last }
    close(claim)
    guard rename(name, target) == 0 else {
      let error = Descriptor.SystemError.last
      unlink(target)
      throw error
    }
    RemovalAtSignal.end()
  }

  /// Removes what has been written.
  func discard() {
    unlink(name)
    RemovalAtSignal.end()
  }

  /// A file without a name, if the system supports it; Swift's view of the C library lacks the constant.
  private static func unnamed(in folder: String) -> Int32? {
    #if os(Linux)
    let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY
    let descriptor = open(folder, O_WRONLY | withoutName | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    if access(path(of: descriptor), F_OK) == 0 { return descriptor }
    close(descriptor)
    #endif
    return nil
  }

  private static func link(_ descriptor: Int32, to name: String) -> Bool {
    linkat(AT_FDCWD, path(of: descriptor), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
  }

  private static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
}

/// Removes a file when a signal ends the process.
private enum RemovalAtSignal {
  // Unsafe because a signal handler may wait for no lock; the path is set before the handlers are and never freed.
  nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  static func begin(_ name: String) {
    path = strdup(name)
    for number in signals {
      signal(number) { number in
        if let path = RemovalAtSignal.path { unlink(path) }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func end() {
    for number in signals { signal(number, SIG_DFL) }
    path = nil
  }
}
#endif
