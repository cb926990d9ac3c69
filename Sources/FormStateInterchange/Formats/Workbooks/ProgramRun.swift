#if os(macOS) || os(Linux)
import Foundation

/// Another program that runs to its end, or as long as it may.
package struct ProgramRun {
  /// How a program ended.
  package enum Outcome: Equatable {
    case exit(status: Int32)
    case signal(Int32)
    /// It exceeded its time limit and was ended.
    case overdue
    /// Its result is no longer needed, so it was ended.
    case abandoned
  }

  /// How long to wait before looking whether it is still needed.
  private static let pause = DispatchTimeInterval.milliseconds(20)

  let program: URL
  /// The file for its output and errors: unlike a pipe, a file need not be read while the program runs.
  let output: URL
  let limit: Duration
  let arguments: [String]
  let input: FileHandle

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - program: the program's file.
  ///   - output: the file for its output and errors.
  ///   - limit: the longest time that it may take.
  ///   - arguments: its arguments, which other users can see.
  ///   - input: what it reads; nothing by default.
  package init(
    program: URL, output: URL, limit: Duration, arguments: [String], input: FileHandle = .nullDevice
  ) {
    self.program = program
    self.output = output
    self.limit = limit
    self.arguments = arguments
    self.input = input
  }

  /// The file of a program; `nil` if it is in none of the folders.
  ///
  /// - Parameters:
  ///   - name: the name of the program.
  ///   - searchPath: the folders, separated by colons; by default those of the user.
  package static func program(named name: String, searchPath: String = userSearchPath) -> URL? {
    searchPath.split(separator: ":").lazy
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) && InputFile.canBeReadAgain($0.path) }
  }

  /// The folders in which the user's programs are.
  static var userSearchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

  /// Runs the program.
  ///
  /// - Parameter isAbandoned: whether its result is no longer needed.
  /// - Throws: the system's error if the program cannot be run.
  package func callAsFunction(until isAbandoned: () -> Bool) throws -> Outcome {
    let file = try FileHandle(forWritingTo: output)
    defer { try? file.close() }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = file
    process.standardError = file
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    let deadline = ContinuousClock.now + limit
    try process.run()
    while end.wait(timeout: .now() + Self.pause) == .timedOut {
      guard ContinuousClock.now > deadline || isAbandoned() else { continue }
      Self.kill(process)
      end.wait()
      return ContinuousClock.now > deadline ? .overdue : .abandoned
    }
    return process.terminationReason == .uncaughtSignal
      ? .signal(process.terminationStatus) : .exit(status: process.terminationStatus)
  }

  /// Ends a program, with its children if it has its own process group.
  private static func kill(_ process: Process) {
    let number = process.processIdentifier
    _ = Foundation.kill(getpgid(number) == number ? -number : number, SIGKILL)
  }
}
#endif
