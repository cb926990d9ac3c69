#if os(macOS) || os(Linux)
import Foundation

/// Another program that runs to its end, or as long as it may.
struct ProgramRun {
  /// How a program ended.
  enum Outcome: Equatable {
    case exit(status: Int32)
    case signal(Int32)
    /// It took too long and was ended.
    case overdue
    /// Nobody needs it any more, so it was ended.
    case abandoned
  }

  /// How long to wait before looking whether it is still needed.
  private static let pause = DispatchTimeInterval.milliseconds(20)

  let program: URL
  /// The file that gets what it prints and its errors: nobody has to read a file while the program runs, as one has to
  /// read pipes.
  let output: URL
  let limit: Duration
  let arguments: [String]

  /// Runs the program, which reads nothing.
  ///
  /// - Parameter isAbandoned: whether nobody needs it any more.
  /// - Throws: what the system says where the program cannot be run.
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

  /// Ends a program, with those that it has started where it has a group of its own.
  private static func kill(_ process: Process) {
    let number = process.processIdentifier
    _ = Foundation.kill(getpgid(number) == number ? -number : number, SIGKILL)
  }
}
#endif
