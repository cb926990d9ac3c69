#if CommandLine
import ArgumentParser
import Foundation

/// Standard output, which carries data alone, and standard error, which carries messages.
enum StandardStreams {
  /// Whether a person looks at standard output.
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// How many columns the terminal has that standard output is; `nil` where it is none.
  static var terminalWidth: Int? {
    guard outputIsTerminal else { return nil }
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Whether a person looks at standard error.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a line of data.
  ///
  /// - Throws: ``CommandFailure`` when it cannot be written, as on a full disk.
  static func print(_ line: String) throws {
    try write(Data((line + "\n").utf8))
  }

  /// Writes data.
  ///
  /// - Throws: ``CommandFailure`` when it cannot be written, as on a full disk.
  static func write(_ data: Data) throws {
    do {
      try Descriptor.write(data, to: STDOUT_FILENO)
    } catch  where error.code == EPIPE {
      // Whoever read the output, such as head, has seen enough; that is no fault to report.
      throw ExitCode.success
    } catch {
      throw CommandFailure("standard output cannot be written (\(error))")
    }
  }

  /// Writes a message for a person.
  static func note(_ message: String) {
    // There is nowhere left to report that a message cannot be written.
    try? Descriptor.write(Data((message + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes a question for a person, who answers on the same line.
  static func ask(_ question: String) {
    try? Descriptor.write(Data(question.utf8), to: STDERR_FILENO)
  }
}

/// Reading and writing by file descriptor, every byte or an error.
enum Descriptor {
  /// The error of a system call.
  struct SystemError: Error, CustomStringConvertible {
    let code: Int32

    /// The system's own words for the last error.
    static var last: SystemError { SystemError(code: errno) }

    var description: String { String(cString: strerror(code)) }
  }

  /// Writes all of the data.
  static func write(_ data: Data, to descriptor: Int32) throws(SystemError) {
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
  static func read(from descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8] {
    while true {
      var bytes = [UInt8](repeating: 0, count: limit)
      let count = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == EINTR else { throw .last }
    }
  }

  // Inside this type, the bare names would mean its own functions.
  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    Foundation.write(descriptor, bytes, count)
  }

  private static func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    Foundation.read(descriptor, bytes, count)
  }
}
#endif
