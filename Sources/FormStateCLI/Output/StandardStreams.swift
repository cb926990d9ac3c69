#if CommandLine
import ArgumentParser
import FormStateInterchange
import Foundation

/// Standard output, which carries only data, and standard error, which carries messages.
enum StandardStreams {
  /// Whether standard output is a terminal.
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The number of columns of the terminal on standard output; `nil` if it is not one.
  static var terminalWidth: Int? {
    guard outputIsTerminal else { return nil }
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Whether standard error is a terminal.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a line of data.
  ///
  /// - Throws: ``CommandFailure`` if it cannot be written, as on a full disk.
  static func print(_ line: String) throws {
    try write(Data((line + "\n").utf8))
  }

  /// Writes data.
  ///
  /// - Throws: ``CommandFailure`` if it cannot be written, as on a full disk.
  static func write(_ data: Data) throws {
    do {
      try Descriptor.write(data, to: STDOUT_FILENO)
    } catch  where error.code == EPIPE {
      // The reader of the output, such as head, has read enough; that is not an error.
      throw ExitCode.success
    } catch {
      throw CommandFailure("standard output cannot be written (\(error))")
    }
  }

  /// Writes a message for a person.
  static func note(_ message: String) {
    // There is nowhere to report that a message cannot be written.
    try? Descriptor.write(Data((message + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes a question for a person, who answers on the same line.
  static func ask(_ question: String) {
    try? Descriptor.write(Data(question.utf8), to: STDERR_FILENO)
  }
}
#endif
