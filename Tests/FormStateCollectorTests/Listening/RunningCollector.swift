#if Collect
import Foundation
import TestSupport
import Testing

/// The built `formstate-collect`, which is in the folder of the tests that were built with it.
final class RunningCollector {
  private let process = Process()
  private let folder: TemporaryFolder

  /// Starts it.
  init(_ arguments: [String]) throws {
    folder = try TemporaryFolder()
    process.executableURL = try Self.program()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a process that another test starts at the moment may keep a pipe open.
    process.standardOutput = try Self.file(folder.path("output"))
    process.standardError = try Self.file(folder.path("errors"))
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Runs it to its end.
  static func run(_ arguments: [String]) async throws -> (status: Int32, output: String, errors: String) {
    let running = try RunningCollector(arguments)
    return (try await running.status(), running.printed, running.noted)
  }

  /// What it has written to standard output.
  var printed: String { (try? String(contentsOfFile: folder.path("output"), encoding: .utf8)) ?? "" }
  /// What it has written to standard error.
  var noted: String { (try? String(contentsOfFile: folder.path("errors"), encoding: .utf8)) ?? "" }
  /// Whether it has not ended yet.
  var isRunning: Bool { process.isRunning }

  /// Asks it to end, as `kill` does.
  func terminate() { process.terminate() }

  /// Waits until it ends.
  func status() async throws -> Int32 {
    try await waitUntil { !process.isRunning }
    return process.terminationStatus
  }

  /// The port at which it listens, once it does.
  func port() async throws -> UInt16 {
    try await waitUntil { printed.hasSuffix("\n") || !isRunning }
    return try #require(URL(string: printed.split(separator: "\n").first.map(String.init) ?? "")?.port.map(UInt16.init))
  }

  private static func file(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  private static func program() throws -> URL {
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    var places = [Repository.folder.appendingPathComponent(".build/collect/debug")]
    places += Bundle.allBundles.map(\.bundleURL).flatMap { [$0, $0.deletingLastPathComponent()] }
    for _ in 0..<5 where folder.path != "/" {
      folder.deleteLastPathComponent()
      places.insert(folder, at: 0)
    }
    let programs = places.map { $0.appendingPathComponent("formstate-collect") }
    return try #require(programs.first { FileManager.default.isExecutableFile(atPath: $0.path) })
  }
}
#endif
