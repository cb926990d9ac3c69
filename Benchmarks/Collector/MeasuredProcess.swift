#if Collect
import FormStateCollector
import FormStateInterchange
import Foundation

/// Work in a process of its own, so its memory and its processor time are its own.
struct MeasuredProcess: Codable {
  /// The seconds of the work, without the start of the process.
  var seconds = 0.0
  /// The seconds that the processor worked for it.
  var processorSeconds = 0.0
  /// The most memory that the process had, in megabytes.
  var megabytes = 0.0

  /// Does the work that the arguments of this process name, and prints what it took.
  static func serve(_ arguments: [String]) throws {
    guard arguments.count == 3 else { throw BenchmarkFailure("the arguments of a measured process are wrong") }
    let connection = try PostgresConnection(arguments[2])
    let start = (ContinuousClock.now, processorTime)
    if arguments[0] == "--take" {
      let lines = try InputLines(arguments[1])
      try BatchTaking(connection: connection).take(
        PushBatchReader(source: "batch") { try lines.next(atMost: $0) }
      ) { _ in }
    } else {
      let report = try CollectorCheck(connection: connection).run()
      guard report.faults.isEmpty else { throw BenchmarkFailure("\(report.faults)") }
    }
    let seconds = start.0.duration(to: .now) / .seconds(1)
    var usage = rusage()
    #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let bytesPerUnit = 1024.0
    #else
    getrusage(RUSAGE_SELF, &usage)
    let bytesPerUnit = 1.0
    #endif
    let measured = MeasuredProcess(
      seconds: seconds, processorSeconds: processorTime - start.1,
      megabytes: Double(usage.ru_maxrss) * bytesPerUnit / 1_048_576)
    print(String(decoding: try JSONEncoder().encode(measured), as: UTF8.self))
  }

  /// Runs processes at once.
  static func run(_ arguments: [[String]]) throws -> [MeasuredProcess] {
    let started = try arguments.map { arguments in
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = arguments
      process.standardOutput = output
      try process.run()
      return (process, output)
    }
    return try started.map { process, output in
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return try JSONDecoder().decode(MeasuredProcess.self, from: data)
    }
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Why nothing was measured.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
#endif
