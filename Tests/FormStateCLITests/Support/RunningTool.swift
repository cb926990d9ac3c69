import Foundation
import TestSupport

/// A started process, which may still run. It ends with its last reference at the latest.
final class RunningTool: Sendable {
  /// The result of a process that has ended.
  struct Outcome: Sendable {
    /// The exit status; the number of the signal for a process that was killed.
    let status: Int32
    let output: String
    let errors: String
  }

  private let process: Process
  private let ending: AsyncStream<Void>
  private let outputURL: URL
  private let errorsURL: URL

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - folder: where it runs, and where its output is stored meanwhile.
  ///   - input: what it reads: a file, or a pipe.
  init(program: URL, arguments: [String], folder: URL, input: Any) throws {
    let name = UUID().uuidString
    outputURL = folder.appendingPathComponent("\(name).out")
    errorsURL = folder.appendingPathComponent("\(name).err")
    for url in [outputURL, errorsURL] { try Data().write(to: url) }
    process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = input
    // Files, not pipes: nothing has to read them while the process runs.
    let handles = try [FileHandle(forWritingTo: outputURL), FileHandle(forWritingTo: errorsURL)]
    (process.standardOutput, process.standardError) = (handles.first, handles.last)
    let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
    self.ending = ending
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
    // Foundation keeps a process that has ended, with its open files. With very many open files, Process.run itself
    // reads past the end of a buffer.
    for handle in handles + [input as? FileHandle].compactMap({ $0 }) { try handle.close() }
  }

  deinit {
    if process.isRunning { kill() }
    for url in [outputURL, errorsURL] { try? FileManager.default.removeItem(at: url) }
  }

  /// The system's number of the process.
  var identifier: Int32 { process.processIdentifier }

  /// Whether the process has not ended yet.
  var isRunning: Bool { process.isRunning }

  /// Whether the process was ended by a signal.
  var wasKilled: Bool { !process.isRunning && process.terminationReason == .uncaughtSignal }

  /// What the process has printed so far.
  func output() throws -> String { try String(contentsOf: outputURL, encoding: .utf8) }

  /// Ends the process at once, without any cleanup (SIGKILL).
  func kill() {
    #if canImport(Darwin)
    Darwin.kill(process.processIdentifier, SIGKILL)
    #else
    Glibc.kill(process.processIdentifier, SIGKILL)
    #endif
  }

  /// Asks the process to stop, as Control-C does.
  func interrupt() {
    process.interrupt()
  }

  /// Asks the process to end, as `kill` does.
  func terminate() {
    process.terminate()
  }

  /// Waits until the process ends.
  func outcome() async throws -> Outcome {
    for await _ in ending {}
    // A test that exceeds its time limit is cancelled while the process still runs.
    if process.isRunning {
      kill()
      process.waitUntilExit()
    }
    return Outcome(
      status: process.terminationStatus, output: try output(),
      errors: try String(contentsOf: errorsURL, encoding: .utf8))
  }

  /// Waits until a condition holds.
  ///
  /// - Throws: ``EndedBefore`` when the process has ended and it still does not hold; `NotInTime` when neither happens.
  func wait(until condition: () async throws -> Bool) async throws {
    try await waitUntil {
      let isRunning = isRunning
      if try await condition() { return true }
      if !isRunning { throw EndedBefore(errors: try await outcome().errors) }
      return false
    }
  }

  #if os(Linux)
  /// Whether the process has a file open.
  func hasOpened(_ file: URL) -> Bool {
    let folder = "/proc/\(process.processIdentifier)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let path = file.resolvingSymlinksInPath().path
    return names.contains { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path }
  }
  #else
  /// Whether the process runs: on this platform its open files are unknown.
  func hasOpened(_ file: URL) -> Bool { isRunning }
  #endif

  /// A process ended before the expected condition.
  struct EndedBefore: Error {
    let errors: String
  }
}
