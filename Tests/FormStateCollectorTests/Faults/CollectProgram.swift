#if Collect
import Foundation

/// The built `formstate-collect`, as a process of its own.
enum CollectProgram {
  /// What it left.
  struct Outcome {
    /// The exit status; 128 and the number of the signal, if one ended it.
    let status: Int32
    /// The lines that it printed.
    let lines: [String]
    let errors: String
    /// The seconds that the processor worked for it.
    let seconds: Double
  }

  /// The most kilobytes of memory that it may take.
  private static let mostKilobytes = 400_000

  /// Runs it to its end, in a folder.
  static func run(_ arguments: [String], in folder: URL) throws -> Outcome {
    let process = try start(arguments, in: folder)
    process.waitUntilExit()
    return try outcome(of: process, in: folder)
  }

  /// Starts it. What it prints is in files of the folder.
  static func start(_ arguments: [String], in folder: URL) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // macOS does not limit memory. A shell's second line of times is that of the processes it ran.
    let script = """
      ulimit -d \(mostKilobytes) 2> /dev/null
      sh -c 'echo $$ > number; exec "$0" "$@" > output 2> errors' "$0" "$@"
      status=$?; times > times; exit $status
      """
    process.arguments = ["-c", script, try path()] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    for file in ["output", "errors", "times", "number"] {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(file))
    }
    try process.run()
    return process
  }

  /// Ends the program at once, without any cleanup.
  static func kill(in folder: URL) {
    let number = try? String(contentsOf: folder.appendingPathComponent("number"), encoding: .utf8)
    if let number = number.flatMap({ Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
      Foundation.kill(number, SIGKILL)
    }
  }

  /// What a process left that has ended.
  static func outcome(of process: Process, in folder: URL) throws -> Outcome {
    func text(_ file: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    }
    let times = try text("times").split(separator: "\n").last?.split(whereSeparator: { " ms".contains($0) }) ?? []
    let numbers = times.compactMap { Double($0) }
    let seconds = numbers.count == 4 ? numbers[0] * 60 + numbers[1] + numbers[2] * 60 + numbers[3] : 0
    return Outcome(
      status: process.terminationStatus, lines: try text("output").split(separator: "\n").map(String.init),
      errors: try text("errors"), seconds: seconds)
  }

  /// Where it is: in a folder around the program that runs the tests.
  static func path() throws -> String {
    var places = Bundle.allBundles.map(\.bundlePath) + CommandLine.arguments
    places.append(URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path)
    for place in places where place.contains("/") {
      var folder = URL(fileURLWithPath: place)
      for _ in 0..<5 where folder.path != "/" {
        folder.deleteLastPathComponent()
        let program = folder.appendingPathComponent("formstate-collect").path
        if FileManager.default.isExecutableFile(atPath: program) { return program }
      }
    }
    throw ClusterFailure(description: "there is no formstate-collect in \(places); run Scripts/test-collect")
  }
}
#endif
