#if os(macOS) || os(Linux)
import Foundation

/// Another program that runs to its end, or as long as it may.
struct ProgramRun {
  /// How a program ended.
  enum Outcome: Equatable {
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

  /// Runs the program, which reads nothing.
  ///
  /// - Parameter isAbandoned: whether its result is no longer needed.
  /// - Throws: the system's error if the program cannot be run.
  func callAsFunction(until isAbandoned: () -> Bool) throws -> Outcome {
    let file = try FileHandle(forWritingTo: output)
    defer { try? file.close() }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
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
